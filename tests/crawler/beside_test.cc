// SPDX-License-Identifier: GPL-3.0-or-later
// What goes on beside a crawl: who is told that a site is done, when, and what goes into its batches.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "crawl_fixture.h"
#include "tests/crawler/url_of.h"

namespace fellow::crawler {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr const char* kHome = "http://jane.example/";

// The seed with the pages that somebody else sees of it: "http://a.example/: / /pubs".
std::string seen(Catalog& other, const Url& seed) {
  std::string out = seed.text() + ":";
  const std::vector<SeedPage> pages = other.seed_pages(seed).value();
  for (const SeedPage& page : pages) {
    const auto row = other.url_state(page.url).value();
    out += " " + std::string(page.url.path()) + (row && row->outcome == Outcome::ok ? "" : "?");
  }
  return out;
}

TEST_F(Crawl, a_site_is_settled_once_all_of_it_is_durable) {
  std::vector<std::string> seeds;
  for (int i = 0; i < 9; ++i) {
    const std::string host = "p" + std::to_string(i) + ".example";
    seeds.push_back("http://" + host + "/");
    web_.page(host + "/", "home " + host + "<a href=\"/pubs\">");
    web_.page(host + "/pubs", "list of " + host);
  }
  CrawlOptions with = options();
  std::vector<std::string> told;
  with.settled = [&](const Url& seed) {
    Catalog other = Catalog::open(data_).value();
    told.push_back(seen(other, seed));
  };
  run(seeds, with);
  std::sort(told.begin(), told.end());
  std::vector<std::string> wanted;
  for (const std::string& seed : seeds) wanted.push_back(seed + ": / /pubs");
  EXPECT_EQ(told, wanted);
}

TEST_F(Crawl, a_site_is_settled_also_when_it_fails_and_not_when_it_is_cut) {
  web_.page("jane.example/", "home<a href=\"/a\"><a href=\"/b\">");
  web_.page("jane.example/a", "a");
  web_.page("jane.example/b", "b");
  CrawlOptions with = options();
  std::vector<std::string> told;
  with.settled = [&](const Url& seed) { told.push_back(seed.text()); };
  run({"http://nobody.example/"}, with);
  EXPECT_THAT(told, ElementsAre("http://nobody.example/"));

  told.clear();
  put_seeds({kHome});
  Crawler* running = nullptr;
  web_.script("jane.example/a", [&](const ScriptedRequest&) {
    running->stop();  // from another thread
    return answer(200, "a", "Content-Type: text/html\r\n");
  });
  Crawler crawler(*catalog_, *archive_, read_test_links, with);
  running = &crawler;
  ASSERT_TRUE(crawler.run());
  EXPECT_THAT(told, ElementsAre());
}

// Two seeds that lead to one page: each is told of.
TEST_F(Crawl, each_seed_of_a_page_is_settled) {
  web_.page("jane.example/", "home");
  web_.script("old.example/", [](const ScriptedRequest&) { return answer(301, "", "Location: http://jane.example/\r\n"); });
  CrawlOptions with = options();
  std::vector<std::string> told;
  with.settled = [&](const Url& seed) { told.push_back(seed.text()); };
  run({kHome, "http://old.example/"}, with);
  EXPECT_THAT(told, UnorderedElementsAre(kHome, "http://old.example/"));
}

TEST_F(Crawl, rows_of_others_go_with_the_batch) {
  web_.page("jane.example/", "home");
  CrawlOptions with = options();
  std::set<std::string> at_commit;
  int batches = 0;
  with.settled = [&](const Url& seed) {
    Catalog other = Catalog::open(data_).value();
    if (other.profile_digest(seed).value()) at_commit.insert("too early");
    EXPECT_EQ(other.profile_digest(url("http://first.example/")).value(), "digest") << "of the same batch";
  };
  with.with_batch = [&](Catalog& catalog) {
    ++batches;
    return catalog.put_profile({url("http://first.example/"), "digest", "{}"});
  };
  run({kHome}, with);
  EXPECT_GE(batches, 1);
  EXPECT_THAT(at_commit, ElementsAre());
  EXPECT_TRUE(catalog_->profile(url("http://first.example/")).value());
}

TEST_F(Crawl, a_failure_of_what_goes_beside_ends_the_run) {
  web_.page("jane.example/", "home");
  CrawlOptions with = options();
  std::vector<std::string> told;
  with.settled = [&](const Url& seed) { told.push_back(seed.text()); };
  with.with_batch = [](Catalog&) { return Result<void>(fail(Code::io, "no room left for it", "beside")); };
  put_seeds({kHome});
  Crawler crawler(*catalog_, *archive_, read_test_links, with);
  const auto ended = crawler.run();
  ASSERT_FALSE(ended);
  EXPECT_THAT(show(ended.error()), HasSubstr("no room left for it"));
  EXPECT_THAT(told, ElementsAre());
  EXPECT_THAT(committed_, ElementsAre());
}

}  // namespace
}  // namespace fellow::crawler
