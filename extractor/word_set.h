// SPDX-License-Identifier: GPL-3.0-or-later
// Is this word one of these? A table of words that is made by the compiler and asked by hash: what a page is read with asks
// some 40 such tables for every word of it.
//
//   constexpr WordSet kDays({"monday", "tuesday"});
//   if (in(kDays, token.folded)) …
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace fellow::extractor {

// FNV-1a: short for short words, and known to the compiler.
constexpr std::uint64_t hash_of(std::string_view word, std::uint64_t hash = 0xCBF29CE484222325U) {
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

template <std::size_t N>
class WordSet {
 public:
  consteval explicit WordSet(const std::string_view (&words)[N]) {
    for (const std::string_view word : words) {
      std::size_t at = slot_of(word);
      while (!slots_[at].empty() && slots_[at] != word) at = (at + 1) & kMask;
      slots_[at] = word;
    }
  }

  constexpr bool contains(std::string_view word) const {
    if (word.empty()) return false;
    for (std::size_t at = slot_of(word); !slots_[at].empty(); at = (at + 1) & kMask)
      if (slots_[at] == word) return true;
    return false;
  }

 private:
  static constexpr std::size_t kMask = std::bit_ceil(2 * N + 1) - 1;
  static constexpr std::size_t slot_of(std::string_view word) {
    const std::uint64_t hash = hash_of(word);
    return static_cast<std::size_t>(hash ^ hash >> 29) & kMask;
  }
  std::array<std::string_view, kMask + 1> slots_{};
};

template <std::size_t N>
constexpr bool in(const WordSet<N>& words, std::string_view word) {
  return words.contains(word);
}
// A short list of words, looked at one by one.
constexpr bool in(const auto& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

}  // namespace fellow::extractor
