// SPDX-License-Identifier: GPL-3.0-or-later
// R9 for what a crawl asks besides pages: robots.txt and sitemaps stand in the report with outcome and reason.
#include "crawler/site_file_rows.h"

#include "crawl_fixture.h"
#include "crawler/report.h"

namespace fellow::crawler {
namespace {

constexpr const char* kHome = "http://jane.example/";

ScriptedAnswer to(const std::string& location) { return answer(302, "", "Location: " + location + "\r\n"); }

TEST_F(Crawl, robots_txt_is_in_the_report) {
  const struct {
    const char* what;
    ScriptedAnswer robots;
    const char* row;  // outcome, reason, status
  } rows[] = {
      {"there", answer(200, "User-agent: *\nDisallow: /private\n"), "ok - 200"},
      {"none", answer(404, "no"), "ok - 404"},
      {"gone", answer(410, "no"), "ok - 410"},
      {"not for us", answer(403, "no"), "ok - 403"},
      {"broken", answer(503, "no"), "failed unavailable 503"},
      {"too many", answer(429, "no"), "failed unavailable 429"},
      {"silent", {.pieces = {}, .close = true}, "failed unavailable 0"},
      {"no HTTP", {.pieces = {{"SSH-2.0-x\r\n"}}, .close = true}, "failed protocol 0"},
      {"moved", to("http://rules.example/robots.txt"), "ok - 200"},
      {"elsewhere", to("/rules"), "ok - 404"},
      {"a loop", to("/robots.txt"), "ok - 302"},
  };
  web_.page("rules.example/robots.txt", "User-agent: *\nDisallow: /private\n");
  int number = 0;
  for (const auto& each : rows) {
    const std::string host = "h" + std::to_string(++number) + ".example", file = "http://" + host + "/robots.txt";
    web_.page(host + "/", "hello");
    web_.script(host + "/robots.txt", [&](const ScriptedRequest&) { return each.robots; });
    run({"http://" + host + "/"});
    ASSERT_NE(outcome(file), "-") << each.what;
    const UrlState state = row(file);
    EXPECT_EQ(std::string(show(state.outcome)) + " " + (state.reason.empty() ? "-" : state.reason) + " " +
                  std::to_string(state.status),
              each.row)
        << each.what;
  }
  EXPECT_EQ(outcome("http://rules.example/robots.txt"), "ok");
  EXPECT_EQ(row("http://h9.example/robots.txt").moved_to, Url::parse("http://rules.example/robots.txt").value());
  EXPECT_EQ(row("http://h2.example/robots.txt").detail, "HTTP 404: nothing is forbidden");
  EXPECT_EQ(outcome("http://h10.example/rules"), "-");  // might be a page
  const Report report = read_report(*catalog_).value();
  const bool told = std::any_of(report.rows.begin(), report.rows.end(), [](const ReportRow& each) {
    return each.url == "http://h5.example/robots.txt" && each.reason == "unavailable" && each.visited_at;
  });
  EXPECT_TRUE(told);
}

TEST_F(Crawl, sitemaps_are_in_the_report) {
  web_.page("jane.example/robots.txt",
            "Sitemap: /map.xml\nSitemap: /none.xml\nSitemap: /shut/map.xml\nSitemap: /broken.xml\nDisallow: /x\n\n"
            "User-agent: *\nDisallow: /shut\n");
  web_.page("jane.example/map.xml", "<urlset></urlset>", "Content-Type: text/xml\r\n");
  web_.script("jane.example/broken.xml", [](const ScriptedRequest&) { return answer(500, "no"); });
  web_.page("jane.example/", "hello");
  const RunSummary summary = run({kHome});
  EXPECT_EQ(outcome("http://jane.example/map.xml"), "ok");
  EXPECT_EQ(outcome("http://jane.example/none.xml"), "failed status");
  EXPECT_EQ(outcome("http://jane.example/shut/map.xml"), "refused robots");
  EXPECT_EQ(outcome("http://jane.example/broken.xml"), "failed status");
  EXPECT_EQ(pages(kHome), "/");
  EXPECT_EQ(summary.pages, 1);  // a run counts pages
  EXPECT_EQ(summary.failed + summary.refused, 0);
}

// A robots.txt that redirects to the front page must not stand in its way.
TEST_F(Crawl, a_page_that_robots_txt_leads_to_is_still_a_page) {
  web_.script("jane.example/robots.txt", [](const ScriptedRequest&) { return to("/"); });
  web_.page("jane.example/", "<a href=\"/pubs\">");
  web_.page("jane.example/pubs", "list");
  run({kHome});
  EXPECT_EQ(pages(kHome), "/ /pubs");
  EXPECT_EQ(outcome("http://jane.example/robots.txt"), "ok");
}

TEST_F(Crawl, a_sitemap_that_is_a_page_too_keeps_the_pages_row) {
  web_.page("jane.example/robots.txt", "Sitemap: /map.txt\n", "Content-Type: text/plain\r\n");
  web_.page("jane.example/map.txt", "http://jane.example/pubs\n", "Content-Type: text/plain\r\n");
  web_.page("jane.example/pubs", "list");
  run({"http://jane.example/map.txt"});
  EXPECT_EQ(row("http://jane.example/map.txt").sha1.size(), 40u);
  EXPECT_EQ(body("http://jane.example/map.txt"), "http://jane.example/pubs\n");
}

TEST_F(Crawl, a_robots_txt_that_is_not_asked_again_keeps_its_row) {
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  set_now(start);
  web_.page("jane.example/", "hello");
  run({kHome});
  set_now(start + std::chrono::hours(21));
  run({kHome});
  EXPECT_EQ(row("http://jane.example/robots.txt").visited_at, start);
  EXPECT_EQ(row(kHome).visited_at, start + std::chrono::hours(21));
}

}  // namespace
}  // namespace fellow::crawler
