// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/show_answer.h"

#include <cstdio>

#include "cli/joined.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kFacetValues = 5;  // on a terminal; the API gives all asked for

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Snippet markup to plain text; searchd's escaping undone, the ampersand last.
std::string plain(std::string html, bool bold) {
  replace_all(html, "\n", " ");
  replace_all(html, "<mark>", bold ? "\x1b[1m" : "");
  replace_all(html, "</mark>", bold ? "\x1b[0m" : "");
  replace_all(html, "&lt;", "<");
  replace_all(html, "&gt;", ">");
  replace_all(html, "&quot;", "\"");
  replace_all(html, "&#39;", "'");
  replace_all(html, "&amp;", "&");
  return html;
}

std::string readable(const Hit& hit, std::size_t number, bool bold) {
  std::vector<std::string> affiliations;
  for (const Affiliation& affiliation : hit.affiliations) affiliations.push_back(affiliation.name);
  std::vector<std::string> interests;
  for (const Interest& interest : hit.interests) interests.push_back(interest.name);
  char score[32];
  std::snprintf(score, sizeof score, "%.2f", hit.score);
  std::string out = std::to_string(number) + ". " + (bold ? "\x1b[1m" + hit.display_name + "\x1b[0m" : hit.display_name);
  if (const std::string where = joined({joined(hit.positions), joined(affiliations)}, " · "); !where.empty())
    out += "  " + where;
  out += "\n";
  if (!hit.matched_on.empty())
    out += "   " + std::string(hit.strong ? "strong" : "partial") + " match " + score + " on " + joined(hit.matched_on) + "\n";
  if (!interests.empty()) out += "   interests: " + joined(interests) + "\n";
  for (const Snippet& snippet : hit.snippets) out += "   " + snippet.field + ": " + plain(snippet.html, bold) + "\n";
  out += "   " + hit.url + "   id " + hit.id + "\n";
  if (!hit.explanation.empty()) {
    std::string explanation = hit.explanation;
    replace_all(explanation, "\n", "\n      ");
    out += "      " + explanation + "\n";
  }
  return out;
}

}  // namespace

std::string readable(const Answer& answer, bool bold) {
  const Found& found = answer.found;
  std::string out;
  if (answer.request.explain) out += "understood as: " + show(answer.request.query) + "\n";
  if (found.corrected) out += "searched for: " + *found.corrected + "\n";
  for (const SourceStatus& source : answer.sources) {
    if (source.status != "ok")
      out += "source " + source.name + ": " + source.status + (source.error ? ", " + source.error->what : "") + "\n";
  }
  if (found.total.value == 0) return out + "nobody found\n";
  for (std::size_t i = 0; i < found.hits.size(); ++i)
    out += readable(found.hits[i], static_cast<std::size_t>(answer.request.offset) + i + 1, bold);
  char line[120];
  std::snprintf(line, sizeof line, "%lld %s%s in %.1f ms\n", static_cast<long long>(found.total.value),
                found.total.value == 1 ? "person" : "people", found.total.relation == Relation::eq ? "" : " or more",
                answer.took_ms);
  out += line;
  for (const auto& [facet, values] : found.facets) {
    std::vector<std::string> shown;
    for (const FacetValue& value : values) {
      if (shown.size() < kFacetValues) shown.push_back(value.label + " " + std::to_string(value.count));
    }
    if (!shown.empty()) out += facet + ": " + joined(shown) + "\n";
  }
  return out;
}

}  // namespace fellow::cli
