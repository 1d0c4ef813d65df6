// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/announced.h"

#include <algorithm>
#include <string>
#include <utility>

#include "extractor/papers/letters.h"
#include "extractor/papers/reference.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kMostBytes = 400, kFewestWords = 3;

constexpr Phrases kOwn = "our|my|we|i"_phrases;
constexpr Phrases kWhat = "paper|article|preprint|manuscript|work"_phrases;
constexpr Phrases kNews =
    "accepted|published|to appear|appears|appeared|will appear|got into|now online|now out|is out|conditionally accepted"_phrases;
// Of other things, or of other people's papers.
constexpr Phrases kNot =
    "talk|talks|award|grant|workshop proposal|reading group|reviewed|reviewing|congratulations|congrats|blog|podcast|interview|"
    "keynote|tutorial|students|student"_phrases;

using Range = std::pair<std::size_t, std::size_t>;

Range quoted(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {{"“", "”"}, {"\"", "\""}, {"„", "“"}, {"«", "»"}};
  for (const auto& [open, close] : kQuotes) {
    const std::size_t begin = text.find(open);
    if (begin == std::string_view::npos) continue;
    const std::size_t end = text.find(close, begin + open.size());
    if (end != std::string_view::npos) return {begin + open.size(), end};
  }
  return {};
}

Range set_apart(const Line& line) {
  for (const Run& run : line.runs)
    if ((run.link || run.italic || run.bold) &&
        count_pieces(std::string_view(line.text).substr(run.begin, run.end - run.begin)) > kFewestWords)
      return {run.begin, run.end};
  return {};
}

// "… accepted to FoamConf 2024!" -> "FoamConf"; empty where nothing that is known for papers follows.
std::string venue_behind(std::string_view rest) {
  for (std::string_view word :
       {" to appear in ", " accepted to ", " accepted at ", " accepted in ", " accepted by ", " published in ",
        " published by ", " appears in ", " appeared in ", " got into ", " in ", " at ", " by ", " to "}) {
    const std::size_t at = rest.find(word);
    if (at == std::string_view::npos) continue;
    std::string_view venue = rest.substr(at + word.size());
    if (venue.starts_with("the ")) venue.remove_prefix(4);
    venue =
        venue.substr(0, std::min({venue.find_first_of("!;:("), venue.find(". "), venue.find(" as "), venue.find(" with ")}));
    const std::string clean = clean_venue(venue);
    if (clean.size() < 80 && is_upper(letter_at(clean, 0))) return clean;
  }
  return {};
}

}  // namespace

std::optional<Candidate> announced(const Line& line, const Document& document) {
  const std::string_view text = line.text;
  if (text.size() < 30 || text.size() > kMostBytes || line.level != 0) return std::nullopt;
  Range title = quoted(text);
  if (title.second == 0) title = set_apart(line);
  if (title.second == 0) return std::nullopt;
  const std::string_view within = text.substr(title.first, title.second - title.first);
  const std::string before = text::fold(text.substr(0, title.first)), after = text::fold(text.substr(title.second));
  const std::string around = before + " " + after;
  if (!stands_in(around, kWhat) || !stands_in(around, kNews) || !stands_in(around, kOwn) || stands_in(around, kNot))
    return std::nullopt;
  Candidate out;
  out.paper.title = clean_title(within);
  if (!is_title(out.paper.title) || count_pieces(out.paper.title) < kFewestWords || looks_like_venue(out.paper.title))
    return std::nullopt;
  out.paper.venue = venue_behind(text.substr(title.second));
  out.paper.year = year_in(text.substr(title.second));
  if (out.paper.year == 0) out.paper.year = year_in(text.substr(0, title.first));
  if (out.paper.venue.empty() || out.paper.year == 0) return std::nullopt;
  out.document = &document;
  out.announced = true;
  out.method = "pattern";
  out.confidence = 0.4;
  return out;
}

}  // namespace fellow::extractor::papers
