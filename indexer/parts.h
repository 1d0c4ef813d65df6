// SPDX-License-Identifier: GPL-3.0-or-later
// What adds to the score of a query's matches? The clauses' words and ids, and the bonuses beyond them: BM25 over weighted
// fields, and constants for what says more than words do.
//
// Every weight follows from the query and from the counts of all sources together, none from the index at hand: so that the
// same person has the same score, to the last bit, in one index, in a shard of it, and at a peer.
#pragma once

#include <xapian.h>

#include <string>
#include <vector>

#include "fellow/query.h"
#include "fellow/statistics.h"
#include "indexer/columns.h"
#include "indexer/matching.h"

namespace fellow::indexer {

// What a part is made of. `constant`: `factor` for each of `people`. `all`, `any`: `factor` times the BM25 weights of the
// terms, for those who have all of them, or of those that they have. `most`: the largest of `of`.
struct Piece {
  enum class Kind { constant, all, any, most } kind = Kind::constant;
  double factor = 0;
  DocSet people = DocSet();
  Way terms = {};
  std::vector<Piece> of = {};
};

// A part of the score, with what `explain` calls it.
struct Part {
  std::string label;
  Piece piece;
};
std::vector<Part> parts_of(const Open& open, const SearchRequest& request, const Looked& looked, const Statistics& all);

// What the bonuses are multiples of: about the weight of one rare word that stands in a title.
double bonus_unit(const Statistics& all);

// Scores people by pieces. For one thread.
class Scale {
 public:
  Scale(const Open& open, const SearchRequest& request, const Statistics& all);
  // More than the piece gives anybody anywhere.
  double most(const Piece& piece) const;
  // Adds what it gives to each of `people`; scores are by docid.
  void add(const Piece& piece, const DocSet& people, std::vector<double>& scores) const;

 private:
  double weight_of(const std::string& term) const;
  void add_term(const std::string& term, double weight, const DocSet& people, std::vector<double>& scores) const;

  // A score of 0 for everybody. Vectors of everybody are taken and given back, since to make one costs as much as many pieces.
  std::vector<double> take_zeros(std::size_t size) const;
  std::shared_ptr<const Postings> postings_of(const std::string& term) const;

  const Open& open_;
  const bool by_fields_;
  const Statistics& all_;
  mutable std::vector<std::vector<double>> zeros_;
};

}  // namespace fellow::indexer
