// SPDX-License-Identifier: GPL-3.0-or-later
// Which words has a person, and where do they stand? Each different word of a profile is looked at once, however often it comes
// again in forty titles: its stems get numbers, and places are pairs of numbers.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "indexer/terms.h"

namespace fellow::indexer {

class PersonWords {
 public:
  struct Place {
    std::uint32_t stem = 0;  // its number
    unsigned at = 0;
    auto operator<=>(const Place&) const = default;
  };
  // What indexer::placed says of these folded words, the first of which stands at `from`, behind `out`. Returns the number of
  // places taken. With `spelled`, other people's slips may be corrected into these words.
  unsigned place(const std::vector<std::string>& words, unsigned from, bool spelled, std::vector<Place>& out);

  // By number, from 0 on without a gap.
  const std::vector<std::string>& stems() const { return stems_; }
  // Words worth suggesting: of Latin letters, one each.
  const std::vector<std::string>& spellings() const { return spellings_; }

 private:
  // Not looked at yet, or not of ASCII: it may have several stems.
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  struct Known {
    std::uint32_t stem = kUnknown;
    bool spelled = false;
  };
  void spell(const std::string& word, Known& known);
  // As `placed` says, word by word.
  unsigned place_each(const std::vector<std::string>& words, unsigned at, std::vector<Place>& out);
  std::uint32_t number_of(const std::string& stem);

  boost::unordered_flat_map<std::string, Known> words_;
  boost::unordered_flat_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> stems_, spellings_;
};

}  // namespace fellow::indexer
