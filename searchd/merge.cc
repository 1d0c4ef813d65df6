// SPDX-License-Identifier: GPL-3.0-or-later
// Several lists made one: the pure half of searchd/answer.h.
#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "fellow/statistics.h"
#include "searchd/answer.h"

namespace fellow::searchd {
namespace {

// All hits in the order asked for, each person once. What is known of a person from the first source that has her stays as it
// is, so that no later one can put words into her mouth; only her rank may rise.
class People {
 public:
  std::int64_t doubles = 0;

  void add(Hit hit, const std::string& source) {
    if (hit.sources.empty()) hit.sources = {source};
    auto keys = keys_of(hit);
    if (const auto known = find(keys)) {
      Hit& kept = hits_[*known];
      kept.score = std::max(kept.score, hit.score);
      kept.paper_count = std::max(kept.paper_count, hit.paper_count);
      kept.strong = kept.strong || hit.strong;
      for (auto& name : hit.sources)
        if (std::find(kept.sources.begin(), kept.sources.end(), name) == kept.sources.end()) kept.sources.push_back(name);
      ++doubles;
      return;
    }
    // Only the first who has a key gives it its person: nobody joins two others.
    for (auto& key : keys) by_key_.emplace(std::move(key), hits_.size());
    hits_.push_back(std::move(hit));
  }

  // Those of the list in the order asked for. Their places are put in order, not the hits: most are on no page.
  std::vector<Hit> page(const SearchRequest& request, bool strong_first) && {
    std::vector<std::size_t> places(hits_.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const Sort order = order_of(request);
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return stands_before(hits_[a], hits_[b], order, strong_first); });
    const auto begin = std::min(places.size(), static_cast<std::size_t>(request.offset));
    const auto end = std::min(places.size(), begin + static_cast<std::size_t>(request.limit));
    std::vector<Hit> out;
    for (std::size_t i = begin; i < end; ++i) out.push_back(std::move(hits_[places[i]]));
    return out;
  }

 private:
  static std::vector<std::string> keys_of(const Hit& hit) {
    std::vector<std::string> keys{"id " + hit.id, "url " + hit.url};
    for (const auto& key : hit.person_keys) keys.push_back("key " + key);
    return keys;
  }

  std::optional<std::size_t> find(const std::vector<std::string>& keys) const {
    for (const auto& key : keys) {
      const auto at = by_key_.find(key);
      if (at != by_key_.end()) return at->second;
    }
    return std::nullopt;
  }

  std::vector<Hit> hits_;
  std::unordered_map<std::string, std::size_t> by_key_;
};

bool better(const FacetValue& a, const FacetValue& b) {
  if (a.count != b.count) return a.count > b.count;
  return a.label != b.label ? a.label < b.label : a.value < b.value;
}

// A chosen value of which the source has nobody: it cannot say more than was asked.
bool is_unknown(const FacetValue& value) { return value.count == 0 && value.label == value.value; }

// One facet of all parts, summed, the most frequent first. A sum is exact only if every source told this value's count: it
// listed the value, or all that it has.
std::vector<FacetValue> sum_facet(const std::vector<Part>& parts, const FacetWish& wish, Relation at_best) {
  std::vector<FacetValue> sums;
  std::unordered_map<std::string, std::size_t> by_value, told;
  std::size_t whole_lists = 0;
  for (const Part& part : parts) {
    const auto facet = part.found.facets.find(wish.name);
    const bool whole = !part.found.cuts.contains(wish.name);
    whole_lists += whole;
    if (facet == part.found.facets.end()) continue;
    for (const FacetValue& value : facet->second) {
      const auto [at, is_new] = by_value.emplace(value.value, sums.size());
      if (is_new) sums.push_back({value.value, value.label, 0, at_best, false});
      FacetValue& sum = sums[at->second];
      if (!is_unknown(value)) sum.label = is_unknown(sum) ? value.label : std::min(sum.label, value.label);
      sum.count += value.count;
      sum.selected = sum.selected || value.selected;
      if (value.relation != Relation::eq) sum.relation = value.relation;
      told[value.value] += !whole;
    }
  }
  for (FacetValue& sum : sums)
    if (whole_lists + told[sum.value] < parts.size()) sum.relation = Relation::gte;
  std::sort(sums.begin(), sums.end(), better);
  return sums;
}

// The first `limit` values; selected ones stay beyond it. The count of the first that goes, 0 if none does.
std::int64_t cut(std::vector<FacetValue>& values, std::size_t limit) {
  std::size_t place = 0;
  std::int64_t most = 0;
  std::erase_if(values, [&](const FacetValue& value) {
    const bool goes = place++ >= limit && !value.selected;
    if (goes) most = std::max(most, value.count);
    return goes;
  });
  return most;
}

}  // namespace

Found merge(std::vector<Part> parts, const SearchRequest& request, bool complete, bool strong_first) {
  Found out;
  People people;
  for (Part& part : parts) {
    out.generation = std::max(out.generation, part.found.generation);
    out.best = std::max(out.best, part.found.best);
    out.total.value += part.found.total.value;
    if (part.found.total.relation != Relation::eq) out.total.relation = part.found.total.relation;
    for (Hit& hit : part.found.hits) people.add(std::move(hit), part.source);
  }
  const std::int64_t doubles = people.doubles;
  out.hits = std::move(people).page(request, strong_first);

  out.total.value -= doubles;
  Relation at_best = Relation::eq;
  if (doubles > 0) out.total.relation = at_best = Relation::lte;  // those beyond the lists are still counted twice
  if (!complete) out.total.relation = at_best = Relation::gte;
  for (const FacetWish& wish : request.facets) {
    auto& values = out.facets[wish.name] = sum_facet(parts, wish, at_best);
    std::int64_t most = cut(values, static_cast<std::size_t>(request.facet_limit));
    for (const Part& part : parts) {
      if (const auto row = part.found.cuts.find(wish.name); row != part.found.cuts.end()) most += row->second;
    }
    if (most > 0) out.cuts[wish.name] = most;
  }
  return out;
}

}  // namespace fellow::searchd
