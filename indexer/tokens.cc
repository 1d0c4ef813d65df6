// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/tokens.h"

#include <algorithm>

#include "fellow/text.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// Whether a character can be inside a word. ASCII letters, digits and the apostrophe; beyond ASCII everything but the blocks
// of punctuation and symbols (what slips through is sorted out by folding).
bool in_word(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'';
  if (c == 0x2019 || c == 0x3005 || c == 0x3007) return true;
  return !((c >= 0xA0 && c <= 0xBF) || (c >= 0x2000 && c <= 0x206F) || (c >= 0x2190 && c <= 0x2BFF) ||
           (c >= 0x3000 && c <= 0x303F) || c == 0x30FB || (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20));
}

// The folded word of a token of ASCII letters and digits, where the query can have such a word at all; nine of ten words end
// here, without the cost of Unicode.
std::string fold_ascii(std::string_view token, const StemSet& stems) {
  std::string out;
  for (const char c : token) {
    if (c == '\'') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (out.size() == 1 && !stems.begins_with(static_cast<unsigned char>(out[0]))) return {};
  }
  return out;
}

}  // namespace

StemSet::StemSet(std::vector<std::string> stems) : stems_(std::move(stems)) {
  for (const auto& stem : stems_) first_byte_[static_cast<unsigned char>(stem[0])] = true;
}

// Stemming never changes the first letter, so most words are turned away by it.
std::size_t StemSet::find(const std::string& folded_word) const {
  if (folded_word.empty() || !first_byte_[static_cast<unsigned char>(folded_word[0])]) return npos;
  return find_exact(stem(folded_word));
}

std::size_t StemSet::find_exact(std::string_view stem) const {
  const auto place = std::find(stems_.begin(), stems_.end(), stem);
  return place == stems_.end() ? npos : static_cast<std::size_t>(place - stems_.begin());
}

std::vector<StemPlace> places(std::string_view text, const StemSet& stems) {
  std::vector<StemPlace> out;
  std::size_t previous_begin = 0, previous_end = 0;  // the CJK character before this one
  std::string previous;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    const char32_t c = next_character(text, i);
    if (is_cjk(c)) {
      const std::string character = text::fold(text.substr(begin, i - begin));
      if (const auto stem = stems.find_exact(character); stem != StemSet::npos) out.push_back({begin, i, stem});
      if (!previous.empty() && previous_end == begin) {
        if (const auto stem = stems.find_exact(previous + character); stem != StemSet::npos)
          out.push_back({previous_begin, i, stem});
      }
      previous = character, previous_begin = begin, previous_end = i;
      continue;
    }
    if (!in_word(c)) continue;
    bool ascii = c < 0x80;
    while (i < text.size()) {
      std::size_t after = i;
      const char32_t next = next_character(text, after);
      if (!in_word(next) || is_cjk(next)) break;
      ascii = ascii && next < 0x80;
      i = after;
    }
    const std::string_view token = text.substr(begin, i - begin);
    if (ascii) {
      if (const auto stem = stems.find(fold_ascii(token, stems)); stem != StemSet::npos) out.push_back({begin, i, stem});
      continue;
    }
    for (const auto& word : text::words(token)) {
      if (const auto stem = stems.find(word); stem != StemSet::npos) out.push_back({begin, i, stem});
    }
  }
  return out;
}

}  // namespace fellow::indexer
