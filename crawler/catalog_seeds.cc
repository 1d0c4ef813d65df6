// SPDX-License-Identifier: GPL-3.0-or-later
// The seed lists of the catalog, and the line in which seeds wait for their turn in a run.
#include "crawler/catalog_impl.h"
#include "crawler/digest.h"
#include "crawler/scope.h"

namespace fellow::crawler {
namespace {

// Of all that the list says; a chain, so that a million lines are never one string.
std::string digest_of(const SeedList& list) {
  std::string digest;
  const auto add = [&digest](std::initializer_list<const std::string*> parts) {
    std::string row;
    for (const std::string* part : parts) row += std::to_string(part->size()) + ":" + *part;
    digest = show_hex(sha1(digest, row));
  };
  for (const Seed& seed : list.seeds)
    add({&seed.url.text(), &seed.name, &seed.affiliation, &seed.source, &seed.scholar_id, &seed.written});
  for (const RefusedSeed& refused : list.refused) add({&refused.written, &refused.reason, &refused.detail});
  for (const Url& url : list.elsewhere) add({&url.text()});
  return digest;
}

Result<void> put_rows(Sqlite& db, const SeedList& list) {
  if (Result<void> done = db.put("DELETE FROM seed WHERE list = ?", list.name); !done) return done;
  for (const Seed& seed : list.seeds) {
    Result<void> done = db.put(
        "INSERT OR IGNORE INTO seed (list, url, name, affiliation, source, scholar_id, written, host) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        list.name, seed.url.text(), seed.name, seed.affiliation, seed.source, seed.scholar_id, seed.written,
        bare_host(seed.url));
    if (!done) return done;
  }
  if (Result<void> done = db.put("DELETE FROM refused_seed WHERE list = ?", list.name); !done) return done;
  for (const RefusedSeed& refused : list.refused) {
    Result<void> done = db.put("INSERT OR IGNORE INTO refused_seed VALUES (?, ?, ?, ?)", list.name, refused.written,
                               refused.reason, refused.detail);
    if (!done) return done;
  }
  if (Result<void> done = db.put("DELETE FROM seed_elsewhere WHERE list = ?", list.name); !done) return done;
  for (const Url& url : list.elsewhere) {
    Result<void> done = db.put("INSERT OR IGNORE INTO seed_elsewhere (list, host, url) VALUES (?, ?, ?)", list.name,
                               bare_host(url), url.text());
    if (!done) return done;
  }
  return {};
}

}  // namespace

// A list of a million lines takes half a minute to write: one that is as it was is left alone.
Result<void> Catalog::replace_list(const SeedList& list) {
  const std::string digest = digest_of(list);
  {
    Rows rows = impl_->db.ask("SELECT 1 FROM list WHERE name = ? AND digest = ?", list.name, digest);
    if (rows.next()) return {};
    if (rows.error()) return error_of(rows);
  }
  return impl_->together([&]() -> Result<void> {
    if (Result<void> done = put_rows(impl_->db, list); !done) return done;
    return impl_->db.put("INSERT OR REPLACE INTO list VALUES (?, ?)", list.name, digest);
  });
}

Result<void> Catalog::put_list(const SeedList& list) { return list.seeds.empty() ? Result<void>() : replace_list(list); }

Result<StoredSeed> Catalog::Impl::read_seed(const Rows& rows) const {
  Result<Url> url = stored_url(rows.text(1));
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

Result<std::optional<StoredSeed>> Catalog::seed(const Url& url) {
  Rows rows = impl_->db.ask(
      "SELECT list, url, name, affiliation, source, scholar_id, written FROM seed WHERE host = ? AND url = ? "
      "ORDER BY list DESC LIMIT 1",
      bare_host(url), url.text());
  if (!rows.next()) {
    if (rows.error()) return error_of(rows);
    return std::optional<StoredSeed>();
  }
  Result<StoredSeed> seed = impl_->read_seed(rows);
  if (!seed) return tl::unexpected<Error>(seed.error());
  return std::optional<StoredSeed>(std::move(*seed));
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

Result<std::vector<Url>> Catalog::seeds_of_host(std::string_view host) {
  Rows rows = impl_->db.ask("SELECT DISTINCT url FROM seed WHERE host = ? ORDER BY url", host);
  return impl_->stored_urls(rows);
}

Result<std::vector<Url>> Catalog::seeds_elsewhere(std::string_view host) {
  Rows rows = impl_->db.ask("SELECT DISTINCT url FROM seed_elsewhere WHERE host = ? ORDER BY url", host);
  return impl_->stored_urls(rows);
}

Result<SeedCount> Catalog::count_seeds() {
  const auto all = impl_->number(impl_->db.ask("SELECT count(DISTINCT url) FROM seed"));
  if (!all) return tl::unexpected<Error>(all.error());
  const auto failed = impl_->number(
      impl_->db.ask("SELECT count(*) FROM url WHERE outcome IN ('failed', 'gone') AND url IN (SELECT url FROM seed)"));
  if (!failed) return tl::unexpected<Error>(failed.error());
  return SeedCount{static_cast<std::size_t>(*all), static_cast<std::size_t>(*failed)};
}

Result<std::string> Catalog::known_name(const Url& seed) {
  Rows rows = impl_->db.ask(
      "SELECT name FROM seed WHERE url = ?1 AND name <> '' UNION ALL "
      "SELECT json_extract(json, '$.name') FROM profile WHERE seed = ?1 LIMIT 1",
      seed.text());
  const bool found = rows.next();
  if (rows.error()) return error_of(rows);
  return found ? rows.text(0) : std::string();
}

// Rounds over the hosts, so that many hosts are asked from the start: first one seed of each host, then a second of each, …;
// within a round the longest waiting first.
Result<std::size_t> Catalog::line_up(Time now, bool everything) {
  if (Result<void> done = impl_->db.run(
          "CREATE TEMP TABLE IF NOT EXISTS waiting (position INTEGER PRIMARY KEY, url TEXT NOT NULL); DELETE FROM waiting;");
      !done)
    return tl::unexpected<Error>(done.error());
  const std::int64_t time = now.time_since_epoch().count();
  Result<void> done = impl_->db.put(
      "INSERT INTO waiting (url) SELECT url FROM ("
      " SELECT s.url, coalesce(u.visited_at, 0) AS visited,"
      "  row_number() OVER (PARTITION BY s.host ORDER BY coalesce(u.visited_at, 0), s.url) AS round"
      " FROM (SELECT DISTINCT url, host FROM seed) s LEFT JOIN url u ON u.url = s.url"
      " WHERE ?1 OR u.url IS NULL OR u.next_due <= ?2"
      "  OR EXISTS (SELECT 1 FROM seed_page p LEFT JOIN url v ON v.url = p.url"
      "   WHERE p.seed = s.url AND (v.url IS NULL OR v.next_due <= ?2))"
      "  OR (u.outcome = 'ok' AND NOT EXISTS (SELECT 1 FROM seed_page p WHERE p.seed = s.url)))"
      " ORDER BY round, visited, url",
      static_cast<int>(everything), time);
  if (!done) return tl::unexpected<Error>(done.error());
  const auto waiting = impl_->number(impl_->db.ask("SELECT count(*) FROM waiting"));
  if (!waiting) return tl::unexpected<Error>(waiting.error());
  return static_cast<std::size_t>(*waiting);
}

Result<std::vector<Url>> Catalog::next_in_line(std::size_t after, std::size_t count) {
  Rows rows = impl_->db.ask("SELECT url FROM waiting WHERE position > ? ORDER BY position LIMIT ?",
                            static_cast<std::int64_t>(after), static_cast<std::int64_t>(count));
  return impl_->stored_urls(rows);
}

}  // namespace fellow::crawler
