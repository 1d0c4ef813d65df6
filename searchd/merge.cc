// SPDX-License-Identifier: GPL-3.0-or-later
// Several lists made one: the pure half of searchd/answer.h.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>

#include "fellow/text.h"
#include "searchd/answer.h"

namespace fellow::searchd {
namespace {

void add_all(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const auto& text : from)
    if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
}

// The same person seen again: the better ranked one stays and takes over what the other adds.
void unite(Hit& kept, Hit&& other) {
  if (other.score > kept.score) std::swap(kept, other);
  add_all(kept.sources, other.sources);
  add_all(kept.seeds, other.seeds);
  add_all(kept.matched_on, other.matched_on);
  kept.paper_count = std::max(kept.paper_count, other.paper_count);
  kept.strong = kept.strong || other.strong;
}

// Whether a stands before b in the order that was asked for; ties by id.
bool before(const Hit& a, const Hit& b, Sort sort) {
  switch (sort) {
    case Sort::relevance:
      break;
    case Sort::name:
      return std::tuple(text::fold(a.display_name), std::string_view(a.id)) <
             std::tuple(text::fold(b.display_name), std::string_view(b.id));
    case Sort::papers:
      return std::tuple(-a.paper_count, -a.score, std::string_view(a.id)) <
             std::tuple(-b.paper_count, -b.score, std::string_view(b.id));
    case Sort::recent:
      if (a.indexed_at != b.indexed_at) return a.indexed_at > b.indexed_at;
      break;
  }
  return std::tuple(-a.score, std::string_view(a.id)) < std::tuple(-b.score, std::string_view(b.id));
}

// All hits in the order asked for, each person once; `doubles` counts those that came twice.
std::vector<Hit> unite_people(std::vector<Part>& parts, Sort sort, std::int64_t& doubles) {
  std::vector<Hit> hits;
  std::unordered_map<std::string, std::size_t> by_key;
  for (Part& part : parts) {
    for (Hit& hit : part.found.hits) {
      auto known = by_key.find(hit.id);
      if (known == by_key.end()) known = by_key.find(hit.url);
      if (known != by_key.end()) {
        unite(hits[known->second], std::move(hit));
        ++doubles;
        continue;
      }
      by_key.emplace(hit.id, hits.size());
      by_key.emplace(hit.url, hits.size());
      hits.push_back(std::move(hit));
    }
  }
  std::stable_sort(hits.begin(), hits.end(), [sort](const Hit& a, const Hit& b) { return before(a, b, sort); });
  return hits;
}

// One facet of all parts, summed, the most frequent first. A sum is exact only if every source told this value's count: it
// listed the value, or its list is so short that it listed all it has.
std::vector<FacetValue> sum_facet(const std::vector<Part>& parts, const FacetWish& wish, Relation at_best) {
  std::vector<FacetValue> sums;
  std::unordered_map<std::string, std::size_t> by_value, told;
  std::size_t whole_lists = 0;
  for (const Part& part : parts) {
    const auto facet = part.found.facets.find(wish.name);
    const bool whole = facet == part.found.facets.end() || facet->second.size() < static_cast<std::size_t>(kMergedFacetValues);
    whole_lists += whole;
    if (facet == part.found.facets.end()) continue;
    for (const FacetValue& value : facet->second) {
      const auto [at, is_new] = by_value.emplace(value.value, sums.size());
      if (is_new) sums.push_back({value.value, value.label, 0, at_best, false});
      FacetValue& sum = sums[at->second];
      sum.count += value.count;
      sum.selected = sum.selected || value.selected;
      if (value.relation != Relation::eq) sum.relation = value.relation;
      told[value.value] += !whole;
    }
  }
  for (FacetValue& sum : sums)
    if (whole_lists + told[sum.value] < parts.size()) sum.relation = Relation::gte;
  std::stable_sort(sums.begin(), sums.end(), [](const FacetValue& a, const FacetValue& b) {
    return a.count != b.count ? a.count > b.count : a.value < b.value;
  });
  return sums;
}

// The first `limit` values; selected ones stay beyond it.
void cut(std::vector<FacetValue>& values, std::size_t limit) {
  std::size_t place = 0;
  std::erase_if(values, [&](const FacetValue& value) { return place++ >= limit && !value.selected; });
}

}  // namespace

Found merge(std::vector<Part> parts, const SearchRequest& request, bool complete) {
  Found out;
  for (Part& part : parts) {
    out.generation = std::max(out.generation, part.found.generation);
    out.total.value += part.found.total.value;
    if (part.found.total.relation != Relation::eq) out.total.relation = part.found.total.relation;
    if (!out.corrected) out.corrected = part.found.corrected;
    for (Hit& hit : part.found.hits)
      if (hit.sources.empty()) hit.sources = {part.source};
  }
  std::int64_t doubles = 0;
  std::vector<Hit> hits = unite_people(parts, request.sort, doubles);
  const auto begin = std::min(hits.size(), static_cast<std::size_t>(request.offset));
  const auto end = std::min(hits.size(), begin + static_cast<std::size_t>(request.limit));
  out.hits.assign(std::make_move_iterator(hits.begin() + static_cast<std::ptrdiff_t>(begin)),
                  std::make_move_iterator(hits.begin() + static_cast<std::ptrdiff_t>(end)));

  out.total.value -= doubles;
  Relation at_best = Relation::eq;
  if (doubles > 0) out.total.relation = at_best = Relation::lte;  // those beyond the lists are still counted twice
  if (!complete) out.total.relation = at_best = Relation::gte;
  for (const FacetWish& wish : request.facets) {
    auto& values = out.facets[wish.name] = sum_facet(parts, wish, at_best);
    cut(values, static_cast<std::size_t>(request.facet_limit));
  }
  return out;
}

}  // namespace fellow::searchd
