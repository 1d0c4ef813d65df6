// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of character stands here? UTF-8 in, one code point at a time; ill-formed bytes are U+FFFD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor::papers {

// The same beyond ASCII; asked by what follows.
namespace wide {
char32_t next_letter(std::string_view text, std::size_t& at);
bool is_upper(char32_t c);
bool is_lower(char32_t c);
bool is_letter(char32_t c);
}  // namespace wide

// The code point that begins at `at`; moves `at` behind it. at < text.size().
inline char32_t next_letter(std::string_view text, std::size_t& at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? (++at, byte) : wide::next_letter(text, at);
}
// The code point that begins at `at`, 0 at the end.
inline char32_t letter_at(std::string_view text, std::size_t at) { return at < text.size() ? next_letter(text, at) : U'\0'; }
inline bool is_upper(char32_t c) { return c < 0x80 ? c >= 'A' && c <= 'Z' : wide::is_upper(c); }
inline bool is_lower(char32_t c) { return c < 0x80 ? c >= 'a' && c <= 'z' : wide::is_lower(c); }
inline bool is_letter(char32_t c) { return c < 0x80 ? is_upper(c) || is_lower(c) : wide::is_letter(c); }
bool is_mark(char32_t c);  // combining
inline bool is_han(char32_t c) {
  return c >= 0x3005 && (c == 0x3005 || (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf));
}
inline bool is_kana(char32_t c) { return c >= 0x3041 && c <= 0x30ff && c != 0x30fb; }
inline bool is_hangul(char32_t c) { return c >= 0xac00 && c <= 0xd7a3; }
inline bool is_cjk(char32_t c) { return is_han(c) || is_kana(c) || is_hangul(c); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether text has `what` at `at`.
inline bool has_at(std::string_view text, std::size_t at, std::string_view what) { return text.substr(at).starts_with(what); }
// Letters of any script.
std::size_t count_letters(std::string_view text);
// Blank-separated pieces, without empty ones.
std::vector<std::string_view> pieces(std::string_view text);
std::size_t count_pieces(std::string_view text);
// Characters of `ends` and blanks taken off both ends.
std::string_view strip(std::string_view text, std::string_view ends);
// Whether `words` stand in `folded` as whole words; not empty.
bool has_words(std::string_view folded, std::string_view words);

}  // namespace fellow::extractor::papers
