// SPDX-License-Identifier: GPL-3.0-or-later
// In which order? BM25 over weighted fields, and constants for what says more than words do: a whole name, a whole interest, a
// title fragment in order, an institution in the right role.
//
// Profiles that match every clause come before those that lack one; ties break by id (docids follow ids).
#pragma once

#include <xapian.h>

#include <string>
#include <vector>

#include "fellow/answer.h"
#include "indexer/columns.h"
#include "indexer/matching.h"

namespace fellow::indexer {

// A part of the score, with what `explain` calls it.
struct Part {
  std::string label;
  Xapian::Query query;
};

struct Ranked {
  std::uint32_t docid = 0;
  double score = 0;  // 0..1 within this answer
  bool strong = true;
};

class Ranking {
 public:
  Ranking(const Xapian::Database& database, const Columns& columns, const SearchRequest& request, const Matched& matched);
  // The request's page of `people`, which are among the matched.
  std::vector<Ranked> page(const DocSet& people) const;
  // How the score of one of them came about, one line a part that counted.
  std::string explain(std::uint32_t docid) const;

 private:
  std::vector<Ranked> by_words(const DocSet& people) const;
  std::vector<Ranked> by_column(const DocSet& people, Sort sort) const;

  const Xapian::Database& database_;
  const Columns& columns_;
  const SearchRequest& request_;
  const Matched& matched_;
  std::vector<Part> parts_;
};

}  // namespace fellow::indexer
