// SPDX-License-Identifier: GPL-3.0-or-later
// Crawls that end before all is fetched: by pages, by time, by hand; and go on the next time.
#include "crawl_fixture.h"

namespace fellow::crawler {
namespace {

using std::chrono::milliseconds;

constexpr const char* kHome = "http://jane.example/";

TEST_F(Crawl, budgets) {
  std::string links;
  for (int i = 0; i < 60; ++i) {
    links += "<a href=\"/p" + std::to_string(i) + "\">";
    web_.page("jane.example/p" + std::to_string(i), "page " + std::to_string(i));
  }
  web_.page("jane.example/", links);
  for (int i = 0; i < 6; ++i) {
    const std::string next = i == 0 ? "/" : "/d" + std::to_string(i);
    web_.page("deep.example" + next, "<a href=\"/d" + std::to_string(i + 1) + "\">");
  }
  run({kHome, "http://deep.example/"});
  EXPECT_EQ(web_.requests("jane.example").size(), 41u);  // 40 pages and robots.txt
  EXPECT_EQ(asked("deep.example"), "/ /d1 /d2 /d3");
}

TEST_F(Crawl, a_run_that_is_cut_goes_on_where_it_was) {
  std::string links;
  for (int i = 0; i < 6; ++i) {
    links += "<a href=\"/p" + std::to_string(i) + "\">";
    web_.page("jane.example/p" + std::to_string(i), "page " + std::to_string(i));
  }
  web_.page("jane.example/", links);
  put_seeds({kHome});
  Crawler* running = nullptr;
  web_.script("jane.example/p2", [&](const ScriptedRequest&) {
    running->stop();  // from another thread
    return answer(200, "page 2", "Content-Type: text/html\r\n");
  });
  {
    Crawler crawler(*catalog_, *archive_, read_test_links, options());
    running = &crawler;
    ASSERT_TRUE(crawler.run());
  }
  web_.page("jane.example/p2", "page 2");
  const std::string before = asked("jane.example");
  EXPECT_TRUE(before == "/ /p0 /p1 /p2") << before;
  web_.forget();
  run({kHome});
  const std::string after = asked("jane.example");
  EXPECT_TRUE(after == "/p2 /p3 /p4 /p5" || after == "/p3 /p4 /p5") << after;
  EXPECT_EQ(pages(kHome), "/ /p0 /p1 /p2 /p3 /p4 /p5");
}

TEST_F(Crawl, time_budget) {
  std::vector<std::string> seeds;
  for (int i = 0; i < 3; ++i) {
    seeds.push_back("http://jane.example/~u" + std::to_string(i) + "/");
    web_.page("jane.example/~u" + std::to_string(i) + "/", "u" + std::to_string(i));
  }
  CrawlOptions brief = options();
  brief.delay = milliseconds(1500);
  brief.budget = std::chrono::seconds(1);
  run(seeds, brief);
  EXPECT_EQ(outcome(seeds[2]), "-");  // `fellow report` calls it failed (budget)
  run(seeds);
  for (const std::string& seed : seeds) EXPECT_EQ(outcome(seed), "ok");
}

// What comes after the crawl has its part of the budget, more of it the more was fetched; a host that hangs holds nothing up.
TEST_F(Crawl, time_budget_for_what_comes_afterwards) {
  ScriptedAnswer slow = answer(200, "late");
  slow.pieces.front().pause = std::chrono::seconds(25);
  web_.script("slow.example/", [&](const ScriptedRequest&) { return slow; });
  web_.page("jane.example/", "<a href=\"/pubs\">");
  web_.page("jane.example/pubs", "list");
  CrawlOptions brief = options();
  brief.budget = std::chrono::seconds(20);
  std::int64_t most = 0;
  brief.afterwards = [&](const CrawlProgress& progress) {
    most = std::max(most, progress.pages);
    return milliseconds(progress.pages == 2 ? 19'000 : 5'000);
  };
  const auto began = std::chrono::steady_clock::now();
  run({kHome, "http://slow.example/"}, brief);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(9));
  EXPECT_EQ(most, 2);
  EXPECT_EQ(pages(kHome), "/ /pubs");
  EXPECT_EQ(outcome("http://slow.example/"), "-");
}

TEST_F(Crawl, a_budget_counts_from_when_it_began) {
  web_.page("jane.example/", "hello");
  CrawlOptions late = options();
  late.budget = std::chrono::seconds(10);
  late.began -= std::chrono::seconds(11);
  run({kHome}, late);
  EXPECT_EQ(outcome(kHome), "-");
}

}  // namespace
}  // namespace fellow::crawler
