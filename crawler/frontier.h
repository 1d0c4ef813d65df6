// SPDX-License-Identifier: GPL-3.0-or-later
// Which page of this person next? The addresses known for one seed, best first, within the seed's budget.
//
// A plain state machine: no clock, no I/O, no thread. When a host may be asked is the business of crawler/politeness.h.
//
//   Frontier frontier({.pages = 40});
//   frontier.add({home, LinkKind::other, 0});
//   while (auto page = frontier.next()) { …visit…; for (link : links) frontier.add({link.url, link.kind, page->depth + 1}); }
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "crawler/catalog.h"
#include "fellow/page.h"

namespace fellow::crawler {

class Frontier {
 public:
  struct Limits {
    int pages = 40;                // that next() gives out
    int depth = 3;                 // links away from the home page
    int links_a_page = 200;        // that add_links takes
    int query_variants = 5;        // of one path
    std::size_t url_bytes = 2000;  // of an address, but the home page's
    std::size_t queued = 2000;
  };
  explicit Frontier(Limits limits) : limits_(limits) {}

  // Queues the page unless it was queued or given out before, lies too deep, has too long an address, is one query variant too
  // many, or there are too many already. Says whether it did. `late`: one of many alike, after all pages of better kinds but
  // those of other people.
  bool add(SeedPage page, bool late = false);
  // The links of one page, one level deeper; only the first links_a_page count.
  void add_links(const std::vector<Link>& links, int depth_of_page);
  // Marks an address as had (a redirect ended there), so that it is not given out. False if it was given out before.
  bool had(const Url& url);

  // The best one: by kind, then depth, then the order in which they came; nullopt when there is none or the budget is spent.
  std::optional<SeedPage> next();
  // What next() would still give out, in that order.
  std::vector<SeedPage> queued() const;
  std::size_t size() const { return queue_.size(); }
  int given() const { return given_; }

 private:
  using Rank = std::tuple<int, int, std::uint64_t>;
  Limits limits_;
  std::map<Rank, SeedPage> queue_;
  std::unordered_set<Url> seen_, given_out_;
  std::unordered_map<std::string, int> variants_;
  std::uint64_t count_ = 0;
  int given_ = 0;
};

}  // namespace fellow::crawler
