// SPDX-License-Identifier: GPL-3.0-or-later
// What does the address bar say? It holds the whole state of a search (q, chosen facet values, sort, offset); what is shown
// follows from it, so that back works and a link can be shared.

export const kPageSize = 10;
export const kFacets = [
  ["affiliation", "Institution"],
  ["interest", "Topic"],
  ["position", "Position"],
  ["country", "Country"],
  ["year", "Papers in"],
  ["source", "Source"],
];
const kSorts = ["relevance", "name", "papers", "recent"];
const kMaxOffset = 10_000;

// Of any query string what is ours: foreign parameters (of trackers, of newer versions) are left out.
export function read_address(text) {
  const given = new URLSearchParams(text);
  const state = new URLSearchParams();
  if (given.has("q")) state.set("q", given.get("q").trim());
  for (const [facet] of kFacets) for (const value of new Set(given.getAll(facet))) if (value) state.append(facet, value);
  if (kSorts.indexOf(given.get("sort")) > 0) state.set("sort", given.get("sort"));
  const offset = Number.parseInt(given.get("offset"), 10);
  if (offset > 0) state.set("offset", Math.min(kMaxOffset, offset - (offset % kPageSize)));
  return state;
}

export const is_search = (state) => state.has("q") || kFacets.some(([facet]) => state.has(facet));
export const has_filters = (state) => kFacets.some(([facet]) => state.has(facet));
export const show_address = (state) => (state.size ? `/?${state}` : "/");

// The state after a change; a changed search begins at its first page.
export function changed(state, change) {
  const next = new URLSearchParams(state);
  next.delete("offset");
  change(next);
  if (!next.has("q") && has_filters(next)) next.set("q", "");
  return next;
}
export const with_words = (state, q) => changed(state, (s) => s.set("q", q));
export const with_value = (state, facet, value, chosen) =>
  changed(state, (s) => {
    const others = s.getAll(facet).filter((v) => v !== value);
    s.delete(facet);
    for (const v of chosen ? [...others, value] : others) s.append(facet, v);
  });
export const with_years = (state, range) => changed(state, (s) => (range ? s.set("year", range) : s.delete("year")));
export const without_filters = (state) => changed(state, (s) => kFacets.forEach(([facet]) => s.delete(facet)));
export const with_sort = (state, sort) => changed(state, (s) => (sort === "relevance" ? s.delete("sort") : s.set("sort", sort)));
export function at_page(state, number) {
  const next = new URLSearchParams(state);
  if (number > 1) next.set("offset", (number - 1) * kPageSize);
  else next.delete("offset");
  return next;
}

// The question to the API. `more`: other parameters, which win.
export function api_query(state, more = {}) {
  const query = new URLSearchParams({ q: state.get("q") ?? "" });
  for (const [facet] of kFacets) for (const value of state.getAll(facet)) query.append(facet, value);
  for (const name of ["sort", "offset"]) if (state.has(name)) query.set(name, state.get(name));
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `/api/v1/search?${query}`;
}
