// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a text do words stand? Tokens with their bytes, comparable with the query's stems.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fellow::indexer {

// The stems that a query looks for; small, asked about once for each word of a profile.
class StemSet {
 public:
  explicit StemSet(std::vector<std::string> stems);
  // Index of the stem of a folded word; npos if the query has none such.
  std::size_t find(const std::string& folded_word) const;
  std::size_t find_exact(std::string_view stem) const;
  // Whether a stem begins with this byte.
  bool begins_with(unsigned char byte) const { return first_byte_[byte]; }
  std::size_t size() const { return stems_.size(); }
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  std::vector<std::string> stems_;
  bool first_byte_[256] = {};
};

// A run of bytes of the text that stands for a stem of the query.
struct StemPlace {
  std::size_t begin = 0, end = 0, stem = 0;
};

// Every place where one of the stems stands, in order; neighbours may overlap by a CJK character.
std::vector<StemPlace> places(std::string_view text, const StemSet& stems);

}  // namespace fellow::indexer
