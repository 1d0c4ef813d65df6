// SPDX-License-Identifier: GPL-3.0-or-later
// How is a list of results taken along? As the API's JSON, or as a table for a spreadsheet: RFC 4180; the columns of
// `fellow export --format csv` that a list knows.
import { api_query, changed } from "./address.js";
import { ask } from "./api.js";

const kRowsAtOnce = 100; // of one question to the API
export const kMostRows = 1000;
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

// The list, not only the page of it that is shown: at most kMostRows people.
export async function download(state, kind) {
  const results = [];
  for (let more = true; more && results.length < kMostRows;) {
    const answer = await ask(api_query(changed(state, () => {}), { limit: kRowsAtOnce, offset: results.length }));
    results.push(...answer.results);
    more = answer.results.length === kRowsAtOnce && results.length < answer.total.value;
  }
  const blob = kind === "csv" ? new Blob(["\ufeff", csv_of(results)], { type: "text/csv;charset=utf-8" }) : new Blob([JSON.stringify(results, null, 1)], { type: "application/json" });
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: `researchers.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
