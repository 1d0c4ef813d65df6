// SPDX-License-Identifier: GPL-3.0-or-later
// Names of organisations by themselves: are two one, is a whole field one, what may be one. organisations.cc finds them in a
// text.
#include <algorithm>
#include <set>

#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisation_words.h"
#include "extractor/fields/organisations.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {

bool same_organisation(std::string_view a, std::string_view b) {
  const tables::Institution* row_a = tables::institution(a);
  const tables::Institution* row_b = tables::institution(b);
  if (row_a && row_b) return row_a == row_b;
  static constexpr WordSet kSmall(
      {"the", "of", "at", "for", "and", "in", "de", "la", "di", "und", "der", "et", "a", "an", "on", "inc", "ltd"});
  const auto list = [](std::string_view name) {
    std::vector<std::string> out;
    for (std::string& word : text::words(name))
      if (!in(kSmall, word)) out.push_back(word == "univ" ? "university" : word == "inst" ? "institute" : std::move(word));
    return out;
  };
  std::vector<std::string> wa = list(a), wb = list(b);
  if (wa.empty() || wb.empty()) return false;
  const auto initials = [](const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += word[0];
    return out;
  };
  if (wa.size() == 1 && wb.size() > 2 && wa[0] == initials(wb)) return true;
  if (wb.size() == 1 && wa.size() > 2 && wb[0] == initials(wa)) return true;
  const std::set<std::string> sa(wa.begin(), wa.end()), sb(wb.begin(), wb.end());
  const std::set<std::string>& small = sa.size() <= sb.size() ? sa : sb;
  const std::set<std::string>& large = sa.size() <= sb.size() ? sb : sa;
  std::size_t shared = 0;
  for (const std::string& word : small) shared += large.count(word);
  if (shared == large.size()) return true;
  if (shared == small.size() && small.size() >= 2 && large.size() <= 2 * small.size() + 2) return true;
  if (shared == small.size() && small.size() == 1 && large.size() <= 3 && small.begin()->size() > 2) return true;
  return static_cast<double>(shared) / static_cast<double>(sa.size() + sb.size() - shared) >= 0.6;
}

Organisation whole_organisation(std::string_view text) {
  Organisation out;
  const std::string clean = text::clean(bare(text), 200);
  if (clean.empty() || leftover_organisation(clean)) return out;
  if (const tables::Institution* row = tables::institution(clean)) {
    out.name = clean, out.row = row, out.end = clean.size();
    return out;
  }
  std::vector<Organisation> found = find_organisations(clean);
  if (!found.empty()) {
    Organisation best = found.back();
    for (const Organisation& organisation : found)
      if (organisation.row && organisation.row != best.row) best = organisation;  // the name before its abbreviation
    // "Université de Nullepart (UNP), Institut X": the name stands before its abbreviation.
    const std::size_t bracket = clean.find(" (");
    if (bracket != std::string::npos && best.begin == bracket + 2 && clean.substr(0, bracket).find(',') == std::string::npos)
      best.name = clean.substr(0, bracket);
    // All of the text but a word or two is the name: keep it as written.
    const bool list =
        clean.find(',') != std::string::npos || clean.find(" - ") != std::string::npos || clean.find('|') != std::string::npos;
    if (!list && found.size() == 1 && best.department.empty() && tokens(clean).size() <= tokens(best.name).size() + 2)
      best.name = clean;
    return best;
  }
  if (tokens(clean).size() > 9 || is_department(clean)) return out;
  out.name = clean, out.by_form = true, out.end = clean.size();
  return out;
}

std::string_view capital_run(std::string_view text) {
  const std::vector<Token> words = tokens(text);
  if (words.empty() || !words[0].capital || words[0].begin > 6 || in(kNever, words[0].folded)) return {};
  const std::string_view lead = text.substr(0, words[0].begin);
  if (lead.find_first_of(",;:(") != std::string_view::npos) return {};
  std::size_t last = 0;
  for (std::size_t i = 1; i < words.size() && i < 6; ++i) {
    const std::string_view between = gap(text, words[i - 1], words[i]);
    if (!(between == " " || between == "-" || between == "." || between == " & ") || !words[i].capital ||
        in(kNever, words[i].folded))
      break;
    last = i;
  }
  return text.substr(words[0].begin, words[last].end - words[0].begin);
}

}  // namespace fellow::extractor
