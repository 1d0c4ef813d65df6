// SPDX-License-Identifier: GPL-3.0-or-later
// Which page next, may I, and what came back? Crawls the seeds of a catalog into catalog and archive.
//
// One io_context thread owns frontier, curl multi, archive and catalog; pages are read on threads beside it. Seeds wait in the
// catalog, not in memory. Knows no HTML: which links belong to a person is asked of a LinkReader. Polite after RFC 9309
// (robots.txt first, Crawl-delay kept), one connection a host, a gap between the end of one request and the start of the next.
// Only http and https, only public addresses but for connect_to, checked on the socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "crawler/archive.h"
#include "crawler/capture_set.h"
#include "crawler/catalog.h"
#include "crawler/fetch_limits.h"
#include "crawler/frontier.h"
#include "crawler/network_watch.h"
#include "crawler/shard.h"
#include "crawler/verdict.h"
#include "fellow/page.h"

namespace fellow::crawler {

enum class KeepBodies { newest, full, none };  // --archive: default, full (revisit records too), none

struct CrawlProgress {
  std::int64_t pages = 0, not_modified = 0, errors = 0, waiting = 0, hosts = 0, bytes = 0;
  std::size_t seeds_done = 0, seeds = 0;
};

struct CrawlOptions {
  std::string contact;                    // required: a URL or mailto:
  std::string user_agent = "FellowBot";   // product token; the header is "FellowBot/VERSION (+contact)"
  std::chrono::milliseconds delay{1000};  // per host; below 1 s only together with connect_to
  std::vector<std::string> connect_to;    // "HOST1:PORT1:HOST2:PORT2" as curl's; addresses named here are allowed
  std::string ca_file;                    // "" = the system's
  bool again = false;                     // everything is due now
  KeepBodies keep = KeepBodies::newest;
  Revisit revisit = {};
  Frontier::Limits site = {};
  int further_hosts = 1;  // besides the listed one, to which a home page may lead (R6)
  std::size_t hosts_at_once = 64;
  FetchLimits limits = {};
  std::shared_ptr<const CaptureSet> captures;  // what another crawler got, asked instead of the web; neither contact nor gap
  bool extracts = false;                       // extraction follows: bodies that are not archived are held for it
  // Which addresses of a sitemap are worth a request, and which of them first; may be empty: all, as they are listed.
  AddressJudge rank_address;
  // Whether a page is about the person of that name. Asked when a home page has moved; may be empty: every move is followed.
  std::function<bool(const Page&, const std::string& name)> is_about;
  std::function<bool(const Url&)> suppressed;  // true: asked to be forgotten, never fetched, nor followed to; may be empty
  std::optional<Shard> shard;                  // set: what belongs to the seeds of other shards is left to them
  // What says that this machine has no network, asked with names that had no address when nobody could be reached: why_offline
  // but in tests.
  std::function<std::optional<std::string>(const std::vector<std::string>&)> offline = why_offline;
  // The time that there is, from `began` on. Nothing new is asked in its last seconds (5, of a short one a quarter), and what
  // is under way ends with it; `afterwards`, if given, says how much of it is needed for what comes after the crawl.
  std::optional<std::chrono::seconds> budget;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  std::function<std::chrono::milliseconds(const CrawlProgress&)> afterwards;
  std::function<void(const Url&, const std::string& sha1)> committed;  // called once a page is durable
  // What goes on beside the crawl, both called on its thread, and quick. `settled`: told of each seed once all that this run
  // brought of its site is durable; another seed may still lead to a page of it. `with_batch`: puts rows of its own into the
  // catalog, in the batch that is about to be committed; its failure ends the run.
  std::function<void(const Url& seed)> settled;
  std::function<Result<void>(Catalog&)> with_batch;
};

// Whether webmasters can turn to it: an http(s) URL, or mailto: and an address.
bool is_contact(const std::string& text);

class Crawler {
 public:
  // Keeps references to both stores for its life.
  Crawler(Catalog& catalog, Archive& archive, LinkReader links, CrawlOptions options);
  // Crawls what is due of the catalog's seeds, the longest waiting first; returns when nothing is left, the budget is spent or
  // stop() was called. Failed pages are rows of the catalog, not errors; an Error means that the run had to end (disk,
  // database, no contact, no network: then what was written down of the hosts is taken back).
  Result<RunSummary> run(const std::function<void(const CrawlProgress&)>& progress = {});
  // Ends run() soon, keeping what is committed; safe from a signal handler's thread.
  void stop();
  ~Crawler();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
