// SPDX-License-Identifier: GPL-3.0-or-later
// Who has these words in a row? For one question; where the words stand is looked up of those of whom it is asked, or of all at
// once.
//
// Half of those who have common words of a field have them in a row too ("A hierarchical study of": 17 000 of 100 000 people,
// 40 ms), but for a list of ten a few dozen need be looked at: the others would not come before them whatever is found.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/matching.h"

namespace fellow::indexer {

class Phrase {
 public:
  // Folded words, in order within one text of the field with this prefix. `open` has to outlive it.
  Phrase(const Open& open, std::string_view prefix, const std::vector<std::string>& words);
  // Those who have the words; once is_known(), in a row.
  const DocSet& people() const { return people_; }
  bool is_known() const { return is_known_; }
  // Looks it up.
  bool has(std::uint32_t docid) const;
  // Looks it up of all of them. Kept for other questions, like the postings of a term: "machine learning" is asked for more
  // often than most words.
  void know();

 private:
  void take(const Postings& found);
  bool in_a_row(std::uint32_t docid) const;
  DocSet in_a_window() const;

  const Open& open_;
  Way terms_;
  std::size_t window_ = 0;
  std::string key_;
  std::vector<std::size_t> by_rarity_;  // numbers of terms
  DocSet people_;
  bool is_known_ = true;
};

// Who has the words in a row.
DocSet documents_with_phrase(const Open& open, std::string_view prefix, const std::vector<std::string>& words);

}  // namespace fellow::indexer
