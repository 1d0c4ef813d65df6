// SPDX-License-Identifier: GPL-3.0-or-later
// How does data become a page? Every string from the API passes through here and becomes a text node or a checked attribute:
// markup in data stays text (R26).

// el("a", {class: "x", href: "…", onclick: f}, "text", node, [nodes], null): an element. Absent children are skipped.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

// Text of unknown script and direction, kept apart from what stands around it.
export const said = (text) => el("bdi", { dir: "auto" }, text);

// A link to a foreign page; plain text when the address is not http(s).
export function foreign(address, ...children) {
  let url = null;
  try {
    url = new URL(address);
  } catch {
    // no address at all: text
  }
  if (!url || !["http:", "https:"].includes(url.protocol)) return el("span", {}, ...children);
  return el("a", { href: url.href, rel: "nofollow noopener noreferrer", class: "out" }, ...children);
}

const kEntities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#x27": "'" };
const plain = (html) => html.replace(/&(amp|lt|gt|quot|apos|#39|#x27);/g, (_, name) => kEntities[name]);

// snippets[].html, whose only markup is <mark>: split at it, the rest is text.
export function marked(html) {
  const nodes = [];
  let inside = false;
  for (const piece of html.split(/(<\/?mark>)/)) {
    if (piece === "<mark>") inside = true;
    else if (piece === "</mark>") inside = false;
    else if (piece) nodes.push(inside ? el("mark", {}, plain(piece)) : plain(piece));
  }
  return nodes;
}

// Initials instead of a photograph: first letters of the first and last word, or the first character of a name without blanks.
export function initials(name) {
  const words = name.replace(/[^\p{L}\p{N}\s]/gu, " ").trim().split(/\s+/).filter(Boolean);
  if (!words.length) return "?";
  const first = [...words[0]][0], last = words.length > 1 ? [...words.at(-1)][0] : "";
  return (first + last).toUpperCase();
}

export function badge(id, name) {
  const tone = [...id].reduce((sum, c) => sum + c.codePointAt(0), 0) % 6;
  return el("span", { class: `badge tone-${tone}`, "aria-hidden": "true" }, initials(name));
}

const numbers = new Intl.NumberFormat("en");
export const counted = (number, one, many) => `${numbers.format(number)} ${number === 1 ? one : many}`;
export const grouped = (number) => numbers.format(number);

// "20 November 2026"; what is no date stays as it is.
export function day(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(date);
}

// JSON from the API. Throws an Error whose message a person can read.
export async function ask(path, signal) {
  let response;
  try {
    response = await fetch(path, { signal, headers: { Accept: "application/json" }, credentials: "omit" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The server cannot be reached. Is it running, and are you online?");
  }
  let body = null;
  try {
    body = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (body && (response.ok || body.sources)) return body;
  const told = body?.error ? (body.error.field ? `${body.error.field}: ${body.error.message}` : body.error.message) : `status ${response.status}`;
  const error = new Error(told);
  error.status = response.status;
  throw error;
}
