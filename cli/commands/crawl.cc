// SPDX-License-Identifier: GPL-3.0-or-later
// fellow crawl --seeds FILE… --contact URL
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/crawl_step.h"
#include "cli/open_data.h"
#include "fellow/json.h"

namespace fellow::cli {

Run add_crawl(Options& options, Context& context) {
  auto wish = std::make_shared<CrawlWish>();
  add_crawl_options(options, *wish);
  return [wish, &context]() -> Result<int> {
    const auto lock = lock_data(context);
    if (!lock) return tl::unexpected(lock.error());
    const auto crawled = crawl_step(*wish, context);
    if (!crawled) return tl::unexpected(crawled.error());
    if (const auto recorded = record_run(context, "crawl", *crawled); !recorded) return tl::unexpected(recorded.error());
    if (context.json) {
      std::cout << show_json({{"seeds", crawled->seeds},
                              {"failed_seeds", crawled->failed_seeds},
                              {"pages", crawled->run.pages},
                              {"not_modified", crawled->run.not_modified},
                              {"failed", crawled->run.failed},
                              {"refused", crawled->run.refused},
                              {"bytes", crawled->run.bytes}})
                << "\n";
    } else {
      std::cerr << show(*crawled) << "\n";
    }
    return 0;
  };
}

}  // namespace fellow::cli
