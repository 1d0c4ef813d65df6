// SPDX-License-Identifier: GPL-3.0-or-later
// Which profiles are one person, and how do they become a searchable generation?
//
// DATA/index/<n>/ is one generation (manifest.json, compacted Xapian database, facet columns), never changed after
// publishing; DATA/index/current is a symlink, replaced atomically. A failed build leaves the served one alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/source.h"

namespace fellow::indexer {

// Profiles that are one person made one: same home page, ORCID, Scholar id or DBLP pid, and names that can be the same
// person's. The name alone never merges. Pure; the result is sorted by id.
std::vector<Profile> merge_people(std::vector<Profile> profiles);

struct PublishOptions {
  bool force = false;           // publish although more than 20 % of the people would go
  std::size_t generations = 3;  // kept
};

struct Published {
  std::uint64_t generation = 0;
  std::int64_t profiles = 0;
  std::uint64_t bytes = 0;
  bool unchanged = false;  // the served generation already holds exactly these profiles
};

// Builds the next generation beside the served one, verifies and fsyncs it, then switches. refused when it would lose more
// than 20 % of the people (options.force overrides).
Result<Published> publish(const std::filesystem::path& data, const std::vector<Profile>& people, PublishOptions options = {});

// Searches DATA/index/current (or the generation directory itself), and takes up a new generation by itself: a search that
// begins after a publish sees it within 5 s. Opens lazily: a directory with nothing published yet has no matches.
std::shared_ptr<Source> open_source(std::string name, std::filesystem::path index);

}  // namespace fellow::indexer
