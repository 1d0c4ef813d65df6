// SPDX-License-Identifier: GPL-3.0-or-later
// How can the answer be narrowed? Facets with counts (several values of one are OR, facets AND), a search inside each, the
// years as bars to drag over, and what is chosen as chips.
import { api_query, kFacets, with_value, with_years, without_filters } from "./address.js";
import { ask, latest } from "./api.js";
import { Said, grouped } from "./parts.js";
import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";

const kShown = 8; // values of a facet before "show all"
export const kFacetLimit = 60;
const kAbout = { gte: "≥", lte: "≤" };

export function Facets({ answer, state, go }) {
  return kFacets.map(([name, title]) => {
    const values = answer.facets[name] ?? [];
    if (name === "year") return html`<${Years} key=${name} title=${title} values=${values} state=${state} go=${go} />`;
    if (!values.length || (name === "source" && values.length < 2 && !state.has(name))) return null;
    return html`<${Facet} key=${name} name=${name} title=${title} values=${values} state=${state} go=${go} />`;
  });
}

function Facet({ name, title, values, state, go }) {
  const [all, set_all] = useState(false);
  const [wanted, set_wanted] = useState("");
  const [found, set_found] = useState(null); // values whose label has the wanted words, from the server: all there are
  const newest = useMemo(latest, []);
  useEffect(() => {
    if (!wanted.trim()) return set_found(null);
    const more = { limit: 0, facets: name, facet_limit: kFacetLimit, [`facet_q.${name}`]: wanted.trim() };
    newest((signal) => ask(api_query(state, more), signal), (answer) => set_found(answer.facets[name] ?? []), () => set_found(null));
  }, [wanted, String(state)]);

  const chosen = new Set(state.getAll(name));
  const searched = wanted.trim() ? (found ?? values.filter((v) => (v.label || v.value).toLowerCase().includes(wanted.trim().toLowerCase()))) : null;
  const shown = searched ?? (all ? values : values.filter((value, i) => i < kShown || chosen.has(value.value)));
  return html`<fieldset>
    <legend>${title}</legend>
    ${values.length > kShown ? html`<input class="inside" type="search" placeholder=${`Find in ${title.toLowerCase()}`} aria-label=${`Find in ${title.toLowerCase()}`}
        value=${wanted} onInput=${(event) => set_wanted(event.currentTarget.value)} />` : null}
    <div class="values">${shown.map((value) => html`<label class="choice" key=${value.value}>
      <input type="checkbox" checked=${chosen.has(value.value)} onChange=${(event) => go(with_value(state, name, value.value, event.currentTarget.checked))} />
      <span class="label"><${Said} text=${value.label || value.value} /></span>
      <span class="count">${kAbout[value.relation] ?? ""}${grouped(value.count)}</span></label>`)}
      ${searched && !searched.length ? html`<p class="dim">Nothing of that name.</p>` : null}</div>
    ${!searched && values.length > kShown + 1 ? html`<button type="button" class="more" aria-expanded=${String(all)} onClick=${() => set_all(!all)}>
        ${all ? "Show fewer" : `Show all ${values.length >= kFacetLimit ? `${kFacetLimit}+` : values.length}`}</button>` : null}
  </fieldset>`;
}

// --- years ---

const kMostYears = 60;

// "2019..2024", "2020" → [from, to]; null when it is neither.
export function read_years(text) {
  const match = /^(\d{4})(?:\.\.(\d{4}))?$/.exec(text ?? "");
  return match ? [Number(match[1]), Number(match[2] ?? match[1])] : null;
}
const show_years = ([a, b]) => (a === b ? String(a) : `${Math.min(a, b)}..${Math.max(a, b)}`);

// One bar a year. Dragging over bars, or the two lists below, choose a range.
function Years({ title, values, state, go }) {
  const [drag, set_drag] = useState(null);
  const chart = useRef(null);
  const counts = new Map(values.map((value) => [Number(value.value), value]).filter(([year]) => year > 0));
  const range = state.getAll("year").map(read_years).find(Boolean);
  const known = [...counts.keys(), ...(range ?? [])];
  if (!known.length) return null;
  const last = Math.max(...known), first = Math.max(Math.min(...known), last - kMostYears + 1);
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const most = Math.max(1, ...[...counts.values()].map((value) => value.count));
  const shown = drag ? [Math.min(...drag), Math.max(...drag)] : range;
  const choose = (pair) => go(with_years(state, pair && show_years(pair)));

  const year_at = (event) => {
    const box = chart.current.getBoundingClientRect();
    return years[Math.max(0, Math.min(years.length - 1, Math.floor(((event.clientX - box.left) / box.width) * years.length)))];
  };
  const down = (event) => (event.currentTarget.setPointerCapture(event.pointerId), set_drag([year_at(event), year_at(event)]));
  const move = (event) => drag && set_drag([drag[0], year_at(event)]);
  const up = () => drag && (choose([Math.min(...drag), Math.max(...drag)]), set_drag(null));
  const pick = (which) => (event) => {
    const next = [...(range ?? [first, last])];
    next[which] = Number(event.currentTarget.value);
    choose(next[0] > next[1] ? [next[1], next[0]] : next);
  };
  const options = (chosen) => years.map((year) => html`<option value=${year} selected=${year === chosen}>${year}</option>`);
  return html`<fieldset class="years"><legend>${title}</legend>
    ${years.length > 1 ? html`<svg ref=${chart} viewBox=${`0 0 ${years.length * 10} 48`} preserveAspectRatio="none" role="img"
        aria-label=${`People with papers from ${first} to ${last}; most in ${[...counts].find(([, v]) => v.count === most)?.[0] ?? last}`}
        onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${() => set_drag(null)}>
      ${years.map((year, i) => {
        const value = counts.get(year), tall = value ? Math.max(2, (46 * value.count) / most) : 0;
        const inside = !shown || (year >= shown[0] && year <= shown[1]);
        return html`<g class=${inside ? "in" : ""}><title>${year}: ${value ? `${kAbout[value.relation] ?? ""}${grouped(value.count)}` : 0}</title>
          <rect class="ground" x=${i * 10} y="0" width="10" height="48" /><rect class="bar" x=${i * 10 + 1} y=${48 - tall} width="8" height=${tall} /></g>`;
      })}</svg>
    <p class="span"><label><span class="unseen">First year</span><select onChange=${pick(0)}>${options(shown?.[0] ?? first)}</select></label>
      <span aria-hidden="true">–</span><label><span class="unseen">Last year</span><select onChange=${pick(1)}>${options(shown?.[1] ?? last)}</select></label>
      ${range ? html`<button type="button" class="more" onClick=${() => choose(null)}>All years</button>` : null}</p>`
    : html`<label class="choice"><input type="checkbox" checked=${Boolean(range)} onChange=${(event) => choose(event.currentTarget.checked ? [last, last] : null)} />
        <span class="label">${last}</span><span class="count">${grouped(counts.get(last)?.count ?? 0)}</span></label>`}
  </fieldset>`;
}

// --- what is chosen ---

export function Chosen({ answer, state, go }) {
  const chips = kFacets.flatMap(([name, title]) => state.getAll(name).map((value) => {
    const known = answer?.facets[name]?.find((one) => one.value === value);
    const label = name === "year" ? value.replace("..", "–") : known?.label || value;
    return html`<li key=${name + value}><button type="button" class="chip" aria-label=${`Remove filter ${title}: ${label}`} onClick=${() => go(with_value(state, name, value, false))}>
      <span class="dim">${title}: </span><${Said} text=${label} /><span class="cross" aria-hidden="true">×</span></button></li>`;
  }));
  if (!chips.length) return null;
  return html`<ul class="chosen" aria-label="Filters in use">${chips}
    ${chips.length > 1 ? html`<li><button type="button" class="more" onClick=${() => go(without_filters(state))}>Clear all</button></li>` : null}</ul>`;
}
