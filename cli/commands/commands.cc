// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/commands.h"

namespace fellow::cli {
namespace {

constexpr Command kRows[] = {
    {"demo", "Crawl, index and search the bundled demo web, then serve it", false, add_demo},
    {"update", "What cron runs: crawl, index and publish, with a summary", true, add_update},
    {"crawl", "Fetch what is due of the seed lists into the data directory", true, add_crawl},
    {"index", "Extract what changed, merge people, publish a generation", true, add_index},
    {"import", "Take in profiles as JSON Lines: from another Fellow, a registry, a generator", true, add_import},
    {"search", "Ask: \"serverless inference HKUST\"", true, add_search},
    {"show", "Everything known of one person, each fact with the page it came from", true, add_show},
    {"export", "All profiles, one a line, sorted by id", false, add_export},
    {"report", "Every URL tried and every seed, with outcome and reason", true, add_report},
    {"status", "What the data directory holds, and how old it is", true, add_status},
    {"seeds", "Check a seed list, or have one proposed by a page of people", true, add_seeds},
    {"diff", "What is new between two generations: people, places, papers", true, add_diff},
    {"watch", "Queries that somebody has an eye on: what is new for them", true, add_watch},
    {"verify", "Read-only check of every store; names each damaged file", true, add_verify},
    {"doctor", "Whether the next night would go well, and what to do if not", true, add_doctor, true},
    {"backup", "A copy of everything as it is now, while anything else runs", true, add_backup},
    {"restore", "Put a backup back; nobody who asked to be forgotten comes back with it", true, add_restore},
    {"compact", "Take off the disk what is forgotten or superseded", true, add_compact},
    {"forget", "Keep a person or an address out for good, while anything else runs", false, add_forget},
    {"extract", "The profile of local files, without a data directory", false, add_extract},
    {"robots", "Whether a robots.txt lets an agent fetch a URL; exit 0 or 1", false, add_robots},
    {"url", "The absolute URL that a link on a page leads to", false, add_url},
    {"text", "The visible text of a file as UTF-8", false, add_text},
    {"warc", "The records of a WARC file of any crawler, a JSON line each", false, add_warc},
};

}  // namespace

const std::span<const Command> kCommands = kRows;

}  // namespace fellow::cli
