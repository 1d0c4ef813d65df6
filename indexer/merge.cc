// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/merge.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include "indexer/facts.h"
#include "indexer/registry_records.h"
#include "indexer/witness.h"

namespace fellow::indexer {
namespace {

using Verdict = MergeRow::Verdict;

// Of those who make the same claim only so many are compared: what very many claim is nobody's.
constexpr std::size_t kMostHolders = 8;
// A claim of this many people with different names is a template's or a group's, and so is one that many pages make for two.
constexpr std::size_t kWorn = 3, kManyPages = 4;

class Merger {
 public:
  Merger(std::vector<Profile> profiles, const std::vector<MergeRow>& before) : profiles_(std::move(profiles)), before_(before) {
    std::stable_sort(profiles_.begin(), profiles_.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
    parent_.resize(profiles_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t i = 0; i < profiles_.size(); ++i) members_.push_back({i});
  }

  People run() {
    read_claims();
    obey();
    for (std::size_t i = 1; i < profiles_.size(); ++i) {  // an id is one person's, whatever the names
      if (profiles_[i].id == profiles_[i - 1].id) unite(i - 1, i);
    }
    for (const auto& [pair, shared] : pairs_) weigh_pair(pair.first, pair.second, shared);
    return finish();
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;

  void read_claims() {
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
      for (auto& claim : claims_of(profiles_[i])) holders_[std::move(claim)].push_back(i);
    }
    for (const auto& [claim, who] : holders_) {
      if (who.size() < 2) continue;
      const std::size_t most = std::min(who.size(), kMostHolders);
      for (std::size_t k = 1; k < most; ++k) {
        for (std::size_t i = 0; i < k; ++i) pairs_[{who[i], who[k]}].push_back(claim);
      }
      if (worn(who, most)) worn_.push_back(claim);
    }
  }

  // Whether people of three different names are among those.
  bool worn(const std::vector<std::size_t>& who, std::size_t most) const {
    std::vector<std::size_t> strangers;
    for (std::size_t i = 0; i < most; ++i) {
      if (std::all_of(strangers.begin(), strangers.end(),
                      [&](std::size_t other) { return match_names(profiles_[other], profiles_[who[i]]) == NameMatch::differ; }))
        strangers.push_back(who[i]);
    }
    return strangers.size() >= kWorn || (strangers.size() >= kWorn - 1 && who.size() >= kManyPages);
  }

  // The profiles at an address that the operator wrote.
  std::vector<std::size_t> at(const std::string& address) const {
    const auto who = holders_.find("page " + address);
    return who == holders_.end() ? std::vector<std::size_t>{} : who->second;
  }

  void obey() {
    for (const auto& row : before_) {
      if (row.verdict != Verdict::different) continue;
      for (const auto a : at(row.kept)) {
        for (const auto b : at(row.other)) {
          if (profiles_[a].id != profiles_[b].id) parted_.insert(std::minmax(a, b)), ruled_.insert(std::minmax(a, b));
        }
      }
    }
    for (const auto& row : before_) {
      if (row.verdict != Verdict::same) continue;
      for (const auto a : at(row.kept)) {
        for (const auto b : at(row.other)) {
          ruled_.insert(std::minmax(a, b)), renamed_.insert({a, b});
          unite(a, b);
        }
      }
    }
  }

  void weigh_pair(std::size_t a, std::size_t b, const std::vector<std::string>& shared) {
    if (profiles_[a].id == profiles_[b].id || ruled_.contains({a, b})) return;
    const Weighed weighed = weigh(profiles_[a], profiles_[b], shared, worn_);
    if (weighed.one_person && !strangers(a, b)) {
      why_[{a, b}] = weighed.why;
      unite(a, b);
    } else {
      apart_[{a, b}] = weighed.why;
    }
  }

  // Whether uniting these two would make one of two people that cannot be one.
  bool strangers(std::size_t a, std::size_t b) const {
    for (const std::size_t x : members_[parent_[a]]) {
      for (const std::size_t y : members_[parent_[b]]) {
        if (x == y || profiles_[x].id == profiles_[y].id) continue;
        if (parted_.contains(std::minmax(x, y))) return true;
        if (renamed_.contains(x) || renamed_.contains(y)) continue;
        if (match_names(profiles_[x], profiles_[y]) == NameMatch::differ) return true;
      }
    }
    return false;
  }

  void unite(std::size_t a, std::size_t b) {
    a = parent_[a], b = parent_[b];
    if (a == b) return;
    if (members_[a].size() < members_[b].size()) std::swap(a, b);
    for (const std::size_t y : members_[b]) parent_[y] = a;
    members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
    members_[b].clear();
  }

  // What stays of a group: the one the operator or an earlier run kept, else a page before a registry's record, else the one
  // that says most.
  void order(std::vector<std::size_t>& group) const {
    std::map<std::size_t, int> kept;
    for (const auto& row : before_) {
      if (row.verdict == Verdict::apart || row.verdict == Verdict::different) continue;
      for (const auto i : at(row.kept)) {
        if (profiles_[i].url == row.kept) kept[i] = std::max(kept[i], row.verdict == Verdict::same ? 2 : 1);
      }
    }
    const auto claim = [&](std::size_t i) {
      const auto row = kept.find(i);
      return std::tuple(row == kept.end() ? 0 : -row->second, is_registry_record(profiles_[i]),
                        -static_cast<long>(count_facts(profiles_[i])), profiles_[i].id);
    };
    std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) { return claim(a) < claim(b); });
  }

  // Why this one is of the group: the pair that joined it, if it was joined to the one that stays; else any that joined it.
  std::string reason(const std::vector<std::size_t>& group, std::size_t one) const {
    for (const std::size_t other : group) {
      const auto why = why_.find(std::minmax(one, other));
      if (why != why_.end()) return other == group.front() ? why->second : why->second + " (with " + profiles_[other].url + ")";
    }
    return "";
  }

  People finish() {
    People out;
    std::vector<MergeRow> found;
    for (auto& group : members_) {
      if (group.empty()) continue;
      if (group.size() > 1) order(group);
      for (std::size_t i = 1; i < group.size(); ++i) {
        if (auto why = reason(group, group[i]); !why.empty())
          found.push_back({Verdict::merged, profiles_[group.front()].url, profiles_[group[i]].url, std::move(why)});
      }
    }
    for (const auto& [pair, why] : apart_) {
      if (parent_[pair.first] == parent_[pair.second]) continue;
      found.push_back({Verdict::apart, profiles_[pair.first].url, profiles_[pair.second].url, why});
    }
    for (const auto& group : members_) {
      if (group.empty()) continue;
      Profile base = profiles_[group.front()];
      for (std::size_t i = 1; i < group.size(); ++i) add_facts(base, profiles_[group[i]]);
      std::erase(base.aliases, base.url);
      out.people.push_back(std::move(base));
    }
    std::sort(out.people.begin(), out.people.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
    for (const auto& row : before_) {
      if (row.verdict == Verdict::same || row.verdict == Verdict::different) out.rows.push_back(row);
    }
    const auto operators = static_cast<std::ptrdiff_t>(out.rows.size());
    out.rows.insert(out.rows.end(), found.begin(), found.end());
    hold_back_records(out);
    std::sort(out.rows.begin() + operators, out.rows.end(), [](const MergeRow& a, const MergeRow& b) {
      return std::tie(a.verdict, a.kept, a.other, a.why) < std::tie(b.verdict, b.kept, b.other, b.why);
    });
    out.rows.erase(std::unique(out.rows.begin() + operators, out.rows.end()), out.rows.end());
    return out;
  }

  std::vector<Profile> profiles_;
  const std::vector<MergeRow>& before_;
  std::vector<std::size_t> parent_;  // every member points straight to its group
  std::vector<std::vector<std::size_t>> members_;
  std::unordered_map<std::string, std::vector<std::size_t>> holders_;
  std::map<Pair, std::vector<std::string>> pairs_;  // a < b, with the claims that both make
  std::vector<std::string> worn_;
  std::set<std::size_t> renamed_;  // whom the operator knows by several names
  std::set<Pair> ruled_, parted_;  // by the operator
  std::map<Pair, std::string> why_, apart_;
};

}  // namespace

People merge_people(std::vector<Profile> profiles, const std::vector<MergeRow>& before) {
  return Merger(std::move(profiles), before).run();
}

std::vector<Profile> merge_people(std::vector<Profile> profiles) { return merge_people(std::move(profiles), {}).people; }

}  // namespace fellow::indexer
