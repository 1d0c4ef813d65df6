// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a text do words stand? Tokens with their bytes, comparable with the query's stems.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/ascii_words.h"

namespace fellow::indexer {

// The stems that a query looks for; small, asked about once for each word of the people that are shown. For one thread.
class StemSet {
 public:
  explicit StemSet(std::vector<std::string> stems);
  // Index of the stem of a folded word; npos if the query has none such.
  std::size_t find(const std::string& folded_word) const;
  // Of a word of ASCII letters, digits and apostrophes.
  std::size_t find_ascii(std::string_view word) const;
  std::size_t find_exact(std::string_view stem) const;
  // Whether the stem of a word that begins with these two folded bytes (0: it has but one) may be among them. Stemming
  // changes at most a y into an i there ("dying", "die").
  bool may_begin(unsigned char first, unsigned char second) const { return begins_[first].test(second); }
  // With which characters such words begin in a text.
  const FirstCharacters& firsts() const { return firsts_; }
  bool has_single_letters() const { return has_single_letters_; }
  std::size_t size() const { return stems_.size(); }
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  // A word of 16 bytes at most, in lower case, and what was found for it; the texts of ten people repeat their words.
  struct Known {
    std::uint64_t low = 0, high = 0;
    std::size_t stem = npos;
  };
  std::vector<std::string> stems_;
  std::array<std::bitset<256>, 256> begins_;
  FirstCharacters firsts_;
  bool has_single_letters_ = false;
  mutable std::array<Known, 256> known_;
};

// A run of bytes of the text that stands for a stem of the query.
struct StemPlace {
  std::size_t begin = 0, end = 0, stem = 0;
};

// Every place where one of the stems stands, in order; neighbours may overlap by a CJK character.
std::vector<StemPlace> places(std::string_view text, const StemSet& stems);

// The same for many texts that lie one after another, gone through at once, as far as they are asked for. For one thread.
class PlacesInRow {
 public:
  // Text i: from begins[i] to begins[i + 1] of all. Everything outlives it.
  PlacesInRow(std::string_view all, const std::vector<std::uint32_t>& begins, const StemSet& stems);
  std::span<const StemPlace> of(std::uint32_t text);

 private:
  void go_on(std::uint32_t text);
  void begin_word(std::size_t at, const AsciiBlock& block, std::uint64_t starts);
  bool is_ascii(std::uint32_t text) const;

  const std::string_view all_;
  const std::vector<std::uint32_t>& begins_;
  const StemSet& stems_;
  std::vector<StemPlace> found_;
  std::vector<std::uint32_t> ends_;    // of each text that is done, in found_
  std::vector<std::uint64_t> beyond_;  // of each block
  bool all_ascii_ = true;              // so far
  std::size_t from_ = 0;
  std::uint64_t before_ = 0;                             // whether the last character of the block before is in a word
  std::map<std::uint32_t, std::vector<StemPlace>> own_;  // of texts beyond ASCII
};

}  // namespace fellow::indexer
