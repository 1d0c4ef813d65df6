// SPDX-License-Identifier: GPL-3.0-or-later
// How does data become a page? Every string of the API ends as a text node or as a checked attribute: markup in data stays
// text, an address that is not http(s) is no link (R26).
import { html } from "./vendor/preact.js";

// Text of unknown script and direction, kept apart from what stands around it.
export const Said = ({ text }) => html`<bdi dir="auto">${text}</bdi>`;

// The address as a URL of the web; null for every other scheme and for what is no address.
export function web_url(address) {
  try {
    const url = new URL(address);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

export function Foreign({ href, children }) {
  const url = web_url(href);
  return url ? html`<a href=${url} rel="nofollow noopener noreferrer" class="out">${children}</a>` : html`<span>${children}</span>`;
}

// "https://www.r.example/~r/" as a person reads it.
export const bare = (address) => (address ?? "").replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

const kEntities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#x27": "'" };
const plain = (text) => text.replace(/&(amp|lt|gt|quot|apos|#39|#x27);/g, (_, name) => kEntities[name]);

// snippets[].html, whose only markup is <mark>: split at it, the rest is text.
export function marked(text) {
  let inside = false;
  return text.split(/(<\/?mark>)/).map((piece) => {
    if (piece === "<mark>" || piece === "</mark>") {
      inside = piece === "<mark>";
      return null;
    }
    return piece && inside ? html`<mark>${plain(piece)}</mark>` : plain(piece);
  });
}

// First letters of the first and the last word, or the first character of a name without blanks.
export function initials(name) {
  const words = name.replace(/[^\p{L}\p{N}\s]/gu, " ").trim().split(/\s+/).filter(Boolean);
  if (!words.length) return "?";
  const first = [...words[0]][0];
  return (first + (words.length > 1 ? [...words.at(-1)][0] : "")).toUpperCase();
}

export function Badge({ id, name }) {
  const tone = [...id].reduce((sum, c) => sum + c.codePointAt(0), 0) % 6;
  return html`<span class="badge tone-${tone}" aria-hidden="true">${initials(name)}</span>`;
}

const numbers = new Intl.NumberFormat("en");
export const grouped = (number) => numbers.format(number);
export const counted = (number, one, many) => `${grouped(number)} ${number === 1 ? one : many}`;

// Children with something between them.
export const joined = (items, between = ", ") => items.flatMap((item, i) => (i ? [between, item] : [item]));

// "20 November 2026"; what is no date stays as it is.
export function day(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(date);
}

// A click that the page itself may follow, not one for a new tab.
export const is_plain_click = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);

// How a field of kFields is called on the page.
const kFieldNames = {
  name: "name", affiliations: "institution", interests: "topics", papers: "papers", department: "department", positions: "position",
  past_affiliations: "earlier places", advisors: "advisor", education: "education", venues: "venues", biography: "biography", text: "their pages",
  country: "country", year: "years",
};
export const field_name = (field) => kFieldNames[field] ?? field;
