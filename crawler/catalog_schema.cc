// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/catalog_schema.h"

#include <filesystem>
#include <system_error>

#include "crawler/scope.h"

namespace fellow::crawler {
namespace {

// "FELW": tells our databases from others' (PRAGMA application_id).
constexpr std::int64_t kApplication = 0x46454c57;
constexpr std::int64_t kSchema = 3;  // PRAGMA user_version

constexpr const char* kCreate = R"sql(
CREATE TABLE seed (list TEXT NOT NULL, url TEXT NOT NULL, name TEXT NOT NULL, affiliation TEXT NOT NULL, source TEXT NOT NULL,
  scholar_id TEXT NOT NULL, written TEXT NOT NULL, host TEXT NOT NULL, PRIMARY KEY (list, url)) WITHOUT ROWID;
CREATE INDEX seed_by_host ON seed (host, url);
CREATE TABLE list (name TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seed_elsewhere (host TEXT NOT NULL, url TEXT NOT NULL, list TEXT NOT NULL, PRIMARY KEY (host, url, list)) WITHOUT ROWID;
CREATE TABLE refused_seed (list TEXT NOT NULL, written TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (list, written)) WITHOUT ROWID;
CREATE TABLE url (url TEXT NOT NULL PRIMARY KEY, outcome TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  status INTEGER NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, content_type TEXT NOT NULL,
  robots_tag TEXT NOT NULL, sha1 TEXT NOT NULL, moved_to TEXT NOT NULL, file TEXT NOT NULL, offset INTEGER NOT NULL,
  held INTEGER NOT NULL, fetched_at INTEGER NOT NULL, visited_at INTEGER NOT NULL, next_due INTEGER NOT NULL,
  failures INTEGER NOT NULL, failing_since INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE seed_page (seed TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL,
  depth INTEGER NOT NULL, PRIMARY KEY (seed, position)) WITHOUT ROWID;
CREATE TABLE site_file (url TEXT NOT NULL PRIMARY KEY, status INTEGER NOT NULL, etag TEXT NOT NULL,
  last_modified TEXT NOT NULL, asked_at INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE held_body (url TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE profile (seed TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE run (started INTEGER NOT NULL, ended INTEGER NOT NULL, command TEXT NOT NULL, pages INTEGER NOT NULL,
  not_modified INTEGER NOT NULL, bytes INTEGER NOT NULL, failed INTEGER NOT NULL, refused INTEGER NOT NULL);
PRAGMA application_id = 0x46454c57;
PRAGMA user_version = 3;
)sql";

// From version 1 to 2. Columns go where version 2 has them by name: no statement of ours relies on their order.
constexpr const char* kToVersion2 = R"sql(
ALTER TABLE seed ADD COLUMN host TEXT NOT NULL DEFAULT '';
CREATE INDEX seed_by_host ON seed (host, url);
CREATE TABLE list (name TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
ALTER TABLE url ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
ALTER TABLE url ADD COLUMN failing_since INTEGER NOT NULL DEFAULT 0;
UPDATE url SET failing_since = visited_at WHERE failures > 0;
CREATE TABLE site_file (url TEXT NOT NULL PRIMARY KEY, status INTEGER NOT NULL, etag TEXT NOT NULL,
  last_modified TEXT NOT NULL, asked_at INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE held_body (url TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL);
PRAGMA user_version = 2;
)sql";

constexpr const char* kToVersion3 = R"sql(
CREATE TABLE seed_elsewhere (host TEXT NOT NULL, url TEXT NOT NULL, list TEXT NOT NULL, PRIMARY KEY (host, url, list)) WITHOUT ROWID;
PRAGMA user_version = 3;
)sql";

Result<void> fill_hosts(Sqlite& db) {
  std::vector<Url> urls;
  {
    Rows rows = db.ask("SELECT DISTINCT url FROM seed");
    while (rows.next()) {
      if (auto url = Url::parse(rows.text(0))) urls.push_back(std::move(*url));
    }
    if (rows.error()) return tl::unexpected<Error>(*rows.error());
  }
  for (const Url& url : urls) {
    if (Result<void> done = db.put("UPDATE seed SET host = ? WHERE url = ?", bare_host(url), url.text()); !done) return done;
  }
  return {};
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

// `from`: the version that was found, whose copy is kept.
Result<void> migrate(Sqlite& db, const std::string& file, std::int64_t from) {
  if (Result<void> kept = keep_copy(db, file + ".v" + std::to_string(from)); !kept) return kept;
  if (Result<void> begun = db.run("BEGIN IMMEDIATE"); !begun) return begun;
  Result<void> done;
  const auto version = db.ask_number("PRAGMA user_version");  // another process may have been faster
  if (!version) done = tl::unexpected<Error>(version.error());
  if (version && *version == 1) {
    done = db.run(kToVersion2);
    if (done) done = fill_hosts(db);
  }
  if (version && done && *version < kSchema) done = db.run(kToVersion3);
  if (done) done = db.run("COMMIT");
  if (!done && db.in_transaction()) db.run("ROLLBACK");
  return done;
}

// Makes the tables of an empty file; else whether the file is ours and of this version.
Result<void> prepare_tables(Sqlite& db, const std::string& file) {
  Result<std::optional<std::int64_t>> application = db.ask_number("PRAGMA application_id");
  if (!application) return tl::unexpected<Error>(application.error());
  Result<std::optional<std::int64_t>> version = db.ask_number("PRAGMA user_version");
  if (!version) return tl::unexpected<Error>(version.error());
  Result<std::optional<std::int64_t>> tables = db.ask_number("SELECT count(*) FROM sqlite_master");
  if (!tables) return tl::unexpected<Error>(tables.error());
  if (*application == kApplication && *version == kSchema) return {};
  const std::int64_t found = version->value_or(0);
  if (*application == kApplication && found >= 1 && found < kSchema) return migrate(db, file, found);
  if (*application == kApplication && found > kSchema) {
    return fail(Code::corrupt,
                "was written by a newer Fellow (catalog version " + std::to_string(found) + ", this program reads up to " +
                    std::to_string(kSchema) + "): use that program or another --data",
                file);
  }
  if (*application != 0 || *version != 0 || *tables != 0) {
    return fail(Code::corrupt, "is a database of another program: move it away or use another --data", file);
  }
  return db.run(kCreate);
}

}  // namespace

// WAL first: it cannot be set inside a transaction. Two processes may create at once; the second finds the tables made.
Result<void> prepare_schema(Sqlite& db, const std::string& file) {
  Result<std::optional<std::int64_t>> tables = db.ask_number("SELECT count(*) FROM sqlite_master");
  if (!tables) {
    if (tables.error().code != Code::corrupt) return tl::unexpected<Error>(tables.error());
    return fail(Code::corrupt, "is no SQLite database or is damaged (" + tables.error().what + ")", file);
  }
  const char* settings =
      "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;";
  if (Result<void> done = db.run(settings); !done) return done;
  if (*tables != 0) return prepare_tables(db, file);
  if (Result<void> done = db.run("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"); !done) return done;
  if (Result<void> done = prepare_tables(db, file); !done) {
    db.run("ROLLBACK");
    return done;
  }
  return db.run("COMMIT");
}

}  // namespace fellow::crawler
