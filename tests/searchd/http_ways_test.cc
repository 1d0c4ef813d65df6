// SPDX-License-Identifier: GPL-3.0-or-later
// What HTTP asks of an API beside its answers: HEAD and OPTIONS everywhere, ETag and 304, gzip, CORS, answers that are kept.
#include <gmock/gmock.h>

#include <filesystem>
#include <regex>

#include "fellow/embedded.h"
#include "fellow/json.h"
#include "searchd/api.h"
#include "searchd/gzip.h"
#include "searchd/http_server.h"
#include "searchd/routes.h"
#include "tests/searchd/fake_source.h"
#include "tests/searchd/gunzip.h"
#include "tests/searchd/plain_client.h"
#include "tests/temporary.h"

namespace fellow::searchd {
namespace {

using testing::HasSubstr;

class HttpWays : public testing::Test {
 protected:
  void start(const Config& config = {}) {
    api = std::make_shared<Api>(std::vector<std::shared_ptr<Source>>{local}, config,
                                ApiLoans{.metrics = metrics, .changes = changes, .connections = {}});
    HttpOptions options;
    options.shortcut = [this](const HttpRequest& request) { return api->ready(request); };
    options.observer = [this](const Exchange& exchange) { metrics->count(exchange); };
    auto started = HttpServer::start(options, [this](const HttpRequest& request) { return api->answer(request); });
    ASSERT_TRUE(started) << show(started.error());
    server = std::move(*started);
  }
  // A request with more header lines, each with its line end.
  PlainResponse ask(std::string_view method, const std::string& target, const std::string& headers = "") {
    PlainClient client(server->port());
    client.send(std::string(method) + " " + target + " HTTP/1.1\r\nHost: fellow.example\r\n" + headers + "\r\n");
    return client.read(method == "HEAD").value_or(PlainResponse{});
  }
  // Every address that is got: rows of the table, and files.
  std::vector<std::string> addresses() const {
    std::vector<std::string> out;
    for (const Route& route : kRoutes) {
      if (route.method == Route::Method::post) continue;
      std::string path(route.pattern);
      if (const auto at = path.find("{id}"); at != std::string::npos) path.replace(at, 4, made_up_people()[0].id);
      out.push_back(path);
    }
    for (const EmbeddedFile& file : embedded_web())
      if (!file.path.ends_with(".html")) out.push_back("/" + std::string(file.path));
    return out;
  }

  std::shared_ptr<FakeSource> local = std::make_shared<FakeSource>("local", made_up_people());
  std::shared_ptr<Metrics> metrics = std::make_shared<Metrics>();
  News::Read changes;
  std::shared_ptr<Api> api;
  std::unique_ptr<HttpServer> server;
};

TEST_F(HttpWays, HeadAndOptionsEverywhere) {
  start();
  for (const std::string& path : addresses()) {
    const auto get = ask("GET", path), head = ask("HEAD", path), options = ask("OPTIONS", path);
    EXPECT_EQ(get.status, 200) << path << get.body;
    EXPECT_EQ(head.status, 200) << path;
    EXPECT_EQ(head.headers.at("content-type"), get.headers.at("content-type")) << path;
    EXPECT_EQ(options.status, 204) << path;
    EXPECT_EQ(options.headers.at("allow"), "GET, HEAD, OPTIONS") << path;
    EXPECT_EQ(options.headers.count("access-control-allow-origin"), 0U);
  }
  for (const std::string path : {"/api/v1/peer/stats", "/api/v1/peer/search"}) {
    EXPECT_EQ(ask("GET", path).status, 405) << path;
    EXPECT_EQ(ask("GET", path).headers.at("allow"), "POST, OPTIONS") << path;
    EXPECT_EQ(ask("OPTIONS", path).headers.at("allow"), "POST, OPTIONS") << path;
    EXPECT_EQ(ask("POST", path).status, 400) << path;
  }
  EXPECT_EQ(ask("OPTIONS", "*").status, 204);
  EXPECT_EQ(ask("GET", "*").status, 400);
  EXPECT_EQ(ask("OPTIONS", "/nowhere").status, 404);
}

TEST_F(HttpWays, AnETagStandsForTheStateOfTheSources) {
  start();
  for (const std::string& path : addresses()) {
    const auto first = ask("GET", path);
    if (path == "/healthz" || path == "/readyz" || path == "/metrics") {
      EXPECT_EQ(first.headers.count("etag"), 0U) << path;
      EXPECT_EQ(first.headers.at("cache-control"), "no-store") << path;
      continue;
    }
    const std::string tag = first.headers.at("etag");
    EXPECT_TRUE(tag.starts_with("W/\"")) << tag;
    EXPECT_EQ(first.headers.at("cache-control"), "no-cache");
    for (const std::string& same : {tag, tag.substr(2), "\"other\", " + tag, std::string("*")}) {
      const auto again = ask("GET", path, "If-None-Match: " + same + "\r\n");
      EXPECT_EQ(again.status, 304) << path << " " << same;
      EXPECT_EQ(again.headers.at("etag"), tag);
      EXPECT_EQ(again.headers.at("vary"), "Accept-Encoding");
      EXPECT_EQ(again.headers.count("content-length"), 0U);
    }
    EXPECT_EQ(ask("GET", path, "If-None-Match: \"other\"\r\n").status, 200) << path;
  }
  const std::string path = "/api/v1/search?q=serverless";
  const std::string before = ask("GET", path).headers.at("etag");
  ++local->generation;
  api->look();  // as the daemon does every half second
  const auto after = ask("GET", path, "If-None-Match: " + before + "\r\n");
  EXPECT_EQ(after.status, 200);
  EXPECT_NE(after.headers.at("etag"), before);
  EXPECT_EQ(parse_json(after.body)->at("generation"), local->generation);
  // An index that was wiped and made anew in the same second has the number and the time of the one before.
  local->digest = "2";
  api->look();
  EXPECT_NE(ask("GET", path).headers.at("etag"), after.headers.at("etag"));
  const auto bad = ask("GET", "/api/v1/search?limit=x", "If-None-Match: *\r\n");
  EXPECT_EQ(bad.status, 400);
  EXPECT_EQ(bad.headers.at("cache-control"), "no-store");
}

TEST_F(HttpWays, BodiesArePackedForWhoTakesIt) {
  start();
  const std::string path = "/api/v1/search?facets=affiliation,interest";
  const auto plain = ask("GET", path), packed = ask("GET", path, "Accept-Encoding: br, gzip;q=0.5\r\n");
  EXPECT_EQ(plain.headers.count("content-encoding"), 0U);
  EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
  EXPECT_LT(packed.body.size(), plain.body.size() / 2);
  EXPECT_EQ(parse_json(gunzip(packed.body))->at("results"), parse_json(plain.body)->at("results"));
  EXPECT_EQ(ask("HEAD", path, "Accept-Encoding: gzip\r\n").headers.at("content-length"), std::to_string(packed.body.size()));
  for (const char* refusing : {"gzip;q=0", "identity", "br", "gzip;q=0.0, *"})
    EXPECT_EQ(ask("GET", path, "Accept-Encoding: " + std::string(refusing) + "\r\n").headers.count("content-encoding"), 0U)
        << refusing;
  EXPECT_EQ(ask("GET", "/style.css", "Accept-Encoding: *\r\n").headers.at("content-encoding"), "gzip");
  EXPECT_EQ(ask("GET", "/healthz", "Accept-Encoding: gzip\r\n").headers.count("content-encoding"), 0U);  // too small
}

// R27.
TEST_F(HttpWays, OtherOriginsOnlyIfTheOperatorSaysSo) {
  start();
  const std::string origin = "Origin: https://other.example\r\n";
  EXPECT_EQ(ask("GET", "/api/v1/search", origin).headers.count("access-control-allow-origin"), 0U);
  EXPECT_EQ(ask("OPTIONS", "/api/v1/search", origin + "Access-Control-Request-Method: GET\r\n")
                .headers.count("access-control-allow-origin"),
            0U);
  Config config;
  config.serve.any_origin = true;
  start(config);
  const auto preflight = ask("OPTIONS", "/api/v1/search", origin + "Access-Control-Request-Method: GET\r\n");
  EXPECT_EQ(preflight.headers.at("access-control-allow-origin"), "*");
  EXPECT_EQ(preflight.headers.at("access-control-allow-methods"), "GET, HEAD, OPTIONS");
  const auto first = ask("GET", "/api/v1/search", origin);
  for (const auto& response : {first, ask("GET", "/api/v1/search", origin), ask("GET", "/api/v1/search?x=1", origin),
                               ask("GET", "/api/v1/search", origin + "If-None-Match: *\r\n")}) {
    EXPECT_EQ(response.headers.at("access-control-allow-origin"), "*") << response.status;
    EXPECT_EQ(response.headers.count("access-control-allow-credentials"), 0U);
  }
  EXPECT_EQ(ask("GET", "/", origin).headers.count("access-control-allow-origin"), 0U);
  EXPECT_EQ(ask("GET", "/metrics", origin).headers.count("access-control-allow-origin"), 0U);
}

TEST_F(HttpWays, WhatWasAskedBeforeIsNotAskedAgain) {
  start();
  const std::string path = "/api/v1/search?q=serverless&facets=affiliation&limit=10";
  const auto took = [&](const std::string& target) { return parse_json(ask("GET", target).body)->at("took_ms"); };
  local->delay = std::chrono::milliseconds(30);
  const auto first = took(path);
  local->delay = std::chrono::milliseconds(0);
  EXPECT_EQ(took(path), first);
  EXPECT_EQ(took("/api/v1/search?limit=10&facets=affiliation&q=serverless&match=auto"), first);  // the same question
  EXPECT_NE(took("/api/v1/search?q=serverless&facets=affiliation&limit=9"), first);
  EXPECT_NE(took("/api/v1/search?q=Serverless&facets=affiliation"), first);  // it is said back as it was typed
  ++local->generation;
  api->look();
  EXPECT_NE(took(path), first);
}

TEST_F(HttpWays, PartialAnswersAreNotKept) {
  start();
  local->error = Error{Code::io, "broken", ""};
  const auto broken = ask("GET", "/api/v1/search?q=x");
  EXPECT_EQ(broken.status, 503);
  EXPECT_EQ(broken.headers.at("cache-control"), "no-store");
  EXPECT_EQ(broken.headers.count("etag"), 0U);
  EXPECT_EQ(ask("GET", "/?q=x").status, 503);
  local->error.reset();
  EXPECT_EQ(ask("GET", "/api/v1/search?q=x").status, 200);
  EXPECT_EQ(ask("GET", "/?q=x").status, 200);
}

TEST_F(HttpWays, WithoutRoomNothingIsKept) {
  Config config;
  config.serve.cache_mb = 0;
  start(config);
  const auto once = [&] { return parse_json(ask("GET", "/api/v1/search?q=serverless").body)->at("took_ms").get<double>(); };
  local->delay = std::chrono::milliseconds(30);
  EXPECT_GE(once(), 30);
  local->delay = std::chrono::milliseconds(0);
  EXPECT_LT(once(), 30);
}

TEST_F(HttpWays, OpenSearchAndFeedNameTheAddressOfTheServer) {
  start();
  const auto description = ask("GET", "/opensearch.xml");
  EXPECT_EQ(description.headers.at("content-type"), "application/opensearchdescription+xml; charset=utf-8");
  EXPECT_THAT(description.body, HasSubstr("template=\"http://fellow.example/?q={searchTerms}\""));
  EXPECT_THAT(ask("GET", "/").body, HasSubstr("<link rel=\"search\" type=\"application/opensearchdescription+xml\""));
  Config config;
  config.serve.url = "https://search.example.edu";
  start(config);
  EXPECT_THAT(ask("GET", "/opensearch.xml").body, HasSubstr("template=\"https://search.example.edu/?q={searchTerms}\""));
}

TEST_F(HttpWays, TheFeedHoldsWhatIsNewOfAQuery) {
  const auto people = made_up_people();
  changes = [&]() -> Result<std::vector<Changes>> {
    Changes night{.from = 6, .to = 7, .at = "2026-11-20T03:00:00Z", .people = {}};
    night.people.push_back({.id = people[0].id, .name = "Ada <Muster>", .url = people[0].url, .is_new = true});
    night.people.push_back({.id = people[1].id, .name = "Ben", .url = people[1].url, .new_papers = {"On Kelp & Sand"}});
    return std::vector<Changes>{night};
  };
  start();
  const auto all = ask("GET", "/feed"), some = ask("GET", "/feed?q=hkust&position=faculty");
  EXPECT_EQ(all.headers.at("content-type"), "application/atom+xml; charset=utf-8");
  EXPECT_THAT(all.body, HasSubstr("Ada &lt;Muster&gt;: new"));
  EXPECT_THAT(all.body, HasSubstr("On Kelp &amp; Sand"));
  EXPECT_THAT(all.body, HasSubstr("<link href=\"http://fellow.example/r/" + people[0].id + "\"/>"));
  EXPECT_THAT(all.body, HasSubstr("<updated>2026-11-20T03:00:00Z</updated>"));
  EXPECT_EQ(some.status, 200) << some.body;
  EXPECT_EQ(some.body.find("Muster"), std::string::npos);
  EXPECT_THAT(some.body, HasSubstr("urn:x-fellow:7:" + people[1].id));
  EXPECT_EQ(ask("GET", "/feed?q=a&limit=3").status, 400);
}

// R30.
TEST_F(HttpWays, MetricsCountWithoutNamingAnybody) {
  start();
  ask("GET", "/api/v1/search?q=secret+words");
  ask("GET", "/r/" + made_up_people()[0].id);
  ask("GET", "/secret/path");
  const auto metrics_now = ask("GET", "/metrics");
  EXPECT_EQ(metrics_now.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const char* line :
       {"fellow_requests_total{route=\"/api/v1/search\",status=\"200\"} 1\n",
        "fellow_requests_total{route=\"/r/{id}\",status=\"200\"} 1\n", "fellow_requests_total{route=\"\",status=\"404\"} 1\n",
        "fellow_request_seconds_count{route=\"/api/v1/search\"} 1\n", "fellow_source_generation{source=\"local\"} 7\n",
        "fellow_source_answers_total{source=\"local\",status=\"ok\"} 1\n"})
    EXPECT_THAT(metrics_now.body, HasSubstr(line));
  for (const char* secret : {"secret", "127.0.0.1"}) EXPECT_EQ(metrics_now.body.find(secret), std::string::npos) << secret;
  EXPECT_EQ(metrics_now.body.find(made_up_people()[0].id), std::string::npos);

  for (const char* elsewhere : {"off", "127.0.0.1:9"}) {
    Config config;
    config.serve.metrics = elsewhere;
    start(config);
    EXPECT_EQ(ask("GET", "/metrics").status, 404) << elsewhere;
    EXPECT_EQ(ask("OPTIONS", "/metrics").status, 404) << elsewhere;
  }
  HttpRequest request;
  request.method = "GET", request.path = "/metrics";
  EXPECT_EQ(api->answer_machine(request).status, 200);
  request.path = "/readyz";
  EXPECT_EQ(api->answer_machine(request).status, 200);
  for (const char* closed : {"/", "/api/v1/search", "/style.css"}) {
    request.path = closed;
    EXPECT_EQ(api->answer_machine(request).status, 404) << closed;
  }
}

TEST_F(HttpWays, TheAlertsAreOfMetricsThatAreThere) {
  start();
  ask("GET", "/api/v1/search?q=x");
  const std::string told = ask("GET", "/metrics").body,
                    rules = read_file(std::filesystem::path(FELLOW_SOURCE_DIR) / "deploy/prometheus/fellow.rules.yml");
  const std::regex name("fellow_(request|source)[a-z_]+");
  std::size_t named = 0;
  for (std::sregex_iterator at(rules.begin(), rules.end(), name), end; at != end; ++at, ++named)
    EXPECT_THAT(told, HasSubstr("\n" + at->str() + "{")) << at->str();
  EXPECT_GE(named, 3U);
}

TEST(AnswerCache, StaysWithinItsBytesAndForgetsTheLongestUnused) {
  AnswerCache cache(64 * 1024);
  const auto response = [](char c) {
    return std::make_shared<const HttpResponse>(HttpResponse{200, "", std::string(4000, c), {}, ""});
  };
  cache.keep("first", 1, response('f'));
  for (int i = 0; i < 100; ++i) {
    cache.keep(std::to_string(i), 1, response('x'));
    ASSERT_TRUE(cache.find("first", 1)) << i;  // used all the time
    ASSERT_LE(cache.use().bytes, 64U * 1024);
  }
  EXPECT_TRUE(cache.find("99", 1));
  EXPECT_FALSE(cache.find("99", 2));
  EXPECT_FALSE(cache.find("0", 1));
  cache.keep("large", 1, std::make_shared<const HttpResponse>(HttpResponse{200, "", std::string(20'000, 'x'), {}, ""}));
  EXPECT_FALSE(cache.find("large", 1));
  cache.keep("first", 2, response('g'));
  EXPECT_EQ(cache.find("first", 2)->body.front(), 'g');
  EXPECT_FALSE(cache.find("first", 1));
}

}  // namespace
}  // namespace fellow::searchd
