// SPDX-License-Identifier: GPL-3.0-or-later
// From archive to generation, wired: extracts the sites whose pages changed, as far as that was not done beside the crawl,
// merges people, publishes. Used by index, update and demo.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "cli/command.h"
#include "cli/extraction.h"
#include "crawler/catalog.h"
#include "fellow/profile.h"
#include "fellow/suppress.h"
#include "indexer/indexer.h"

namespace fellow::cli {

struct IndexWish {
  indexer::PublishOptions publish;
  // No site is begun after it: its old profile stays, and the next run extracts it. nullopt: all of them.
  std::optional<std::chrono::steady_clock::time_point> extract_until;
};

struct Indexed : Extracted {
  std::size_t seeds = 0, people = 0, merged = 0;  // seeds: each address once
  indexer::Published published;
};

// The caller holds the DataLock. Extraction runs on all cores; the profiles come out the same for any number of them.
Result<Indexed> index_step(const Context& context, IndexWish wish);
// The same, after a crawl that went on beside the extraction.
Result<Indexed> index_step(const Context& context, IndexWish wish, Extraction& extraction);

// "24 people of 25 seeds (3 extracted, 22 unchanged, 0 imported, 0 without a home page, 0 dropped, 1 merged); generation 7",
// and how many wait for the next run, if any
std::string show(const Indexed& indexed);

// The people of the catalog as they are indexed: profiles of all seeds (or of these only), those of one person made one as
// DATA/merges.tsv rules, sorted by id. Without those on the list.
Result<indexer::People> merge_catalog(const std::filesystem::path& data, crawler::Catalog& catalog,
                                      const Suppression& suppression = {}, const std::set<Url>* only = nullptr);
Result<std::vector<Profile>> read_people(const std::filesystem::path& data, crawler::Catalog& catalog,
                                         const Suppression& suppression = {}, const std::set<Url>* only = nullptr);

}  // namespace fellow::cli
