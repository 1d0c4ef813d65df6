// SPDX-License-Identifier: GPL-3.0-or-later
// In which order? By the parts of the score (indexer/parts.h), the newest work where they are equal, and ids where all is.
//
// Profiles that match every clause come before those that lack one. Scores are raw (fellow/statistics.h): shares of the most
// that the query can give, so that one source's compare with another's and none can claim more than 1.
#pragma once

#include <xapian.h>

#include <string>
#include <vector>

#include "fellow/answer.h"
#include "indexer/columns.h"
#include "indexer/matching.h"
#include "indexer/parts.h"

namespace fellow::indexer {

struct Ranked {
  std::uint32_t docid = 0;
  double score = 0;  // raw; for Sort::recent the year of the newest paper
  bool strong = true;
};
struct Page {
  std::vector<Ranked> people;
  double best = 0;  // the highest score of all
};

class Ranking {
 public:
  // All live as long as the ranking. `all`: of every source that is asked.
  Ranking(const Open& open, const SearchRequest& request, const Matched& matched, const Statistics& all);
  // The request's page of `people`, which are among the matched.
  Page page(const DocSet& people);
  // How the score of one of them came about, one line a part that counted.
  std::string explain(std::uint32_t docid) const;

 private:
  class Best;
  std::size_t wanted() const;  // from the first to the end of the page
  Page by_words(const DocSet& people);
  struct Doubtful;
  void add_doubtful(std::vector<Doubtful> doubtful, Best& best);
  Ranked ranked(std::uint32_t docid, double score) const;
  Page by_column(const DocSet& people, Sort sort) const;

  const Open& open_;
  const SearchRequest& request_;
  const Matched& matched_;
  const double unit_;
  const Scale scale_;
  Parts parts_;
  double most_ = 0;  // that anybody could have
};

}  // namespace fellow::indexer
