// SPDX-License-Identifier: GPL-3.0-or-later
// What did this person write, when, and where? Papers by year below a bar a year; a bar or a venue narrows the list.
import { Foreign, Said, counted, joined } from "./parts.js";
import { Fact } from "./sources.js";
import { html, useState } from "./vendor/preact.js";

const kMostAuthors = 12;
const kFirst = 40; // papers before "show all"
const kMostBars = 50;

export function Papers({ person }) {
  const [venue, set_venue] = useState("");
  const [year, set_year] = useState(0);
  const [all, set_all] = useState(false);
  const numbered = (person.papers ?? []).map((paper, number) => ({ ...paper, number, year: paper.year ?? 0 }));
  if (!numbered.length) return null;
  const venues = count_by(numbered, (paper) => paper.venue);
  const in_venue = numbered.filter((paper) => !venue || paper.venue === venue);
  const wanted = in_venue.filter((paper) => !year || paper.year === year).sort((a, b) => b.year - a.year);
  const shown = all ? wanted : wanted.slice(0, kFirst);
  const own = new Set([person.name, ...(person.alternate_names ?? [])]);
  const narrowed = venue || year;
  return html`<section><h2>${counted(numbered.length, "paper", "papers")}</h2>
    <${Bars} papers=${in_venue} year=${year} choose=${(one) => set_year(one === year ? 0 : one)} />
    ${venues.length > 1 || narrowed ? html`<p class="narrow">
      ${venues.length > 1 ? html`<label>Venue <select onChange=${(event) => (set_venue(event.currentTarget.value), set_year(0))}><option value="" selected=${!venue}>all</option>
        ${venues.map(([name, count]) => html`<option value=${name} selected=${name === venue}>${name} (${count})</option>`)}</select></label>` : null}
      ${narrowed ? html` <span role="status">${counted(wanted.length, "paper", "papers")}${year ? ` of ${year}` : ""}</span>
        <button type="button" class="more" onClick=${() => (set_venue(""), set_year(0))}>Show all</button>` : null}</p>` : null}
    <ol class="papers">${shown.map((paper, i) => [
      i === 0 || shown[i - 1].year !== paper.year ? html`<li class="year" key=${`y${paper.year}`}><h3>${paper.year || "Year unknown"}</h3></li>` : null,
      html`<${Paper} key=${paper.number} paper=${paper} own=${own} person=${person} />`])}</ol>
    ${shown.length < wanted.length ? html`<button type="button" class="quiet" onClick=${() => set_all(true)}>Show all ${wanted.length}</button>` : null}
  </section>`;
}

// [[value, count]], most used first.
function count_by(items, value_of) {
  const counts = new Map();
  for (const item of items) if (value_of(item)) counts.set(value_of(item), (counts.get(value_of(item)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function Bars({ papers, year, choose }) {
  const counts = new Map(count_by(papers, (paper) => paper.year));
  if (counts.size < 2) return null;
  const last = Math.max(...counts.keys()), first = Math.max(Math.min(...counts.keys()), last - kMostBars + 1);
  const most = Math.max(...counts.values());
  const years = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return html`<div class="bars" role="group" aria-label="Papers a year">${years.map((one) => {
    const count = counts.get(one) ?? 0;
    if (!count) return html`<span class="none" key=${one}></span>`;
    return html`<button type="button" key=${one} aria-pressed=${String(one === year)} aria-label=${`${one}: ${counted(count, "paper", "papers")}`} title=${`${one}: ${count}`} onClick=${() => choose(one)}>
      <svg viewBox="0 0 10 50" preserveAspectRatio="none" aria-hidden="true"><rect x="1" y=${50 - Math.max(3, (50 * count) / most)} width="8" height=${Math.max(3, (50 * count) / most)} /></svg></button>`;
  })}</div><p class="ends dim" aria-hidden="true"><span>${first}</span><span>${last}</span></p>`;
}

function Paper({ paper, own, person }) {
  const authors = paper.authors ?? [];
  const names = authors.slice(0, kMostAuthors).map((name) => (own.has(name) ? html`<b><${Said} text=${name} /></b>` : html`<${Said} text=${name} />`));
  const address = paper.url ?? (paper.doi ? `https://doi.org/${paper.doi}` : null);
  const rest = [paper.venue ? html`<${Said} text=${paper.venue} />` : null, paper.year ? String(paper.year) : null].filter(Boolean);
  return html`<${Fact} tag="li" person=${person} at=${`/papers/${paper.number}`}>
    <span class="title" dir="auto">${address ? html`<${Foreign} href=${address}>${paper.title}<//>` : paper.title}</span>
    ${names.length ? html`<span class="authors">${joined(names)}${authors.length > kMostAuthors ? ` and ${authors.length - kMostAuthors} more` : ""}</span>` : null}
    ${rest.length ? html`<span class="dim">${joined(rest, " ")}</span>` : null}<//>`;
}
