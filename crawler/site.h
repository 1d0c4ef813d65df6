// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to one person's site? What the catalog says of a seed's pages, and the pages themselves as the archive holds
// them.
//
//   const auto seed = catalog.seed(url);
//   const auto rows = read_site_rows(catalog, **seed);      // some rows of the catalog
//   const auto site = read_site(data, catalog, *rows);      // and the bodies
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "crawler/catalog.h"
#include "fellow/page.h"
#include "fellow/result.h"

namespace fellow::crawler {

// All that the catalog says of where a seed leads and of the pages that are listed for it: a site whose rows are the same has
// the same pages, to the byte. `way`: from the seed's address along moved_to, empty if it was never visited. `pages`: likewise
// from each page of its list.
struct SiteRows {
  StoredSeed seed;
  std::vector<UrlState> way;
  std::vector<std::vector<UrlState>> pages;
};

// What is read belongs together if nobody writes meanwhile, or between begin_reading and end_reading.
Result<SiteRows> read_site_rows(Catalog& catalog, const StoredSeed& seed);

inline constexpr std::size_t kAnySize = static_cast<std::size_t>(-1);

// The pages of a seed as the archive holds them, home page first; not_found with the reason when there is no home page, too_big
// when the bodies are more than that many bytes together (and at most one page of them is in memory too many).
Result<Site> read_site(const std::filesystem::path& data, Catalog& catalog, const SiteRows& rows,
                       std::size_t most_bytes = kAnySize);
Result<Site> read_site(const std::filesystem::path& data, Catalog& catalog, const StoredSeed& seed);

}  // namespace fellow::crawler
