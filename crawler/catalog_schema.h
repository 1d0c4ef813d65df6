// SPDX-License-Identifier: GPL-3.0-or-later
// Which version is this catalog, and how does an older one become ours? (R37)
#pragma once

#include <cstdint>
#include <string>

#include "crawler/sqlite.h"
#include "fellow/result.h"

namespace fellow::crawler {

// "FELW": tells our databases from others' (PRAGMA application_id).
inline constexpr std::int64_t kCatalogApplication = 0x46454c57;
inline constexpr std::int64_t kCatalogSchema = 2;  // PRAGMA user_version

// Brings a catalog of an older version up to date, in one transaction; as it was, it stays beside as FILE.vN. Does nothing to
// any other database.
Result<void> migrate_catalog(Sqlite& db, const std::string& file);

}  // namespace fellow::crawler
