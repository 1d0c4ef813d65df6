// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/catalog.h"

#include <array>
#include <system_error>

#include "crawler/catalog_schema.h"
#include "crawler/directory.h"
#include "crawler/sqlite.h"
#include "fellow/check.h"

namespace fellow::crawler {
namespace {

constexpr std::int64_t kApplication = kCatalogApplication, kSchema = kCatalogSchema;

constexpr const char* kCreate = R"sql(
CREATE TABLE seed (list TEXT NOT NULL, url TEXT NOT NULL, name TEXT NOT NULL, affiliation TEXT NOT NULL, source TEXT NOT NULL,
  scholar_id TEXT NOT NULL, written TEXT NOT NULL, PRIMARY KEY (list, url)) WITHOUT ROWID;
CREATE TABLE refused_seed (list TEXT NOT NULL, written TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (list, written)) WITHOUT ROWID;
CREATE TABLE url (url TEXT NOT NULL PRIMARY KEY, outcome TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  status INTEGER NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, content_type TEXT NOT NULL,
  robots_tag TEXT NOT NULL, sha1 TEXT NOT NULL, moved_to TEXT NOT NULL, file TEXT NOT NULL, offset INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL, visited_at INTEGER NOT NULL, next_due INTEGER NOT NULL, failures INTEGER NOT NULL,
  failing_since INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE seed_page (seed TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL,
  depth INTEGER NOT NULL, PRIMARY KEY (seed, position)) WITHOUT ROWID;
CREATE TABLE profile (seed TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE run (started INTEGER NOT NULL, ended INTEGER NOT NULL, command TEXT NOT NULL, pages INTEGER NOT NULL,
  not_modified INTEGER NOT NULL, bytes INTEGER NOT NULL, failed INTEGER NOT NULL, refused INTEGER NOT NULL);
PRAGMA application_id = 0x46454c57;
PRAGMA user_version = 2;
)sql";

// Stored by name, so that a later change of the enumerations reads old files.
constexpr std::array<std::string_view, 4> kOutcomes{"ok", "refused", "failed", "gone"};
constexpr std::array<std::string_view, 7> kKinds{"about", "publications", "bibtex", "cv", "research", "people", "other"};

template <class Enum, std::size_t N>
std::string_view name_of(const std::array<std::string_view, N>& names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  CHECK(index < N);
  return names[index];
}

template <class Enum, std::size_t N>
Enum value_of(const std::array<std::string_view, N>& names, std::string_view name, Enum otherwise) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return otherwise;
}

std::int64_t seconds(Time time) { return time.time_since_epoch().count(); }
Time time_of(std::int64_t seconds_since_1970) { return Time{std::chrono::seconds{seconds_since_1970}}; }

tl::unexpected<Error> error_of(const Rows& rows) { return tl::unexpected<Error>(*rows.error()); }

// A stored URL is in normal form unless the file was damaged or written by someone else.
Result<Url> stored_url(const std::string& text, const std::string& file) {
  Result<Url> url = Url::parse(text);
  if (!url) return fail(Code::corrupt, "holds \"" + text + "\" where a URL belongs: the catalog is damaged", file);
  return url;
}

}  // namespace

std::string_view show(Outcome outcome) { return name_of(kOutcomes, outcome); }

struct Catalog::Impl {
  Sqlite db;
  std::string file;

  Result<UrlState> read_state(const Rows& rows) const;
  Result<StoredSeed> read_seed(const Rows& rows) const;
  // Runs `writes` inside the open transaction, or in one of its own that is rolled back when they fail.
  template <class Writes>
  Result<void> together(Writes writes);
};

namespace {

// Whether the file is ours and of this version; creates the tables in an empty one.
Result<void> prepare_schema(Sqlite& db, const std::string& file) {
  Result<std::optional<std::int64_t>> application = db.ask_number("PRAGMA application_id");
  if (!application) return tl::unexpected<Error>(application.error());
  Result<std::optional<std::int64_t>> version = db.ask_number("PRAGMA user_version");
  if (!version) return tl::unexpected<Error>(version.error());
  Result<std::optional<std::int64_t>> tables = db.ask_number("SELECT count(*) FROM sqlite_master");
  if (!tables) return tl::unexpected<Error>(tables.error());
  if (*application == kApplication && *version == kSchema) return {};
  if (*application == kApplication && version->value_or(0) > kSchema) {
    return fail(Code::corrupt,
                "was written by a newer Fellow (catalog version " + std::to_string(**version) + ", this program reads up to " +
                    std::to_string(kSchema) + "): use that program or another --data",
                file);
  }
  if (*application != 0 || *version != 0 || *tables != 0) {
    return fail(Code::corrupt, "is a database of another program: move it away or use another --data", file);
  }
  return db.run(kCreate);
}

// WAL first: it cannot be set inside a transaction. Two processes may create at once; the second finds the tables made.
Result<void> create_or_check(Sqlite& db, const std::string& file) {
  Result<std::optional<std::int64_t>> tables = db.ask_number("SELECT count(*) FROM sqlite_master");
  if (!tables) {
    if (tables.error().code != Code::corrupt) return tl::unexpected<Error>(tables.error());
    return fail(Code::corrupt, "is no SQLite database or is damaged (" + tables.error().what + ")", file);
  }
  if (Result<void> done = db.run("PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY;"); !done)
    return done;
  if (*tables != 0) {
    if (Result<void> done = migrate_catalog(db, file); !done) return done;
    return prepare_schema(db, file);
  }
  if (Result<void> done = db.run("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"); !done) return done;
  if (Result<void> done = prepare_schema(db, file); !done) {
    db.run("ROLLBACK");
    return done;
  }
  return db.run("COMMIT");
}

}  // namespace

Catalog::Catalog(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Catalog::Catalog(Catalog&&) noexcept = default;
Catalog& Catalog::operator=(Catalog&&) noexcept = default;
Catalog::~Catalog() = default;

Result<Catalog> Catalog::open(const std::filesystem::path& data) {
  if (Result<void> made = make_directory(data); !made) return tl::unexpected<Error>(made.error());
  const std::filesystem::path file = data / "catalog.db";
  std::error_code ignored;
  const bool existed = std::filesystem::exists(file, ignored);
  Result<Sqlite> db = Sqlite::open(file);
  if (!db) return tl::unexpected<Error>(db.error());
  if (Result<void> ready = create_or_check(*db, file.string()); !ready) return tl::unexpected<Error>(ready.error());
  if (!existed) {
    if (Result<void> synced = sync_directory(data); !synced) return tl::unexpected<Error>(synced.error());
  }
  return Catalog(std::unique_ptr<Impl>(new Impl{std::move(*db), file.string()}));
}

Result<void> Catalog::begin() {
  CHECK(!impl_->db.in_transaction());
  return impl_->db.run("BEGIN IMMEDIATE");
}

Result<void> Catalog::commit() {
  // SQLite ends the transaction by itself when a disk error broke it in between: nothing of it was kept.
  if (!impl_->db.in_transaction())
    return fail(Code::io, "a disk error ended the transaction before it was committed", impl_->file);
  Result<void> done = impl_->db.run("COMMIT");
  if (!done && impl_->db.in_transaction()) impl_->db.run("ROLLBACK");
  return done;
}

void Catalog::rollback() {
  if (impl_->db.in_transaction()) impl_->db.run("ROLLBACK");  // a disk error has ended it already
}

template <class Writes>
Result<void> Catalog::Impl::together(Writes writes) {
  if (db.in_transaction()) return writes();
  if (Result<void> begun = db.run("BEGIN IMMEDIATE"); !begun) return begun;
  Result<void> done = writes();
  if (done) done = db.run("COMMIT");
  if (!done && db.in_transaction()) db.run("ROLLBACK");
  return done;
}

Result<void> Catalog::put_list(const SeedList& list) {
  if (list.seeds.empty()) return {};
  return impl_->together([&]() -> Result<void> {
    if (Result<void> done = impl_->db.put("DELETE FROM seed WHERE list = ?", list.name); !done) return done;
    for (const Seed& seed : list.seeds) {
      Result<void> done = impl_->db.put("INSERT OR IGNORE INTO seed VALUES (?, ?, ?, ?, ?, ?, ?)", list.name, seed.url.text(),
                                        seed.name, seed.affiliation, seed.source, seed.scholar_id, seed.written);
      if (!done) return done;
    }
    if (Result<void> done = impl_->db.put("DELETE FROM refused_seed WHERE list = ?", list.name); !done) return done;
    for (const RefusedSeed& refused : list.refused) {
      Result<void> done = impl_->db.put("INSERT OR IGNORE INTO refused_seed VALUES (?, ?, ?, ?)", list.name, refused.written,
                                        refused.reason, refused.detail);
      if (!done) return done;
    }
    return {};
  });
}

Result<StoredSeed> Catalog::Impl::read_seed(const Rows& rows) const {
  Result<Url> url = stored_url(rows.text(1), file);
  if (!url) return tl::unexpected<Error>(url.error());
  return StoredSeed{.seed = {.url = std::move(*url),
                             .name = rows.text(2),
                             .affiliation = rows.text(3),
                             .source = rows.text(4),
                             .scholar_id = rows.text(5),
                             .written = rows.text(6)},
                    .list = rows.text(0)};
}

Result<std::vector<StoredSeed>> Catalog::seeds() {
  Rows rows = impl_->db.ask("SELECT list, url, name, affiliation, source, scholar_id, written FROM seed ORDER BY list, url");
  std::vector<StoredSeed> seeds;
  while (rows.next()) {
    Result<StoredSeed> seed = impl_->read_seed(rows);
    if (!seed) return tl::unexpected<Error>(seed.error());
    seeds.push_back(std::move(*seed));
  }
  if (rows.error()) return error_of(rows);
  return seeds;
}

Result<std::vector<StoredRefusedSeed>> Catalog::refused_seeds() {
  Rows rows = impl_->db.ask("SELECT list, written, reason, detail FROM refused_seed ORDER BY list, written");
  std::vector<StoredRefusedSeed> seeds;
  while (rows.next()) {
    seeds.push_back({.seed = {.written = rows.text(1), .reason = rows.text(2), .detail = rows.text(3)}, .list = rows.text(0)});
  }
  if (rows.error()) return error_of(rows);
  return seeds;
}

#define FELLOW_URL_COLUMNS                                                                                              \
  "url, outcome, reason, detail, status, etag, last_modified, content_type, robots_tag, sha1, moved_to, file, offset, " \
  "fetched_at, visited_at, next_due, failures, failing_since"

Result<UrlState> Catalog::Impl::read_state(const Rows& rows) const {
  Result<Url> url = stored_url(rows.text(0), file);
  if (!url) return tl::unexpected<Error>(url.error());
  UrlState state;
  state.url = std::move(*url);
  state.outcome = value_of(kOutcomes, rows.text(1), Outcome::failed);
  state.reason = rows.text(2);
  state.detail = rows.text(3);
  state.status = static_cast<int>(rows.number(4));
  state.etag = rows.text(5);
  state.last_modified = rows.text(6);
  state.content_type = rows.text(7);
  state.robots_tag = rows.text(8);
  state.sha1 = rows.text(9);
  if (const std::string moved = rows.text(10); !moved.empty()) {
    Result<Url> target = stored_url(moved, file);
    if (!target) return tl::unexpected<Error>(target.error());
    state.moved_to = std::move(*target);
  }
  state.place = {.file = rows.text(11), .offset = static_cast<std::uint64_t>(rows.number(12))};
  state.fetched_at = time_of(rows.number(13));
  state.visited_at = time_of(rows.number(14));
  state.next_due = time_of(rows.number(15));
  state.failures = static_cast<int>(rows.number(16));
  state.failing_since = time_of(rows.number(17));
  return state;
}

Result<std::optional<UrlState>> Catalog::url_state(const Url& url) {
  Rows rows = impl_->db.ask("SELECT " FELLOW_URL_COLUMNS " FROM url WHERE url = ?", url.text());
  if (!rows.next()) {
    if (rows.error()) return error_of(rows);
    return std::optional<UrlState>();
  }
  Result<UrlState> state = impl_->read_state(rows);
  if (!state) return tl::unexpected<Error>(state.error());
  return std::optional<UrlState>(std::move(*state));
}

Result<std::vector<UrlState>> Catalog::all_urls() {
  Rows rows = impl_->db.ask("SELECT " FELLOW_URL_COLUMNS " FROM url ORDER BY url");
  std::vector<UrlState> states;
  while (rows.next()) {
    Result<UrlState> state = impl_->read_state(rows);
    if (!state) return tl::unexpected<Error>(state.error());
    states.push_back(std::move(*state));
  }
  if (rows.error()) return error_of(rows);
  return states;
}

Result<void> Catalog::put_url_state(const UrlState& state) {
  return impl_->db.put(
      "INSERT OR REPLACE INTO url (" FELLOW_URL_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      state.url.text(), show(state.outcome), state.reason, state.detail, state.status, state.etag, state.last_modified,
      state.content_type, state.robots_tag, state.sha1, state.moved_to ? state.moved_to->text() : std::string(),
      state.place.file, static_cast<std::int64_t>(state.place.offset), seconds(state.fetched_at), seconds(state.visited_at),
      seconds(state.next_due), state.failures, seconds(state.failing_since));
}

Result<void> Catalog::put_seed_pages(const Url& seed, const std::vector<SeedPage>& pages) {
  return impl_->together([&]() -> Result<void> {
    if (Result<void> done = impl_->db.put("DELETE FROM seed_page WHERE seed = ?", seed.text()); !done) return done;
    std::int64_t position = 0;
    for (const SeedPage& page : pages) {
      Result<void> done = impl_->db.put("INSERT INTO seed_page VALUES (?, ?, ?, ?, ?)", seed.text(), position++,
                                        page.url.text(), name_of(kKinds, page.kind), page.depth);
      if (!done) return done;
    }
    return {};
  });
}

Result<std::vector<SeedPage>> Catalog::seed_pages(const Url& seed) {
  Rows rows = impl_->db.ask("SELECT url, kind, depth FROM seed_page WHERE seed = ? ORDER BY position", seed.text());
  std::vector<SeedPage> pages;
  while (rows.next()) {
    Result<Url> url = stored_url(rows.text(0), impl_->file);
    if (!url) return tl::unexpected<Error>(url.error());
    pages.push_back({.url = std::move(*url),
                     .kind = value_of(kKinds, rows.text(1), LinkKind::other),
                     .depth = static_cast<int>(rows.number(2))});
  }
  if (rows.error()) return error_of(rows);
  return pages;
}

Result<std::optional<StoredProfile>> Catalog::profile(const Url& seed) {
  Rows rows = impl_->db.ask("SELECT digest, json FROM profile WHERE seed = ?", seed.text());
  if (rows.next()) return std::optional(StoredProfile{.seed = seed, .digest = rows.text(0), .json = rows.text(1)});
  if (rows.error()) return error_of(rows);
  return std::optional<StoredProfile>();
}

Result<void> Catalog::put_profile(const StoredProfile& profile) {
  return impl_->db.put("INSERT OR REPLACE INTO profile (seed, digest, json) VALUES (?, ?, ?)", profile.seed.text(),
                       profile.digest, profile.json);
}

Result<void> Catalog::drop_profile(const Url& seed) { return impl_->db.put("DELETE FROM profile WHERE seed = ?", seed.text()); }

Result<std::vector<StoredProfile>> Catalog::profiles() {
  Rows rows = impl_->db.ask("SELECT seed, digest, json FROM profile ORDER BY seed");
  std::vector<StoredProfile> profiles;
  while (rows.next()) {
    Result<Url> seed = stored_url(rows.text(0), impl_->file);
    if (!seed) return tl::unexpected<Error>(seed.error());
    profiles.push_back({.seed = std::move(*seed), .digest = rows.text(1), .json = rows.text(2)});
  }
  if (rows.error()) return error_of(rows);
  return profiles;
}

Result<void> Catalog::drop_url(const Url& url) { return impl_->db.put("DELETE FROM url WHERE url = ?", url.text()); }

Result<void> Catalog::drop_seed(const Url& seed) {
  return impl_->together([&]() -> Result<void> {
    for (const char* sql :
         {"DELETE FROM seed WHERE url = ?", "DELETE FROM seed_page WHERE seed = ?", "DELETE FROM profile WHERE seed = ?"}) {
      if (Result<void> done = impl_->db.put(sql, seed.text()); !done) return done;
    }
    return {};
  });
}

Result<void> Catalog::drop_refused_seed(const StoredRefusedSeed& seed) {
  return impl_->db.put("DELETE FROM refused_seed WHERE list = ? AND written = ?", seed.list, seed.seed.written);
}

Result<std::vector<Url>> Catalog::seeds_with_rows() {
  Rows rows = impl_->db.ask("SELECT seed FROM seed_page UNION SELECT seed FROM profile ORDER BY 1");
  std::vector<Url> seeds;
  while (rows.next()) {
    Result<Url> seed = stored_url(rows.text(0), impl_->file);
    if (!seed) return tl::unexpected<Error>(seed.error());
    seeds.push_back(std::move(*seed));
  }
  if (rows.error()) return error_of(rows);
  return seeds;
}

// secure_delete also clears what is left of rows within pages; the log is cut to nothing, since it holds old pages too.
Result<void> Catalog::vacuum() {
  if (Result<void> done = impl_->db.run("PRAGMA secure_delete = ON; VACUUM"); !done) return done;
  Result<std::optional<std::int64_t>> held = impl_->db.ask_number("PRAGMA wal_checkpoint(TRUNCATE)");
  if (!held) return tl::unexpected<Error>(held.error());
  if (held->value_or(0) != 0) return fail(Code::busy, "another program is reading the catalog: run this again", impl_->file);
  return {};
}

Result<void> Catalog::put_run(const RunSummary& run) {
  return impl_->db.put("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)", seconds(run.started), seconds(run.ended), run.command,
                       run.pages, run.not_modified, run.bytes, run.failed, run.refused);
}

Result<std::vector<RunSummary>> Catalog::runs() {
  Rows rows = impl_->db.ask(
      "SELECT started, ended, command, pages, not_modified, bytes, failed, refused FROM run ORDER BY started DESC, rowid DESC");
  std::vector<RunSummary> runs;
  while (rows.next()) {
    runs.push_back({.started = time_of(rows.number(0)),
                    .ended = time_of(rows.number(1)),
                    .command = rows.text(2),
                    .pages = rows.number(3),
                    .not_modified = rows.number(4),
                    .bytes = rows.number(5),
                    .failed = rows.number(6),
                    .refused = rows.number(7)});
  }
  if (rows.error()) return error_of(rows);
  return runs;
}

#undef FELLOW_URL_COLUMNS

}  // namespace fellow::crawler
