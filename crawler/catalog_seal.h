// SPDX-License-Identifier: GPL-3.0-or-later
// Is the catalog still what the last run left? DATA/catalog.sum: SHA-256 of catalog.db as it lay when DATA/lock was given back.
//
//   {"v":1,"bytes":1363968,"sha256":"…","check":"…"}
//
// The check is the first 16 digits of SHA-256 of what stands before it, so that damage to the sum is not taken for the
// catalog's. The first transaction that anybody commits after that takes the sum away; giving the lock back writes a new one.
// After a kill there is none, and the database is checked as SQLite can: structure, indexes, types (R36).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "crawler/archive_verify.h"
#include "fellow/result.h"

struct sqlite3;

namespace fellow::crawler {

inline constexpr const char* kCatalogSum = "catalog.sum";

// Takes the sum away; nothing to do if there is none.
Result<void> break_seal(const std::filesystem::path& data);
// Does so before this connection commits anything. SQLite does not tell of VACUUM: some statement that writes has to go before
// it.
void break_seal_on_write(sqlite3* db, const std::filesystem::path& data);
// Writes the sum, or none where somebody is writing or the disk does not let us. Only for who holds DATA/lock.
void seal_catalog(const std::filesystem::path& data);
// corrupt when there is a sum and catalog.db is not what it says.
Result<void> check_seal(const std::filesystem::path& data);

struct CatalogCheck {
  std::vector<Damage> damages;
  bool sealed = false;  // there was a sum to compare with: every byte was checked
};
// Changes neither database nor log, and may run beside a crawl.
Result<CatalogCheck> verify_catalog(const std::filesystem::path& data);

}  // namespace fellow::crawler
