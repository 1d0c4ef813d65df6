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
#include "indexer/phrase.h"

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
// One for words in a row: the most that one of the phrases gives to who has it. The better ones first.
struct PhrasePart {
  struct One {
    double factor = 0;
    Phrase phrase;
  };
  std::string label;
  std::vector<One> of;
  double most() const { return of.empty() ? 0 : of.front().factor; }
  // What she gets, which may have to be looked up; what at most, and what in any case, as far as is known.
  double gain(std::uint32_t docid) const;
  double most(std::uint32_t docid) const;
  double known(std::uint32_t docid) const;
  void know();
  // Everybody who may get something.
  void add_people(DocSet& to) const;
};
// Added up in this order.
struct Parts {
  std::vector<Part> first;
  std::vector<PhrasePart> phrases;
};
Parts parts_of(const Open& open, const SearchRequest& request, const Looked& looked, const Statistics& all);

// What the bonuses are multiples of: about the weight of one rare word that stands in a title.
double bonus_unit(const Statistics& all);

// A few people, and where the score of each stands.
struct Few {
  std::vector<std::uint32_t> docids, slots;
};

// Whom to score: few as a list, many by a set. The score of a person has a slot: her place in the list, or her docid.
class Crowd {
 public:
  // The set has to outlive it.
  explicit Crowd(const DocSet& people);
  bool is_few() const { return is_few_; }
  const DocSet& people() const { return people_; }
  const Few& few() const { return few_; }
  std::size_t slots() const { return is_few_ ? few_.docids.size() : std::size_t{people_.documents()} + 1; }
  // visit(docid, slot), in the order of docids.
  template <class Visit>
  void each(Visit visit) const {
    if (is_few_) {
      for (std::size_t i = 0; i < few_.docids.size(); ++i) visit(few_.docids[i], i);
    } else {
      people_.each([&](std::uint32_t docid) { visit(docid, std::size_t{docid}); });
    }
  }

 private:
  const DocSet& people_;
  Few few_;
  bool is_few_ = false;
};

// Scores people by pieces. For one thread.
class Scale {
 public:
  Scale(const Open& open, const SearchRequest& request, const Statistics& all);
  // More than the piece gives anybody anywhere.
  double most(const Piece& piece) const;
  // Adds what it gives to each of them; scores are by slot.
  void add(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const;

 private:
  class Gain;
  double weight_of(const std::string& term) const;
  void add_term(const std::string& term, double factor, const Few& few, std::vector<double>& scores) const;
  void add_term(const std::string& term, double factor, const DocSet& people, std::vector<double>& scores) const;
  void add_constant(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const;
  void add_all(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const;
  void add_most(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const;

  // A score of 0 for each slot. The vectors are taken and given back, since to make one costs as much as many pieces.
  std::vector<double> take_zeros(std::size_t size) const;
  std::shared_ptr<const Postings> postings_of(const std::string& term) const;

  const Open& open_;
  const bool by_fields_;
  const Statistics& all_;
  mutable std::vector<std::vector<double>> zeros_;
};

}  // namespace fellow::indexer
