// SPDX-License-Identifier: GPL-3.0-or-later
// What page owners and people ask of a crawl: to be forgotten, not to be archived, not to be asked too often.
#include <algorithm>

#include "crawl_fixture.h"

namespace fellow::crawler {
namespace {

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
