// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/ranking.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "indexer/ingredients.h"

namespace fellow::indexer {
namespace {

// Multiples of the bonus unit: less than a word anywhere.
constexpr double kRecent = 0.02;
constexpr double kOldest = 1990, kYears = 40;

// The first `offset + limit` of all, put in order, without the first `offset`.
template <class Before>
void cut(std::vector<Ranked>& all, const SearchRequest& request, Before before) {
  const auto begin = std::min(all.size(), static_cast<std::size_t>(request.offset));
  const auto end = std::min(all.size(), begin + static_cast<std::size_t>(request.limit));
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end(), before);
  all.resize(end);
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
}

}  // namespace

// The best so far: a heap, the last of them in front. Of many people few are ever put into it.
class Ranking::Best {
 public:
  Best(const Columns& columns, std::size_t wanted) : columns_(columns), wanted_(wanted) {}
  bool before(const Ranked& a, const Ranked& b) const {
    return a.score != b.score ? a.score > b.score : columns_.id_rank[a.docid] < columns_.id_rank[b.docid];
  }
  bool takes(const Ranked& one) const { return people_.size() < wanted_ || before(one, people_.front()); }
  void offer(const Ranked& one) {
    const auto order = [this](const Ranked& a, const Ranked& b) { return before(a, b); };
    if (!takes(one)) return;
    if (people_.size() == wanted_) {
      std::pop_heap(people_.begin(), people_.end(), order);
      people_.pop_back();
    }
    people_.push_back(one);
    std::push_heap(people_.begin(), people_.end(), order);
  }
  std::vector<Ranked> take() { return std::move(people_); }

 private:
  const Columns& columns_;
  const std::size_t wanted_;
  std::vector<Ranked> people_;
};

// Somebody of whom it is not known whether she has a phrase: where she would stand if she had it.
struct Ranking::Doubtful {
  Ranked at_most;
  double score = 0;  // without phrases
};

Ranking::Ranking(const Open& open, const SearchRequest& request, const Matched& matched, const Statistics& all)
    : open_(open), request_(request), matched_(matched), unit_(bonus_unit(all)), scale_(open, request, all) {
  if (order_of(request) != Sort::relevance && !request.explain) return;
  parts_ = parts_of(open, request, matched.looked, all);
  most_ = kRecent * unit_;
  for (const Part& part : parts_.first) most_ += scale_.most(part.piece);
  for (const PhrasePart& part : parts_.phrases) most_ += part.most();
}

Page Ranking::page(const DocSet& people) {
  const Sort order = order_of(request_);
  if (order != Sort::relevance) return by_column(people, order);
  if (!matched_.split) return by_words(people);
  // Whoever stands in the upper half comes before everybody else: where they fill the page, nobody else is scored.
  DocSet upper = matched_.looked.strong;
  (upper |= matched_.near) &= people;
  return by_words(upper.count() >= wanted() ? upper : people);
}

std::size_t Ranking::wanted() const {
  return static_cast<std::size_t>(request_.offset) + static_cast<std::size_t>(request_.limit);
}

Ranked Ranking::ranked(std::uint32_t docid, double score) const {
  const bool strong = matched_.looked.strong.has(docid);
  const double share = std::min(score / most_, 1.0);
  const bool upper = matched_.split && (strong || matched_.near.has(docid));
  const double raw = !matched_.split ? share : upper ? 0.5 + share / 2 : std::min(share / 2, std::nextafter(0.5, 0.0));
  return {.docid = docid, .score = raw, .strong = strong};
}

Page Ranking::by_words(const DocSet& people) {
  const Columns& columns = open_.columns;
  const Crowd crowd(people);
  std::vector<double> scores(crowd.slots(), 0.0);
  const double recent = takes(request_, Ingredient::recency) ? kRecent * unit_ : 0;
  crowd.each([&](std::uint32_t docid, std::size_t slot) {
    const double age = (static_cast<double>(columns.newest[docid]) - kOldest) / kYears;
    scores[slot] = recent * std::clamp(age, 0.0, 1.0);
  });
  for (const Part& part : parts_.first) scale_.add(part.piece, crowd, scores);

  Best best(columns, wanted());
  DocSet with_phrases(columns.documents);
  for (const PhrasePart& part : parts_.phrases) part.add_people(with_phrases);
  std::vector<Doubtful> doubtful;
  crowd.each([&](std::uint32_t docid, std::size_t slot) {
    double known = scores[slot], most = scores[slot];
    if (with_phrases.has(docid)) {
      for (const PhrasePart& part : parts_.phrases) known += part.known(docid), most += part.most(docid);
    }
    if (known == most) {
      best.offer(ranked(docid, known));
    } else {
      doubtful.push_back({.at_most = ranked(docid, most), .score = scores[slot]});
    }
  });
  add_doubtful(std::move(doubtful), best);
  Page out{.people = best.take()};
  for (const Ranked& one : out.people) out.best = std::max(out.best, one.score);
  cut(out.people, request_, [&](const Ranked& a, const Ranked& b) { return best.before(a, b); });
  return out;
}

// Those first who would stand first; once the best of those who are left would not be taken, none of them would.
void Ranking::add_doubtful(std::vector<Doubtful> doubtful, Best& best) {
  constexpr std::size_t kShare = 32, kSome = 64;  // beyond, to look them up all at once costs less
  const std::size_t most_looked_up = doubtful.size() / kShare + kSome;
  const auto order = [&](const Doubtful& a, const Doubtful& b) { return best.before(b.at_most, a.at_most); };
  std::make_heap(doubtful.begin(), doubtful.end(), order);
  for (std::size_t looked_up = 0; !doubtful.empty() && best.takes(doubtful.front().at_most); ++looked_up) {
    if (looked_up == most_looked_up)
      for (PhrasePart& part : parts_.phrases) part.know();
    const Doubtful one = doubtful.front();
    double score = one.score;
    for (const PhrasePart& part : parts_.phrases) score += part.gain(one.at_most.docid);
    best.offer(ranked(one.at_most.docid, score));
    std::pop_heap(doubtful.begin(), doubtful.end(), order);
    doubtful.pop_back();
  }
}

Page Ranking::by_column(const DocSet& people, Sort sort) const {
  const Columns& columns = open_.columns;
  Page out;
  people.each([&](std::uint32_t docid) {
    const double score = sort == Sort::recent ? columns.newest[docid] : 0;
    out.people.push_back({.docid = docid, .score = score, .strong = matched_.looked.strong.has(docid)});
  });
  cut(out.people, request_, [&](const Ranked& a, const Ranked& b) {
    if (matched_.some && a.strong != b.strong) return a.strong;
    if (sort == Sort::papers && columns.papers[a.docid] != columns.papers[b.docid])
      return columns.papers[a.docid] > columns.papers[b.docid];
    if (a.score != b.score) return a.score > b.score;
    if (sort == Sort::name && columns.name_rank[a.docid] != columns.name_rank[b.docid])
      return columns.name_rank[a.docid] < columns.name_rank[b.docid];
    return columns.id_rank[a.docid] < columns.id_rank[b.docid];
  });
  return out;
}

std::string Ranking::explain(std::uint32_t docid) const {
  DocSet one(open_.columns.documents);
  one.add(docid);
  const Crowd crowd(one);
  std::string out;
  const auto add = [&](const std::string& label, double score) {
    if (score <= 0) return;
    char weight[32];
    std::snprintf(weight, sizeof weight, "%8.2f  ", score);
    out += weight + label + '\n';
  };
  for (const Part& part : parts_.first) {
    std::vector<double> scores(crowd.slots(), 0.0);
    scale_.add(part.piece, crowd, scores);
    add(part.label, scores[crowd.is_few() ? 0 : docid]);
  }
  for (const PhrasePart& part : parts_.phrases) add(part.label, part.gain(docid));
  return out;
}

}  // namespace fellow::indexer
