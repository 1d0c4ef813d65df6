// SPDX-License-Identifier: GPL-3.0-or-later
// Whom does this person write with, and who advised them? A graph for the eye (who wrote together stands together), and the same
// as a list. Names that the index knows are links.
import { Said, counted } from "./parts.js";
import { html, useEffect, useState } from "./vendor/preact.js";

// More people than that are a knot; the list has all. On a narrow screen the letters stay as large, and fewer people fit.
const kWide = { width: 640, most: 30, margin: 84, letters: 23 }, kNarrow = { width: 290, most: 12, margin: 48, letters: 15 };
const frame = () => (innerWidth < 600 ? kNarrow : kWide);
const kMostOnOnePaper = 60; // a collaboration of hundreds says little of who works with whom
const kTicks = 240;
const height_for = (people) => (people <= 8 ? 260 : 420);

const key_of = (name) => name.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();

// The co-authors, most shared papers first: [{name, key, count, is_advisor, id?}], and which of them wrote together.
export function circle_of(person, alike) {
  const own = new Set([person.name ?? person.display_name, ...(person.alternate_names ?? [])].map(key_of));
  const known = new Map(alike.flatMap((hit) => [hit.display_name, ...hit.alternate_names].map((name) => [key_of(name), hit.id])));
  const people = new Map(), pairs = new Map();
  const met = (name) => {
    const key = key_of(name);
    if (!key || own.has(key)) return null;
    if (!people.has(key)) people.set(key, { name, key, count: 0, is_advisor: false, id: known.get(key) });
    return people.get(key);
  };
  for (const paper of person.papers ?? []) {
    const authors = paper.authors ?? [];
    if (authors.length > kMostOnOnePaper) continue;
    const others = [...new Set(authors.map(met).filter(Boolean))];
    for (const one of others) one.count += 1;
    for (const [i, a] of others.entries()) for (const b of others.slice(i + 1)) {
      const pair = [a.key, b.key].sort().join("\n");
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  for (const advisor of person.advisors ?? []) {
    const one = met(advisor.name);
    if (one) one.is_advisor = true;
  }
  const all = [...people.values()].sort((a, b) => b.is_advisor - a.is_advisor || b.count - a.count || (a.key < b.key ? -1 : 1));
  return { all, pairs: [...pairs].map(([pair, count]) => [...pair.split("\n"), count]) };
}

// Where everybody stands, computed at once: nothing moves on the page. The person is in the middle.
async function placed(person, circle) {
  const d3 = await import("./vendor/d3-force.js");
  const shown = circle.all.slice(0, frame().most);
  const nodes = [{ key: "", name: person.display_name, fx: 0, fy: 0, is_self: true }, ...shown.map((one) => ({ ...one }))];
  const keys = new Set(shown.map((one) => one.key));
  const links = [...shown.map((one) => ({ source: "", target: one.key, count: Math.max(1, one.count) })),
    ...circle.pairs.filter(([a, b]) => keys.has(a) && keys.has(b)).map(([a, b, count]) => ({ source: a, target: b, count }))];
  const lines = links.map((link) => ({ ...link }));
  const simulation = d3.forceSimulation(nodes)
    .force("link", d3.forceLink(lines).id((node) => node.key).distance(nodes.length > 18 ? 110 : 130).strength((link) => (link.source.is_self ? 0.25 : 0.12)))
    .force("charge", d3.forceManyBody().strength(-420))
    .force("collide", d3.forceCollide(34))
    .force("x", d3.forceX(0).strength(0.05)).force("y", d3.forceY(0).strength(0.11)).stop();
  for (let i = 0; i < kTicks; ++i) simulation.tick();
  const height = height_for(shown.length), { width, margin } = frame();
  const wide = Math.max(1, ...nodes.map((node) => Math.abs(node.x))), high = Math.max(1, ...nodes.map((node) => Math.abs(node.y)));
  for (const node of nodes) {
    node.x = (node.x / wide) * (width / 2 - margin) + width / 2;
    node.y = (node.y / high) * (height / 2 - 30) + height / 2;
  }
  return { nodes, lines, width, height };
}

const short = (name) => (name.length > frame().letters ? `${[...name].slice(0, frame().letters - 1).join("")}…` : name);

function Node({ node }) {
  const radius = node.is_self ? 13 : 5 + Math.min(7, 2 * Math.sqrt(node.count));
  const body = html`<title>${node.name}${node.count ? `: ${counted(node.count, "paper", "papers")} together` : ""}${node.is_advisor ? ", advisor" : ""}</title>
    <circle r=${radius} /><text y=${radius + 13} text-anchor="middle">${short(node.name)}</text>`;
  const kind = node.is_self ? "self" : node.is_advisor ? "advisor" : node.id ? "known" : "";
  return html`<g class=${`node ${kind}`} transform=${`translate(${node.x.toFixed(1)} ${node.y.toFixed(1)})`}>
    ${node.id ? html`<a href=${`/r/${node.id}`} tabindex="-1">${body}</a>` : body}</g>`;
}

export function CoAuthors({ person, alike }) {
  const [graph, set_graph] = useState(null);
  const circle = circle_of(person, alike);
  useEffect(() => {
    let live = true;
    if (circle.all.length > 1) placed(person, circle).then((made) => live && set_graph(made), () => {});
    return () => (live = false);
  }, [person.id, alike]);
  if (!circle.all.length) return null;
  const item = (one) => html`<li key=${one.key}>${one.id ? html`<a href=${`/r/${one.id}`}><${Said} text=${one.name} /></a>` : html`<${Said} text=${one.name} />`}
    <span class="dim"> ${[one.is_advisor ? "advisor" : null, one.count ? counted(one.count, "paper", "papers") : null].filter(Boolean).join(", ")}</span></li>`;
  return html`<section><h2>Writes with</h2>
    ${graph ? html`<div class="graph" aria-hidden="true"><svg viewBox=${`0 0 ${graph.width} ${graph.height}`}>
      ${graph.lines.map((line) => html`<line x1=${line.source.x} y1=${line.source.y} x2=${line.target.x} y2=${line.target.y} class=${line.source.is_self ? "own" : ""} stroke-width=${Math.min(3, 0.6 + line.count * 0.3)} />`)}
      ${[...graph.nodes].reverse().map((node) => html`<${Node} key=${node.key} node=${node} />`)}</svg></div>
      <p class="dim legend" aria-hidden="true">Green: in this index, and a link.${circle.all.some((one) => one.is_advisor) ? " With a ring: advised this person." : ""}${circle.all.length > frame().most ? ` The ${frame().most} with most papers together.` : ""}</p>` : null}
    <details open=${circle.all.length <= 6}><summary>${counted(circle.all.length, "person", "people")} as a list</summary><ul class="lines columns-2">${circle.all.map(item)}</ul></details>
  </section>`;
}
