// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/papers/letters.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace fellow::extractor::papers {

namespace wide {

char32_t next_letter(std::string_view text, std::size_t& at) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto i = static_cast<std::int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(bytes, i, static_cast<std::int32_t>(text.size()), c);
  at = static_cast<std::size_t>(i);
  return static_cast<char32_t>(c);
}

bool is_upper(char32_t c) { return u_isupper(static_cast<UChar32>(c)) != 0 || u_istitle(static_cast<UChar32>(c)) != 0; }
bool is_lower(char32_t c) { return u_islower(static_cast<UChar32>(c)) != 0; }
bool is_letter(char32_t c) { return u_isalpha(static_cast<UChar32>(c)) != 0; }

}  // namespace wide

namespace {

constexpr bool parts_pieces(char c) { return c == ' ' || c == '\n' || c == '\t'; }

// Calls `take` with each piece.
void for_each_piece(std::string_view text, auto take) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && !parts_pieces(text[end])) ++end;
    if (end > begin) take(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace

bool is_mark(char32_t c) { return c >= 0x300 && (u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK); }

std::size_t count_letters(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < text.size();) n += is_letter(next_letter(text, at)) ? 1U : 0U;
  return n;
}

std::vector<std::string_view> pieces(std::string_view text) {
  std::vector<std::string_view> out;
  for_each_piece(text, [&](std::string_view piece) { out.push_back(piece); });
  return out;
}

std::size_t count_pieces(std::string_view text) {
  std::size_t count = 0;
  for_each_piece(text, [&](std::string_view) { ++count; });
  return count;
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
