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

Ranking::Ranking(const Open& open, const SearchRequest& request, const Matched& matched, const Statistics& all)
    : open_(open),
      request_(request),
      matched_(matched),
      unit_(bonus_unit(all)),
      scale_(open, request, all),
      parts_(parts_of(open, request, matched.looked, all)) {}

Page Ranking::page(const DocSet& people) const {
  const Sort order = order_of(request_);
  return order == Sort::relevance ? by_words(people) : by_column(people, order);
}

Page Ranking::by_words(const DocSet& people) const {
  const Columns& columns = open_.columns;
  const Crowd crowd(people);
  std::vector<double> scores(crowd.slots(), 0.0);
  const double recent = takes(request_, Ingredient::recency) ? kRecent * unit_ : 0;
  double most = kRecent * unit_;
  crowd.each([&](std::uint32_t docid, std::size_t slot) {
    const double age = (static_cast<double>(columns.newest[docid]) - kOldest) / kYears;
    scores[slot] = recent * std::clamp(age, 0.0, 1.0);
  });
  for (const Part& part : parts_) {
    most += scale_.most(part.piece);
    scale_.add(part.piece, crowd, scores);
  }
  Page out;
  const auto before = [&](const Ranked& a, const Ranked& b) {
    return a.score != b.score ? a.score > b.score : columns.id_rank[a.docid] < columns.id_rank[b.docid];
  };
  // A heap of the best so far, its last in front: of many people few are ever put into it.
  const std::size_t wanted = static_cast<std::size_t>(request_.offset) + static_cast<std::size_t>(request_.limit);
  crowd.each([&](std::uint32_t docid, std::size_t slot) {
    const bool strong = matched_.looked.strong.has(docid);
    const double share = std::min(scores[slot] / most, 1.0);
    const bool upper = matched_.split && (strong || matched_.near.has(docid));
    const double raw = !matched_.split ? share : upper ? 0.5 + share / 2 : std::min(share / 2, std::nextafter(0.5, 0.0));
    const Ranked one{.docid = docid, .score = raw, .strong = strong};
    if (out.people.size() == wanted && !before(one, out.people.front())) return;
    if (out.people.size() == wanted) {
      std::pop_heap(out.people.begin(), out.people.end(), before);
      out.people.pop_back();
    }
    out.people.push_back(one);
    std::push_heap(out.people.begin(), out.people.end(), before);
    out.best = std::max(out.best, raw);
  });
  cut(out.people, request_, before);
  return out;
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
  for (const Part& part : parts_) {
    std::vector<double> scores(crowd.slots(), 0.0);
    scale_.add(part.piece, crowd, scores);
    const double score = scores[crowd.is_few() ? 0 : docid];
    if (score <= 0) continue;
    char weight[32];
    std::snprintf(weight, sizeof weight, "%8.2f  ", score);
    out += weight + part.label + '\n';
  }
  return out;
}

}  // namespace fellow::indexer
