// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/sqlite.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Catalog open_catalog(const std::filesystem::path& data) {
  Result<Catalog> catalog = Catalog::open(data);
  EXPECT_TRUE(catalog) << (catalog ? "" : show(catalog.error()));
  return std::move(catalog.value());
}

Time at(std::string_view text) { return *parse_time(text); }

UrlState full_state() {
  UrlState state;
  state.url = url("http://a.example/");
  state.outcome = Outcome::gone;
  state.reason = "status";
  state.detail = "HTTP 410";
  state.status = 410;
  state.etag = std::string("W/\"\xff\0x\"", 7);  // as received: any bytes
  state.last_modified = "Fri, 20 Nov 2026 03:10:00 GMT";
  state.content_type = "text/html";
  state.robots_tag = "noarchive";
  state.sha1 = "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d";
  state.moved_to = url("https://b.example/");
  state.place = {.file = "archive/fellow-000001.warc.gz", .offset = 1ull << 40};
  state.fetched_at = at("2026-11-18T00:00:00Z");
  state.visited_at = at("2026-11-19T00:00:00Z");
  state.next_due = at("2026-11-20T00:00:00Z");
  state.failures = 3;
  return state;
}

std::string printed(const UrlState& s) {
  return s.url.text() + " " + std::string(show(s.outcome)) + " " + s.reason + " " + s.detail + " " + std::to_string(s.status) +
         " " + s.etag + " " + s.last_modified + " " + s.content_type + " " + s.robots_tag + " " + s.sha1 + " " +
         (s.moved_to ? s.moved_to->text() : "-") + " " + s.place.file + "@" + std::to_string(s.place.offset) + " " +
         show_time(s.fetched_at) + " " + show_time(s.visited_at) + " " + show_time(s.next_due) + " " +
         std::to_string(s.failures);
}

std::vector<std::string> seed_lines(Catalog& catalog) {
  std::vector<std::string> lines;
  const std::vector<StoredSeed> seeds = catalog.seeds().value();
  for (const StoredSeed& stored : seeds) {
    lines.push_back(stored.list + " " + stored.seed.url.text() + " " + stored.seed.name);
  }
  return lines;
}

TEST(Catalog, UrlStatesComeBackWhole) {
  const TemporaryDirectory dir;
  const std::string expected = printed(full_state());
  {
    Catalog catalog = open_catalog(dir.path() / "made" / "on the way");
    EXPECT_FALSE(catalog.url_state(url("http://a.example/")).value());
    ASSERT_TRUE(catalog.put_url_state(full_state()));
    UrlState other;
    other.url = url("http://0.example/");
    ASSERT_TRUE(catalog.put_url_state(other));
    EXPECT_EQ(printed(*catalog.url_state(url("http://a.example/")).value()), expected);
  }
  Catalog catalog = open_catalog(dir.path() / "made" / "on the way");
  EXPECT_EQ(printed(*catalog.url_state(url("http://a.example/")).value()), expected);
  const std::vector<UrlState> all = catalog.all_urls().value();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].url.text(), "http://0.example/");
  EXPECT_EQ(printed(all[1]), expected);
}

TEST(Catalog, AListIsReplacedAsAWholeAndOthersStay) {
  const TemporaryDirectory dir;
  Catalog catalog = open_catalog(dir.path());
  SeedList cs{.name = "cs",
              .seeds = {{.url = url("http://b.example/"), .name = "Bo"}, {.url = url("http://a.example/"), .name = "Ann"}},
              .bad = {}};
  const SeedList bio{.name = "bio", .seeds = {{.url = url("http://a.example/"), .name = "A."}}, .bad = {}};
  ASSERT_TRUE(catalog.put_list(cs));
  ASSERT_TRUE(catalog.put_list(bio));
  EXPECT_THAT(seed_lines(catalog),
              ElementsAre("bio http://a.example/ A.", "cs http://a.example/ Ann", "cs http://b.example/ Bo"));
  cs.seeds.pop_back();
  ASSERT_TRUE(catalog.put_list(cs));
  EXPECT_THAT(seed_lines(catalog), ElementsAre("bio http://a.example/ A.", "cs http://b.example/ Bo"));
  cs.seeds.clear();
  ASSERT_TRUE(catalog.put_list(cs));  // an empty list removes nobody
  EXPECT_THAT(seed_lines(catalog), ElementsAre("bio http://a.example/ A.", "cs http://b.example/ Bo"));
}

TEST(Catalog, SeedPagesKeepTheirOrder) {
  const TemporaryDirectory dir;
  Catalog catalog = open_catalog(dir.path());
  const Url seed = url("http://a.example/");
  const auto lines = [&] {
    std::vector<std::string> all;
    const std::vector<SeedPage> pages = catalog.seed_pages(seed).value();
    for (const SeedPage& page : pages) {
      all.push_back(page.url.text() + " " + std::to_string(static_cast<int>(page.kind)) + " " + std::to_string(page.depth));
    }
    return all;
  };
  EXPECT_THAT(lines(), IsEmpty());
  ASSERT_TRUE(catalog.put_seed_pages(seed, {{url("http://a.example/"), LinkKind::other, 0},
                                            {url("http://a.example/z"), LinkKind::about, 1},
                                            {url("http://a.example/b"), LinkKind::cv, 2}}));
  EXPECT_THAT(lines(), ElementsAre("http://a.example/ 6 0", "http://a.example/z 0 1", "http://a.example/b 3 2"));
  ASSERT_TRUE(catalog.put_seed_pages(seed, {{url("http://a.example/b"), LinkKind::bibtex, 0}}));
  EXPECT_THAT(lines(), ElementsAre("http://a.example/b 2 0"));
}

TEST(Catalog, ProfilesCanBeReplacedAndDropped) {
  const TemporaryDirectory dir;
  Catalog catalog = open_catalog(dir.path());
  const Url a = url("http://a.example/"), b = url("http://b.example/");
  ASSERT_TRUE(catalog.put_profile({b, "1", "{}"}));
  ASSERT_TRUE(catalog.put_profile({a, "2", "{\"name\":\"杜珍\"}"}));
  ASSERT_TRUE(catalog.put_profile({b, "3", "{\"v\":1}"}));
  EXPECT_EQ(catalog.profile(a).value()->json, "{\"name\":\"杜珍\"}");
  std::vector<std::string> digests;
  const std::vector<StoredProfile> profiles = catalog.profiles().value();
  for (const StoredProfile& profile : profiles) digests.push_back(profile.seed.text() + profile.digest);
  EXPECT_THAT(digests, ElementsAre("http://a.example/2", "http://b.example/3"));
  EXPECT_THAT(catalog.profile_seeds().value(), ElementsAre(a, b));
  ASSERT_TRUE(catalog.drop_profile(a));
  ASSERT_TRUE(catalog.drop_profile(a));  // nothing to drop is no error
  EXPECT_FALSE(catalog.profile(a).value());
}

TEST(Catalog, OfSeveralListsThatNameASeedTheLastOneCounts) {
  const TemporaryDirectory dir;
  Catalog catalog = open_catalog(dir.path());
  ASSERT_TRUE(catalog.put_list(parse_seeds("url,name\nhttp://a.example/,Ada\nhttp://b.example/,Bo\n", "b.csv").value()));
  ASSERT_TRUE(catalog.put_list(parse_seeds("url,name\nhttp://a.example/,Ann\n", "a.csv").value()));
  const auto printed = [&](std::string_view address) {
    const auto stored = catalog.seed(url(address)).value();
    return stored ? stored->list + " " + stored->seed.name : "-";
  };
  EXPECT_EQ(printed("http://a.example/"), "b.csv Ada");
  EXPECT_EQ(printed("http://b.example/"), "b.csv Bo");
  EXPECT_EQ(printed("http://c.example/"), "-");
}

TEST(Catalog, WhatIsReadTogetherIsOfOneMoment) {
  const TemporaryDirectory dir;
  Catalog writer = open_catalog(dir.path()), reader = open_catalog(dir.path());
  const Url seed = url("http://a.example/");
  ASSERT_TRUE(writer.put_profile({seed, "one", "{}"}));
  ASSERT_TRUE(reader.begin_reading());
  EXPECT_EQ(reader.profile_digest(seed).value(), "one");
  ASSERT_TRUE(writer.put_profile({seed, "two", "{}"}));  // nobody is kept from writing
  EXPECT_EQ(reader.profile_digest(seed).value(), "one");
  reader.end_reading();
  EXPECT_EQ(reader.profile_digest(seed).value(), "two");
}

TEST(Catalog, RunsNewestFirst) {
  const TemporaryDirectory dir;
  Catalog catalog = open_catalog(dir.path());
  RunSummary run{.started = at("2026-11-19T00:00:00Z"),
                 .ended = at("2026-11-19T01:00:00Z"),
                 .command = "crawl",
                 .pages = 5,
                 .not_modified = 1,
                 .bytes = 1ll << 40,
                 .failed = 2,
                 .refused = 3};
  ASSERT_TRUE(catalog.put_run(run));
  run.started += std::chrono::hours(24);
  run.command = "update";
  ASSERT_TRUE(catalog.put_run(run));
  const std::vector<RunSummary> runs = catalog.runs().value();
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_EQ(runs[0].command, "update");
  EXPECT_EQ(runs[1].bytes, 1ll << 40);
  EXPECT_EQ(runs[1].refused, 3);
  EXPECT_EQ(show_time(runs[1].ended), "2026-11-19T01:00:00Z");
}

TEST(Catalog, WhatWasNotCommittedIsGone) {
  const TemporaryDirectory dir;
  UrlState state;
  state.url = url("http://a.example/");
  {
    Catalog catalog = open_catalog(dir.path());
    ASSERT_TRUE(catalog.begin());
    ASSERT_TRUE(catalog.put_url_state(state));
    ASSERT_TRUE(catalog.put_seed_pages(state.url, {{state.url, LinkKind::other, 0}}));
    Catalog reader = open_catalog(dir.path());  // readers see the last commit and are not kept waiting
    EXPECT_THAT(reader.all_urls().value(), IsEmpty());
  }
  Catalog catalog = open_catalog(dir.path());
  EXPECT_THAT(catalog.all_urls().value(), IsEmpty());
  ASSERT_TRUE(catalog.begin());
  ASSERT_TRUE(catalog.put_url_state(state));
  ASSERT_TRUE(catalog.commit());
  EXPECT_THAT(open_catalog(dir.path()).all_urls().value(), SizeIs(1));
  EXPECT_EQ(catalog.commit().error().code, Code::io);  // nothing was begun: nothing is promised
}

// R37
TEST(Catalog, NewerAndForeignFilesAreRefusedUntouched) {
  struct Row {
    const char* script;
    std::string_view message;
  };
  const Row rows[] = {{"PRAGMA user_version = 99", "written by a newer Fellow (catalog version 99"},
                      {"PRAGMA application_id = 7", "another program"}};
  for (const Row& row : rows) {
    const TemporaryDirectory dir;
    { open_catalog(dir.path()); }
    ASSERT_TRUE(Sqlite::open(dir.path() / "catalog.db").value().run(row.script));
    const Result<Catalog> catalog = Catalog::open(dir.path());
    ASSERT_FALSE(catalog);
    EXPECT_EQ(catalog.error().code, Code::corrupt);
    EXPECT_THAT(catalog.error().what, HasSubstr(row.message));
  }
  const TemporaryDirectory foreign;
  ASSERT_TRUE(Sqlite::open(foreign.path() / "catalog.db").value().run("CREATE TABLE x (y)"));
  EXPECT_THAT(show(Catalog::open(foreign.path()).error()), HasSubstr("another program"));
  const TemporaryDirectory text;
  write_file(text.path() / "catalog.db", std::string(5000, 'x'));
  EXPECT_EQ(Catalog::open(text.path()).error().code, Code::corrupt);
  EXPECT_EQ(read_file(text.path() / "catalog.db"), std::string(5000, 'x'));
}

TEST(Catalog, LinesUpWhatIsDueTheLongestWaitingFirstAndHostByHost) {
  const TemporaryDirectory dir;
  Catalog catalog = open_catalog(dir.path());
  SeedList list{.name = "cs", .seeds = {}, .bad = {}};
  for (const char* text :
       {"http://a.example/~1", "http://a.example/~2", "http://b.example/", "http://c.example/", "http://d.example/"})
    list.seeds.push_back({url(text), "", "", "", ""});
  ASSERT_TRUE(catalog.put_list(list));
  const Time now{std::chrono::seconds(1000)};
  const auto visited = [&](const char* text, int at, int due) {
    UrlState state;
    state.url = url(text);
    state.visited_at = Time{std::chrono::seconds(at)};
    state.next_due = Time{std::chrono::seconds(due)};
    ASSERT_TRUE(catalog.put_url_state(state));
    ASSERT_TRUE(catalog.put_seed_pages(state.url, {{state.url, LinkKind::other, 0}}));
  };
  visited("http://b.example/", 50, 900);
  visited("http://c.example/", 40, 900);
  visited("http://d.example/", 30, 2000);  // not yet due
  EXPECT_EQ(catalog.line_up(now, false).value(), 4U);
  std::string line;
  const std::vector<Url> first = catalog.next_in_line(0, 3).value(), then = catalog.next_in_line(3, 3).value();
  for (const Url& seed : first) line += seed.text() + " ";
  for (const Url& seed : then) line += "| " + seed.text();
  EXPECT_EQ(line, "http://a.example/~1 http://c.example/ http://b.example/ | http://a.example/~2");
  EXPECT_EQ(catalog.line_up(now, true).value(), 5U);
  // One page of the seed is enough to bring it in.
  ASSERT_TRUE(catalog.put_seed_pages(url("http://d.example/"), {{url("http://d.example/"), LinkKind::other, 0},
                                                                {url("http://b.example/"), LinkKind::other, 1}}));
  EXPECT_EQ(catalog.line_up(now, false).value(), 5U);
}

TEST(Catalog, AnEmptyFileIsTakenAsNew) {
  const TemporaryDirectory dir;
  write_file(dir.path() / "catalog.db", "");
  EXPECT_THAT(open_catalog(dir.path()).seeds().value(), IsEmpty());
}

TEST(Catalog, DirectoriesThatCannotBeMade) {
  const TemporaryDirectory dir;
  write_file(dir.path() / "file", "");
  EXPECT_EQ(Catalog::open(dir.path() / "file").error().code, Code::io);
  EXPECT_EQ(Catalog::open(dir.path() / "file" / "below").error().code, Code::io);
}

}  // namespace
}  // namespace fellow::crawler
