// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 that was read as windows-1252: found and undone.
#include <algorithm>
#include <array>

#include "extractor/formats/characters.h"
#include "extractor/formats/charset.h"

namespace fellow::extractor {
namespace {

// What windows-1252 shows for bytes 0x80..0x9F; 0 where it has nothing (there the C1 control itself stands in the text).
constexpr std::array<char32_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};

// The byte that windows-1252 shows as this character, 0x80..0xFF; 0 if none.
unsigned as_byte(char32_t c) {
  if (c >= 0x80 && c <= 0xFF) return static_cast<unsigned>(c);
  if (c < 0x80) return 0;
  const auto found = std::find(kWindows1252.begin(), kWindows1252.end(), c);
  return found == kWindows1252.end() ? 0 : 0x80u + static_cast<unsigned>(found - kWindows1252.begin());
}

// The character that the run beginning at `at` was before it was misread, and the run's length in bytes of UTF-8; 0 if none.
struct Run {
  char32_t meant = 0;
  std::size_t bytes = 0;
};

Run run_at(std::string_view text, std::size_t at) {
  std::size_t i = at;
  const unsigned lead = as_byte(next_code_point(text, i));
  const int more = lead >= 0xF0 && lead < 0xF5 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC2 ? 1 : 0;
  if (more == 0 || lead >= 0xF5) return {};
  char32_t meant = more == 3 ? lead & 7u : more == 2 ? lead & 15u : lead & 31u;
  for (int k = 0; k < more; ++k) {
    if (i >= text.size()) return {};
    const unsigned byte = as_byte(next_code_point(text, i));
    if (byte < 0x80 || byte > 0xBF) return {};
    meant = meant << 6 | (byte & 0x3Fu);
  }
  const char32_t least = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
  if (meant < least || meant > 0x10FFFF || (meant >= 0xD800 && meant <= 0xDFFF)) return {};
  return {meant, i - at};
}

// Sequences that nobody means as they stand: three characters that make a quotation mark, dash or ellipsis, and "Ã¼" and its
// like that make a lower-case letter (but for "à", whose second half is a blank: "MAÇÃ" before one is a word).
bool well_known(const Run& run) {
  return (run.meant >= 0x2010 && run.meant <= 0x2026) ||
         (run.meant >= 0xDF && run.meant <= 0xFF && run.meant != 0xF7 && run.meant != 0xE0);
}

}  // namespace

std::string mend_mojibake(std::string text) {
  const auto not_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  std::size_t runs = 0, others = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (!not_ascii(text[i])) {
      ++i;
      continue;
    }
    const Run run = run_at(text, i);
    if (run.bytes) {
      ++runs;
      i += run.bytes;
    } else {
      ++others;
      next_code_point(text, i);
    }
  }
  if (runs == 0) return text;
  const bool all = others == 0 && runs >= 2;  // one "Â©" alone proves nothing
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Run run = not_ascii(text[i]) ? run_at(text, i) : Run{};
    if (run.bytes && (all || well_known(run))) {
      append_utf8(out, run.meant);
      i += run.bytes;
    } else {
      const std::size_t from = i;
      next_code_point(text, i);
      out.append(text, from, i - from);
    }
  }
  return out;
}

}  // namespace fellow::extractor
