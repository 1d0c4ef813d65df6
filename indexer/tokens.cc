// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/tokens.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

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

constexpr std::uint64_t each_byte(unsigned char value) { return 0x0101010101010101 * std::uint64_t{value}; }

// in_word() of eight characters of ASCII, a bit each, the first in the lowest.
std::uint64_t eight_in_word(std::uint64_t bytes) {
  const std::uint64_t small = bytes | each_byte(0x20);
  const std::uint64_t letters = (small + each_byte(0x80 - 'a')) & ~(small + each_byte(0x7F - 'z'));
  const std::uint64_t digits = (bytes + each_byte(0x80 - '0')) & ~(bytes + each_byte(0x7F - '9'));
  const std::uint64_t apostrophes = ~((bytes ^ each_byte('\'')) + each_byte(0x7F));
  const std::uint64_t found = ((letters | digits | apostrophes) & each_byte(0x80)) >> 7;
  return (found * 0x0102040810204080) >> 56;
}

struct Block {
  std::uint64_t in_word = 0;  // a bit each, as above
  bool is_ascii = true;
};

// Of the 64 characters from there on.
Block block_at(const char* at) {
  Block out;
  std::uint64_t all = 0;
  for (unsigned i = 0; i < 64; i += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at + i, sizeof bytes);
    all |= bytes;
    out.in_word |= eight_in_word(bytes) << i;
  }
  out.is_ascii = (all & each_byte(0x80)) == 0;
  return out;
}

// What is beyond the end is in no word.
Block block_of(std::string_view text, std::size_t from) {
  if (text.size() - from >= 64) return block_at(text.data() + from);
  std::array<char, 64> rest{};
  std::memcpy(rest.data(), text.data() + from, text.size() - from);
  return block_at(rest.data());
}

// Every place of a text of ASCII; false if it is none. Where words begin is found for 64 characters at a time: half the cost of
// one after the other.
bool find_in_ascii(std::string_view text, const StemSet& stems, std::vector<StemPlace>& out) {
  std::uint64_t before = 0;  // whether the last character of the block before is in a word
  for (std::size_t from = 0; from < text.size(); from += 64) {
    const Block block = block_of(text, from);
    if (!block.is_ascii) return false;
    std::uint64_t begins = block.in_word & ~(block.in_word << 1 | before);
    before = block.in_word >> 63;
    for (; begins != 0; begins &= begins - 1) {
      const std::size_t begin = from + static_cast<std::size_t>(std::countr_zero(begins));
      const bool longer = begin + 1 < text.size() && kInWord[static_cast<unsigned char>(text[begin + 1])];
      if (!may_be(text.substr(begin, longer ? 2 : 1), stems)) continue;
      const std::size_t end = end_of_ascii_word(text, begin);
      const auto stem = stems.find(folded_ascii(text.substr(begin, end - begin)));
      if (stem != StemSet::npos) out.push_back({begin, end, stem});
    }
  }
  return true;
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
  if (std::endian::native == std::endian::little) {
    if (find_in_ascii(text, stems, out)) return out;
    out.clear();
  }
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
