// SPDX-License-Identifier: GPL-3.0-or-later
// Where do words begin in a text of ASCII? Sixty-four characters at a time: a tenth of the cost of one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fellow::indexer {

// Of 64 characters, a bit each, the first in the lowest.
struct AsciiBlock {
  std::uint64_t in_word = 0;  // letters, digits and the apostrophe
  std::uint64_t beyond = 0;   // no character of ASCII: in no word here
  std::uint64_t wanted = 0;   // those of the alphabet that is looked for; perhaps others too, which are in no word
};

// The characters with which the words begin that are looked for.
class FirstCharacters {
 public:
  void add(char small);  // a letter stands for both cases
  // Of the text from there on; what is beyond its end is in no word.
  AsciiBlock block(std::string_view text, std::size_t from) const;

 private:
  static constexpr std::size_t kMost = 12;  // beyond that, every character is wanted
  std::array<char, kMost> characters_{};
  std::size_t count_ = 0;
  bool all_ = false;
};

}  // namespace fellow::indexer
