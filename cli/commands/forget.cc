// SPDX-License-Identifier: GPL-3.0-or-later
// fellow forget URL|ID: takes no DATA/lock, and works while an update runs.
#include <algorithm>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/find_person.h"
#include "cli/forgetting.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "fellow/suppress.h"
#include "indexer/sources.h"

namespace fellow::cli {
namespace {

// Whom the data directory knows: of the catalog, and, where that has nobody of this id, of the index (which may have come from
// a backup or another machine).
Result<Known> read_known(const Context& context, const std::string& wanted) {
  Known known;
  if (has_catalog(context)) {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    auto people = read_people(context.data(), *catalog);
    if (!people) return tl::unexpected(people.error());
    known.people = std::move(*people);
    const auto seeds = catalog->seeds();
    if (!seeds) return tl::unexpected(seeds.error());
    for (const crawler::StoredSeed& stored : *seeds) known.seeds.push_back(stored.seed.url);
  }
  if (find_person(known.people, wanted) != nullptr) return known;
  const auto url = Url::parse(wanted);
  const auto sources = indexer::open_sources(context.config, context.data());
  if (!sources) return tl::unexpected(sources.error());
  for (const auto& source : *sources) {
    auto person = source->profile(url ? person_id(*url) : wanted);
    if (person && find_person(known.people, person->id) == nullptr) known.people.push_back(std::move(*person));
  }
  return known;
}

}  // namespace

Run add_forget(Options& options, Context& context) {
  auto wanted = std::make_shared<std::string>();
  options.add("URL|ID", *wanted, "Address of a home page, or the id of a result").required();
  options.footer(
      "Searches leave the person out within 10 seconds, and nothing of hers is fetched again. `fellow compact` takes what is "
      "stored off the disk.");
  return [wanted, &context]() -> Result<int> {
    const auto known = read_known(context, *wanted);
    if (!known) return tl::unexpected(known.error());
    const auto forgetting = what_to_forget(*wanted, *known);
    if (!forgetting) return tl::unexpected(forgetting.error());
    const auto done = suppress(context.data(), forgetting->keys);
    if (!done) return tl::unexpected(done.error());
    for (const std::string& sentence : done->told) std::cerr << "fellow: " << sentence << "\n";
    std::cerr << (forgetting->person ? "forgotten: one person" : "nobody is known by it; kept out all the same")
              << (done->added == 0 ? " (was so before)" : "") << "\n";
    for (const std::string& line : forgetting->told) std::cerr << "  " << line << "\n";
    std::cerr << "`fellow compact` takes what is stored of it off the disk\n";
    return 0;
  };
}

}  // namespace fellow::cli
