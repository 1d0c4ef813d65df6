// SPDX-License-Identifier: GPL-3.0-or-later
// What do you want to type? The box that the server sent, with suggestions below it, as the ARIA combobox pattern has it: arrows
// choose, Enter takes, Escape closes; what was typed stays what it is until something is taken. It is the first script of a page
// and needs no other but api.js, so that keys are answered before the rest is there; until then the form goes to the server.
import { ask, latest } from "./api.js";

const kMost = 8;
const kKinds = { affiliation: "Institution", interest: "Topic", name: "Person", paper: "Paper" };

const form = document.querySelector("#box form"), input = form.elements.q;
const list = Object.assign(document.createElement("ul"), { className: "suggestions", id: "suggestions", hidden: true });
const newest = latest();
let rows = [], at = -1; // the suggestions, and which of them is chosen (-1: what was typed)
let search = null;

// Where taking a suggestion leads: a person's own page, else a search.
const question_of = (suggestion) => (suggestion.kind === "paper" ? `paper:"${suggestion.text.replaceAll('"', " ")}"` : suggestion.text);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function option(row, i) {
  const many = row.kind !== "name" && row.count > 1 ? ` · ${row.count.toLocaleString("en")}` : "";
  return element("li", { id: `suggestion-${i}`, role: "option", "aria-selected": "false" },
    element("span", { class: "text" }, element("bdi", { dir: "auto" }, row.text)),
    element("span", { class: "kind" }, (kKinds[row.kind] ?? row.kind) + many));
}

const is_open = () => !list.hidden;

function open(shown) {
  list.hidden = !shown;
  input.setAttribute("aria-expanded", String(shown));
  choose(-1);
}

function choose(i) {
  list.children[at]?.setAttribute("aria-selected", "false");
  list.children[(at = i)]?.setAttribute("aria-selected", "true");
  if (at < 0) input.removeAttribute("aria-activedescendant");
  else input.setAttribute("aria-activedescendant", `suggestion-${at}`);
}

function suggest(found) {
  rows = found;
  list.replaceChildren(...rows.map(option));
  open(rows.length > 0);
}

function close() {
  newest(async () => [], () => {}); // an answer on its way is not wanted any more
  suggest([]);
}

function typed() {
  choose(-1);
  if (!input.value.trim()) return close();
  newest((signal) => ask(`/api/v1/suggest?${new URLSearchParams({ q: input.value, limit: kMost })}`, signal), ({ suggestions }) => suggest(suggestions), close);
}

function take(suggestion) {
  if (suggestion.kind === "name" && suggestion.id) return location.assign(`/r/${encodeURIComponent(suggestion.id)}`);
  show_words(question_of(suggestion));
  if (search) search(input.value);
  else form.submit();
}

function submitted(event) {
  if (is_open() && at >= 0) return event.preventDefault(), take(rows[at]);
  close();
  if (!search) return;
  event.preventDefault();
  search(input.value.trim());
}

function key_pressed(event) {
  if (event.isComposing) return; // an input method is choosing a character
  if (event.key === "Escape" && is_open()) return event.preventDefault(), close();
  if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
  event.preventDefault();
  if (!is_open()) return rows.length ? open(true) : typed();
  const step = event.key === "ArrowDown" ? 1 : -1;
  choose(((at + 1 + step + rows.length + 1) % (rows.length + 1)) - 1);
}

// "/" anywhere on the page leads to the box.
function slash_pressed(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  input.select();
}

// Puts other words into the box, as when somebody went back.
export function show_words(text) {
  input.value = text;
  close();
}

// `then`: (words) => …, called with what is to be searched for, instead of sending the form to the server.
export function searches_with(then) {
  search = then;
}

list.setAttribute("role", "listbox");
list.setAttribute("aria-label", "Suggestions");
for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-haspopup", "listbox"], ["aria-expanded", "false"], ["aria-controls", list.id]])
  input.setAttribute(name, value);
form.append(list);
form.addEventListener("submit", submitted);
input.addEventListener("input", typed);
input.addEventListener("keydown", key_pressed);
input.addEventListener("blur", close);
list.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
list.addEventListener("click", (event) => {
  const chosen = [...list.children].indexOf(event.target.closest("li"));
  if (chosen >= 0) take(rows[chosen]);
});
addEventListener("keydown", slash_pressed);
performance.mark("ready"); // the box answers keys from here on
if (document.body.classList.contains("landing")) input.focus();
if (input === document.activeElement && input.value !== input.defaultValue) typed(); // keys that came before this script
