// SPDX-License-Identifier: GPL-3.0-or-later
// The search page. The address bar holds the whole state: q, chosen facet values, sort, offset; what is shown follows from it.
import { ask, badge, counted, day, el, foreign, grouped, marked, said } from "./nodes.js";

const kPageSize = 10;
const kFacets = [
  ["affiliation", "Institution"],
  ["interest", "Topic"],
  ["position", "Position"],
  ["country", "Country"],
  ["year", "Papers in"],
  ["source", "Source"],
];
const kShownValues = 8; // of a facet, before "show all"
const kFieldNames = {
  name: "name",
  affiliations: "institution",
  interests: "topics",
  papers: "papers",
  department: "department",
  positions: "position",
  past_affiliations: "earlier places",
  advisors: "advisor",
  education: "education",
  venues: "venues",
  biography: "biography",
  country: "country",
  year: "years",
};

const $ = (id) => document.getElementById(id);
const opened = new Set(); // facets whose whole list is shown
let running = null; // the search under way; a newer one ends it

// --- state ---

const state = () => new URLSearchParams(location.search);
const isSearch = (s) => s.has("q") || kFacets.some(([name]) => s.has(name));

function go(change) {
  const next = state();
  next.delete("offset");
  change(next);
  history.pushState(null, "", next.size ? `/?${next}` : "/");
  return run();
}

function toggle(facet, value, chosen) {
  return go((s) => {
    const others = s.getAll(facet).filter((v) => v !== value);
    s.delete(facet);
    for (const v of chosen ? [...others, value] : others) s.append(facet, v);
    if (!s.has("q")) s.set("q", "");
  });
}

function apiQuery(s) {
  const query = new URLSearchParams({ q: (s.get("q") ?? "").trim(), limit: kPageSize, facets: kFacets.map(([name]) => name).join(","), facet_limit: 60 });
  for (const [name] of kFacets) for (const value of s.getAll(name)) query.append(name, value);
  if (s.get("sort")) query.set("sort", s.get("sort"));
  if (s.get("offset")) query.set("offset", s.get("offset"));
  return `/api/v1/search?${query}`;
}

// --- the search ---

async function run({ focus = false } = {}) {
  running?.abort();
  const mine = (running = new AbortController());
  const s = state();
  $("q").value = s.get("q") ?? "";
  $("sort").value = s.get("sort") ?? "relevance";
  if (!isSearch(s)) return showLanding();
  document.body.classList.remove("landing");
  document.title = s.get("q") ? `${s.get("q")} · Fellow` : "Everyone · Fellow";
  $("columns").hidden = false;
  $("list").setAttribute("aria-busy", "true");
  const skeleton = setTimeout(showSkeleton, 120); // a quick answer never flashes one
  try {
    const answer = await ask(apiQuery(s), mine.signal);
    if (mine === running) show(answer, s);
  } catch (error) {
    if (error.name !== "AbortError" && mine === running) showError(error);
  } finally {
    clearTimeout(skeleton);
    if (mine === running) {
      $("list").removeAttribute("aria-busy");
      if (focus) $("results").focus({ preventScroll: true });
    }
  }
}

function show(answer, s) {
  showSummary(answer, s);
  showChosen(answer, s);
  $("notes").replaceChildren(...notes(answer));
  $("list").replaceChildren(...cards(answer));
  showFacets(answer, s);
  showPages(answer, s);
}

// --- states ---

async function showLanding() {
  document.body.classList.add("landing");
  document.title = "Fellow: who works on X at Y?";
  $("columns").hidden = true;
  try {
    const { sources } = await ask("/api/v1/sources");
    const people = sources.reduce((sum, source) => sum + source.profiles, 0);
    const newest = sources.map((source) => source.indexed_at ?? "").sort().at(-1);
    $("holdings").replaceChildren(
      ...(people ? [`${counted(people, "researcher", "researchers")}, read from their own pages`, newest ? ` · ${day(newest)}` : "", " · ", el("a", { href: "/?q=" }, "browse all")]
                 : ["Nothing is indexed here yet: run ", el("code", {}, "fellow update"), " and come back."]));
    $("holdings").hidden = false;
  } catch {
    $("holdings").hidden = true; // the search itself will tell what is wrong
  }
}

function showSkeleton() {
  $("summary").textContent = "Searching…";
  $("notes").replaceChildren();
  $("list").replaceChildren(...Array.from({ length: 4 }, () => el("li", { class: "card ghost", "aria-hidden": "true" }, el("span"), el("span"), el("span"))));
}

function showError(error) {
  $("summary").textContent = "";
  $("list").replaceChildren();
  $("pages").replaceChildren();
  const again = el("button", { type: "button", onclick: () => run() }, "Try again");
  const advice = error.status === 400 ? "The search could not be understood." : "The search failed.";
  $("notes").replaceChildren(el("div", { class: "note bad", role: "alert" }, el("p", {}, el("strong", {}, advice), " ", said(error.message)), again));
}

function showSummary(answer, s) {
  const { value, relation } = answer.total;
  const about = { eq: "", gte: "at least ", lte: "at most " }[relation] ?? "";
  const offset = answer.query.offset;
  const page = answer.results.length && offset ? `, from number ${grouped(offset + 1)}` : "";
  const text = value ? `${about}${counted(value, "researcher", "researchers")}${page}` : "No researcher found";
  $("summary").replaceChildren(el("strong", {}, text), el("span", { class: "dim" }, ` ${answer.took_ms < 10 ? answer.took_ms.toFixed(1) : Math.round(answer.took_ms)} ms`));
  document.querySelector(".sort").hidden = value < 2;
}

// Sources that did not answer, spelling, and what to do when nothing was found.
function notes(answer) {
  const out = [];
  const silent = answer.sources.filter((source) => source.status !== "ok");
  if (silent.length) {
    const all = silent.length === answer.sources.length;
    out.push(el("div", { class: all ? "note bad" : "note", role: all ? "alert" : null },
      el("p", {}, el("strong", {}, all ? "No source could answer." : "This answer is partial.")),
      el("ul", {}, silent.map((source) => el("li", {}, said(source.name), `: ${source.status}`, source.error ? [", ", said(source.error.message)] : "")))));
  }
  const { corrected, q } = answer.query;
  if (corrected) {
    out.push(el("p", { class: "note" }, answer.results.length ? "Did you mean " : "Nothing for this spelling. Did you mean ",
      el("a", { href: withQuery(corrected), onclick: (event) => follow(event, corrected) }, said(corrected)), "?"));
  }
  if (!answer.results.length && silent.length < answer.sources.length) out.push(emptyState(answer, q));
  return out;
}

function emptyState(answer, q) {
  const s = state();
  const chosen = kFacets.some(([name]) => s.has(name));
  const words = q.split(/\s+/).filter((word) => word.length > 2);
  return el("div", { class: "note empty" },
    el("p", {}, el("strong", {}, "Nobody here matches ", q ? ["“", said(q), "”"] : "this", chosen ? " with these filters." : ".")),
    el("ul", {},
      s.get("offset") ? el("li", {}, el("a", { href: "#", onclick: (e) => (e.preventDefault(), go(() => {})) }, "Back to the first page")) : null,
      chosen ? el("li", {}, el("button", { type: "button", class: "quiet", onclick: clearFilters }, "Search without the filters")) : null,
      words.length > 1 ? el("li", {}, "Try one of the words: ", words.slice(0, 6).map((word) =>
        [el("a", { href: withQuery(word), onclick: (event) => follow(event, word) }, said(word)), " "])) : null,
      el("li", {}, "Institutions are known by name and abbreviation, topics by many of their names.")));
}

function withQuery(q) {
  const next = state();
  next.delete("offset");
  next.set("q", q);
  return `/?${next}`;
}

function follow(event, q) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go((s) => s.set("q", q));
}

const clearFilters = () => go((s) => kFacets.forEach(([name]) => s.delete(name)));

// --- results ---

function cards(answer) {
  const firstPartial = answer.results.findIndex((hit) => hit.match === "partial");
  const mixed = firstPartial > 0;
  return answer.results.flatMap((hit, i) => [
    mixed && i === firstPartial ? el("li", { class: "divider" }, el("h2", {}, "Matching some of the words")) : null,
    card(hit),
  ]).filter(Boolean);
}

function card(hit) {
  const places = hit.affiliations.map((place) => said(place.name));
  const roles = hit.positions.slice(0, 3).map(said);
  const line = [...roles, ...places.slice(0, 3)].flatMap((node, i) => (i ? [el("span", { class: "dot", "aria-hidden": "true" }, " · "), node] : [node]));
  return el("li", { class: "card" },
    badge(hit.id, hit.display_name),
    el("div", { class: "body" },
      el("h3", {}, el("a", { href: `/r/${encodeURIComponent(hit.id)}` }, said(hit.display_name)),
        hit.alternate_names.slice(0, 2).map((name) => [" ", el("span", { class: "also" }, said(name))]),
        hit.match === "partial" ? el("span", { class: "tag" }, "partial match") : null),
      line.length ? el("p", { class: "who" }, line) : null,
      hit.interests.length ? el("ul", { class: "chips", "aria-label": "Topics" }, hit.interests.slice(0, 6).map((topic) => el("li", {}, said(topic.name)))) : null,
      hit.snippets.slice(0, 2).map(quote),
      el("p", { class: "meta" },
        hit.matched_on.length ? [el("span", {}, "Matched on "), hit.matched_on.map((field, i) => [i ? ", " : "", el("b", {}, kFieldNames[field] ?? field)]), el("span", { class: "dot" }, " · ")] : "",
        hit.paper_count ? [counted(hit.paper_count, "paper", "papers"), el("span", { class: "dot" }, " · ")] : "",
        foreign(hit.url, "Home page"))));
}

const quote = (snippet) =>
  el("blockquote", { class: "snippet" }, el("p", { dir: "auto" }, marked(snippet.html)),
    snippet.url ? el("cite", {}, foreign(snippet.url, kFieldNames[snippet.field] ?? snippet.field)) : null);

// --- facets ---

function showFacets(answer, s) {
  const focused = document.activeElement?.id;
  const groups = kFacets.map(([name, title]) => facet(name, title, answer.facets?.[name] ?? [], s)).filter(Boolean);
  $("facets").replaceChildren(...groups);
  $("show-facets").hidden = !groups.length;
  if (focused && focused.startsWith("f-")) document.getElementById(focused)?.focus();
}

function facet(name, title, values, s) {
  const chosen = new Set(s.getAll(name));
  if (!values.length || (name === "source" && values.length < 2 && !chosen.size)) return null;
  const sorted = name === "year" ? [...values].sort((a, b) => b.value - a.value) : values;
  const all = opened.has(name) || sorted.length <= kShownValues + 1;
  const shown = all ? sorted : sorted.filter((value, i) => i < kShownValues || value.selected || chosen.has(value.value));
  return el("fieldset", {}, el("legend", {}, title),
    shown.map((value) => choice(name, value, chosen.has(value.value))),
    sorted.length > kShownValues + 1 ? el("button", { type: "button", class: "more", id: `f-${name}-more`, "aria-expanded": String(all),
      onclick: () => { all ? opened.delete(name) : opened.add(name); run(); } }, all ? "Show fewer" : `Show all ${sorted.length}`) : null);
}

function choice(facetName, value, chosen) {
  const about = { gte: "≥", lte: "≤" }[value.relation] ?? "";
  return el("label", { class: "choice" },
    el("input", { type: "checkbox", id: `f-${facetName}-${value.value}`, checked: chosen, onchange: (event) => toggle(facetName, value.value, event.target.checked) }),
    el("span", { class: "label" }, said(value.label || value.value)),
    el("span", { class: "count" }, `${about}${grouped(value.count)}`));
}

function showChosen(answer, s) {
  const chips = kFacets.flatMap(([name, title]) => s.getAll(name).map((value) => {
    const label = answer.facets?.[name]?.find((known) => known.value === value)?.label ?? value;
    return el("button", { type: "button", class: "chip", "aria-label": `Remove filter ${title}: ${label}`, onclick: () => toggle(name, value, false) },
      el("span", { class: "dim" }, `${title}: `), said(label), el("span", { class: "cross", "aria-hidden": "true" }, "×"));
  }));
  if (chips.length > 1) chips.push(el("button", { type: "button", class: "more", onclick: clearFilters }, "Clear all"));
  $("chosen").replaceChildren(...chips);
}

// --- pages ---

function showPages(answer, s) {
  const last = Math.ceil(Math.min(answer.total.value, 10_000 + kPageSize) / kPageSize);
  const here = Math.floor(answer.query.offset / kPageSize) + 1;
  if (last < 2) return $("pages").replaceChildren();
  const numbers = [...new Set([1, here - 1, here, here + 1, last])].filter((n) => n >= 1 && n <= last);
  const link = (n, text, label) => {
    const to = new URLSearchParams(s);
    n > 1 ? to.set("offset", (n - 1) * kPageSize) : to.delete("offset");
    return el("a", { href: `/?${to}`, "aria-label": label, "aria-current": n === here && text === String(n) ? "page" : null, onclick: (event) => turn(event, to) }, text);
  };
  $("pages").replaceChildren(
    ...(here > 1 ? [link(here - 1, "Previous", "Previous page")] : []),
    ...numbers.flatMap((n, i) => [i && n > numbers[i - 1] + 1 ? el("span", { class: "dim", "aria-hidden": "true" }, "…") : null, link(n, String(n), `Page ${n}`)]).filter(Boolean),
    ...(here < last ? [link(here + 1, "Next", "Next page")] : []));
}

function turn(event, to) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", `/?${to}`);
  scrollTo({ top: 0 });
  run({ focus: true });
}

// --- start ---

$("search").addEventListener("submit", (event) => {
  event.preventDefault();
  go((s) => s.set("q", $("q").value.trim()));
});
$("sort").addEventListener("change", () => go((s) => ($("sort").value === "relevance" ? s.delete("sort") : s.set("sort", $("sort").value))));
$("show-facets").addEventListener("click", (event) => {
  const open = $("facets").classList.toggle("open");
  event.currentTarget.setAttribute("aria-expanded", String(open));
});
addEventListener("popstate", () => run());
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  $("q").select();
});
run();
if (!isSearch(state())) $("q").focus();
