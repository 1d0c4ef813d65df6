// SPDX-License-Identifier: GPL-3.0-or-later
// Who was found, and what can be said of the answer as a whole? Cards, notes, sources, pages.
import { at_page, has_filters, kPageSize, show_address, with_words, without_filters } from "./address.js";
import { Badge, Foreign, Said, bare, counted, day, field_name, grouped, is_plain_click, joined, marked } from "./parts.js";
import { html } from "./vendor/preact.js";

const kMostPages = 10_000 / kPageSize + 1;

// A link to another state of this page.
export function To({ state, go, children, ...rest }) {
  const follow = (event) => is_plain_click(event) && (event.preventDefault(), go(state));
  return html`<a href=${show_address(state)} onClick=${follow} ...${rest}>${children}</a>`;
}

// --- people ---

export function Cards({ answer }) {
  const first_partial = answer.results.findIndex((hit) => hit.match === "partial");
  return html`<ol class="list" start=${answer.query.offset + 1}>${answer.results.map((hit, i) => [
    first_partial > 0 && i === first_partial ? html`<li class="divider" key="divider"><h2>Matching some of the words</h2></li>` : null,
    html`<${Card} key=${hit.id} hit=${hit} all_partial=${first_partial === 0} many_sources=${answer.sources.length > 1} />`,
  ])}</ol>`;
}

function Card({ hit, many_sources }) {
  const line = [...hit.positions.slice(0, 3), ...hit.affiliations.slice(0, 3).map((place) => place.name)].map((text) => html`<${Said} text=${text} />`);
  return html`<li class="card">
    <${Badge} id=${hit.id} name=${hit.display_name} />
    <div class="body">
      <h2><a href=${`/r/${encodeURIComponent(hit.id)}`}><${Said} text=${hit.display_name} /></a>
        ${hit.alternate_names.slice(0, 2).map((name) => html` <span class="also"><${Said} text=${name} /></span>`)}
        ${hit.match === "partial" ? html`<span class="tag">partial match</span>` : null}</h2>
      ${line.length ? html`<p class="who">${joined(line, " · ")}</p>` : null}
      ${hit.interests.length ? html`<ul class="chips" aria-label="Topics">${hit.interests.slice(0, 6).map((topic) => html`<li><${Said} text=${topic.name} /></li>`)}</ul>` : null}
      ${quotes(hit).map((snippet) => html`<${Quote} snippet=${snippet} />`)}
      <p class="meta">${joined([
        hit.matched_on.length ? html`<span>Matched on ${joined(hit.matched_on.map((field) => html`<b>${field_name(field)}</b>`))}</span>` : null,
        hit.paper_count ? counted(hit.paper_count, "paper", "papers") : null,
        html`<${Foreign} href=${hit.url}>${bare(hit.url)}<//>`,
        many_sources ? html`<span>from ${joined(hit.sources.map((name) => html`<${Said} text=${name} />`))}</span>` : null,
      ].filter(Boolean), " · ")}</p>
    </div>
  </li>`;
}

// What the card does not say already: topics and institution stand above.
const quotes = (hit) => hit.snippets.filter((snippet) => !["interests", "affiliations", "name", "positions"].includes(snippet.field)).slice(0, 2);

const Quote = ({ snippet }) => html`<blockquote class="snippet"><p dir="auto">${marked(snippet.html)}</p>
  ${snippet.url ? html`<cite>${field_name(snippet.field)}, <${Foreign} href=${snippet.url}>${bare(snippet.url)}<//></cite>` : null}</blockquote>`;

export const Skeleton = () => html`<ol class="list" aria-hidden="true">${[0, 1, 2, 3].map(() => html`<li class="card ghost"><span></span><span></span><span></span></li>`)}</ol>`;

// --- the answer as a whole ---

export function Summary({ answer }) {
  const { value, relation } = answer.total;
  const about = { eq: "", gte: "At least ", lte: "At most " }[relation] ?? "";
  const offset = answer.query.offset;
  const took = answer.took_ms < 10 ? answer.took_ms.toFixed(1) : Math.round(answer.took_ms);
  return html`<strong>${value ? `${about}${counted(value, "researcher", "researchers")}` : "No researcher found"}</strong>
    ${answer.results.length && offset ? `, from number ${grouped(offset + 1)}` : ""} <span class="dim">${took} ms</span>`;
}

const kStatus = {
  ok: (source) => `${counted(source.matched, "match", "matches")} of ${grouped(source.profiles)}`,
  stale: (source) => `${counted(source.matched, "match", "matches")} of ${grouped(source.profiles)}, indexed ${source.indexed_at ? day(source.indexed_at) : "long ago"}`,
  partial: () => "answered in part",
  timeout: () => "too slow",
  unreachable: () => "down",
  error: () => "failed",
  skipped: () => "down",
};
const clock = (time) => new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
const answered = (source) => ["ok", "stale"].includes(source.status);
// "down until 14:32": when it is asked again.
const told = (source) => `${(kStatus[source.status] ?? (() => source.status))(source)}${source.retry_at ? ` until ${clock(source.retry_at)}` : ""}`;

// A chip a source, where there is more than one or something is amiss with the one.
export function SourceChips({ sources }) {
  if (sources.length < 2 && sources.every((source) => source.status === "ok")) return null;
  const why = (source) => source.error?.message ?? (source.indexed_at ? `indexed ${day(source.indexed_at)}, answered in ${Math.max(1, Math.round(source.took_ms))} ms` : null);
  return html`<ul class="sources" aria-label="Sources of this answer">${sources.map((source) => html`
    <li class=${`source ${answered(source) ? "well" : "ill"}`} title=${why(source)}><b><${Said} text=${source.name} /></b> ${told(source)}</li>`)}</ul>`;
}

export function Notes({ answer, state, go }) {
  const silent = answer.sources.filter((source) => !answered(source));
  const in_part = silent.filter((source) => source.status === "partial"), missing = silent.filter((source) => source.status !== "partial");
  const names = (sources) => joined(sources.map((source) => html`<${Said} text=${source.name} />`));
  const nobody = missing.length > 0 && missing.length === answer.sources.length;
  const { corrected } = answer.query;
  return [
    nobody ? html`<div class="note bad" role="alert"><p><strong>No source could answer.</strong> This is the server's trouble, not your words. Try again in a moment.</p>
        <ul>${silent.map((source) => html`<li><${Said} text=${source.name} />: <${Said} text=${source.error?.message ?? source.status} /></li>`)}</ul>
        <button type="button" onClick=${() => go(state)}>Try again</button></div>`
      : silent.length ? html`<div class="note"><p><strong>This answer is partial.</strong>
          ${missing.length ? [" ", names(missing), missing.length === 1 ? " is missing" : " are missing"] : null}${missing.length && in_part.length ? ", and" : ""}
          ${in_part.length ? [" ", names(in_part), " answered in part"] : null}, so there may be more people, and counts may be too low.</p>
          <button type="button" onClick=${() => go(state)}>Ask again</button></div>` : null,
    corrected ? html`<p class="note">${answer.results.length ? "Did you mean " : "Nothing for this spelling. Did you mean "}<${To} state=${with_words(state, corrected)} go=${go}><${Said} text=${corrected} /><//>?</p>` : null,
    !answer.results.length && !nobody ? html`<${Nothing} answer=${answer} state=${state} go=${go} />` : null,
  ];
}

function Nothing({ answer, state, go }) {
  const words = [...new Set(answer.query.q.split(/\s+/).filter((word) => word.length > 2 && /\p{L}/u.test(word)))];
  const filtered = has_filters(state);
  return html`<div class="note empty">
    <p><strong>Nobody here matches ${answer.query.q ? html`“<${Said} text=${answer.query.q} />”` : "this"}${filtered ? " with these filters" : ""}.</strong></p>
    <ul>
      ${state.has("offset") ? html`<li><${To} state=${at_page(state, 1)} go=${go}>Back to the first page<//></li>` : null}
      ${filtered ? html`<li><${To} state=${without_filters(state)} go=${go}>Search without the filters<//></li>` : null}
      ${words.length > 1 ? html`<li>Try one of the words: ${joined(words.slice(0, 6).map((word) => html`<${To} state=${with_words(state, word)} go=${go}><${Said} text=${word} /><//>`))}</li>` : null}
      <li>Institutions are known by name and abbreviation, topics by many of their names.</li>
      <li><${To} state=${new URLSearchParams({ q: "" })} go=${go}>See everyone<//></li>
    </ul></div>`;
}

export function Failed({ error, again }) {
  const mine = error.status === 400;
  const advice = mine ? "The search could not be understood." : error.status === 0 ? "No answer." : "The search failed.";
  return html`<div class="note bad" role="alert"><p><strong>${advice}</strong> <${Said} text=${error.message} />${error.field ? html` (in <code>${error.field}</code>)` : null}</p>
    ${mine ? html`<p><a href="/">Begin anew</a></p>` : html`<button type="button" onClick=${again}>Try again</button>`}</div>`;
}

// --- pages ---

export function Pages({ answer, state, go }) {
  const last = Math.min(Math.ceil(answer.total.value / kPageSize), kMostPages);
  const here = Math.floor(answer.query.offset / kPageSize) + 1;
  if (last < 2) return null;
  const numbers = [...new Set([1, here - 1, here, here + 1, last])].filter((n) => n >= 1 && n <= last);
  const link = (n, text, label) => html`<${To} state=${at_page(state, n)} go=${go} aria-label=${label} aria-current=${text === String(here) ? "page" : null}>${text}<//>`;
  return html`<nav class="pages" aria-label="Pages of results">
    ${here > 1 ? link(here - 1, "Previous", "Previous page") : null}
    ${numbers.map((n, i) => [i && n > numbers[i - 1] + 1 ? html`<span class="dim" aria-hidden="true">…</span>` : null, link(n, String(n), `Page ${n}`)])}
    ${here < last ? link(here + 1, "Next", "Next page") : null}
  </nav>`;
}
