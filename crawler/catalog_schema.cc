// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/catalog_schema.h"

#include <filesystem>
#include <optional>
#include <system_error>

namespace fellow::crawler {
namespace {

// Version 1 did not say since when an address fails: the last attempt is the oldest failure known.
constexpr const char* kFrom1 = R"sql(
ALTER TABLE url ADD COLUMN failing_since INTEGER NOT NULL DEFAULT 0;
UPDATE url SET failing_since = visited_at WHERE outcome IN ('failed', 'gone');
PRAGMA user_version = 2;
)sql";

// 0 for a database that is none of ours.
Result<std::int64_t> version_of(Sqlite& db) {
  Result<std::optional<std::int64_t>> application = db.ask_number("PRAGMA application_id");
  if (!application) return tl::unexpected<Error>(application.error());
  Result<std::optional<std::int64_t>> version = db.ask_number("PRAGMA user_version");
  if (!version) return tl::unexpected<Error>(version.error());
  return *application == kCatalogApplication ? version->value_or(0) : 0;
}

// Written beside and renamed: a copy of that name is whole.
Result<void> keep_copy(Sqlite& db, const std::string& copy) {
  std::error_code error;
  if (std::filesystem::exists(copy, error)) return {};
  const std::string unfinished = copy + ".new";
  std::filesystem::remove(unfinished, error);
  if (Result<void> copied = db.put("VACUUM INTO ?", unfinished); !copied) return copied;
  std::filesystem::rename(unfinished, copy, error);
  if (error) return fail(Code::io, "cannot keep a copy of the older catalog: " + error.message(), copy);
  return {};
}

}  // namespace

Result<void> migrate_catalog(Sqlite& db, const std::string& file) {
  Result<std::int64_t> version = version_of(db);
  if (!version) return tl::unexpected<Error>(version.error());
  if (*version < 1 || *version >= kCatalogSchema) return {};
  if (Result<void> kept = keep_copy(db, file + ".v" + std::to_string(*version)); !kept) return kept;
  if (Result<void> begun = db.run("BEGIN IMMEDIATE"); !begun) return begun;
  Result<void> done;
  version = version_of(db);  // another process may have been faster
  if (!version) done = tl::unexpected<Error>(version.error());
  if (version && *version == 1) done = db.run(kFrom1);
  if (done) done = db.run("COMMIT");
  if (!done && db.in_transaction()) db.run("ROLLBACK");
  return done;
}

}  // namespace fellow::crawler
