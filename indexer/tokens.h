// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a text do words stand? Tokens with their bytes, comparable with the query's stems.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fellow::indexer {

// The stems that a query looks for; small, asked about once for each word of the people that are shown. For one thread.
class StemSet {
 public:
  explicit StemSet(std::vector<std::string> stems);
  // Index of the stem of a folded word; npos if the query has none such.
  std::size_t find(const std::string& folded_word) const;
  std::size_t find_exact(std::string_view stem) const;
  // Whether the stem of a word that begins with these two folded bytes (0: it has but one) may be among them. Stemming
  // changes at most a y into an i there ("dying", "die").
  bool may_begin(unsigned char first, unsigned char second) const { return begins_[first].test(second); }
  std::size_t size() const { return stems_.size(); }
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  std::vector<std::string> stems_;
  std::array<std::bitset<256>, 256> begins_;
  mutable std::unordered_map<std::string, std::size_t> found_;  // words that were stemmed before
};

// A run of bytes of the text that stands for a stem of the query.
struct StemPlace {
  std::size_t begin = 0, end = 0, stem = 0;
};

// Every place where one of the stems stands, in order; neighbours may overlap by a CJK character.
std::vector<StemPlace> places(std::string_view text, const StemSet& stems);

}  // namespace fellow::indexer
