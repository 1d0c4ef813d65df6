// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/tokens.h"

#include <algorithm>

#include "fellow/text.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// Whether a character can be inside a word. ASCII letters, digits and the apostrophe; beyond ASCII everything but the blocks
// of punctuation and symbols (what slips through is sorted out by folding).
constexpr bool in_word(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'';
  if (c == 0x2019 || c == 0x3005 || c == 0x3007) return true;
  return !((c >= 0xA0 && c <= 0xBF) || (c >= 0x2000 && c <= 0x206F) || (c >= 0x2190 && c <= 0x2BFF) ||
           (c >= 0x3000 && c <= 0x303F) || c == 0x30FB || (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20));
}

// Those of ASCII.
constexpr std::array<bool, 256> kInWord = [] {
  std::array<bool, 256> out{};
  for (char32_t c = 0; c < 0x80; ++c) out[c] = in_word(c);
  return out;
}();

// Past the last byte of the word of ASCII that begins there.
std::size_t end_of_ascii_word(std::string_view text, std::size_t begin) {
  const char* at = text.data() + begin;
  const char* const end = text.data() + text.size();
  while (at != end && kInWord[static_cast<unsigned char>(*at)]) ++at;
  return static_cast<std::size_t>(at - text.data());
}

unsigned char small(char c) { return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

std::string folded_ascii(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (c != '\'') out += static_cast<char>(small(c));
  }
  return out;
}

// Whether a token of ASCII letters and digits may be one of the query's words; 19 of 20 are turned away here.
bool may_be(std::string_view token, const StemSet& stems) {
  const unsigned char first = small(token[0]), second = token.size() > 1 ? small(token[1]) : 0;
  return first == '\'' || second == '\'' || stems.may_begin(first, second);
}

}  // namespace

StemSet::StemSet(std::vector<std::string> stems) : stems_(std::move(stems)) {
  for (const auto& stem : stems_) {
    auto& seconds = begins_[static_cast<unsigned char>(stem[0])];
    if (stem.size() < 2) {
      seconds.set();
      continue;
    }
    seconds.set(static_cast<unsigned char>(stem[1]));
    if (stem[1] == 'i') seconds.set('y');
  }
}

std::size_t StemSet::find(const std::string& folded_word) const {
  if (folded_word.empty()) return npos;
  const auto second = folded_word.size() > 1 ? static_cast<unsigned char>(folded_word[1]) : 0;
  if (!may_begin(static_cast<unsigned char>(folded_word[0]), static_cast<unsigned char>(second))) return npos;
  constexpr std::size_t kMostKept = 4096;
  if (const auto before = found_.find(folded_word); before != found_.end()) return before->second;
  const std::size_t out = find_exact(stem(folded_word));
  if (found_.size() < kMostKept) found_.emplace(folded_word, out);
  return out;
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
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      i = end_of_ascii_word(text, i);
      if (i == begin) {
        ++i;
        continue;
      }
      if (i == text.size() || static_cast<unsigned char>(text[i]) < 0x80) {
        const std::string_view token = text.substr(begin, i - begin);
        if (!may_be(token, stems)) continue;
        if (const auto stem = stems.find(folded_ascii(token)); stem != StemSet::npos) out.push_back({begin, i, stem});
        continue;
      }
      i = begin;  // it goes on beyond ASCII
    }
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
    while (i < text.size()) {
      std::size_t after = i;
      const char32_t next = next_character(text, after);
      if (!in_word(next) || is_cjk(next)) break;
      i = after;
    }
    const std::string_view token = text.substr(begin, i - begin);
    for (const auto& word : text::words(token)) {
      if (const auto stem = stems.find(word); stem != StemSet::npos) out.push_back({begin, i, stem});
    }
  }
  return out;
}

}  // namespace fellow::indexer
