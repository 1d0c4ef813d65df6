// SPDX-License-Identifier: GPL-3.0-or-later
// fellow compact
#include "crawler/compact.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "fellow/json.h"
#include "fellow/version.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kAll = 1000;  // generations that the publish leaves: old ones go, and are counted, after it

bool has_index(const Context& context) {
  std::error_code error;
  return std::filesystem::exists(context.data() / "index" / "current", error);
}

// First a generation without those who go, so that no search still answers from what is taken away; held back like any other
// when too many would go for another reason.
Result<void> publish_rest(const Context& context, crawler::Catalog& catalog, const crawler::Compaction& compaction,
                          const indexer::PublishOptions& options) {
  if (!has_index(context)) return {};
  const auto merged = merge_catalog(context.data(), catalog, options.suppression, &compaction.seeds());
  if (!merged) return tl::unexpected(merged.error());
  if (const auto told = indexer::write_merges(context.data(), merged->rows, options.suppression); !told) return told;
  const auto published = indexer::publish(context.data(), merged->people, options);
  return published ? Result<void>{} : Result<void>(tl::unexpected(published.error()));
}

void print(const crawler::Compacted& done, std::size_t generations, bool json) {
  for (const std::string& sentence : done.told) std::cerr << "fellow: " << sentence << "\n";
  if (json) {
    std::cout << show_json({{"bodies", done.bodies},
                            {"seeds_dropped", done.seeds},
                            {"addresses_dropped", done.addresses},
                            {"archive_bytes_before", done.archive_before},
                            {"archive_bytes", done.archive_after},
                            {"generations_dropped", generations}})
              << "\n";
    return;
  }
  std::cerr << done.bodies << " bodies kept, " << done.seeds << " seeds and " << done.addresses << " addresses gone; archive "
            << done.archive_before << " -> " << done.archive_after << " bytes; " << generations << " old generations gone\n";
}

}  // namespace

Run add_compact(Options& options, Context& context) {
  auto force = std::make_shared<bool>(false);
  options.flag("--force", *force, "Go on although more than 20 % of the people would leave the index");
  options.footer(
      "Keeps the newest body of each page of the seeds that are in a list, and the current generation. Takes as much free disk "
      "as what stays. Backups are not touched: keep DATA/suppressed with them.");
  return [force, &context]() -> Result<int> {
    if (!has_catalog(context)) return tl::unexpected(open_catalog(context).error());
    const auto lock = lock_data(context);
    if (!lock) return tl::unexpected(lock.error());
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    auto compaction = crawler::Compaction::plan(context.data(), *catalog, *suppression);
    if (!compaction) return tl::unexpected(compaction.error());
    const auto published =
        publish_rest(context, *catalog, *compaction, {.force = *force, .generations = kAll, .suppression = *suppression});
    if (!published) return tl::unexpected(published.error());
    const auto generations = indexer::drop_old_generations(context.data());
    if (!generations) return tl::unexpected(generations.error());
    const auto done = compaction->run(std::string("fellow/") + kVersion);
    if (!done) return tl::unexpected(done.error());
    print(*done, *generations, context.json);
    return 0;
  };
}

}  // namespace fellow::cli
