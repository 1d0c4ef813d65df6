// SPDX-License-Identifier: GPL-3.0-or-later
// The second night: what is asked again, when, and what it costs.
#include "crawl_fixture.h"
#include "crawler/warc_reader.h"

namespace fellow::crawler {
namespace {

using std::chrono::hours;

constexpr const char* kHome = "http://jane.example/";
const Time kStart = parse_time("2026-11-21T00:00:00Z").value();

// A sitemap that names a page changed after our visit brings it before its time; asked for conditionally itself.
TEST_F(Crawl, a_sitemap_says_that_a_page_changed) {
  std::string lastmod = "2026-11-20";
  web_.page("jane.example/robots.txt", "Sitemap: http://jane.example/sitemap.xml\n", "Content-Type: text/plain\r\n");
  web_.script("jane.example/sitemap.xml", [&](const ScriptedRequest& request) {
    if (request.field("If-None-Match") == "\"" + lastmod + "\"") return answer(304, "", "");
    return answer(200, "<urlset><url><loc>http://jane.example/cv.html</loc><lastmod>" + lastmod + "</lastmod></url></urlset>",
                  "Content-Type: text/xml\r\nETag: \"" + lastmod + "\"\r\n");
  });
  web_.script("jane.example/",
              [](const ScriptedRequest&) { return answer(200, std::to_string(now().time_since_epoch().count())); });
  web_.page("jane.example/cv.html", "cv");
  const auto night = [&](int number) {
    web_.forget();
    set_now(kStart + hours(21 * number));
    run({kHome});
    return asked("jane.example");
  };
  EXPECT_EQ(night(0), "/ /sitemap.xml /cv.html");
  EXPECT_EQ(night(1), "/ /sitemap.xml /cv.html");
  EXPECT_EQ(night(2), "/ /sitemap.xml");  // the home page changes each time, the CV is due in 40 h
  lastmod = "2026-11-23";
  EXPECT_EQ(night(3), "/ /sitemap.xml /cv.html");
}

TEST_F(Crawl, every_hop_of_a_move_is_an_alias) {
  const auto to = [](const char* location) {
    return [location](const ScriptedRequest&) { return answer(301, "", std::string("Location: ") + location + "\r\n"); };
  };
  web_.script("a.example/", to("http://b.example/old"));
  web_.script("b.example/old", to("http://b.example/new"));
  web_.script("b.example/new", to(kHome));
  web_.page("jane.example/", "Jane");
  run({"http://a.example/"});
  const Site site = read_site(data_, *catalog_, catalog_->seeds().value().at(0)).value();
  std::string aliases;
  for (const Url& alias : site.aliases) aliases += alias.text() + " ";
  EXPECT_EQ(aliases, "http://a.example/ http://b.example/old http://b.example/new ");
  EXPECT_EQ(site.pages.front().url.text(), kHome);
}

// ISO 28500 section 6.7: with --archive full, "not modified" is a revisit record of the capture that still stands.
TEST_F(Crawl, writes_revisit_records_when_asked_to) {
  web_.script("jane.example/", [](const ScriptedRequest& request) {
    if (!request.field("If-None-Match").empty()) return answer(304, "", "ETag: \"a\"\r\n");
    return answer(200, "hello", "Content-Type: text/html\r\nETag: \"a\"\r\n");
  });
  CrawlOptions with = options();
  with.keep = KeepBodies::full;
  set_now(kStart);
  run({kHome}, with);
  set_now(kStart + hours(21));
  run({kHome}, with);
  EXPECT_EQ(body(kHome), "hello");
  std::string types;
  for (const auto& entry : std::filesystem::directory_iterator(data_ / "archive")) {
    if (entry.path().extension() != ".gz") continue;
    ASSERT_TRUE(read_warc(entry.path(), [&](const WarcRecord& record) {
      types += record.type +
               (record.type == "revisit" ? " of " + std::string(field(record.fields, "WARC-Refers-To-Date")) : "") + "; ";
      return true;
    }));
  }
  EXPECT_NE(types.find("response; "), std::string::npos) << types;
  EXPECT_NE(types.find("revisit of 2026-11-21T00:00:00Z; "), std::string::npos) << types;
}

// R40 and the weekly list of broken seeds: since when, and how often.
TEST_F(Crawl, remembers_since_when_a_page_fails) {
  web_.page("jane.example/", "hello");
  set_now(kStart);
  run({kHome});
  web_.script("jane.example/", [](const ScriptedRequest&) { return answer(500, "broken"); });
  for (int night = 1; night <= 3; ++night) {
    set_now(kStart + hours(50 * night));
    run({kHome});
  }
  EXPECT_EQ(row(kHome).failures, 3);
  EXPECT_EQ(row(kHome).failing_since, kStart + hours(50));
  web_.page("jane.example/", "back again");
  set_now(kStart + hours(250));
  run({kHome});
  EXPECT_EQ(row(kHome).failures, 0);
  EXPECT_EQ(row(kHome).failing_since, Time{});
}

}  // namespace
}  // namespace fellow::crawler
