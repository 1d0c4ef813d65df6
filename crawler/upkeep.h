// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of the catalog still stand for somebody who is to be found? Pure but for reading the catalog.
#pragma once

#include <set>
#include <unordered_set>
#include <vector>

#include "crawler/catalog.h"
#include "fellow/suppress.h"

namespace fellow::crawler {

struct Upkeep {
  std::set<Url> seeds;          // that stay: in a list, and not forgotten
  std::vector<Url> dead_seeds;  // with pages, a profile or a place in a list, and not to stay
  std::vector<UrlState> rows;   // that stay
  std::vector<Url> dead_rows;
  std::vector<StoredRefusedSeed> dead_refused;
  std::vector<std::pair<Url, std::vector<SeedPage>>> shorter_lists;  // page lists from which forgotten pages go
};

// A row stays when it is a seed's, one of its pages, or where one of these moved to; or when it was tried on a seed's site (a
// failed page is in no list, but its next visit is due some day). It goes when it, or where it moved to, is forgotten.
Result<Upkeep> plan_upkeep(Catalog& catalog, const Suppression& suppression);

}  // namespace fellow::crawler
