// SPDX-License-Identifier: GPL-3.0-or-later
// Where are the words, sentences and lines of a text? Positions are bytes into the text, which has to be valid UTF-8.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

struct Token {
  std::size_t begin = 0, end = 0;
  std::string folded;    // text::fold of it, one word: "Ph.D." is "phd", "J." is "j"
  bool capital = false;  // begins with an upper-case letter
  bool number = false;   // digits only
  bool cjk = false;      // a run of Han, kana or Hangul
};

// Words with their inner apostrophes and, in abbreviations, dots ("Ph.D.", "U.S.", "J."). Hyphens part words. At most
// 20 000 of them.
std::vector<Token> tokens(std::string_view text);

// What stands between two tokens.
inline std::string_view gap(std::string_view text, const Token& before, const Token& after) {
  return text.substr(before.end, after.begin - before.end);
}
// Whether the gap is only blanks, or a hyphen or slash without blanks.
bool adjoining(std::string_view gap);

// Parts of a text, trimmed, empty ones left out. Sentences end at . ! ? 。 ！ ？ and newlines, not after abbreviations.
std::vector<std::string_view> sentences(std::string_view text);
std::vector<std::string_view> lines(std::string_view text);

// "A, B (C, D) and E; F" -> A | B (C, D) | E | F: the items of an enumeration; brackets and quotes stay whole.
// `and_too` also splits at "and", "&", "or" and their like in other languages.
std::vector<std::string> enumeration(std::string_view text, bool and_too);

// Blanks and punctuation of lists taken off both ends ("- foo.;" -> "foo").
std::string_view bare(std::string_view text);

}  // namespace fellow::extractor
