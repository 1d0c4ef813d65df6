// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/ranking.h"

#include <algorithm>
#include <cstdio>

#include "indexer/parts.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// k1 = 4: with fields as multiples of one occurrence, Xapian's 1 would be saturated by a single title. b = 0.3: long
// publication lists are no fault.
Xapian::BM25Weight weighting() { return {4, 0, 1, 0.3, 0.5}; }

// Multiples of the bonus unit: more than all parts together can give; less than any word; and less than a year.
constexpr double kStrong = 1000, kRecent = 0.02, kTie = 1e-5;
constexpr double kOldest = 1990, kYears = 40;

// The people to rank, each with what the columns know of them.
class People final : public Xapian::PostingSource {
 public:
  People(const DocSet& people, const DocSet* strong, const Columns& columns, double unit)
      : people_(people), strong_(strong), columns_(columns), unit_(unit), count_(people.count()) {
    set_maxweight(most());
  }
  Xapian::doccount get_termfreq_min() const override { return count_; }
  Xapian::doccount get_termfreq_est() const override { return count_; }
  Xapian::doccount get_termfreq_max() const override { return count_; }
  double get_weight() const override {
    const double age = (static_cast<double>(columns_.newest[at_]) - kOldest) / kYears;
    return (strong_ && strong_->has(at_) ? kStrong * unit_ : 0) + kRecent * unit_ * std::clamp(age, 0.0, 1.0) +
           kTie * unit_ * (1 - static_cast<double>(columns_.id_rank[at_]) / (columns_.people + 1.0));
  }
  void next(double) override { at_ = people_.next(at_ + 1), started_ = true; }
  void skip_to(Xapian::docid docid, double) override { at_ = people_.next(std::max(docid, at_)), started_ = true; }
  bool at_end() const override { return started_ && at_ == 0; }
  Xapian::docid get_docid() const override { return at_; }
  void init(const Xapian::Database&) override {
    at_ = 0, started_ = false;
    set_maxweight(most());
  }
  std::string get_description() const override { return "People"; }

 private:
  double most() const { return ((strong_ ? kStrong : 0) + kRecent + kTie) * unit_; }
  const DocSet& people_;
  const DocSet* strong_;
  const Columns& columns_;
  double unit_;
  Xapian::doccount count_;
  Xapian::docid at_ = 0;
  bool started_ = false;
};

}  // namespace

Ranking::Ranking(const Xapian::Database& database, const Columns& columns, const SearchRequest& request, const Matched& matched)
    : database_(database),
      columns_(columns),
      request_(request),
      matched_(matched),
      parts_(parts_of(database, request.query, matched)) {}

std::vector<Ranked> Ranking::page(const DocSet& people) const {
  if (request_.sort == Sort::relevance && !parts_.empty()) return by_words(people);
  return by_column(people, request_.sort == Sort::relevance ? Sort::name : request_.sort);
}

std::vector<Ranked> Ranking::by_words(const DocSet& people) const {
  const double unit = bonus_unit(database_);
  DocSet strong = people;
  strong &= matched_.strong;
  const bool split = matched_.some && !strong.empty();
  if (split) strong |= DocSet(matched_.near) &= people;
  People source(people, split ? &strong : nullptr, columns_, unit);
  std::vector<Xapian::Query> queries;
  for (const auto& part : parts_) queries.push_back(part.query);
  Xapian::Enquire enquire(database_);
  enquire.set_weighting_scheme(weighting());
  enquire.set_query(Xapian::Query(Xapian::Query::OP_AND_MAYBE, Xapian::Query(&source),
                                  Xapian::Query(Xapian::Query::OP_OR, queries.begin(), queries.end())));
  const Xapian::MSet found =
      enquire.get_mset(static_cast<Xapian::doccount>(request_.offset), static_cast<Xapian::doccount>(request_.limit));
  const double most = std::max(found.get_max_attained() - (split ? kStrong * unit : 0), 1e-9);
  std::vector<Ranked> out;
  for (auto i = found.begin(); i != found.end(); ++i) {
    Ranked hit{.docid = *i, .score = 0, .strong = matched_.strong.has(*i)};
    const bool upper = split && strong.has(*i);
    const double weight = std::min((i.get_weight() - (upper ? kStrong * unit : 0)) / most, 1.0);
    hit.score = !split ? weight : upper ? 0.5 + weight / 2 : weight / 2;
    out.push_back(hit);
  }
  return out;
}

std::vector<Ranked> Ranking::by_column(const DocSet& people, Sort sort) const {
  std::vector<std::uint32_t> all;
  people.each([&](std::uint32_t docid) { all.push_back(docid); });
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (matched_.some && matched_.strong.has(a) != matched_.strong.has(b)) return matched_.strong.has(a);
    if (sort == Sort::papers && columns_.papers[a] != columns_.papers[b]) return columns_.papers[a] > columns_.papers[b];
    if (sort == Sort::recent && columns_.newest[a] != columns_.newest[b]) return columns_.newest[a] > columns_.newest[b];
    if (sort == Sort::name && columns_.name_rank[a] != columns_.name_rank[b])
      return columns_.name_rank[a] < columns_.name_rank[b];
    return columns_.id_rank[a] < columns_.id_rank[b];
  };
  const auto begin = std::min(all.size(), static_cast<std::size_t>(request_.offset));
  const auto end = std::min(all.size(), begin + static_cast<std::size_t>(request_.limit));
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end(), before);
  std::vector<Ranked> out;
  for (std::size_t i = begin; i < end; ++i) out.push_back({.docid = all[i], .score = 0, .strong = matched_.strong.has(all[i])});
  return out;
}

std::string Ranking::explain(std::uint32_t docid) const {
  DocSet one(columns_.documents);
  one.add(docid);
  std::string out;
  for (const auto& part : parts_) {
    People source(one, nullptr, columns_, 0);
    Xapian::Enquire enquire(database_);
    enquire.set_weighting_scheme(weighting());
    enquire.set_query(Xapian::Query(Xapian::Query::OP_AND_MAYBE, Xapian::Query(&source), part.query));
    const Xapian::MSet found = enquire.get_mset(0, 1);
    if (found.empty() || found.begin().get_weight() <= 0) continue;
    char weight[32];
    std::snprintf(weight, sizeof weight, "%8.2f  ", found.begin().get_weight());
    out += weight + part.label + '\n';
  }
  return out;
}

}  // namespace fellow::indexer
