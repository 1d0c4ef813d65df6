// SPDX-License-Identifier: GPL-3.0-or-later
// What do you want to type? One box with suggestions below it, as the ARIA combobox pattern has it: arrows choose, Enter takes,
// Escape closes; what was typed stays what it is until something is taken.
import { ask, latest } from "./api.js";
import { Said, grouped } from "./parts.js";
import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";

const kMost = 8;
const kKinds = { affiliation: "Institution", interest: "Topic", name: "Person", paper: "Paper" };

// Where taking a suggestion leads: a person's own page, else a search.
const question_of = (suggestion) => (suggestion.kind === "paper" ? `paper:"${suggestion.text.replaceAll('"', " ")}"` : suggestion.text);

// search: (q) => …, called with what is to be searched for. id: of the input.
export function SearchBox({ value, search, described_by }) {
  const [text, set_text] = useState(value);
  const [rows, set_rows] = useState([]);
  const [at, set_at] = useState(-1);
  const [open, set_open] = useState(false);
  const input = useRef(null);
  const newest = useMemo(latest, []);
  const close = () => (newest(async () => [], () => {}), set_open(false), set_rows([]), set_at(-1));
  useEffect(() => (set_text(value), close()), [value]);
  useEffect(() => {
    const slash = (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      input.current.select();
    };
    addEventListener("keydown", slash);
    return () => removeEventListener("keydown", slash);
  }, []);

  function typed(event) {
    const now = event.currentTarget.value;
    set_text(now);
    set_at(-1);
    if (!now.trim()) return close();
    newest((signal) => ask(`/api/v1/suggest?${new URLSearchParams({ q: now, limit: kMost })}`, signal),
      ({ suggestions }) => (set_rows(suggestions), set_open(suggestions.length > 0)), close);
  }

  function take(suggestion) {
    if (suggestion.kind === "name" && suggestion.id) return location.assign(`/r/${encodeURIComponent(suggestion.id)}`);
    set_text(question_of(suggestion));
    close();
    search(question_of(suggestion));
  }

  function submit(event) {
    event.preventDefault();
    if (open && at >= 0) return take(rows[at]);
    close();
    search(text.trim());
  }

  function key(event) {
    if (event.isComposing) return; // an input method is choosing a character
    if (event.key === "Escape" && open) return event.preventDefault(), close();
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    if (!open) return rows.length ? set_open(true) : typed(event);
    const step = event.key === "ArrowDown" ? 1 : -1;
    set_at(((at + 1 + step + rows.length + 1) % (rows.length + 1)) - 1); // -1: what was typed
  }

  const shown = open && rows.length > 0;
  return html`<form class="search" role="search" action="/" method="get" onSubmit=${submit}>
    <label class="unseen" for="q">Topics, names and institutions in one line</label>
    <input id="q" name="q" type="search" ref=${input} maxlength="1000" autocomplete="off" autocapitalize="none" spellcheck=${false}
      placeholder="serverless inference HKUST" aria-describedby=${described_by} dir="auto" value=${text}
      role="combobox" aria-autocomplete="list" aria-haspopup="listbox" aria-expanded=${String(shown)} aria-controls="suggestions"
      aria-activedescendant=${shown && at >= 0 ? `suggestion-${at}` : null}
      onInput=${typed} onKeyDown=${key} onBlur=${close} />
    <button type="submit">Search</button>
    <ul class="suggestions" id="suggestions" role="listbox" aria-label="Suggestions" hidden=${!shown}>
      ${rows.map((row, i) => html`<li key=${row.kind + row.id + row.text} id=${`suggestion-${i}`} role="option" aria-selected=${String(i === at)}
          onPointerDown=${(event) => event.preventDefault()} onClick=${() => take(row)}>
        <span class="text"><${Said} text=${row.text} /></span>
        <span class="kind">${kKinds[row.kind] ?? row.kind}${row.kind !== "name" && row.count > 1 ? ` · ${grouped(row.count)}` : ""}</span>
      </li>`)}
    </ul>
  </form>`;
}
