// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one person: everything the profile says, in the person's own words.
import { ask, badge, counted, day, el, foreign, said } from "./nodes.js";

const kMaxAuthors = 12;
const kFirstPapers = 40;

// Where an identifier leads, and what it is called. Values that are addresses themselves are linked as they are.
const kIdentifiers = {
  orcid: ["ORCID", "https://orcid.org/"],
  google_scholar: ["Google Scholar", "https://scholar.google.com/citations?user="],
  dblp: ["DBLP", "https://dblp.org/pid/"],
  semantic_scholar: ["Semantic Scholar", "https://www.semanticscholar.org/author/"],
  github: ["GitHub", "https://github.com/"],
  gitlab: ["GitLab", "https://gitlab.com/"],
  linkedin: ["LinkedIn", "https://www.linkedin.com/in/"],
  twitter: ["Twitter", "https://twitter.com/"],
  bluesky: ["Bluesky", "https://bsky.app/profile/"],
  researchgate: ["ResearchGate", "https://www.researchgate.net/profile/"],
  openreview: ["OpenReview", "https://openreview.net/profile?id="],
  arxiv: ["arXiv", "https://arxiv.org/a/"],
};

const main = document.getElementById("person");

const searchFor = (q, text) => el("a", { href: `/?${new URLSearchParams({ q })}` }, said(text ?? q));
const section = (title, ...children) => el("section", {}, el("h2", {}, title), ...children);
const span = (from, to) => (!from ? `until ${to}` : !to ? `since ${from}` : from === to ? from : `${from}–${to}`);
const years = (from, to) => (from || to ? el("span", { class: "dim" }, ` ${span(from, to)}`) : null);
const joined = (nodes, between = ", ") => nodes.flatMap((node, i) => (i ? [between, node] : [node]));

function identifier([kind, value]) {
  const [label, base] = kIdentifiers[kind] ?? [kind.replaceAll("_", " "), null];
  if (/^https?:\/\//i.test(value)) return el("li", {}, foreign(value, label));
  if (!base) return el("li", {}, `${label}: `, said(value));
  return el("li", {}, foreign(base + encodeURIComponent(value).replaceAll("%2F", "/"), label));
}

function head(person) {
  const names = person.alternate_names ?? [];
  const places = (person.affiliations ?? []).map((place) =>
    el("p", { class: "place" }, searchFor(place.id ? `at:${place.id}` : place.name, place.name), place.department ? [", ", said(place.department)] : "", place.country ? el("span", { class: "dim" }, ` ${place.country}`) : ""));
  return el("header", { class: "head" }, badge(person.id, person.display_name),
    el("div", {},
      el("h1", {}, said(person.display_name)),
      names.length ? el("p", { class: "also" }, joined(names.map(said), " · ")) : null,
      (person.positions ?? []).map((position) => el("p", { class: "role" }, said(position.title))),
      places,
      el("ul", { class: "links" }, el("li", {}, foreign(person.url, "Home page")), Object.entries(person.identifiers ?? {}).map(identifier))));
}

function paper(item, own) {
  const authors = item.authors ?? [];
  const shown = authors.slice(0, kMaxAuthors).map((name) => (own.has(name) ? el("b", {}, said(name)) : said(name)));
  const address = item.url ?? (item.doi ? `https://doi.org/${item.doi}` : null);
  return el("li", {}, el("span", { class: "title", dir: "auto" }, address ? foreign(address, item.title) : item.title),
    authors.length ? el("span", { class: "authors" }, joined(shown), authors.length > kMaxAuthors ? ` and ${authors.length - kMaxAuthors} more` : "") : null,
    item.venue || item.year ? el("span", { class: "dim" }, joined([item.venue ? said(item.venue) : null, item.year ? String(item.year) : null].filter(Boolean), " ")) : null);
}

function papers(person) {
  const all = [...(person.papers ?? [])].sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
  if (!all.length) return null;
  const own = new Set([person.name, ...(person.alternate_names ?? [])]);
  const list = el("ol", { class: "papers" });
  const fill = (items) => list.replaceChildren(...items.flatMap((item, i) => [
    i === 0 || items[i - 1].year !== item.year ? el("li", { class: "year" }, el("h3", {}, item.year ? String(item.year) : "Year unknown")) : null,
    paper(item, own),
  ]).filter(Boolean));
  fill(all.slice(0, kFirstPapers));
  const rest = all.length > kFirstPapers
    ? el("button", { type: "button", class: "quiet", onclick: (event) => { fill(all); event.target.remove(); } }, `Show all ${all.length}`) : null;
  return section(counted(all.length, "paper", "papers"), list, rest);
}

const lines = (title, items) => (items.length ? section(title, el("ul", { class: "lines" }, items.map((item) => el("li", {}, item)))) : null);

function provenance(person) {
  const documents = person.crawl?.documents ?? [];
  const seeds = (person.seeds ?? []).filter((seed) => seed !== person.url);
  return section("Where this comes from",
    el("p", {}, "Read from ", foreign(person.url, said(person.url.replace(/^https?:\/\//, ""))), person.crawl?.fetched_at ? ` on ${day(person.crawl.fetched_at)}` : "", person.source ? [", list ", said(person.source)] : "", "."),
    seeds.length ? el("p", {}, "Also known as ", joined(seeds.map((seed) => foreign(seed, said(seed.replace(/^https?:\/\//, ""))))), ".") : null,
    documents.length > 1 ? el("details", {}, el("summary", {}, counted(documents.length, "page", "pages")),
      el("ul", { class: "lines" }, documents.map((document) => el("li", {}, foreign(document.url, said(document.url)), el("span", { class: "dim" }, ` ${document.type ?? ""}`))))) : null,
    el("p", { class: "dim" }, "Wrong or unwanted? ", el("a", { href: "/about" }, "How to correct or remove it"), "."));
}

function show(person) {
  document.title = `${person.display_name} · Fellow`;
  const topics = person.interests ?? [];
  main.replaceChildren(...[
    head(person),
    topics.length ? section("Topics", el("ul", { class: "chips" }, topics.map((topic) => el("li", {}, searchFor(`topic:"${topic.name.replaceAll('"', " ")}"`, topic.name))))) : null,
    person.biography ? section("In their own words", el("p", { class: "biography", dir: "auto" }, person.biography)) : null,
    lines("Before", (person.past_affiliations ?? []).map((place) => [place.role ? [said(place.role), ", "] : "", said(place.name), years(place.start, place.end)])),
    lines("Education", (person.education ?? []).map((e) => [joined([e.degree && e.degree !== "other" ? e.degree : null, e.field ? said(e.field) : null, e.institution ? said(e.institution) : null].filter(Boolean)), e.year ? el("span", { class: "dim" }, ` ${e.year}`) : null])),
    lines("Advisors", (person.advisors ?? []).map((a) => [a.url ? foreign(a.url, said(a.name)) : searchFor(a.name), a.affiliation ? [", ", said(a.affiliation)] : ""])),
    papers(person),
    lines("Awards", (person.awards ?? []).map((award) => [said(award.title), award.year ? el("span", { class: "dim" }, ` ${award.year}`) : null])),
    person.email ? section("Contact", el("p", {}, said(person.email))) : null,
    provenance(person),
  ].filter(Boolean));
}

function showError(error) {
  const nobody = error.status === 404;
  document.title = nobody ? "Nobody here · Fellow" : "Not available · Fellow";
  main.replaceChildren(el("div", { class: "note bad", role: "alert" },
    el("h1", {}, nobody ? "Nobody with this address is known" : "The profile cannot be shown"),
    el("p", {}, nobody ? "The person may have left the index, or asked to." : said(error.message)),
    nobody ? el("p", {}, el("a", { href: "/" }, "Search")) : el("button", { type: "button", onclick: load }, "Try again")));
}

async function load() {
  main.setAttribute("aria-busy", "true");
  try {
    show(await ask(`/api/v1/researchers/${location.pathname.split("/").at(-1)}`));
  } catch (error) {
    showError(error);
  } finally {
    main.removeAttribute("aria-busy");
  }
}
load();
