// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/authors_behind.h"

#include <string_view>

#include "extractor/papers/letters.h"
#include "extractor/papers/reference.h"

namespace fellow::extractor::papers {

std::size_t bracketed_authors(const Line& line, const TitleSpan& span, const Owner& owner) {
  int brackets = 0;
  for (std::size_t at = span.begin + 6; at < span.end && brackets < 8; ++at) {
    const std::size_t size = line.text[at] == '(' ? 1 : has_at(line.text, at, "（") ? 3 : 0;
    if (size == 0) continue;
    ++brackets;
    const auto list = read_authors(std::string_view(line.text).substr(at + size), owner);
    if (list.has_owner || list.beside_owner) return at;
  }
  return span.end;
}

std::size_t listed_authors(const Line& line, const TitleSpan& span, const Owner& owner) {
  constexpr int kMostCommas = 10;
  int commas = 0;
  for (auto at = line.text.find(", ", span.begin + 12); at != std::string::npos && at < span.end && commas < kMostCommas;
       at = line.text.find(", ", at + 2), ++commas) {
    if (!is_upper(letter_at(line.text, at + 2))) continue;
    const auto list = read_authors(std::string_view(line.text).substr(at + 2), owner);
    if (list.has_owner && list.names.size() >= 2 && is_title(std::string_view(line.text).substr(span.begin, at - span.begin)) &&
        count_pieces(std::string_view(line.text).substr(span.begin, at - span.begin)) >= 3)
      return at;
  }
  return span.end;
}

AuthorList take_authors_at_end(Line& line, const Owner& owner) {
  for (const std::string_view lead :
       {"(with ", ", with ", "(joint with ", ", joint with ", "(joint work with ", "(co-authored with ", "(coauthored with "}) {
    const auto at = line.text.find(lead);
    if (at == std::string::npos) continue;
    auto list = read_authors(std::string_view(line.text).substr(at + (lead[0] == ',' ? 2 : 0)), owner);
    if (!list.beside_owner || !list.closed) continue;
    line = part_of(line, 0, at);
    return list;
  }
  return {};
}

}  // namespace fellow::extractor::papers
