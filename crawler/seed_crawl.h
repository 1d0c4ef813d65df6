// SPDX-License-Identifier: GPL-3.0-or-later
// How is one person's site crawled? The home page (through redirects, meta refresh and frames), then the pages it leads to,
// within the seed's budget; every address tried leaves its row in the catalog.
//
// A run that is cut leaves the pages still to be visited in the seed's page list, where the next run finds them. Pages that
// were not read anew (304, not yet due) cannot name their links: what they led to is taken from that list.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "crawler/coroutine.h"
#include "crawler/crawler.h"
#include "crawler/frontier.h"
#include "crawler/journal.h"
#include "crawler/page_reader.h"
#include "crawler/verdict.h"
#include "crawler/visitor.h"

namespace fellow::crawler {

// The seeds of one host, and what part of it each has.
struct Neighbours {
  std::vector<Url> seeds;
  std::vector<Scope> scopes;
};

// What the seeds of one run share.
struct RunState {
  RunState(Journal& rows, Visitor& with, PageReader& reader, const CrawlOptions& chosen)
      : journal(rows), visitor(with), links(reader), options(chosen) {}
  Journal& journal;
  Visitor& visitor;
  PageReader& links;
  const CrawlOptions& options;
  std::unordered_map<Url, PageLinks> read;  // pages read in this run, for seeds that share them
  std::unordered_map<Url, bool> visited;    // whether its text was read
  std::unordered_set<Url> changed;          // since they were visited, as a sitemap says
  CrawlProgress progress;
  RunSummary summary;

  bool is_due(const std::optional<UrlState>& state) const;
  // Whether what came of the address in this run will do: it was visited, and of a home page the text is at hand if there was
  // one and somebody may ask for it.
  bool had(const Url& url, Want want) const;
  // Remembered for seeds that lead to the same home page, the newest ones, some 16 MiB.
  void keep_home(std::shared_ptr<const Page> page);
  std::shared_ptr<const Page> home(const Url& url) const;

  // Whether a seed of another shard stands for that address.
  bool is_elsewhere(const Url& url);

  // As judged, now.
  UrlState row(const Url& url, const std::optional<UrlState>& before, const Verdict& verdict) const;
  // Of the host of that address; kept for hosts that several seeds share.
  std::shared_ptr<const Neighbours> neighbours(const Url& address);

 private:
  std::unordered_map<std::string, std::shared_ptr<const Neighbours>> of_host_;  // by bare host
  std::unordered_map<Url, std::shared_ptr<const Page>> homes_;
  std::deque<Url> home_order_;  // oldest first
  std::size_t home_bytes_ = 0;
};

class SeedCrawl {
 public:
  SeedCrawl(RunState& run, Url seed);
  // The reason is `budget` if it was cut short.
  boost::asio::awaitable<Reason> crawl();

 private:
  // A visit as it was written down.
  struct Arrival {
    Arrival() = default;
    std::optional<Url> at;  // the page that is there now, new or unchanged; nullopt: none
    Reason reason = Reason::none;
    bool strained = false;  // the host answered 429 or 5xx
    bool read = false;      // links are those of the page; else it was not modified
    PageLinks links;
    std::shared_ptr<const Page> page;  // if it was read in this run, by whichever seed
  };
  boost::asio::awaitable<Arrival> reach(Url url, const Scope* within);
  boost::asio::awaitable<std::optional<Arrival>> reach_home();
  int further_hosts(const std::vector<Url>& shells, const Url& target) const;
  bool is_somebody_else(const Arrival& home);
  boost::asio::awaitable<void> add_sitemap(Url home);
  boost::asio::awaitable<bool> crawl_page(SeedPage page);
  bool pass_over(const SeedPage& page, const UrlState& state);
  std::optional<Url> forward_of(const Arrival& arrival);
  void begin_at(const Url& home);
  void had_page(const SeedPage& page, const Arrival& arrival);
  void add_old_pages(int depth);
  void write_pages(bool with_queue);

  bool is_at_hand(const std::optional<UrlState>& state) const;
  Arrival settle(const Visit& visit, Arrival arrival);
  Arrival settle_had(const Visit& visit);
  Arrival settle_body(const Visit& visit, std::optional<UrlState> before, Arrival arrival);
  Arrival settle_failure(const Visit& visit, Verdict verdict);
  void settle_hops(const Visit& visit, const UrlState& last);

  RunState& run_;
  Url seed_;
  Frontier frontier_;
  std::optional<Scope> scope_;
  std::vector<SeedPage> pages_, old_pages_;
  std::unordered_map<std::string, Url> bodies_;  // sha1 -> the page of this seed that has it
  int failures_in_a_row_ = 0;
};

}  // namespace fellow::crawler
