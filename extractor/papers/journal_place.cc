// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/journal_place.h"

#include <algorithm>

#include "extractor/papers/letters.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/title_end.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

constexpr std::size_t kLongest = 200, kMostWords = 10;
constexpr Phrases kWordsInNumbers =
    "vol|volume|volum|volumen|band|bd|jg|heft|tome|numero|nummer|no|nr|num|issue|iss|pp|p|art|article|jan|feb|mar|apr|may|jun|"
    "jul|aug|sep|sept|oct|nov|dec|january|february|"
    "march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter"_phrases;
constexpr Phrases kInNames = "of|the|and|in|on|for|de|der|des|du|la|et|und|fur|di|e|y|a"_phrases;
// A title's part is no journal: "Foams, Part 2, 2019".
constexpr Phrases kNoNames =
    "part|chapter|act|phase|stage|day|volume|task|section|case|figure|table|lecture|mr|no|pp|vol"_phrases;

bool begins_number(std::string_view word) {
  const auto at = word.find_first_not_of("([");
  return at != std::string_view::npos && is_digit(word[at]);
}

// The numbers from `at` on: how many, and where they end.
struct Numbers {
  std::size_t count = 0, end = 0;
  bool bound = false;  // "6(20)", "12:34"
};
Numbers numbers_at(std::string_view text, std::size_t at) {
  Numbers out;
  while (at < text.size()) {
    const char32_t c = letter_at(text, at);
    if (is_letter(c)) {
      std::size_t end = at, letters = 0;
      while (end < text.size() && is_letter(letter_at(text, end))) next_letter(text, end), ++letters;
      const auto word = text.substr(at, end - at);
      const bool stuck = letters <= 4 && end < text.size() && is_digit(text[end]);  // "e0123", "MR40", "R12"
      if (!stuck && !is_one_of(text::lower(word), kWordsInNumbers)) break;
      at = end;
    } else if (c < 0x80 && is_digit(static_cast<char>(c))) {
      ++out.count;
      // A range is one number, and so is "123456.7".
      for (bool more = true; more && at < text.size();) {
        std::size_t next = at;
        const char32_t d = next_letter(text, next);
        more = d < 0x80 ? is_digit(static_cast<char>(d)) || d == '-' : d == 0x2013 || d == 0x2012 || d == 0x2010;
        if (more) at = next;
      }
      out.end = at;
      out.bound = out.bound || (at + 1 < text.size() && (text[at] == '(' || text[at] == ':') && is_digit(text[at + 1]));
    } else if (std::string_view(" ,.;:()[]/#*").find(text[at]) != std::string_view::npos) {
      const char closed = text[at++];
      if ((closed == ')' || closed == ']') && out.count > 0) out.end = at;
    } else {
      break;
    }
  }
  return out;
}

bool nothing_more(std::string_view rest) {
  rest = strip(rest, " .,;:()[]*–—-");
  if (rest.empty()) return true;
  const std::string lead = text::lower(rest.substr(0, 12));
  for (const std::string_view known :
       {"doi", "http", "arxiv", "with ", "joint ", "issn", "pmid", "pdf", "link", "cover", "mr "})
    if (lead.starts_with(known)) return true;
  return count_letters(rest) == 0;
}

}  // namespace

JournalPlace journal_place(std::string_view raw) {
  const std::string_view text = raw.substr(0, kLongest);
  JournalPlace out;
  std::size_t at = std::min(text.find_first_not_of(" .,;:"), text.size());
  // A lawyer's volume stands first.
  std::size_t volume = at;
  while (volume < text.size() && is_digit(text[volume])) ++volume;
  const bool led = volume > at && volume - at <= 3 && volume < text.size() && text[volume] == ' ';
  if (led) at = volume + 1;
  out.begin = at;
  std::size_t words = 0, dotted = 0;
  // A word was written out; a full stop stands behind such words; it stands behind no known abbreviation.
  bool ended = false, spelt = false, stopped = false, unknown = false, ends_small = false;
  while (at < text.size()) {
    const std::size_t blank = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, blank - at);
    if (begins_number(word)) break;
    const std::string_view bare = strip(word, ".,;:()");
    const std::string low = text::lower(bare);
    if (words > 0 && is_one_of(low, kWordsInNumbers)) break;
    if (ended || ++words > kMostWords || bare.empty()) return {};
    const bool small = low == "&" || is_one_of(low, kInNames);
    if (!is_upper(letter_at(bare, 0)) && (!small || words == 1)) return {};
    const bool stop = word.find('.') != std::string_view::npos;
    const bool full = !stop && !small && bare.size() > 3;
    // "… and Population Growth. Ecology 92", "…, Norway. Estuaries and Coasts 42": a sentence has ended.
    if (stopped || (unknown && full)) return {};
    stopped = stop && spelt && dotted == 0 && bare.size() > 3;
    if (stop) ++dotted;
    unknown = unknown || (stop && bare.find('.') == std::string_view::npos && !is_abbreviation(low));
    spelt = spelt || full;
    ends_small = small;
    ended = word.back() == ',' || word.back() == ';' || word.back() == ':';
    out.name_end = at + word.size() - (ended ? 1 : 0);
    at = std::min(text.find_first_not_of(' ', blank), text.size());
  }
  if (words == 0 || at >= text.size() || ends_small) return {};
  const std::string_view name = text.substr(out.begin, out.name_end - out.begin);
  if (count_letters(name) < 2 || is_one_of(text::fold(name), kNoNames)) return {};
  const Numbers numbers = numbers_at(text, at);
  if (is_letter(letter_at(text, numbers.end))) return {};  // "24th"
  const std::size_t count = numbers.count + (led ? 1 : 0);
  const bool dated = numbers.count > 0 && year_in(text.substr(at, numbers.end - at)) != 0;
  if (count < 2 || (led && !dated) || (!dated && !numbers.bound && count < 3 && dotted == 0)) return {};
  out.end = numbers.end;
  out.abbreviated = dotted >= 2;
  out.whole = nothing_more(raw.substr(out.end));
  return out;
}

std::size_t journal_among(std::string_view text, std::size_t end) {
  constexpr std::size_t kBack = 60;
  for (auto comma = text.find(", ", end > kBack ? end - kBack : 0); comma != std::string_view::npos && comma < end;
       comma = text.find(", ", comma + 2)) {
    const auto behind = text.substr(comma + 2);
    const auto place = journal_place(behind);
    if (place.end == 0 || !place.whole || comma + 2 + place.begin >= end) continue;
    // "Dee B. Phys Rev Lett. 2018;120:1": the first two are a person.
    const auto blank = behind.find(' ');
    const auto second = blank == std::string_view::npos ? std::string_view() : behind.substr(blank + 1, 2);
    if (behind.substr(0, blank).find('.') == std::string_view::npos && second.size() == 2 && is_upper(letter_at(second, 0)) &&
        !is_lower(letter_at(second, 1)) && second[1] != ' ')
      continue;
    return comma;
  }
  return 0;
}

bool names_publisher(std::string_view text) {
  const auto open = text.find_first_not_of(" .,");
  if (open == std::string_view::npos || text[open] != '(') return false;
  const auto inner = text.substr(open + 1, text.find(')', open) - open - 1);
  const auto colon = inner.find(": ");
  return inner.size() < 90 && colon != std::string_view::npos && colon < 30 && is_upper(letter_at(inner, 0)) &&
         is_upper(letter_at(inner, colon + 2)) && year_in(inner) != 0;
}

}  // namespace fellow::extractor::papers
