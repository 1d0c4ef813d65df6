// SPDX-License-Identifier: GPL-3.0-or-later
// fellow update --seeds FILE… --contact URL: the nightly run, one summary line (R44).
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "cli/night.h"
#include "cli/open_data.h"
#include "fellow/clock.h"
#include "fellow/json.h"

namespace fellow::cli {
namespace {

constexpr double kMaxFailed = 0.20;  // of the seeds; more of them end the run with exit 1

// What is new for the watches of the data directory.
Result<std::vector<News>> tell_watches(const Context& context) {
  const auto lock = WatchesLock::take(context.data());
  if (!lock) return tl::unexpected(lock.error());
  auto watches = read_watches(context.data());
  if (!watches || watches->empty())
    return watches ? Result<std::vector<News>>(std::vector<News>{}) : tl::unexpected(watches.error());
  auto news = ask_watches(context, *watches);
  if (!news) return news;
  if (const auto kept = write_watches(context.data(), *watches); !kept) return tl::unexpected(kept.error());
  return news;
}

struct Bounds {
  bool force;
  double max_failed;
};

Result<int> run_night(const CrawlWish& wish, const Bounds& bounds, const Context& context, Night& night) {
  const auto lock = lock_data(context);
  if (!lock) return tl::unexpected(lock.error());
  const auto extraction = Extraction::prepare(context.data());
  if (!extraction) return tl::unexpected(extraction.error());
  auto crawled = crawl_step(wish, context, extraction->get());
  if (!crawled) return tl::unexpected(crawled.error());
  night.crawled = std::move(*crawled);
  const auto indexed =
      index_step(context, {.publish = {.force = bounds.force}, .extract_until = night.crawled->extract_until}, **extraction);
  if (!indexed) return tl::unexpected(indexed.error());
  night.indexed = *indexed;
  if (const auto recorded = record_run(context, "update", *night.crawled); !recorded) return tl::unexpected(recorded.error());
  if (const auto news = tell_watches(context); news) {
    night.news = *news;
  } else {  // the night's work is done and published
    std::cerr << "fellow: " << show(news.error()) << "\n";
  }
  const bool many =
      static_cast<double>(night.crawled->failed_seeds) > bounds.max_failed * static_cast<double>(night.crawled->seeds);
  return many ? 1 : 0;
}

}  // namespace

Run add_update(Options& options, Context& context) {
  struct Given {
    CrawlWish wish;
    bool force = false;
    double max_failed = kMaxFailed;
    std::string report, metrics;
  };
  auto given = std::make_shared<Given>();
  add_crawl_options(options, given->wish);
  options.flag("--force", given->force, "Publish although more than 20 % of the people would go");
  options.add("--max-failed", given->max_failed, "Share of the seeds that may fail before the exit code is 1 (default 0.2)")
      .between(0, 1);
  options.add("--report", given->report, "Write what became of the night to this file as JSON, also when it failed")
      .named("FILE");
  options
      .add("--metrics", given->metrics,
           "Write what became of the night to this file for Prometheus (node_exporter's textfile collector), also when it "
           "failed")
      .named("FILE");
  return [given, &context]() -> Result<int> {
    for (const std::string& file : {given->report, given->metrics}) {
      if (file.empty()) continue;
      if (const auto writable = check_writable(file); !writable) return tl::unexpected(writable.error());
    }
    Night night{.began = now(), .ended = {}, .exit_code = 0, .error = {}, .crawled = {}, .indexed = {}};
    const Result<int> code = run_night(given->wish, {given->force, given->max_failed}, context, night);
    if (!code && code.error().code == Code::busy) return code;  // the night is the other run's, and its to tell of
    night.ended = now();
    night.exit_code = code ? *code : exit_code(code.error());
    if (!code) night.error = show(code.error());
    for (const Error& error : tell(night, given->report, given->metrics)) std::cerr << "fellow: " << show(error) << "\n";
    if (!code) return code;
    if (context.json) {
      std::cout << show_json(json_of(night)) << "\n";
    } else {
      std::cerr << show(*night.crawled) << "\n" << show(*night.indexed) << "\n" << show(night.news);
      if (*code == 1)
        std::cerr << "fellow: the home pages of " << night.crawled->failed_seeds << " of " << night.crawled->seeds
                  << " seeds fail, more than --max-failed allows: see `fellow report --broken`\n";
    }
    return night.exit_code;
  };
}

}  // namespace fellow::cli
