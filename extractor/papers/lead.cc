// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/lead.h"

#include <algorithm>

#include "extractor/papers/letters.h"
#include "extractor/papers/reference.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/venue_text.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor::papers {
namespace {

// "(to appear 2020)", "(in press)", "(n.d.)": the end of the bracket; 0 if none begins the text.
std::size_t pending_bracket(std::string_view text) {
  if (text.empty() || (text[0] != '(' && text[0] != '[')) return 0;
  const auto close = text.find(text[0] == '(' ? ')' : ']');
  if (close == std::string_view::npos || close > 50) return 0;
  const std::string inner = text::fold(text.substr(1, close - 1));
  return begins_with(inner,
                     "to appear|in press|forthcoming|accepted|submitted|under review|under revision|in review|in "
                     "prep|in preparation|n d|im druck|a paraitre"_phrases)
             ? close + 1
             : 0;
}

}  // namespace

void take_lead(Line& line, const Owner& owner, int& year, std::string& tag) {
  for (const std::string_view label : {"recommended citation:", "citation:", "cite as:"})
    if (text::same_letters(std::string_view(line.text).substr(0, label.size()), label))
      line = part_of(line, std::min(line.text.find_first_not_of(' ', label.size()), line.text.size()), line.text.size());
  const auto text = std::string_view(line.text);
  std::size_t end = text.find(' ');
  if (end == std::string_view::npos || end > 24) return;
  int found = year_in(text.substr(0, end));
  // "06/23 Doe, J.; Roe, A.": month and year in short.
  if (const auto slash = text.find('/'); found == 0 && slash != std::string_view::npos && slash >= 1 && slash <= 2 &&
                                         end == slash + 3 && is_digit(text[0]) && is_digit(text[slash + 1]) &&
                                         is_digit(text[slash + 2])) {
    const int short_year = (text[slash + 1] - '0') * 10 + (text[slash + 2] - '0');
    found = short_year < 50 ? 2000 + short_year : 1900 + short_year;
  }
  if (found == 0 || (!read_authors(text, owner).names.empty() && !is_digit(text[0]))) return;
  const auto list = read_authors(text.substr(end + 1), owner);
  if (list.end == 0 || !(list.sure || list.names.size() >= 3)) return;
  if (year == 0) year = found;
  if (count_letters(text.substr(0, end)) >= 2 && tag.empty()) tag = std::string(text.substr(0, end));
  line = part_of(line, end + 1, line.text.size());
}

int leading_year(Line& line) {
  auto t = std::string_view(line.text);
  const auto lead = t.find_first_not_of(" .,:;");
  if (const auto end = lead == std::string_view::npos ? 0 : pending_bracket(t.substr(lead)); end != 0) {
    const int year = year_in(t.substr(lead, end));
    const auto next = t.find_first_not_of(" .,:;", lead + end);
    line = part_of(line, std::min(next, line.text.size()), line.text.size());
    return year;
  }
  std::size_t i = 0;
  while (i < t.size() && (t[i] == ' ' || t[i] == '.' || t[i] == ',' || t[i] == '(' || t[i] == '[' || t[i] == ':')) ++i;
  std::size_t d = i;
  while (d < t.size() && is_digit(t[d])) ++d;
  if (d - i != 4) return 0;
  const int year = year_in(t.substr(i, 4));
  if (year == 0) return 0;
  // "2021)." "2021a)" "2021, June)" "2021."
  std::size_t end = d;
  if (i > 0 && (t[i - 1] == '(' || t[i - 1] == '[')) {
    const auto close = t.find(t[i - 1] == '(' ? ')' : ']', d);
    if (close == std::string_view::npos || close - d > 24) return 0;
    end = close + 1;
  } else if (d < t.size() && t[d] != '.' && t[d] != ',' && t[d] != ':' && t[d] != ' ' && t[d] != ';') {
    return 0;
  } else if (d < t.size() && t[d] == ' ' && looks_like_venue(t.substr(d, 40))) {
    return 0;  // "2021 IEEE Conference" is a venue
  } else if (d < t.size() && t[d] == ' ' && i == 0 && count_pieces(t) < 5) {
    return 0;
  }
  while (end < t.size() && (t[end] == '.' || t[end] == ',' || t[end] == ':' || t[end] == ' ')) ++end;
  line = part_of(line, end, line.text.size());
  return year;
}

}  // namespace fellow::extractor::papers
