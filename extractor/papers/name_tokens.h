// SPDX-License-Identifier: GPL-3.0-or-later
// What part of a person's name stands here: a word, initials, a particle, a whole name in Han, Kana or Hangul?
#pragma once

#include <cstddef>
#include <string_view>

namespace fellow::extractor::papers {

struct NameToken {
  enum Kind { word, initials, particle, suffix, native, none } kind = none;
  std::size_t begin = 0, end = 0;  // without a footnote mark
  bool dotted = false;             // a full stop behind it that is not part of an initial
};
// What begins at `at`; Kind::none if it is no part of a name.
NameToken name_token(std::string_view text, std::size_t at);
// Marks of footnotes behind a name: "*", "†", "²".
bool is_mark_char(char32_t c);

}  // namespace fellow::extractor::papers
