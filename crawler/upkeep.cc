// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/upkeep.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "crawler/scope.h"

namespace fellow::crawler {
namespace {

// Whom an address in a seed list means that was never tried, as "ftp://jane.example/" or "jane.example": judged as if it said
// http.
bool is_forgotten(const std::string& written, const Suppression& suppression) {
  const std::size_t scheme = written.find("://");
  const auto url = Url::parse("http://" + (scheme == std::string::npos ? written : written.substr(scheme + 3)));
  return url && suppression.has(*url);
}

class Planner {
 public:
  Planner(Catalog& catalog, const Suppression& suppression) : catalog_(catalog), suppression_(suppression) {}

  Result<Upkeep> plan() {
    for (const auto step : {&Planner::read_seeds, &Planner::read_rows, &Planner::follow_pages, &Planner::judge_refused}) {
      if (const Result<void> done = (this->*step)(); !done) return tl::unexpected<Error>(done.error());
    }
    make_sites();
    judge_rows();
    return std::move(out_);
  }

 private:
  // Seeds of the lists; of the rest, and of those whose profile is forgotten, nothing stays.
  Result<void> read_seeds() {
    std::set<Url> dead;
    const auto listed = catalog_.seeds();
    if (!listed) return tl::unexpected<Error>(listed.error());
    for (const StoredSeed& stored : *listed) (suppression_.has(stored.seed.url) ? dead : out_.seeds).insert(stored.seed.url);
    const auto profiles = catalog_.profiles();
    if (!profiles) return tl::unexpected<Error>(profiles.error());
    for (const StoredProfile& row : *profiles) {
      const auto profile = parse_profile(row.json);
      if (profile && suppression_.has(*profile) && out_.seeds.erase(row.seed) > 0) dead.insert(row.seed);
    }
    const auto owners = catalog_.seeds_with_rows();
    if (!owners) return tl::unexpected<Error>(owners.error());
    for (const Url& owner : *owners) {
      if (!out_.seeds.contains(owner)) dead.insert(owner);
    }
    out_.dead_seeds.assign(dead.begin(), dead.end());
    return {};
  }

  Result<void> read_rows() {
    auto rows = catalog_.all_urls();
    if (!rows) return tl::unexpected<Error>(rows.error());
    rows_ = std::move(*rows);
    for (const UrlState& row : rows_) by_url_.emplace(row.url, &row);
    return {};
  }

  Result<void> follow_pages() {
    for (const Url& seed : out_.seeds) {
      auto pages = catalog_.seed_pages(seed);
      if (!pages) return tl::unexpected<Error>(pages.error());
      keep(seed);
      const auto forgotten = [&](const SeedPage& page) { return suppression_.has(page.url); };
      if (std::erase_if(*pages, forgotten) > 0) out_.shorter_lists.emplace_back(seed, *pages);
      for (const SeedPage& page : *pages) keep(page.url);
      homes_.push_back(seed);
      if (!pages->empty() && pages->front().url != seed) homes_.push_back(pages->front().url);
    }
    return {};
  }

  // The row of that address and those that it leads to.
  void keep(Url url) {
    for (;;) {
      const auto row = by_url_.find(url);
      if (row == by_url_.end() || !kept_.insert(url).second || !row->second->moved_to) return;
      url = *row->second->moved_to;
    }
  }

  void make_sites() {
    std::map<std::string, std::vector<Url>, std::less<>> neighbours;
    for (const Url& home : homes_) neighbours[std::string(bare_host(home))].push_back(home);
    for (const auto& [host, homes] : neighbours) {
      for (const Url& home : homes) sites_[host].push_back(Scope::of(home, homes));
    }
  }

  bool is_tried_on_a_site(const Url& url) const {
    const auto sites = sites_.find(bare_host(url));
    if (sites != sites_.end() && url.path() == "/robots.txt") return true;
    return sites != sites_.end() &&
           std::any_of(sites->second.begin(), sites->second.end(), [&](const Scope& site) { return site.contains(url); });
  }

  void judge_rows() {
    for (UrlState& row : rows_) {
      const bool forgotten = suppression_.has(row.url) || (row.moved_to && suppression_.has(*row.moved_to));
      if (!forgotten && (kept_.contains(row.url) || is_tried_on_a_site(row.url))) {
        out_.rows.push_back(std::move(row));
      } else {
        out_.dead_rows.push_back(row.url);
      }
    }
  }

  Result<void> judge_refused() {
    auto refused = catalog_.refused_seeds();
    if (!refused) return tl::unexpected<Error>(refused.error());
    std::copy_if(refused->begin(), refused->end(), std::back_inserter(out_.dead_refused),
                 [&](const StoredRefusedSeed& stored) { return is_forgotten(stored.seed.written, suppression_); });
    return {};
  }

  Catalog& catalog_;
  const Suppression& suppression_;
  Upkeep out_;
  std::vector<UrlState> rows_;
  std::unordered_map<Url, const UrlState*> by_url_;
  std::unordered_set<Url> kept_;
  std::vector<Url> homes_;
  std::map<std::string, std::vector<Scope>, std::less<>> sites_;  // by bare host
};

}  // namespace

Result<Upkeep> plan_upkeep(Catalog& catalog, const Suppression& suppression) { return Planner(catalog, suppression).plan(); }

}  // namespace fellow::crawler
