// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one person: everything the profile says, in the person's own words, each fact with where it stands and when it
// was seen.
import { ask } from "./api.js";
import { CoAuthors } from "./coauthors.js";
import { Papers } from "./papers.js";
import { Badge, Foreign, Said, bare, counted, day, joined } from "./parts.js";
import { Fact, says_where } from "./sources.js";
import { html, render } from "./vendor/preact.js";

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
const id = location.pathname.split("/").at(-1);

const Search = ({ q, text }) => html`<a href=${`/?${new URLSearchParams({ q })}`}><${Said} text=${text ?? q} /></a>`;
const span = (from, to) => (!from ? `until ${to}` : !to ? `since ${from}` : from === to ? String(from) : `${from}–${to}`);
const Years = ({ from, to }) => (from || to ? html` <span class="dim">${span(from, to)}</span>` : null);

function identifier([kind, value]) {
  const [label, base] = kIdentifiers[kind] ?? [kind.replaceAll("_", " "), null];
  if (/^https?:\/\//i.test(value)) return html`<li><${Foreign} href=${value}>${label}<//></li>`;
  if (!base) return html`<li>${label}: <${Said} text=${value} /></li>`;
  return html`<li><${Foreign} href=${base + encodeURIComponent(value).replaceAll("%2F", "/")}>${label}<//></li>`;
}

function Head({ person }) {
  const names = person.alternate_names ?? [];
  return html`<header class="head"><${Badge} id=${person.id} name=${person.display_name} />
    <div>
      <h1><${Said} text=${person.display_name} /></h1>
      ${names.length ? html`<p class="also">${joined(names.map((name) => html`<${Said} text=${name} />`), " · ")}</p>` : null}
      ${(person.positions ?? []).map((position, i) => html`<${Fact} tag="p" class="role" person=${person} at=${`/positions/${i}`}><${Said} text=${position.title} /><//>`)}
      ${(person.affiliations ?? []).map((place, i) => html`<${Fact} tag="p" class="place" person=${person} at=${`/affiliations/${i}`}>
        <${Search} q=${place.id ? `at:${place.id}` : place.name} text=${place.name} />${place.department ? html`, <${Said} text=${place.department} />` : ""}${place.country ? html` <span class="dim">${place.country}</span>` : ""}<//>`)}
      <ul class="links"><li><${Foreign} href=${person.url}>Home page<//></li>${Object.entries(person.identifiers ?? {}).map(identifier)}</ul>
    </div></header>`;
}

const Section = ({ title, children }) => html`<section><h2>${title}</h2>${children}</section>`;

// One line a fact of the list `member` that `shows` holds for.
function Lines({ title, person, member, line, shows = () => true }) {
  const items = person[member] ?? [];
  if (!items.some(shows)) return null;
  return html`<${Section} title=${title}><ul class="lines">${items.map((item, i) => shows(item) && html`<${Fact} tag="li" person=${person} at=${`/${member}/${i}`}>${line(item)}<//>`)}</ul><//>`;
}

const topic_query = (name) => `topic:"${name.replaceAll('"', " ")}"`;
const place = (p) => [p.role ? html`<${Said} text=${p.role} />, ` : "", html`<${Said} text=${p.name} />`, html`<${Years} from=${p.start} to=${p.end} />`];
const degree = (e) => [joined([e.degree && e.degree !== "other" ? e.degree : null, e.field ? html`<${Said} text=${e.field} />` : null, e.institution ? html`<${Said} text=${e.institution} />` : null].filter(Boolean)),
  e.year ? html` <span class="dim">${e.year}</span>` : null];
const advisor = (a, known) => {
  const mine = known.get(a.name);
  return [mine ? html`<a href=${`/r/${mine}`}><${Said} text=${a.name} /></a>` : html`<${Search} q=${`name:"${a.name.replaceAll('"', " ")}"`} text=${a.name} />`,
    a.affiliation ? html`, <${Said} text=${a.affiliation} />` : "", a.url ? html` <${Foreign} href=${a.url}>home page<//>` : ""];
};

// People whose own pages name this person as their advisor.
function Students({ rows }) {
  if (!rows.length) return null;
  return html`<${Section} title="Students"><ul class="lines students">${rows.map((hit) => html`<li key=${hit.id}><a href=${`/r/${encodeURIComponent(hit.id)}`}><${Said} text=${hit.display_name} /></a>
    <span class="dim"> ${joined([hit.positions[0], hit.affiliations[0]?.name].filter(Boolean).map((text) => html`<${Said} text=${text} />`), " · ")}</span></li>`)}</ul><//>`;
}

function Similar({ rows }) {
  if (!rows.length) return null;
  return html`<${Section} title="Similar researchers"><ul class="alike">${rows.slice(0, 6).map((hit) => html`<li key=${hit.id}>
    <${Badge} id=${hit.id} name=${hit.display_name} /><div><a href=${`/r/${encodeURIComponent(hit.id)}`}><${Said} text=${hit.display_name} /></a>
    ${hit.affiliations[0] ? html`<span class="dim"><${Said} text=${hit.affiliations[0].name} /></span>` : null}
    <span class="why">${joined(hit.why.slice(0, 3).map((why) => html`<${Said} text=${why} />`), " · ")}</span></div></li>`)}</ul><//>`;
}

function Provenance({ person }) {
  const documents = person.crawl?.documents ?? [];
  const others = [...new Set([...(person.seeds ?? []), ...(person.aliases ?? [])])].filter((address) => address !== person.url);
  return html`<${Section} title="Where this comes from">
    <p>Read from <${Foreign} href=${person.url}><${Said} text=${bare(person.url)} /><//>${person.crawl?.fetched_at ? ` on ${day(person.crawl.fetched_at)}` : ""}${person.source ? html`, list <${Said} text=${person.source} />` : ""}.
      ${says_where(person) ? " The round button beside a fact tells its own page." : ""}</p>
    ${others.length ? html`<p>Also known as ${joined(others.map((address) => html`<${Foreign} href=${address}><${Said} text=${bare(address)} /><//>`))}.</p>` : null}
    ${documents.length > 1 ? html`<details><summary>${counted(documents.length, "page was read", "pages were read")}</summary><ul class="lines">${documents.map((one) =>
      html`<li><${Foreign} href=${one.url}><${Said} text=${bare(one.url)} /><//> <span class="dim">${one.type ?? ""}</span></li>`)}</ul></details>` : null}
    <p class="takes">Take along: <a href=${`/r/${person.id}.jsonld`} download>JSON-LD</a> ${person.papers?.length ? html`· <a href=${`/r/${person.id}.bib`} download>BibTeX</a> ` : ""}· <a href=${`/api/v1/researchers/${person.id}`}>JSON</a></p>
    <details class="wrong"><summary>Wrong or unwanted?</summary>
      <p>What is wrong is best mended on <${Foreign} href=${person.url}>the page it stands on<//>: it is read again in one of the next nights.</p>
      <p>If this is you and you want to be left out: a line in your <code>robots.txt</code> or a <code>noindex</code> on your page is enough, or write to whoever runs this server, and say the address
        <code>${person.url}</code>. <a href="/about#left-out">How to be left out</a>, step by step.</p></details>
  <//>`;
}

function Page({ person, alike, students }) {
  const topics = person.interests ?? [];
  const studied = new Set((person.education ?? []).map((one) => one.institution));  // told once, below Education
  const known = new Map(alike.flatMap((hit) => [hit.display_name, ...hit.alternate_names].map((name) => [name, hit.id])));
  return html`<${Head} person=${person} />
    ${topics.length ? html`<${Section} title="Topics"><ul class="chips">${topics.map((topic, i) => html`<${Fact} tag="li" person=${person} at=${`/interests/${i}`}><${Search} q=${topic_query(topic.name)} text=${topic.name} /><//>`)}</ul><//>` : null}
    ${person.biography ? html`<${Section} title="In their own words"><${Fact} tag="p" class="biography" dir="auto" person=${person} at="/biography">${person.biography}<//><//>` : null}
    <${Lines} title="Before" person=${person} member="past_affiliations" line=${place} shows=${(past) => past.role || !studied.has(past.name)} />
    <${Lines} title="Education" person=${person} member="education" line=${degree} />
    <${Lines} title="Advisors" person=${person} member="advisors" line=${(a) => advisor(a, known)} />
    <${Students} rows=${students} />
    <${Papers} person=${person} />
    <${Lines} title="Awards" person=${person} member="awards" line=${(award) => [html`<${Said} text=${award.title} />`, award.year ? html` <span class="dim">${award.year}</span>` : null]} />
    <${CoAuthors} person=${person} alike=${alike} />
    <${Similar} rows=${alike} />
    ${person.email ? html`<${Section} title="Contact"><p><${Said} text=${person.email} /></p><//>` : null}
    <${Provenance} person=${person} />`;
}

function Failed({ error }) {
  const nobody = error.status === 404;
  document.title = nobody ? "Nobody here · Fellow" : "Not available · Fellow";
  return html`<div class="note bad" role="alert"><h1>${nobody ? "Nobody with this address is known" : "The profile cannot be shown"}</h1>
    <p>${nobody ? "The person may have left the index, or asked to." : html`<${Said} text=${error.message} />`}</p>
    ${nobody ? html`<p><a href="/">Search</a></p>` : html`<button type="button" onClick=${load}>Try again</button>`}</div>`;
}

function draw(page) {
  if (!main.dataset.live) main.replaceChildren(); // until now what the server sent stood there
  main.dataset.live = "1";
  render(page, main);
}

async function load() {
  try {
    const person = await ask(`/api/v1/researchers/${id}`);
    document.title = `${person.display_name} · Fellow`;
    draw(html`<${Page} person=${person} alike=${[]} students=${[]} />`);
    // Without those who are like her, and her students, the page is still whole.
    const none = () => ({ results: [] });
    const [like, named] = await Promise.all([
      ask(`/api/v1/researchers/${person.id}/similar?limit=50`).catch(none),
      person.name ? ask(`/api/v1/search?${new URLSearchParams({ q: `advisor:"${person.name.replaceAll('"', " ")}"`, match: "all", limit: 50, sort: "name" })}`).catch(none) : none(),
    ]);
    draw(html`<${Page} person=${person} alike=${like.results} students=${named.results.filter((hit) => hit.id !== person.id)} />`);
  } catch (error) {
    draw(html`<${Failed} error=${error} />`);
  }
}

load();
