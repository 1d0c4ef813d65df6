// SPDX-License-Identifier: GPL-3.0-or-later
// Where does this fact stand, and when was it seen? A round button beside each: hovering tells, pressing (or tapping) opens a
// line below the fact with the page as a link.
import { Foreign, Said, bare, day } from "./parts.js";
import { html, useState } from "./vendor/preact.js";

const kMethods = {
  json_ld: "stated as JSON-LD", front_matter: "stated in the page's front matter", bibtex: "from a BibTeX file", microdata: "stated as microdata",
  meta: "stated in the page's head", section: "from a section of the page", pdf_layout: "from a PDF", registry: "from a registry's record", pattern: "read from the text",
};
const method_name = (method) => (method?.startsWith("theme:") ? `from the page's layout (${method.slice(6)})` : (kMethods[method] ?? null));

export const says_where = (person) => Object.keys(person.evidence ?? {}).length > 0;

// Of the fact itself, else of the first of its parts: "/papers/3" is told by "/papers/3/title".
export function evidence_of(person, pointer) {
  const all = person.evidence ?? {};
  if (all[pointer]) return all[pointer];
  const part = Object.keys(all).find((key) => key.startsWith(`${pointer}/`));
  return part ? all[part] : null;
}

// An element with the fact, the button, and what it opens. at: JSON pointer of the fact; what is not named is the element's.
export function Fact({ tag: Tag, person, at, children, ...rest }) {
  const [open, set_open] = useState(false);
  const found = evidence_of(person, at);
  if (!found) return html`<${Tag} ...${rest}>${children}<//>`;
  const how = method_name(found.method), when = found.seen_at ? day(found.seen_at) : null;
  const told = [bare(found.url), how, when && `seen on ${when}`].filter(Boolean).join(", ");
  return html`<${Tag} ...${rest} class=${`fact ${rest.class ?? ""}`}>${children}<button type="button" class="where" aria-expanded=${String(open)} title=${told}
      aria-label="Where this stands" onClick=${() => set_open(!open)}><span aria-hidden="true">i</span></button>
    ${open ? html`<span class="told"><${Foreign} href=${found.url}><${Said} text=${bare(found.url)} /><//>${how ? `, ${how}` : ""}${when ? `, seen on ${when}` : ""}</span>` : null}<//>`;
}
