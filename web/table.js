// SPDX-License-Identifier: GPL-3.0-or-later
// How does a list of results become a table for a spreadsheet? RFC 4180; the columns of `fellow export --format csv` that a
// list knows.
import { api_query, changed } from "./address.js";
import { ask } from "./api.js";

export const kMostRows = 100; // of one question to the API
const kColumns = [
  ["id", (hit) => hit.id],
  ["url", (hit) => hit.url],
  ["name", (hit) => hit.display_name],
  ["affiliations", (hit) => hit.affiliations.map((place) => place.name).join("; ")],
  ["positions", (hit) => hit.positions.join("; ")],
  ["interests", (hit) => hit.interests.map((topic) => topic.name).join("; ")],
  ["country", (hit) => hit.country ?? ""],
  ["papers", (hit) => String(hit.paper_count)],
];

// A leading = + - @ gets a blank before it, since a spreadsheet would run it.
const cell = (text) => {
  const safe = /^[=+\-@\t]/.test(text) ? ` ${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
export const csv_of = (hits) => [kColumns.map(([name]) => name), ...hits.map((hit) => kColumns.map(([, value]) => cell(value(hit))))]
  .map((row) => `${row.join(",")}\r\n`).join("");

export async function download(state) {
  const { results } = await ask(api_query(changed(state, () => {}), { limit: kMostRows }));
  const address = URL.createObjectURL(new Blob(["\ufeff", csv_of(results)], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: "researchers.csv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
