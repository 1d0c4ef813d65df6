// SPDX-License-Identifier: GPL-3.0-or-later
// What page owners and people ask of a crawl: to be forgotten, not to be archived, not to be asked too often.
#include <gmock/gmock.h>

#include <algorithm>

#include "crawl_fixture.h"

namespace fellow::crawler {
namespace {

using std::chrono::milliseconds;

constexpr const char* kHome = "http://jane.example/";

ScriptedAnswer to(const std::string& location) { return answer(302, "", "Location: " + location + "\r\n"); }

// R39: who asked to be forgotten is not asked for again, not even by way of a redirect, and leaves the page list.
TEST_F(Crawl, never_fetches_what_is_suppressed) {
  web_.page("jane.example/", "<a href=\"/cv.html\">");
  web_.page("jane.example/cv.html", "cv");
  web_.script("old.example/", [](const ScriptedRequest&) { return to("http://jane.example/"); });
  run({kHome});
  EXPECT_EQ(pages(kHome), "/ /cv.html");
  web_.forget();
  CrawlOptions with = options();
  with.again = true;
  with.suppressed = [](const Url& url) { return url.host() == "jane.example"; };
  run({kHome, "http://old.example/"}, with);
  EXPECT_EQ(web_.requests("jane.example").size(), 0U);
  EXPECT_EQ(outcome(kHome), "refused suppressed");
  EXPECT_EQ(outcome("http://old.example/"), "refused suppressed");
  EXPECT_EQ(pages(kHome), "");
}

TEST_F(Crawl, asks_nobody_suppressed_for_another_hosts_robots_txt) {
  web_.script("tom.example/robots.txt", [](const ScriptedRequest&) { return to("http://jane.example/robots.txt"); });
  web_.page("tom.example/", "Tom");
  CrawlOptions with = options();
  with.suppressed = [](const Url& url) { return url.host() == "jane.example"; };
  run({"http://tom.example/"}, with);
  EXPECT_EQ(outcome("http://tom.example/"), "ok");
  EXPECT_EQ(web_.requests("jane.example").size(), 0U);
}

TEST_F(Crawl, names_itself_and_the_contact_in_every_request) {
  web_.page("jane.example/", "hello");
  run({kHome});
  ASSERT_EQ(web_.all().size(), 2U);
  for (const ScriptedRequest& request : web_.all())
    EXPECT_THAT(request.field("User-Agent"), testing::MatchesRegex("FellowBot/[0-9.]+ .\\+mailto:crawl@fellow.example."));
}

TEST(Contact, is_one_that_can_be_turned_to) {
  for (const char* good : {"https://fellow.example/about", "mailto:crawl@fellow.example"})
    EXPECT_TRUE(is_contact(good)) << good;
  for (const char* bad : {"   ", "x", "mailto:", "mailto:nobody", "mailto:@", "mailto:a b@c", "fellow.example",
                          "https://fellow.example/ about", " https://fellow.example/", "https://fellow.example/)(x"})
    EXPECT_FALSE(is_contact(bad)) << bad;
}

TEST_F(Crawl, one_connection_and_a_gap) {
  web_.page("jane.example/", "<a href=\"/a\"> <a href=\"/b\"> <a href=\"/~tom/\">");
  for (const char* path : {"a", "b", "~tom/"}) web_.page(std::string("jane.example/") + path, path);
  CrawlOptions slow = options();
  slow.delay = milliseconds(120);
  run({kHome, "http://jane.example/~tom/"}, slow);
  const std::vector<ScriptedRequest> all = web_.all();
  ASSERT_EQ(all.size(), 5u);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GE(all[i].begun - all[i - 1].ended, milliseconds(119)) << all[i].target;
  EXPECT_EQ(web_.most_connections(), 1);
}

TEST_F(Crawl, crawl_delay_is_kept) {
  web_.page("jane.example/robots.txt", "User-agent: *\nCrawl-delay: 0.3\n");
  web_.page("jane.example/", "hello");
  run({kHome});
  const std::vector<ScriptedRequest> all = web_.all();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_GE(all[1].begun - all[0].ended, milliseconds(299));
}

TEST_F(Crawl, retry_after) {
  int asked = 0;
  web_.script("jane.example/", [&](const ScriptedRequest&) {
    return ++asked == 1 ? answer(503, "wait", "Retry-After: 1\r\n") : answer(200, "hello", "Content-Type: text/html\r\n");
  });
  web_.script("tom.example/", [](const ScriptedRequest&) { return answer(429, "wait", "Retry-After: 7200\r\n"); });
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  set_now(start);
  run({kHome, "http://tom.example/"});
  EXPECT_EQ(outcome(kHome), "ok");
  EXPECT_EQ(outcome("http://tom.example/"), "failed unavailable");
  EXPECT_EQ(row("http://tom.example/").next_due, start + std::chrono::hours(2));
}

// RFC 9110 section 10.2.3: a rest asked for is one of the whole host, also for those whose turn was already asked for.
TEST_F(Crawl, a_long_rest_holds_for_everybody_on_the_host) {
  for (const char* path : {"/~a/", "/~b/", "/~c/"})
    web_.script(std::string("uni.example") + path,
                [](const ScriptedRequest&) { return answer(429, "wait", "Retry-After: 259200\r\n"); });
  CrawlOptions with = options();
  with.delay = std::chrono::milliseconds(20);
  const auto began = std::chrono::steady_clock::now();
  run({"http://uni.example/~a/", "http://uni.example/~b/", "http://uni.example/~c/"}, with);
  EXPECT_EQ(asked("uni.example").find(' '), std::string::npos) << asked("uni.example");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30)) << "nobody waits for it";
  for (const char* path : {"/~a/", "/~b/", "/~c/"}) {
    const UrlState state = row(std::string("http://uni.example") + path);
    EXPECT_EQ(state.reason, "unavailable");
    EXPECT_EQ(state.next_due - state.visited_at, std::chrono::hours(72));
  }
}

TEST_F(Crawl, a_rest_asked_for_by_robots_txt_is_kept) {
  web_.script("uni.example/robots.txt", [](const ScriptedRequest&) { return answer(503, "", "Retry-After: 259200\r\n"); });
  run({"http://uni.example/~a/"});
  const UrlState state = row("http://uni.example/~a/");
  EXPECT_EQ(state.next_due - state.visited_at, std::chrono::hours(72));
}

// A host that breaks down is left alone: growing gaps, and few requests.
TEST_F(Crawl, backs_off_from_a_host_that_is_strained) {
  std::string links;
  for (int i = 0; i < 30; ++i) {
    links += "<a href=\"/p" + std::to_string(i) + "\">";
    web_.script("jane.example/p" + std::to_string(i), [](const ScriptedRequest&) { return answer(500, "sorry"); });
  }
  web_.page("jane.example/", links);
  CrawlOptions with = options();
  with.delay = std::chrono::milliseconds(50);
  run({kHome}, with);
  const std::vector<ScriptedRequest> all = web_.all();
  ASSERT_EQ(all.size(), 5U);  // robots.txt, the home page, and three pages that failed
  EXPECT_GE(all[3].begun - all[2].ended, std::chrono::milliseconds(99));
  EXPECT_GE(all[4].begun - all[3].ended, std::chrono::milliseconds(199));
}

// R18, R40: what a page asks now counts, also where it says that nothing changed.
TEST_F(Crawl, directives_on_a_304_and_with_a_date) {
  std::string tag;
  web_.script("jane.example/", [&](const ScriptedRequest& request) {
    const std::string head =
        "Content-Type: text/html\r\nETag: \"a\"\r\n" + (tag.empty() ? "" : "X-Robots-Tag: " + tag + "\r\n");
    return request.field("If-None-Match").empty() ? answer(200, "Jane", head) : answer(304, "", head);
  });
  run({kHome});
  ASSERT_EQ(outcome(kHome), "ok");
  tag = "noindex";
  CrawlOptions again = options();
  again.again = true;
  run({kHome}, again);
  EXPECT_EQ(outcome(kHome), "refused noindex");
}

TEST_F(Crawl, a_page_robots_txt_forbids_from_now_on_goes_before_its_time) {
  web_.page("jane.example/", "<a href=\"/pubs.html\">");
  web_.page("jane.example/pubs.html", "publications");
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  set_now(start);
  run({kHome});
  set_now(start + std::chrono::hours(21));
  run({kHome});  // unchanged: /pubs.html is due in 40 h
  web_.page("jane.example/robots.txt", "User-agent: *\nDisallow: /pubs\n");
  web_.script("jane.example/", [](const ScriptedRequest&) { return answer(200, "changed <a href=\"/pubs.html\">"); });
  set_now(start + std::chrono::hours(46));
  UrlState home = row(kHome);
  home.next_due = start;
  ASSERT_TRUE(catalog_->put_url_state(home));
  run({kHome});
  EXPECT_EQ(outcome("http://jane.example/pubs.html"), "refused robots");
}

// A page that may not be archived is there for extraction once, and asked for whole at each visit.
TEST_F(Crawl, holds_what_may_not_be_archived_until_it_is_extracted) {
  web_.page("jane.example/", "<meta name=robots content=\"noarchive\">hello <a href=\"/cv.html\">",
            "Content-Type: text/html\r\nETag: \"a\"\r\n");
  web_.page("jane.example/cv.html", "cv");
  run({kHome});
  EXPECT_EQ(row(kHome).place.file, "");
  EXPECT_TRUE(row(kHome).held);
  EXPECT_EQ(row(kHome).sha1.size(), 40U);
  const StoredSeed stored = catalog_->seeds().value().at(0);
  const Site site = read_site(data_, *catalog_, stored).value();
  ASSERT_EQ(site.pages.size(), 2U);
  EXPECT_NE(site.pages[0].body.find("hello"), std::string::npos);
  ASSERT_TRUE(catalog_->drop_held_bodies());
  EXPECT_EQ(read_site(data_, *catalog_, stored).error().code, Code::not_found);
  web_.forget();
  CrawlOptions with = options();
  with.again = true;
  run({kHome}, with);
  EXPECT_EQ(web_.all().at(1).field("If-None-Match"), "");
  EXPECT_EQ(read_site(data_, *catalog_, stored).value().pages.size(), 2U);
}

// A host that was sold, a department's front page: the person's pages of before count on.
TEST_F(Crawl, follows_a_move_only_to_a_page_about_the_person) {
  web_.page("jane.example/", "Jane Doe");
  put_seeds({kHome}, "Jane Doe");
  CrawlOptions with = options();
  with.is_about = [](const Page& page, const std::string& name) { return page.body.find(name) != std::string::npos; };
  with.again = true;
  run_again(with);
  EXPECT_EQ(outcome(kHome), "ok");
  web_.script("jane.example/", [](const ScriptedRequest&) { return to("http://casino.example/"); });
  web_.page("casino.example/", "buy chips");
  run_again(with);
  EXPECT_EQ(outcome(kHome), "failed redirect");
  EXPECT_EQ(row(kHome).detail, "leads to http://casino.example/, which does not name Jane Doe");
  EXPECT_EQ(pages(kHome), "/");
  web_.page("casino.example/", "Jane Doe has moved here");
  run_again(with);
  EXPECT_EQ(outcome(kHome), "ok");
  EXPECT_EQ(row(kHome).moved_to->text(), "http://casino.example/");
}

// RFC 9309 section 2.4: kept for 24 h, then asked for again, conditionally.
TEST_F(Crawl, asks_for_robots_txt_once_a_day) {
  int sent = 0;
  web_.script("jane.example/robots.txt", [&](const ScriptedRequest& request) {
    if (request.field("If-None-Match") == "\"r\"") return answer(304, "", "ETag: \"r\"\r\n");
    ++sent;
    return answer(200, "User-agent: *\nDisallow: /private\n", "Content-Type: text/plain\r\nETag: \"r\"\r\n");
  });
  web_.page("jane.example/", "<a href=\"/private\">");
  web_.page("jane.example/private", "secret");
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  const auto robots_asked = [&](int hours) {
    web_.forget();
    set_now(start + std::chrono::hours(hours));
    run({kHome});
    const auto asked = web_.requests("jane.example");
    return std::count(asked.begin(), asked.end(), "/robots.txt");
  };
  EXPECT_EQ(robots_asked(0), 1);
  EXPECT_EQ(robots_asked(21), 0);  // the home page is due, robots.txt is not
  EXPECT_EQ(asked("jane.example"), "/");
  EXPECT_EQ(robots_asked(70), 1);
  EXPECT_EQ(asked("jane.example"), "/");
  EXPECT_EQ(sent, 1);
  web_.script("jane.example/robots.txt", [](const ScriptedRequest&) { return answer(200, "User-agent: *\nDisallow: /\n"); });
  EXPECT_EQ(robots_asked(200), 1);
  EXPECT_EQ(outcome(kHome), "refused robots");
}

}  // namespace
}  // namespace fellow::crawler
