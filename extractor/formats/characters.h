// SPDX-License-Identifier: GPL-3.0-or-later
// Which characters does nobody see? Blanks of every width, and marks that print nothing (R17), by their UTF-8 bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fellow::extractor {

inline unsigned char byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

// Bytes of the white space character that begins at i: ASCII, U+00A0, U+2000..200A, U+2028/9, U+202F, U+205F, U+3000. 0 if
// none.
inline std::size_t blank_at(std::string_view text, std::size_t i) {
  const unsigned char a = byte_at(text, i);
  if (a == ' ' || (a >= '\t' && a <= '\r')) return 1;
  if (a == 0xC2) return byte_at(text, i + 1) == 0xA0 ? 2 : 0;
  const unsigned char b = byte_at(text, i + 1), c = byte_at(text, i + 2);
  if (a == 0xE2 && b == 0x80 && ((c >= 0x80 && c <= 0x8A) || c == 0xA8 || c == 0xA9 || c == 0xAF)) return 3;
  if (a == 0xE2 && b == 0x81 && c == 0x9F) return 3;
  return a == 0xE3 && b == 0x80 && c == 0x80 ? 3 : 0;
}

// Bytes of the invisible character that begins at i: controls, soft hyphen, zero-width, bidi and byte order marks. 0 if none.
inline std::size_t unseen_at(std::string_view text, std::size_t i) {
  const unsigned char a = byte_at(text, i), b = byte_at(text, i + 1), c = byte_at(text, i + 2);
  if (i < text.size() && (a < 0x20 || a == 0x7F) && a != '\t' && a != '\n' && a != '\r') return 1;
  if (a == 0xC2) return b == 0xAD || (b >= 0x80 && b < 0xA0) ? 2 : 0;
  if (a == 0xE2 && b == 0x80 && ((c >= 0x8B && c <= 0x8F) || (c >= 0xAA && c <= 0xAE))) return 3;
  if (a == 0xE2 && b == 0x81 && c >= 0xA0 && c <= 0xAF) return 3;
  return a == 0xEF && b == 0xBB && c == 0xBF ? 3 : 0;
}

// Appends the code point as UTF-8; U+FFFD for surrogates and what is no code point.
void append_utf8(std::string& out, char32_t code_point);
// Reads the character at i of valid UTF-8 and moves i past it.
char32_t next_code_point(std::string_view text, std::size_t& i);

}  // namespace fellow::extractor
