// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/letters.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace fellow::extractor::papers {

char32_t next_letter(std::string_view text, std::size_t& at) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto i = static_cast<std::int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(bytes, i, static_cast<std::int32_t>(text.size()), c);
  at = static_cast<std::size_t>(i);
  return static_cast<char32_t>(c);
}

char32_t letter_at(std::string_view text, std::size_t at) { return at < text.size() ? next_letter(text, at) : U'\0'; }

bool is_upper(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  return u_isupper(static_cast<UChar32>(c)) != 0 || u_istitle(static_cast<UChar32>(c)) != 0;
}

bool is_lower(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z';
  return u_islower(static_cast<UChar32>(c)) != 0;
}

bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  return u_isalpha(static_cast<UChar32>(c)) != 0;
}

bool is_mark(char32_t c) { return c >= 0x300 && (u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK); }
bool is_han(char32_t c) { return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) || c == 0x3005; }
bool is_kana(char32_t c) { return c >= 0x3041 && c <= 0x30ff && c != 0x30fb; }
bool is_hangul(char32_t c) { return c >= 0xac00 && c <= 0xd7a3; }

std::size_t count_letters(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < text.size();) n += is_letter(next_letter(text, at)) ? 1U : 0U;
  return n;
}

std::vector<std::string_view> pieces(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = std::min(text.find_first_of(" \n\t", begin), text.size());
    if (end > begin) out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::string_view strip(std::string_view text, std::string_view ends) {
  // `ends` is read a character at a time, so that no byte of another character is cut off.
  const auto drop = [&](std::string_view c) {
    return c == " " || c == "\n" || c == "\t" || (!ends.empty() && ends.find(c) != std::string_view::npos);
  };
  while (!text.empty()) {
    std::size_t size = 0;
    next_letter(text, size);
    if (!drop(text.substr(0, size))) break;
    text.remove_prefix(size);
  }
  while (!text.empty()) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
    if (!drop(text.substr(begin))) break;
    text.remove_suffix(text.size() - begin);
  }
  return text;
}

bool has_words(std::string_view folded, std::string_view words) {
  for (auto at = folded.find(words); at != std::string_view::npos; at = folded.find(words, at + 1)) {
    const auto after = at + words.size();
    if ((at == 0 || folded[at - 1] == ' ') && (after == folded.size() || folded[after] == ' ')) return true;
  }
  return false;
}

}  // namespace fellow::extractor::papers
