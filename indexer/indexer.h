// SPDX-License-Identifier: GPL-3.0-or-later
// Which profiles are one person, and how do they become a searchable generation?
//
// DATA/index/<n>/ is one generation (manifest.json, compacted Xapian database, facet columns, cards), never changed after
// publishing; DATA/index/current is a symlink, replaced atomically. A failed build leaves the served one alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/source.h"
#include "fellow/suppress.h"
#include "indexer/merge.h"

namespace fellow::indexer {

struct PublishOptions {
  bool force = false;            // publish although more than 20 % of the people would go
  std::size_t generations = 3;   // kept
  Suppression suppression = {};  // who is on it may go without counting among those 20 %
};

struct Published {
  std::uint64_t generation = 0;
  std::int64_t profiles = 0;
  std::uint64_t bytes = 0;
  bool unchanged = false;    // the served generation already holds exactly these profiles
  std::size_t indexed = 0;   // profiles that were made documents of: all, or those that changed
  bool incremental = false;  // made of the served generation
};

// Builds the next generation beside the served one, of what changed since (or anew, where that would be much), verifies and
// fsyncs it, then switches. refused when it would lose more than 20 % of the people (options.force overrides).
Result<Published> publish(const std::filesystem::path& data, const std::vector<Profile>& people, PublishOptions options = {});

// Searches DATA/index/current (or the generation directory itself), and takes up a new generation by itself: a search that
// begins after a publish sees it within 5 s. Opens lazily: a directory with nothing published yet has no matches. Who is on
// the list is in no result, total or count, 5 s after she was put there, whenever the generation was published.
std::shared_ptr<Source> open_source(std::string name, std::filesystem::path index, Suppression suppression = {});

// Removes every generation but the current one; how many. A reader that has one open keeps it until it takes up the current.
Result<std::size_t> drop_old_generations(const std::filesystem::path& data);

}  // namespace fellow::indexer
