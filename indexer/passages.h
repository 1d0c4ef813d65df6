// SPDX-License-Identifier: GPL-3.0-or-later
// Why was this person found? The fields that hold the query's words, and the best passage of each, with the words marked and
// the page that it came from.
#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/query.h"
#include "indexer/card.h"
#include "indexer/tokens.h"

namespace fellow::indexer {

struct Reasons {
  std::vector<std::string> matched_on;  // names of kFields, most telling first
  std::vector<Snippet> snippets;
};

// Finds the reasons of one query; made once for all people of a list. For one thread.
class Quoter {
 public:
  // The query has to outlive it.
  explicit Quoter(const Query& query);
  explicit Quoter(Query&& query) = delete;
  Reasons reasons(const Card& person) const;

  using Stems = std::bitset<4 * Query::kMaxWords>;
  // What one clause looks for in a text: all of these stems.
  struct Wanted {
    const Clause* clause = nullptr;
    Stems stems;
    std::size_t count = 0;  // of them
  };

 private:
  std::vector<Wanted> clauses_;
  StemSet set_;
};

// The text escaped, words with one of these stems in <mark>, cut to a window around most of them when it is long.
std::string highlighted(std::string_view text, const std::vector<std::string>& stems);

}  // namespace fellow::indexer
