// SPDX-License-Identifier: GPL-3.0-or-later
// Which robots.txt holds for an address, for how long, and how long a wait it may ask for (R2, R7).
#include "crawl_fixture.h"
#include "crawler/upkeep.h"

namespace fellow::crawler {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr const char* kHome = "http://jane.example/";
const Time kStart = parse_time("2026-11-21T00:00:00Z").value();

// RFC 9309 section 2.3: the rules are those of scheme, host and port together.
TEST_F(Crawl, each_origin_of_a_host_has_rules_of_its_own) {
  web_.page("jane.example/robots.txt", "User-agent: *\nDisallow: /cv\n");
  web_.page("jane.example:8080/robots.txt", "User-agent: *\nDisallow: /pubs\n");
  web_.script("jane.example:8081/robots.txt", [](const ScriptedRequest&) { return answer(503, "no"); });
  for (const char* origin : {"jane.example", "jane.example:8080", "jane.example:8081", "jane.example:8082"}) {
    for (const char* path : {"/cv", "/pubs"}) web_.page(std::string(origin) + path, path);
  }
  const std::vector<std::string> seeds = {"http://jane.example/cv",      "http://jane.example/pubs",
                                          "http://jane.example:8080/cv", "http://jane.example:8080/pubs",
                                          "http://jane.example:8081/cv", "http://jane.example:8082/cv"};
  run(seeds);
  std::string outcomes;
  for (const std::string& seed : seeds) outcomes += outcome(seed) + ", ";
  EXPECT_EQ(outcomes, "refused robots, ok, ok, refused robots, failed unavailable, ok, ");
  EXPECT_EQ(asked("jane.example"), "/pubs");
  EXPECT_EQ(asked("jane.example:8080"), "/cv");
  EXPECT_EQ(asked("jane.example:8081"), "");
  for (const char* origin : {"jane.example", "jane.example:8080", "jane.example:8081", "jane.example:8082"}) {
    EXPECT_EQ(web_.requests(origin).front(), "/robots.txt");
    EXPECT_NE(outcome("http://" + std::string(origin) + "/robots.txt"), "-");
  }
}

// A redirect from one origin to the other asks for the other's rules first.
TEST_F(Crawl, a_redirect_to_another_origin_of_the_host_meets_its_rules) {
  web_.page("jane.example:8080/robots.txt", "User-agent: *\nDisallow: /\n");
  web_.script("jane.example/",
              [](const ScriptedRequest&) { return answer(301, "", "Location: http://jane.example:8080/\r\n"); });
  run({kHome});
  EXPECT_EQ(outcome(kHome), "refused robots");
  EXPECT_EQ(asked("jane.example:8080"), "");
}

// RFC 9309 section 2.4: not used for more than 24 hours.
TEST_F(Crawl, robots_txt_is_asked_for_again_after_24_hours) {
  web_.page("jane.example/", "hello");
  CrawlOptions often = options();
  often.revisit = {.first = seconds(60), .last = seconds(60)};
  const auto asked_at = [&](seconds later) {
    web_.forget();
    set_now(kStart + later);
    run({kHome}, often);
    std::string targets;
    for (const std::string& target : web_.requests("jane.example")) targets += target + " ";
    return targets;
  };
  EXPECT_EQ(asked_at(seconds(0)), "/robots.txt / ");
  EXPECT_EQ(asked_at(hours(24) - seconds(1)), "/ ");
  EXPECT_EQ(asked_at(hours(24) + seconds(60)), "/robots.txt / ");
  EXPECT_EQ(asked_at(hours(48) - seconds(60)), "/ ");
  EXPECT_EQ(asked_at(hours(48) + seconds(60)), "/robots.txt / ");
}

// What it newly forbids counts from then on.
TEST_F(Crawl, robots_txt_of_a_day_ago_does_not_allow) {
  web_.page("jane.example/", "hello");
  set_now(kStart);
  run({kHome});
  web_.page("jane.example/robots.txt", "User-agent: *\nDisallow: /\n");
  set_now(kStart + hours(24));
  run({kHome});
  EXPECT_EQ(outcome(kHome), "refused robots");
}

// A wait of 30 s is kept, a longer one leaves the host out by name. No run here is long enough to see the page.
TEST_F(Crawl, a_crawl_delay_of_30_seconds_is_kept_and_a_longer_one_refused) {
  const struct {
    const char *delay, *outcome;
  } rows[] = {{"30", "-"}, {"30.0", "-"}, {"29.999", "-"}, {"30.001", "refused robots"}, {"31", "refused robots"}};
  std::vector<std::string> seeds;
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const std::string host = "h" + std::to_string(i) + ".example";
    web_.page(host + "/robots.txt", std::string("User-agent: *\nCrawl-delay: ") + rows[i].delay + "\n");
    web_.page(host + "/", "hello");
    seeds.push_back("http://" + host + "/");
  }
  CrawlOptions brief = options();
  brief.budget = seconds(3);
  run(seeds, brief);
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    EXPECT_EQ(outcome(seeds[i]), rows[i].outcome) << rows[i].delay;
    EXPECT_EQ(asked("h" + std::to_string(i) + ".example"), "") << rows[i].delay;
  }
  EXPECT_EQ(row(seeds[4]).detail, "asks for a Crawl-delay of 31 s");
}

// The rules of a host stay in the report as long as somebody's site is there, also where that is a folder of it.
TEST_F(Crawl, the_row_of_robots_txt_stays_at_compact) {
  web_.page("uni.example/~jane/", "hello");
  web_.page("uni.example/~tom/", "hello");
  run({"http://uni.example/~jane/", "http://uni.example/~tom/"});
  const auto keeps = [&] {
    const Upkeep plan = plan_upkeep(*catalog_, {}).value();
    return std::any_of(plan.rows.begin(), plan.rows.end(),
                       [](const UrlState& state) { return state.url.text() == "http://uni.example/robots.txt"; });
  };
  EXPECT_TRUE(keeps());
  put_seeds({kHome});
  EXPECT_FALSE(keeps());
}

}  // namespace
}  // namespace fellow::crawler
