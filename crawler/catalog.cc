// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <system_error>

#include "crawler/catalog_impl.h"
#include "crawler/catalog_schema.h"
#include "crawler/catalog_seal.h"
#include "crawler/directory.h"
#include "fellow/check.h"

namespace fellow::crawler {
namespace {

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

}  // namespace

std::string_view show(Outcome outcome) { return name_of(kOutcomes, outcome); }

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
  break_seal_on_write(db->handle(), data);
  if (Result<void> ready = prepare_schema(*db, file.string()); !ready) return tl::unexpected<Error>(ready.error());
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

Result<void> Catalog::begin_reading() {
  CHECK(!impl_->db.in_transaction());
  return impl_->db.run("BEGIN");
}

void Catalog::end_reading() {
  if (impl_->db.in_transaction()) impl_->db.run("COMMIT");
}

#define FELLOW_URL_COLUMNS                                                                                              \
  "url, outcome, reason, detail, status, etag, last_modified, content_type, robots_tag, sha1, moved_to, file, offset, " \
  "fetched_at, visited_at, next_due, failures, held, failing_since"

Result<UrlState> Catalog::Impl::read_state(const Rows& rows) const {
  Result<Url> url = stored_url(rows.text(0));
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
    Result<Url> target = stored_url(moved);
    if (!target) return tl::unexpected<Error>(target.error());
    state.moved_to = std::move(*target);
  }
  state.place = {.file = rows.text(11), .offset = static_cast<std::uint64_t>(rows.number(12))};
  state.fetched_at = time_of(rows.number(13));
  state.visited_at = time_of(rows.number(14));
  state.next_due = time_of(rows.number(15));
  state.failures = static_cast<int>(rows.number(16));
  state.held = rows.number(17) != 0;
  state.failing_since = time_of(rows.number(18));
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
      "INSERT OR REPLACE INTO url (" FELLOW_URL_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      state.url.text(), show(state.outcome), state.reason, state.detail, state.status, state.etag, state.last_modified,
      state.content_type, state.robots_tag, state.sha1, state.moved_to ? state.moved_to->text() : std::string(),
      state.place.file, static_cast<std::int64_t>(state.place.offset), seconds(state.fetched_at), seconds(state.visited_at),
      seconds(state.next_due), state.failures, static_cast<int>(state.held), seconds(state.failing_since));
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
    Result<Url> url = impl_->stored_url(rows.text(0));
    if (!url) return tl::unexpected<Error>(url.error());
    pages.push_back({.url = std::move(*url),
                     .kind = value_of(kKinds, rows.text(1), LinkKind::other),
                     .depth = static_cast<int>(rows.number(2))});
  }
  if (rows.error()) return error_of(rows);
  return pages;
}

Result<std::optional<SiteFile>> Catalog::site_file(const Url& url) {
  Rows rows = impl_->db.ask("SELECT status, etag, last_modified, asked_at, text FROM site_file WHERE url = ?", url.text());
  if (!rows.next()) {
    if (rows.error()) return error_of(rows);
    return std::optional<SiteFile>();
  }
  return std::optional(SiteFile{.status = static_cast<int>(rows.number(0)),
                                .etag = rows.text(1),
                                .last_modified = rows.text(2),
                                .asked_at = time_of(rows.number(3)),
                                .text = rows.text(4)});
}

Result<void> Catalog::put_site_file(const Url& url, const SiteFile& file) {
  return impl_->db.put(
      "INSERT OR REPLACE INTO site_file (url, status, etag, last_modified, asked_at, text) VALUES (?, ?, ?, ?, ?, ?)",
      url.text(), file.status, file.etag, file.last_modified, seconds(file.asked_at), file.text);
}

Result<void> Catalog::hold_body(const Url& url, std::string_view body) {
  return impl_->db.put("INSERT OR REPLACE INTO held_body (url, body) VALUES (?, ?)", url.text(), body);
}

Result<std::optional<std::string>> Catalog::held_body(const Url& url) {
  Rows rows = impl_->db.ask("SELECT body FROM held_body WHERE url = ?", url.text());
  if (rows.next()) return std::optional(rows.text(0));
  if (rows.error()) return error_of(rows);
  return std::optional<std::string>();
}

Result<void> Catalog::drop_held_bodies() { return impl_->db.run("DELETE FROM held_body"); }

Result<std::optional<StoredProfile>> Catalog::profile(const Url& seed) {
  Rows rows = impl_->db.ask("SELECT digest, json FROM profile WHERE seed = ?", seed.text());
  if (rows.next()) return std::optional(StoredProfile{.seed = seed, .digest = rows.text(0), .json = rows.text(1)});
  if (rows.error()) return error_of(rows);
  return std::optional<StoredProfile>();
}

Result<std::optional<std::string>> Catalog::profile_digest(const Url& seed) {
  Rows rows = impl_->db.ask("SELECT digest FROM profile WHERE seed = ?", seed.text());
  if (rows.next()) return std::optional(rows.text(0));
  if (rows.error()) return error_of(rows);
  return std::optional<std::string>();
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
    Result<Url> seed = impl_->stored_url(rows.text(0));
    if (!seed) return tl::unexpected<Error>(seed.error());
    profiles.push_back({.seed = std::move(*seed), .digest = rows.text(1), .json = rows.text(2)});
  }
  if (rows.error()) return error_of(rows);
  return profiles;
}

Result<std::vector<Url>> Catalog::profile_seeds() {
  Rows rows = impl_->db.ask("SELECT seed FROM profile ORDER BY seed");
  return impl_->stored_urls(rows);
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
