// SPDX-License-Identifier: GPL-3.0-or-later
// What is taken out of the catalog is out, and an older catalog becomes one of today.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/catalog.h"
#include "crawler/sqlite.h"
#include "crawler/verdict.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

UrlState state(std::string_view address) {
  UrlState out;
  out.url = url(address);
  return out;
}

TEST(CatalogCleaning, ASeedGoesFromEveryListWithPagesAndProfile) {
  const TemporaryDirectory dir;
  Catalog catalog = Catalog::open(dir.path()).value();
  const Url a = url("http://a.example/"), b = url("http://b.example/"), c = url("http://c.example/");
  for (const char* name : {"one", "two"})
    ASSERT_TRUE(catalog.put_list({.name = name, .seeds = {{.url = a}, {.url = b}}, .bad = {}}));
  for (const Url& seed : {a, b}) {
    ASSERT_TRUE(catalog.put_seed_pages(seed, {{seed, LinkKind::other, 0}}));
    ASSERT_TRUE(catalog.put_url_state(state(seed.text())));
  }
  ASSERT_TRUE(catalog.put_profile({c, "1", "{}"}));
  EXPECT_THAT(catalog.seeds_with_rows().value(), ElementsAre(a, b, c));
  ASSERT_TRUE(catalog.drop_seed(a));
  ASSERT_TRUE(catalog.drop_seed(c));
  ASSERT_TRUE(catalog.drop_url(a));
  EXPECT_THAT(catalog.seeds_with_rows().value(), ElementsAre(b));
  const auto seeds = catalog.seeds().value();
  ASSERT_EQ(seeds.size(), 2u);
  for (const StoredSeed& stored : seeds) EXPECT_EQ(stored.seed.url, b);
  EXPECT_FALSE(catalog.url_state(a).value());
  EXPECT_TRUE(catalog.url_state(b).value());
}

TEST(CatalogCleaning, ARefusedSeedGoes) {
  const TemporaryDirectory dir;
  Catalog catalog = Catalog::open(dir.path()).value();
  ASSERT_TRUE(catalog.put_list(parse_seeds("ftp://a.example/\nhttp://b.example/\n", "one.txt").value()));
  const auto refused = catalog.refused_seeds().value();
  ASSERT_EQ(refused.size(), 1u);
  ASSERT_TRUE(catalog.drop_refused_seed(refused[0]));
  EXPECT_THAT(catalog.refused_seeds().value(), IsEmpty());
}

TEST(CatalogCleaning, NoByteOfWhatWasDroppedIsLeft) {
  const TemporaryDirectory dir;
  Catalog catalog = Catalog::open(dir.path()).value();
  const auto bytes = [&] { return read_file(dir.path() / "catalog.db") + read_file(dir.path() / "catalog.db-wal"); };
  for (int i = 0; i < 200; ++i) {
    const Url seed = url("http://" + std::string(i % 2 == 0 ? "gone" : "kept") + std::to_string(i) + ".example/");
    ASSERT_TRUE(catalog.put_url_state(state(seed.text())));
    ASSERT_TRUE(catalog.put_profile({seed, "1", "{\"url\":\"" + seed.text() + "\"}"}));
  }
  const std::vector<UrlState> rows = catalog.all_urls().value();
  for (const UrlState& row : rows) {
    if (!row.url.host().starts_with("gone")) continue;
    ASSERT_TRUE(catalog.drop_url(row.url));
    ASSERT_TRUE(catalog.drop_seed(row.url));
  }
  EXPECT_THAT(bytes(), HasSubstr("gone0.example"));
  ASSERT_TRUE(catalog.vacuum());
  EXPECT_THAT(bytes(), testing::Not(HasSubstr("gone")));
  EXPECT_THAT(bytes(), HasSubstr("kept1.example"));
  EXPECT_EQ(catalog.all_urls().value().size(), 100u);
}

// As version 1 made it.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE seed (list TEXT NOT NULL, url TEXT NOT NULL, name TEXT NOT NULL, affiliation TEXT NOT NULL, source TEXT NOT NULL,
  scholar_id TEXT NOT NULL, written TEXT NOT NULL, PRIMARY KEY (list, url)) WITHOUT ROWID;
CREATE TABLE refused_seed (list TEXT NOT NULL, written TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (list, written)) WITHOUT ROWID;
CREATE TABLE url (url TEXT NOT NULL PRIMARY KEY, outcome TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
  status INTEGER NOT NULL, etag TEXT NOT NULL, last_modified TEXT NOT NULL, content_type TEXT NOT NULL,
  robots_tag TEXT NOT NULL, sha1 TEXT NOT NULL, moved_to TEXT NOT NULL, file TEXT NOT NULL, offset INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL, visited_at INTEGER NOT NULL, next_due INTEGER NOT NULL, failures INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE seed_page (seed TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL,
  depth INTEGER NOT NULL, PRIMARY KEY (seed, position)) WITHOUT ROWID;
CREATE TABLE profile (seed TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE run (started INTEGER NOT NULL, ended INTEGER NOT NULL, command TEXT NOT NULL, pages INTEGER NOT NULL,
  not_modified INTEGER NOT NULL, bytes INTEGER NOT NULL, failed INTEGER NOT NULL, refused INTEGER NOT NULL);
PRAGMA application_id = 0x46454c57;
PRAGMA user_version = 1;
INSERT INTO seed VALUES ('cs', 'http://www.jane.example/', 'Jane', '', '', '', '');
INSERT INTO url VALUES ('http://a.example/', 'failed', 'dns', '', 0, '', '', '', '', '', '', '', 0, 5, 7000, 9000, 3),
  ('http://b.example/', 'ok', '', '', 200, '', '', '', '', 'aa', '', 'archive/fellow-000001.warc.gz', 12, 5, 7000, 9000, 0);
)sql";

TEST(CatalogCleaning, AnOlderCatalogIsBroughtUpToDateAndKeptBeside) {
  const TemporaryDirectory dir;
  { ASSERT_TRUE(Sqlite::open(dir.path() / "catalog.db")->run(kVersion1)); }
  for (int i = 0; i < 2; ++i) {
    Catalog catalog = Catalog::open(dir.path()).value();
    const UrlState failed = **catalog.url_state(url("http://a.example/"));
    EXPECT_EQ(failed.failures, 3);
    EXPECT_EQ(failed.failing_since.time_since_epoch().count(), 7000);
    const UrlState fine = **catalog.url_state(url("http://b.example/"));
    EXPECT_EQ(fine.failing_since, Time{});
    EXPECT_EQ(fine.place.offset, 12u);
    EXPECT_FALSE(fine.held);
    EXPECT_EQ(catalog.seeds_of_host("jane.example").value().size(), 1u);
  }
  Sqlite copy = Sqlite::open(dir.path() / "catalog.db.v1").value();
  EXPECT_EQ(copy.ask_number("PRAGMA user_version").value(), 1);
  EXPECT_EQ(copy.ask_number("SELECT count(*) FROM url").value(), 2);
}

// From version 2 on a catalog knows the seeds of other shards.
TEST(CatalogCleaning, AnyOlderVersionIsBroughtToThisOne) {
  const TemporaryDirectory dir;
  { ASSERT_TRUE(Catalog::open(dir.path())); }
  const auto database = dir.path() / "catalog.db";
  ASSERT_TRUE(Sqlite::open(database)->run("DROP TABLE seed_elsewhere; PRAGMA user_version = 2"));
  {
    Catalog catalog = Catalog::open(dir.path()).value();
    SeedList list{.name = "cs", .seeds = {}, .bad = {}};
    list.elsewhere = {url("http://www.tom.example/"), url("http://ann.example/")};
    ASSERT_TRUE(catalog.replace_list(list));
    EXPECT_EQ(catalog.seeds_elsewhere("tom.example").value(), std::vector<Url>{url("http://www.tom.example/")});
    list.elsewhere.pop_back();
    ASSERT_TRUE(catalog.replace_list(list));
    EXPECT_TRUE(catalog.seeds_elsewhere("ann.example").value().empty());
    ASSERT_TRUE(catalog.vacuum());  // compact: nobody's address stays that may have been forgotten
    EXPECT_TRUE(catalog.seeds_elsewhere("tom.example").value().empty());
    ASSERT_TRUE(catalog.replace_list(list));
    EXPECT_EQ(catalog.seeds_elsewhere("tom.example").value().size(), 1u);
  }
  EXPECT_TRUE(std::filesystem::exists(database.string() + ".v2"));
  EXPECT_EQ(Sqlite::open(database)->ask_number("PRAGMA user_version").value(), 3);
}

TEST(Verdict, FailingSinceIsTheFirstFailureInARow) {
  const Url page = url("http://a.example/");
  const Time start = *parse_time("2026-11-20T00:00:00Z");
  const Verdict fine{.status = 200}, broken{.reason = Reason::status, .status = 404}, shut{.reason = Reason::robots};
  std::optional<UrlState> row;
  std::string story;
  for (const auto& [day, verdict] :
       {std::pair{0, fine}, {1, broken}, {2, broken}, {3, broken}, {4, fine}, {5, broken}, {6, shut}}) {
    row = judged(page, row, verdict, start + std::chrono::hours(24 * day));
    const bool since = row->failing_since != Time{};
    story += std::string(show(row->outcome)) + (since ? " since " + show_time(row->failing_since).substr(8, 2) : "") + "\n";
  }
  EXPECT_EQ(story, "ok\nfailed since 21\ngone since 21\ngone since 21\nok\nfailed since 25\nrefused\n");
}

}  // namespace
}  // namespace fellow::crawler
