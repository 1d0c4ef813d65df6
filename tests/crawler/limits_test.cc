// SPDX-License-Identifier: GPL-3.0-or-later
// R5 and R6 with their numbers: what is just within each limit is had, what is one past it is not; and the limits are settings.
#include <boost/asio/io_context.hpp>

#include "crawl_fixture.h"
#include "crawler/fetch.h"

namespace fellow::crawler {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr const char* kHome = "http://jane.example/";
constexpr std::size_t kMebibyte = 1 << 20;
const std::string kHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

// What each host says, asked all at once with the default limits: "a:200 b:too-large".
std::string outcomes_of(LoopbackServer& web, const std::vector<std::pair<std::string, ScriptedAnswer>>& hosts) {
  boost::asio::io_context io;
  Fetcher fetcher(io.get_executor(), {.user_agent = "x"}, Guard::make({web.connect_to()}).value());
  std::map<std::string, std::string> outcomes;
  for (const auto& [host, scripted] : hosts) {
    web.script(host + ".example/", [said = scripted](const ScriptedRequest&) { return said; });
  }
  for (const auto& each : hosts) {
    const std::string& host = each.first;
    fetcher.get(FetchRequest(Url::parse("http://" + host + ".example/").value()), [&outcomes, name = host](const Fetched& got) {
      outcomes[name] = got.reason == Reason::none ? std::to_string(got.status) : std::string(show(got.reason));
    });
  }
  io.run();
  std::string text;
  for (const auto& [host, outcome] : outcomes) text += (text.empty() ? "" : " ") + host + ":" + outcome;
  return text;
}

ScriptedAnswer zipped(std::size_t bytes) {
  return answer(200, gzip(std::string(bytes, 'x')), "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
}

ScriptedAnswer with_header_of(std::size_t bytes) {
  std::string header = kHead + "Content-Length: 1\r\n";
  while (header.size() + 1000 < bytes) header += "X-Fill: " + std::string(990, 'x') + "\r\n";
  header += "X-Last: " + std::string(bytes - header.size() - 12, 'x') + "\r\n\r\n";
  return {.pieces = {{header + "x"}}, .close = true};
}

ScriptedAnswer packed(int times) {
  std::string body = "x", codings;
  for (int i = 0; i < times; ++i) {
    body = gzip(body);
    codings += (i > 0 ? ", " : "") + std::string("gzip");
  }
  return answer(200, body, "Content-Type: text/html\r\nContent-Encoding: " + codings + "\r\n");
}

TEST(DefaultLimits, sizes_of_a_page) {
  LoopbackServer web;
  EXPECT_EQ(outcomes_of(web, {{"wire", answer(200, std::string(5 * kMebibyte, 'x'))},
                              {"wire1", answer(200, std::string(5 * kMebibyte + 1, 'x'))},
                              {"wire2", {.pieces = {{kHead + "\r\n" + std::string(5 * kMebibyte + 1, 'x')}}, .close = true}},
                              {"decoded", zipped(10 * kMebibyte)},
                              {"decoded1", zipped(10 * kMebibyte + 1)},
                              {"header", with_header_of(64 << 10)},
                              {"header1", with_header_of((64 << 10) + 1)},
                              {"packed3", packed(3)},
                              {"packed4", packed(4)}}),
            "decoded:200 decoded1:too-large header:200 header1:header packed3:200 packed4:decode wire:200 wire1:too-large "
            "wire2:too-large");
}

// Sends so many bytes a second, for that many seconds, and then is whole.
ScriptedAnswer drip(std::size_t bytes, std::size_t seconds) {
  ScriptedAnswer said{.pieces = {{kHead + "Content-Length: " + std::to_string(2 * bytes * seconds + 1) + "\r\n\r\n"}}};
  for (std::size_t i = 0; i < 2 * seconds; ++i) said.pieces.push_back({std::string(bytes, 'x'), milliseconds(500)});
  said.pieces.push_back({"x"});
  return said;
}

// The only test that waits as long as a site may let us wait; all hosts at once, with two seconds for a busy machine.
TEST(DefaultLimits, times_of_a_page) {
  LoopbackServer web;
  const std::string whole = kHead + "Content-Length: 1\r\n\r\nx";
  EXPECT_EQ(outcomes_of(web, {{"first8", {.pieces = {{whole, std::chrono::seconds(8)}}}},
                              {"first12", {.pieces = {{whole, std::chrono::seconds(12)}}}},
                              {"whole28", drip(100, 27)},
                              {"whole33", drip(100, 33)},
                              {"slow8", drip(20, 8)},
                              {"slow13", drip(20, 13)},
                              {"steady13", drip(75, 13)}}),
            "first12:timeout first8:200 slow13:too-slow slow8:200 steady13:200 whole28:200 whole33:timeout");
}

std::string links_to(int count, const std::string& path) {
  std::string links;
  for (int i = 0; i < count; ++i) links += "<a href=\"" + path + std::to_string(i) + "\">";
  return links;
}

TEST_F(Crawl, forty_pages_of_a_person) {
  web_.page("jane.example/", links_to(60, "/p"));
  for (int i = 0; i < 60; ++i) web_.page("jane.example/p" + std::to_string(i), "page " + std::to_string(i));
  run({kHome});
  EXPECT_EQ(web_.requests("jane.example").size(), 1u + 40u);  // robots.txt, and 40 pages with the home page
  EXPECT_EQ(outcome("http://jane.example/p38"), "ok");
  EXPECT_EQ(outcome("http://jane.example/p39"), "-");
}

TEST_F(Crawl, three_links_deep) {
  for (int i = 0; i < 6; ++i) {
    web_.page("jane.example/" + (i == 0 ? "" : "d" + std::to_string(i)), "<a href=\"/d" + std::to_string(i + 1) + "\">");
  }
  run({kHome});
  EXPECT_EQ(asked("jane.example"), "/ /d1 /d2 /d3");
}

TEST_F(Crawl, two_hundred_links_of_a_page) {
  web_.page("jane.example/", links_to(210, "/p"));
  CrawlOptions many = options();
  many.site.pages = 1000;
  run({kHome}, many);
  EXPECT_EQ(outcome("http://jane.example/p199"), "failed status");
  EXPECT_EQ(outcome("http://jane.example/p200"), "-");
}

TEST_F(Crawl, five_queries_of_a_path) {
  web_.page("jane.example/", links_to(8, "/list?page=") + links_to(3, "/other?page="));
  run({kHome});
  EXPECT_EQ(asked("jane.example"),
            "/ /list?page=0 /list?page=1 /list?page=2 /list?page=3 /list?page=4 /other?page=0 /other?page=1 /other?page=2");
}

TEST_F(Crawl, two_thousand_bytes_of_address) {
  const std::string longest = "/" + std::string(2000 - std::string("http://jane.example/").size(), 'a');
  web_.page("jane.example/", "<a href=\"" + longest + "\"> <a href=\"" + longest + "a\"> <a href=\"/short\">");
  run({kHome});
  EXPECT_EQ(asked("jane.example"), "/ " + longest + " /short");
  CrawlOptions brief = options();
  brief.site.url_bytes = std::string("http://jane.example/short").size();
  web_.page("tom.example/", "<a href=\"/shortA\"> <a href=\"/shorterA\">");
  run({"http://tom.example/"}, brief);
  EXPECT_EQ(asked("tom.example"), "/ /shortA");
}

// A home page may lead to one further host: its moved or declared site.
TEST_F(Crawl, one_further_host) {
  const auto shell = [](const std::string& address) { return "<meta http-equiv=refresh content=\"0; url=" + address + "\">"; };
  web_.page("jane.example/", shell("http://b.example/"));
  web_.page("b.example/", shell("http://c.example/"));
  web_.page("c.example/", shell("http://d.example/"));
  web_.page("d.example/", "at last");
  const auto with = [&](int further) {
    CrawlOptions chosen = options();
    chosen.again = true;
    chosen.further_hosts = further;
    web_.forget();
    run({kHome}, chosen);
    return asked("jane.example") + " b" + asked("b.example") + " c" + asked("c.example") + " d" + asked("d.example");
  };
  EXPECT_EQ(CrawlOptions{}.further_hosts, 1);
  EXPECT_EQ(with(1), "/ b/ c d");
  EXPECT_EQ(with(0), "/ b c d");
  EXPECT_EQ(with(2), "/ b/ c/ d");
}

TEST_F(Crawl, no_further_host_for_a_redirect_either) {
  web_.script("jane.example/", [](const ScriptedRequest&) { return answer(301, "", "Location: http://b.example/\r\n"); });
  web_.page("b.example/", "hello");
  CrawlOptions none = options();
  none.further_hosts = 0;
  run({kHome}, none);
  EXPECT_EQ(outcome(kHome), "failed redirect");
  EXPECT_EQ(asked("b.example"), "");
}

TEST_F(Crawl, the_time_between_visits_is_a_setting) {
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  CrawlOptions often = options();
  often.revisit = {.first = hours(6), .last = hours(15)};
  web_.page("jane.example/", "hello");
  std::string due;
  for (int visit = 0, hour = 0; visit < 4; ++visit) {
    set_now(start + hours(hour));
    run({kHome}, often);
    const auto next = std::chrono::duration_cast<hours>(row(kHome).next_due - start).count();
    due += std::to_string(next - hour) + " ";
    hour = static_cast<int>(next);
  }
  EXPECT_EQ(due, "6 12 15 15 ");
}

TEST_F(Crawl, a_sitemap_is_asked_for_again_as_soon_as_a_page_that_changed) {
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  web_.page("jane.example/robots.txt", "Sitemap: http://jane.example/sitemap.xml\n", "Content-Type: text/plain\r\n");
  web_.page("jane.example/sitemap.xml", "<urlset></urlset>", "Content-Type: text/xml\r\n");
  web_.page("jane.example/", "hello");
  CrawlOptions often = options();
  often.revisit.first = hours(6);
  set_now(start);
  run({kHome}, often);
  web_.forget();
  set_now(start + hours(6));
  run({kHome}, often);
  EXPECT_EQ(asked("jane.example"), "/ /sitemap.xml");
}

}  // namespace
}  // namespace fellow::crawler
