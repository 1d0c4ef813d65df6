// SPDX-License-Identifier: GPL-3.0-or-later
// fellow update --seeds FILE… --contact URL: the nightly run, one summary line (R44).
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/crawl_step.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "fellow/json.h"

namespace fellow::cli {
namespace {

constexpr double kMaxFailed = 0.20;  // of the seeds; more of them end the run with exit 1

void print_summary(const Crawled& crawled, const Indexed& indexed, bool json) {
  if (!json) {
    std::cerr << show(crawled) << "\n" << show(indexed) << "\n";
    return;
  }
  std::cout << show_json({{"seeds", crawled.seeds},
                          {"failed_seeds", crawled.failed_seeds},
                          {"pages", crawled.run.pages},
                          {"not_modified", crawled.run.not_modified},
                          {"bytes", crawled.run.bytes},
                          {"extracted", indexed.extracted},
                          {"unchanged", indexed.unchanged},
                          {"people", indexed.people},
                          {"generation", indexed.published.generation}})
            << "\n";
}

}  // namespace

Run add_update(Options& options, Context& context) {
  struct Given {
    CrawlWish wish;
    bool force = false;
    double max_failed = kMaxFailed;
  };
  auto given = std::make_shared<Given>();
  add_crawl_options(options, given->wish);
  options.flag("--force", given->force, "Publish although more than 20 % of the people would go");
  options.add("--max-failed", given->max_failed, "Share of the seeds that may fail before the exit code is 1 (default 0.2)")
      .between(0, 1);
  return [given, &context]() -> Result<int> {
    given->wish.extracts = true;
    const auto lock = lock_data(context);
    if (!lock) return tl::unexpected(lock.error());
    const auto crawled = crawl_step(given->wish, context);
    if (!crawled) return tl::unexpected(crawled.error());
    const auto indexed = index_step(context, {.force = given->force});
    if (!indexed) return tl::unexpected(indexed.error());
    print_summary(*crawled, *indexed, context.json);
    return static_cast<double>(crawled->failed_seeds) > given->max_failed * static_cast<double>(crawled->seeds) ? 1 : 0;
  };
}

}  // namespace fellow::cli
