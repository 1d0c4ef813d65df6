// SPDX-License-Identifier: GPL-3.0-or-later
// The search page: what the address bar asks for is asked of the API and drawn. The server's plain list stays until then.
import { api_query, changed, has_filters, is_search, kFacets, kPageSize, read_address, show_address, with_sort, with_words } from "./address.js";
import { ask, latest } from "./api.js";
import { Chosen, Facets, kFacetLimit } from "./facets.js";
import { Said, counted, day, grouped, joined } from "./parts.js";
import { Cards, Failed, Notes, Pages, Skeleton, SourceChips, Summary, To } from "./results.js";
import { searches_with, show_words } from "./searchbox.js";
import { download, kMostRows } from "./table.js";
import { html, render } from "./vendor/preact.js";

const kSlow = 150; // ms without an answer before a skeleton stands there: a quick answer never flashes one

const input = document.getElementById("q"), root = document.getElementById("app");
const newest = latest();
let state = read_address(location.search);
let answer = null, error = null, holdings = null;
let is_waiting = false, is_slow = false, is_narrowing = false;
let drawn = false; // false: what the server sent still stands there

function go(next) {
  const turns = next.get("offset") !== state.get("offset") && String(changed(next, () => {})) === String(changed(state, () => {}));
  const same = String(next) === String(state); // asked again: no second step back
  history[same ? "replaceState" : "pushState"](null, "", show_address(next));
  return arrive(turns);
}

// What the address bar says now. `turned`: to another page of the same answer, which is then read from its top.
function arrive(turned = false) {
  const before = state.get("q");
  state = read_address(location.search);
  if (state.get("q") !== before) show_words(state.get("q") ?? "");
  error = null;
  document.body.classList.toggle("landing", !is_search(state));
  if (is_search(state)) input.removeAttribute("aria-describedby");
  else input.setAttribute("aria-describedby", "hint");
  document.title = !is_search(state) ? "Fellow: who works on X at Y?" : state.get("q") ? `${state.get("q")} · Fellow` : "Everyone · Fellow";
  is_waiting = is_search(state);
  is_slow = false;
  const timer = setTimeout(() => ((is_slow = is_waiting), draw()), kSlow);
  const done = (what, why) => {
    clearTimeout(timer);
    is_waiting = is_slow = false;
    [answer, error] = [what, why];
    drawn = true;
    draw();
    if (turned) {
      scrollTo({ top: 0 });
      document.getElementById("results")?.focus({ preventScroll: true });
    }
  };
  if (!is_search(state)) {
    clearTimeout(timer);
    newest(survey, (what) => ((holdings = what), draw()), (why) => ((error = why), draw()));
    answer = null;
    drawn = true;
  } else {
    const more = { limit: kPageSize, facets: kFacets.map(([name]) => name).join(","), facet_limit: kFacetLimit };
    newest((signal) => ask(api_query(state, more), signal), (what) => done(what, null), (why) => done(null, why));
  }
  draw();
}

// What there is to be searched, for the start page.
async function survey(signal) {
  const [{ sources }, all] = await Promise.all([
    ask("/api/v1/sources", signal),
    ask("/api/v1/search?q=&limit=0&facets=interest,affiliation&facet_limit=9", signal),
  ]);
  return { people: all.total.value, facets: all.facets, newest: sources.map((source) => source.indexed_at ?? "").sort().at(-1) };
}

// --- drawing ---

function draw() {
  if (!drawn && !is_slow) return;
  if (!root.dataset.live) root.replaceChildren();
  root.dataset.live = "1";
  render(is_search(state) ? html`<${Found} />` : html`<${Start} />`, root);
}

function Start() {
  if (error) return html`<div class="start"><${Failed} error=${error} again=${() => arrive()} /></div>`;
  if (!holdings) return html`<div class="start" aria-busy="true"></div>`;
  if (!holdings.people) return html`<div class="start"><p class="note">Nothing is indexed here yet: run <code>fellow update</code>, and come back.</p></div>`;
  const values = (facet, title) => holdings.facets[facet]?.length ? html`<section><h2>${title}</h2><ul class="chips">${holdings.facets[facet].map((one) => {
    const next = new URLSearchParams({ q: "", [facet]: one.value });
    return html`<li key=${one.value}><${To} state=${next} go=${go} title=${one.label || one.value}><${Said} text=${one.label || one.value} /> <span class="dim">${grouped(one.count)}</span><//></li>`;
  })}</ul></section>` : null;
  return html`<main class="start" id="results" tabindex="-1" aria-labelledby="tagline">
    <h1 class="unseen">Search researchers</h1>
    <p class="holdings">${counted(holdings.people, "researcher", "researchers")}, read from their own pages${holdings.newest ? `, last on ${day(holdings.newest)}` : ""}. <${To} state=${new URLSearchParams({ q: "" })} go=${go}>Browse all<//></p>
    <div class="shelves">${values("interest", "Topics")}${values("affiliation", "Institutions")}</div>
  </main>`;
}

function Found() {
  const shown = error ? null : answer;
  const narrowed = [...state.keys()].filter((key) => kFacets.some(([facet]) => facet === key)).length;
  return html`<div class="columns">
    <button type="button" class="quiet narrow-only" aria-controls="facets" aria-expanded=${String(is_narrowing)} onClick=${() => ((is_narrowing = !is_narrowing), draw())}>
      Filters${narrowed ? ` (${narrowed})` : ""}</button>
    <aside class=${`facets ${is_narrowing ? "open" : ""}`} id="facets" aria-label="Narrow the results">
      ${shown && (shown.results.length || has_filters(state)) ? html`<${Facets} answer=${shown} state=${state} go=${go} />` : null}</aside>
    <main id="results" tabindex="-1" aria-busy=${String(is_waiting)}>
      <h1 class="unseen">${state.get("q") ? `Results for ${state.get("q")}` : "Everyone"}</h1>
      <div class="bar">
        <p class="summary" role="status">${is_slow ? "Searching…" : shown ? html`<${Summary} answer=${shown} />` : ""}</p>
        ${shown?.results.length > 1 || state.has("sort") ? html`<label class="sort">Order <select onChange=${(event) => go(with_sort(state, event.currentTarget.value))}>
          ${[["relevance", "best match"], ["name", "name"], ["papers", "most papers"], ["recent", "newest"]].map(([value, text]) =>
            html`<option value=${value} selected=${value === (state.get("sort") ?? "relevance")}>${text}</option>`)}</select></label>` : null}
      </div>
      ${shown ? html`<${SourceChips} sources=${shown.sources} />` : null}
      <${Chosen} answer=${shown} state=${state} go=${go} />
      ${error ? html`<${Failed} error=${error} again=${() => arrive()} />`
        : is_slow || !shown ? html`<${Skeleton} />`
        : html`<${Notes} answer=${shown} state=${state} go=${go} /><${Cards} answer=${shown} /><${Pages} answer=${shown} state=${state} go=${go} /><${Take} answer=${shown} />`}
    </main>
  </div>`;
}

// The list to take along.
function Take({ answer: shown }) {
  if (!shown.results.length) return null;
  const few = shown.total.value > kMostRows ? `the first ${kMostRows} of ` : "";
  return html`<p class="take dim">Take ${few}this list along: ${joined([
    ...["csv", "json"].map((kind) => html`<button type="button" class="more" onClick=${() => download(state, kind)}>${kind.toUpperCase()}</button>`),
    html`<a title="New people and papers of this search, as an Atom feed" href=${`/feed?${changed(state, (s) => (s.delete("sort"), s.delete("offset")))}`}>Feed</a>`], " · ")}</p>`;
}

searches_with((words) => go(with_words(state, words)));
addEventListener("popstate", () => arrive());
arrive();
