// SPDX-License-Identifier: GPL-3.0-or-later
// The crawl, wired: seed lists into the catalog, pages from the web into catalog and archive. Used by crawl, update and demo.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/extraction.h"
#include "crawler/crawler.h"

namespace fellow::cli {

// What a person can say about a crawl on the command line.
struct CrawlWish {
  std::vector<std::string> seed_files;
  std::string list;  // name for the list; only with one file; "" = the file's name
  std::optional<std::string> contact;
  std::optional<double> delay;  // seconds
  int hosts_at_once = 64;
  std::vector<std::string> connect_to, warc_files;
  std::string ca_file, archive = "newest", budget, shard;
  std::vector<std::optional<std::string>> limits;  // as written, in the order of kCrawlSettings
  bool again = false, print_committed = false, quiet = false;
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();  // from when on the budget counts
};

// Declares the options of CrawlWish that say how the web is reached: contact, connections, delay, WARC files.
void add_web_options(Options& options, CrawlWish& wish);
// Declares all of them.
void add_crawl_options(Options& options, CrawlWish& wish);

struct Crawled {
  crawler::RunSummary run;
  std::size_t seeds = 0;         // in all lists
  std::size_t failed_seeds = 0;  // whose home page could not be had this time
  std::vector<std::string> bad_lines;
  // Of the budget of an update: from then on the rest of the time is the index's.
  std::optional<std::chrono::steady_clock::time_point> extract_until;
};

// bad_input (exit 64) for a wish that cannot be granted: no contact, a delay below 1 s without connect_to, an unknown archive
// mode. The caller holds the DataLock.
// With an extraction, which goes on beside the crawl, the index follows in the same run, within its budget.
Result<Crawled> crawl_step(const CrawlWish& wish, const Context& context, Extraction* extraction = nullptr);

// Writes the run into the catalog, as ended now: what status shows and doctor asks for. Once its work is done.
Result<void> record_run(const Context& context, std::string_view command, const Crawled& crawled);

// "6 pages (2 unchanged) of 5 seeds, 0 failed, 1 refused; 48 KiB in 3.1 s"
std::string show(const Crawled& crawled);

// "90", "90s", "30m", "2h" in seconds; bad_input for anything else.
Result<std::chrono::seconds> parse_duration(const std::string& text);

}  // namespace fellow::cli
