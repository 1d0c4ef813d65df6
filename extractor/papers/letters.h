// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of character stands here? UTF-8 in, one code point at a time; ill-formed bytes are U+FFFD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor::papers {

// The code point that begins at `at`; moves `at` behind it. at < text.size().
char32_t next_letter(std::string_view text, std::size_t& at);
// The code point that begins at `at`, 0 at the end.
char32_t letter_at(std::string_view text, std::size_t at);
bool is_upper(char32_t c);
bool is_lower(char32_t c);
bool is_letter(char32_t c);
bool is_mark(char32_t c);  // combining
bool is_han(char32_t c);
bool is_kana(char32_t c);
bool is_hangul(char32_t c);
inline bool is_cjk(char32_t c) { return is_han(c) || is_kana(c) || is_hangul(c); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether text has `what` at `at`.
inline bool has_at(std::string_view text, std::size_t at, std::string_view what) { return text.substr(at).starts_with(what); }
// Letters of any script.
std::size_t count_letters(std::string_view text);
// Blank-separated pieces, without empty ones.
std::vector<std::string_view> pieces(std::string_view text);
// Characters of `ends` and blanks taken off both ends.
std::string_view strip(std::string_view text, std::string_view ends);
// Whether `words` stand in `folded` as whole words; not empty.
bool has_words(std::string_view folded, std::string_view words);

}  // namespace fellow::extractor::papers
