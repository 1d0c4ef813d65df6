// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements of a page have this tag, class, id or attribute? Made once a page, so that a selector looks at the few
// elements that can match and not at all of them: the readers of themes and fields ask some 200 selectors a page.
//
// Keys are hashes of 64 bits; two names that share one share their elements too, so what is found is still to be tested.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "extractor/formats/characters.h"

namespace fellow::extractor {

using NodeId = std::uint32_t;
struct Node;

class DomIndex {
 public:
  enum class Kind : char { tag = 't', class_word = '.', id = '#', attribute = '[' };

  DomIndex() = default;
  explicit DomIndex(const std::vector<Node>& nodes);
  // In document order.
  std::span<const NodeId> find(Kind kind, std::string_view name) const;

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0: free
    std::uint32_t begin = 0, end = 0;
  };
  std::size_t slot_of(std::uint64_t key) const;  // where the key is, or the free slot where it would be

  std::vector<Slot> slots_;       // open addressing; a power of two
  std::vector<NodeId> elements_;  // those of each key side by side
};

// Calls `take` with each word of a class attribute: ASCII blanks part words, wider ones end them.
void for_each_class(std::string_view classes, auto take) {
  for (std::size_t begin = 0; begin < classes.size();) {
    std::size_t end = begin, cut = std::string_view::npos;
    for (; end < classes.size() && blank_at(classes, end) != 1; ++end)
      if (cut == std::string_view::npos && blank_at(classes, end) > 1) cut = end;
    const std::size_t last = std::min(cut, end);
    if (last > begin) take(classes.substr(begin, last - begin));
    begin = end + 1;
  }
}

}  // namespace fellow::extractor
