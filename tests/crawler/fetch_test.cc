// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>

#include "loopback_server.h"

namespace fellow::crawler {
namespace {

// Short limits, so that a test of each takes no time.
FetchLimits short_limits() {
  FetchLimits limits;
  limits.first_byte = std::chrono::milliseconds(300);
  limits.whole = std::chrono::milliseconds(1200);
  limits.wire_bytes = 10'000;
  limits.decoded_bytes = 20'000;
  return limits;
}

Fetched fetch(const std::vector<std::string>& connect_to, FetchRequest request, const FetchLimits& limits = short_limits()) {
  boost::asio::io_context io;
  Fetcher fetcher(io.get_executor(), {.user_agent = "FellowBot/0 (+mailto:a@b.example)", .ca_file = "", .limits = limits},
                  Guard::make(connect_to).value());
  Fetched result;
  fetcher.get(std::move(request), [&](Fetched answer) { result = std::move(answer); });
  io.run();
  return result;
}

FetchRequest request_for(const std::string& url) { return FetchRequest(Url::parse(url).value()); }

std::string outcome(const Fetched& fetched) {
  return fetched.reason == Reason::none ? std::to_string(fetched.status) : std::string(show(fetched.reason));
}

TEST(Fetch, what_is_asked_and_what_comes_back) {
  LoopbackServer web;
  web.page("jane.example/", "hello", "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\nx-robots-tag:  nofollow\r\n");
  FetchRequest request = request_for("http://jane.example/");
  request.etag = "W/\"a\"";
  request.last_modified = "Sat, 21 Nov 2026 00:00:00 GMT";
  const Fetched got = fetch({web.connect_to()}, request);
  EXPECT_EQ(outcome(got), "200");
  EXPECT_EQ(got.body, "hello");
  EXPECT_EQ(got.wire_bytes, 5);
  EXPECT_EQ(got.field("content-TYPE"), "text/html");
  EXPECT_EQ(got.fields("X-Robots-Tag"), "noarchive, nofollow");
  EXPECT_TRUE(got.header.ends_with("\r\n\r\n"));
  const ScriptedRequest seen = web.all().at(0);
  EXPECT_EQ(got.request, seen.header);
  EXPECT_EQ(seen.field("User-Agent"), "FellowBot/0 (+mailto:a@b.example)");
  EXPECT_EQ(seen.field("If-None-Match"), "W/\"a\"");
  EXPECT_EQ(seen.field("If-Modified-Since"), "Sat, 21 Nov 2026 00:00:00 GMT");
  EXPECT_EQ(seen.field("Accept-Encoding"), "gzip, deflate, br, zstd");
  for (const char* never : {"Cookie", "Referer", "Authorization"}) EXPECT_EQ(seen.field(never), "") << never;
}

TEST(Fetch, header_injection_by_a_stored_etag_is_dropped) {
  LoopbackServer web;
  web.page("jane.example/", "hello");
  FetchRequest request = request_for("http://jane.example/");
  request.etag = "\"a\"\r\nCookie: x";
  fetch({web.connect_to()}, request);
  EXPECT_EQ(web.all().at(0).field("Cookie"), "");
}

ScriptedAnswer raw(const std::string& bytes, bool close = true) { return {.pieces = {{bytes}}, .close = close}; }

TEST(Fetch, limits_and_breakage) {
  using std::chrono::milliseconds;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  const auto sized = [](std::size_t size) { return answer(200, std::string(size, 'x')); };
  const auto zipped = [](std::size_t size) {
    return answer(200, gzip(std::string(size, 'x')), "Content-Type: text/html\r\nContent-Encoding: gzip\r\n");
  };
  const auto header_of = [&](std::size_t size) {
    std::string bytes = head + "Content-Length: 1\r\n";
    while (bytes.size() + 1000 < size) bytes += "X-Fill: " + std::string(990, 'x') + "\r\n";
    bytes += "X-Last: " + std::string(size - bytes.size() - 12, 'x') + "\r\n\r\n";
    return raw(bytes + "x");
  };
  struct Row {
    const char* what;
    ScriptedAnswer answer;
    const char* outcome;
  };
  const Row rows[] = {
      {"wire limit", sized(10'000), "200"},
      {"one past the wire limit", sized(10'001), "too-large"},
      {"no length, one past", raw(head + "\r\n" + std::string(10'001, 'x')), "too-large"},
      {"decoded limit", zipped(20'000), "200"},
      {"one past the decoded limit", zipped(20'001), "too-large"},
      {"a bomb", zipped(5'000'000), "too-large"},
      {"a coding that nobody asked for", answer(200, "x", "Content-Encoding: br\r\n"), "decode"},
      {"a transfer coding that nobody asked for", raw(head + "Transfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"),
       "protocol"},
      {"that, in an early hint",
       raw("HTTP/1.1 103 Hi\r\nTransfer-Encoding: gzip\r\n\r\n" + head + "Content-Length: 1\r\n\r\nx"), "protocol"},
      {"two lengths", raw(head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy"), "protocol"},
      {"two lengths in one line", raw(head + "Content-Length: 1, 2\r\n\r\nxy"), "protocol"},
      {"one length, said twice", raw(head + "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"), "200"},
      {"no number", raw(head + "Content-Length: many\r\n\r\nxy"), "protocol"},
      {"no chunk", raw(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\nx"), "protocol"},
      {"header limit", header_of(64 << 10), "200"},
      {"one past the header limit", header_of((64 << 10) + 1), "header"},
      {"one line of 200 KiB", raw(head + "X: " + std::string(200 << 10, 'x') + "\r\n\r\n"), "header"},
      {"no first byte", {.pieces = {{head, milliseconds(700)}}}, "timeout"},
      {"slow header", {.pieces = {{"HTTP/1.1 200 OK\r\n"}, {"X: y\r\n\r\n", milliseconds(2000)}}}, "timeout"},
      {"never whole", {.pieces = {{head + "Content-Length: 10\r\n\r\nx"}, {"y", milliseconds(2000)}}}, "timeout"},
      {"closed without a byte", {.pieces = {}, .close = true}, "empty"},
      {"reset", {.pieces = {{head + "Content-Length: 10\r\n\r\nx"}, {"", milliseconds(50)}}, .reset = true}, "reset"},
      {"truncated", raw(head + "Content-Length: 10\r\n\r\nabc"), "truncated"},
      {"chunk cut", raw(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nabc"), "truncated"},
      {"HTTP/0.9", raw("<html>hello</html>"), "protocol"},
      {"no coding known", answer(200, "x", "Content-Encoding: magic\r\n"), "decode"},
      {"broken gzip", answer(200, "no gzip at all", "Content-Encoding: gzip\r\n"), "decode"},
      {"three codings", answer(200, gzip(gzip(gzip("x"))), "Content-Encoding: gzip, gzip, gzip\r\n"), "200"},
      {"four codings",
       answer(200, gzip(gzip(gzip(gzip("x")))), "Content-Encoding: gzip, gzip\r\nContent-Encoding: gzip, gzip\r\n"), "decode"},
      {"status", answer(503, "no"), "503"},
      {"early hints", raw("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + head + "Content-Length: 1\r\n\r\nx"), "200"},
  };
  LoopbackServer web;
  for (const Row& row : rows) {
    web.script("jane.example/", [&](const ScriptedRequest&) { return row.answer; });
    EXPECT_EQ(outcome(fetch({web.connect_to()}, request_for("http://jane.example/"))), row.outcome) << row.what;
  }
}

TEST(Fetch, too_slow) {
  LoopbackServer web;
  ScriptedAnswer drip{.pieces = {{"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"}}};
  for (int i = 0; i < 100; ++i) drip.pieces.push_back({"x", std::chrono::milliseconds(100)});
  web.script("jane.example/", [&](const ScriptedRequest&) { return drip; });
  FetchLimits limits = short_limits();
  limits.whole = std::chrono::milliseconds(8000);
  limits.slow_time = std::chrono::seconds(1);
  EXPECT_EQ(outcome(fetch({web.connect_to()}, request_for("http://jane.example/"), limits)), "too-slow");
}

TEST(Fetch, only_public_addresses_are_connected_to) {
  LoopbackServer web;
  const std::string port = std::to_string(web.port());
  for (const std::string host : {"127.0.0.1", "localhost", "0x7f000001", "[::ffff:127.0.0.1]", "[::1]", "127.0.0.2"}) {
    const auto url = Url::parse("http://" + host + ":" + port + "/");
    if (!url) continue;  // some spellings are no URL for us
    EXPECT_EQ(outcome(fetch({}, FetchRequest(*url))), "private-address") << host;
  }
  EXPECT_EQ(outcome(fetch({"a.example:80:127.0.0.2:80"}, request_for("http://127.0.0.1:" + port + "/"))), "private-address");
  EXPECT_TRUE(web.all().empty());
}

TEST(Fetch, unreachable) {
  EXPECT_EQ(outcome(fetch({"::127.0.0.1:9"}, request_for("http://jane.example/"))), "network");
  EXPECT_EQ(outcome(fetch({}, request_for("http://no-such-host.invalid/"))), "dns");
}

TEST(Fetch, no_tls_where_there_is_none) {
  LoopbackServer web;
  EXPECT_EQ(outcome(fetch({web.connect_to()}, request_for("https://jane.example/"))), "tls");
}

TEST(Fetch, content_that_is_not_wanted_is_not_read) {
  LoopbackServer web;
  web.page("jane.example/", std::string(9000, 'x'), "Content-Type: video/mp4\r\n");
  FetchRequest request = request_for("http://jane.example/");
  request.wanted = [](int status, std::string_view type) { return status == 200 && type == "text/html"; };
  const Fetched got = fetch({web.connect_to()}, request);
  EXPECT_EQ(outcome(got), "content-type");
  EXPECT_EQ(got.body, "");
}

TEST(Fetch, enough_is_enough) {
  LoopbackServer web;
  web.page("jane.example/", std::string(30'000, 'x'));
  FetchRequest request = request_for("http://jane.example/");
  request.enough_bytes = 15'000;
  const Fetched got = fetch({web.connect_to()}, request);
  EXPECT_EQ(outcome(got), "200");
  EXPECT_EQ(got.body.size(), 15'000u);
}

TEST(Fetch, retry_after_in_both_forms) {
  LoopbackServer web;
  web.page("jane.example/a", "x", "Retry-After: 7\r\n");
  web.page("jane.example/b", "x", "Retry-After: Fri, 31 Dec 2100 23:59:59 GMT\r\n");
  EXPECT_EQ(fetch({web.connect_to()}, request_for("http://jane.example/a")).retry_after, std::chrono::seconds(7));
  EXPECT_GT(fetch({web.connect_to()}, request_for("http://jane.example/b")).retry_after, std::chrono::hours(24));
}

// R12: what comes after an answer whose end is in doubt is not taken for the next answer.
TEST(Fetch, connections_in_doubt_are_not_used_again) {
  LoopbackServer web;
  const std::string smuggled = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";
  web.script("jane.example/extra",
             [&](const ScriptedRequest&) { return raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + smuggled, false); });
  web.script("jane.example/both", [&](const ScriptedRequest&) {
    return raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" + smuggled,
               false);
  });
  web.page("jane.example/good", "good");
  for (const std::string first : {"/extra", "/both"}) {
    boost::asio::io_context io;
    Fetcher fetcher(io.get_executor(), {.user_agent = "x", .ca_file = "", .limits = short_limits()},
                    Guard::make({web.connect_to()}).value());
    std::string second;
    fetcher.get(request_for("http://jane.example" + first), [&](Fetched) {
      fetcher.get(request_for("http://jane.example/good"), [&](Fetched answer) { second = answer.body; });
    });
    io.run();
    EXPECT_EQ(second, "good") << first;
  }
}

TEST(Fetch, abort_ends_all) {
  LoopbackServer web;
  web.script("jane.example/", [](const ScriptedRequest&) {
    return ScriptedAnswer{.pieces = {{"HTTP/1.1 200 OK\r\n", std::chrono::seconds(5)}}};
  });
  boost::asio::io_context io;
  Fetcher fetcher(io.get_executor(), {.user_agent = "x", .ca_file = ""}, Guard::make({web.connect_to()}).value());
  std::string ended;
  fetcher.get(request_for("http://jane.example/"), [&](Fetched answer) { ended += show(answer.reason); });
  io.run_for(std::chrono::milliseconds(100));
  fetcher.abort();
  const auto began = std::chrono::steady_clock::now();
  io.run();
  EXPECT_EQ(ended, "budget");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
}

// R3: no socket is opened for a connection that is used again, so the guard is asked there too.
TEST(Fetch, a_connection_that_is_open_is_no_way_past_the_guard) {
  LoopbackServer web;
  const std::string host = "127.0.0.1:" + std::to_string(web.port());
  web.page(host + "/", "hello");
  boost::asio::io_context io;
  Fetcher fetcher(io.get_executor(), {.user_agent = "x", .ca_file = "", .limits = short_limits()},
                  Guard::make({"named.example:80:" + host}).value());
  std::string outcomes;
  const FetchRequest request = request_for("http://" + host + "/");
  fetcher.get(request, [&](Fetched first) {
    outcomes = outcome(first);
    fetcher.get(request, [&](Fetched second) {
      outcomes += " " + outcome(second);
      fetcher.use(Guard());
      fetcher.get(request, [&](Fetched third) { outcomes += " " + outcome(third); });
    });
  });
  io.run();
  EXPECT_EQ(outcomes, "200 200 private-address");
  EXPECT_EQ(web.most_connections(), 1);
  EXPECT_EQ(web.all().size(), 2u);
}

}  // namespace
}  // namespace fellow::crawler
