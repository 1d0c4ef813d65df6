// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP API and the pages over real sockets.
#include "searchd/api.h"

#include <gtest/gtest.h>

#include "fellow/embedded.h"
#include "fellow/json.h"
#include "searchd/answer_json.h"
#include "searchd/http_server.h"
#include "tests/searchd/fake_source.h"
#include "tests/searchd/plain_client.h"

namespace fellow::searchd {
namespace {

const std::string kAda = made_up_people()[0].id, kBen = made_up_people()[1].id, kEvil = made_up_people()[3].id;

class ApiTest : public testing::Test {
 protected:
  ApiTest() : local(std::make_shared<FakeSource>("local", made_up_people())) {}

  // A daemon over `local`, started on first use.
  PlainResponse get(std::string_view target) {
    if (!server) start();
    return searchd::get(server->port(), target);
  }

  void start(Config config = {}, std::vector<std::shared_ptr<Source>> more = {}) {
    more.insert(more.begin(), local);
    auto started = HttpServer::start({}, make_api(more, config));
    ASSERT_TRUE(started) << show(started.error());
    server = std::move(*started);
  }

  std::shared_ptr<FakeSource> local;
  std::unique_ptr<HttpServer> server;
};

nlohmann::ordered_json json_in(const PlainResponse& response) {
  EXPECT_EQ(response.headers.at("content-type"), "application/json");
  EXPECT_EQ(response.headers.at("x-content-type-options"), "nosniff");
  return parse_json(response.body).value_or(nlohmann::ordered_json());
}

// "400 bad_input limit".
std::string fault(const PlainResponse& response) {
  const auto json = json_in(response);
  if (!json.contains("error")) return std::to_string(response.status);
  return std::to_string(response.status) + " " + json["error"]["code"].get<std::string>() + " " +
         json["error"].value("field", "");
}

TEST_F(ApiTest, SearchAnswersInTheFormOfTheContract) {
  const auto response =
      get("/api/v1/search?q=serverless+inference+HKUST&facets=affiliation,interest,year,position,country,source&limit=2");
  EXPECT_EQ(response.status, 200);
  const auto answer = parse_answer(response.body);
  ASSERT_TRUE(answer) << show(answer.error());
  EXPECT_EQ(answer->found.hits.at(0).name, "Ada Muster");
  EXPECT_EQ(answer->found.hits.size(), 2U);
  const auto json = json_in(response);
  EXPECT_EQ(json["query"]["q"], "serverless inference HKUST");
  EXPECT_EQ(json["facets"].size(), 6U);
  EXPECT_EQ(json["facets"]["affiliation"][0]["value"], "hkust");
  EXPECT_FALSE(json["partial"].get<bool>());
  EXPECT_EQ(json["sources"][0]["name"], "local");
}

TEST_F(ApiTest, FiltersAndPagesReachTheSource) {
  EXPECT_EQ(json_in(get("/api/v1/search?affiliation=hkust"))["total"]["value"], 2);
  EXPECT_EQ(json_in(get("/api/v1/search?affiliation=hkust&position=faculty&position=postdoc"))["total"]["value"], 1);
  EXPECT_EQ(json_in(get("/api/v1/search?limit=0"))["results"].size(), 0U);
  EXPECT_EQ(json_in(get("/api/v1/search?offset=3"))["results"].size(), 1U);
}

TEST_F(ApiTest, BadRequestsAreNamed) {
  const std::pair<std::string, std::string> rows[] = {
      {"/api/v1/search?limit=101", "400 bad_input limit"},
      {"/api/v1/search?q=%ff", "400 bad_input q"},
      {"/api/v1/search?q=\xff", "400 bad_input q"},
      {"/api/v1/search?q=\xc0\xaf", "400 bad_input q"},
      {"/\xff", "404 not_found "},
      {"/api/v1/search?q=" + std::string(1025, 'a'), "400 bad_input q"},
      {"/api/v1/search?nonsense=1", "400 bad_input nonsense"},
      {"/api/v1/search?callback=f", "400 bad_input callback"},
      {"/api/v1/search?sources=elsewhere", "400 bad_input sources"},
      {"/api/v1/search?facets=shoe_size", "400 bad_input facets"},
      {"/api/v1/sources?x=1", "400 bad_input x"},
      {"/api/v1/researchers/" + kAda + "?email=1", "400 bad_input email"},
      {"/healthz?x", "400 bad_input x"},
      {"/api/v1/suggest?q=%ff", "400 bad_input q"},
      {"/api/v1/suggest?q=" + std::string(1025, 'a'), "400 bad_input q"},
      {"/api/v1/suggest?q=a&q=b", "400 bad_input q"},
      {"/api/v1/suggest?limit=21", "400 bad_input limit"},
      {"/api/v1/suggest?limit=0", "400 bad_input limit"},
      {"/api/v1/suggest?x=1", "400 bad_input x"},
      {"/api/v1/suggest/", "404 not_found "},
      {"/api/v1/researchers/" + kAda + "/similar?q=a", "400 bad_input q"},
      {"/api/v1/researchers/" + kAda + "/similar?limit=51", "400 bad_input limit"},
      {"/api/v1/researchers/aaaaaaaaaaaaaaaa/similar", "404 not_found id"},
      {"/api/v1/researchers//similar", "404 not_found "},
      {"/api/v1/researchers/" + kAda + "/similar/", "404 not_found "},
      {"/api/v1/researchers/" + kAda + "/alike", "404 not_found "},
      {"/api/v1/researchers/aaaaaaaaaaaaaaaa", "404 not_found id"},
      {"/api/v1/researchers/" + kAda + "a", "404 not_found id"},
      {"/api/v1/researchers/..%2f..%2fetc", "404 not_found id"},
      {"/api/v1/researchers/", "404 not_found "},
      {"/api/v1/researchers", "404 not_found "},
      {"/api/v1/search/", "404 not_found "},
      {"/api/v2/search", "404 not_found "},
      {"/r/", "404 not_found "},
      {"/index.html", "404 not_found "},
      {"//", "404 not_found "},
      {"/../etc/passwd", "404 not_found "},
      {"/style.css/..", "404 not_found "},
      {"/%2e%2e/etc/passwd", "404 not_found "},
      {"/favicon.ico", "404 not_found "},
  };
  for (const auto& [target, want] : rows) EXPECT_EQ(fault(get(target)), want) << target;
}

TEST_F(ApiTest, OnlyGetHeadAndOptions) {
  start();
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "TRACE"}) {
    PlainClient client(server->port());
    client.send(std::string(method) + " /api/v1/search HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n");
    const auto response = client.read();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 405) << method;
    EXPECT_EQ(response->headers.at("allow"), "GET, HEAD, OPTIONS");
  }
  PlainClient client(server->port());
  client.send("HEAD /api/v1/sources HTTP/1.1\r\nHost: a.example\r\n\r\n");
  EXPECT_EQ(client.read(true)->status, 200);
}

TEST_F(ApiTest, ResearcherIsTheWholeProfileWithADisplayName) {
  const auto json = json_in(get("/api/v1/researchers/" + kAda));
  EXPECT_EQ(json["id"], kAda);
  EXPECT_EQ(json["name"], "Ada Muster");
  EXPECT_EQ(json["display_name"], "Ada Muster");
  EXPECT_EQ(json["papers"][0]["venue"], "SIGCOMM");
  EXPECT_EQ(json["past_affiliations"][0]["role"], "Research intern");
  const auto nameless = json_in(get("/api/v1/researchers/" + made_up_people()[2].id));
  EXPECT_FALSE(nameless.contains("name"));
  EXPECT_FALSE(nameless["display_name"].get<std::string>().empty());
}

TEST_F(ApiTest, MergedIdsMove) {
  const std::string old = "abcdefghijklmnop";
  local->merged = {{old, kBen}};
  const auto api = get("/api/v1/researchers/" + old), page = get("/r/" + old);
  EXPECT_EQ(api.status, 308);
  EXPECT_EQ(api.headers.at("location"), "/api/v1/researchers/" + kBen);
  EXPECT_EQ(page.status, 308);
  EXPECT_EQ(page.headers.at("location"), "/r/" + kBen);
}

TEST_F(ApiTest, SuggestionsOfAllSources) {
  local->suggestions = {{"KUST", "affiliation", "hkust", 2}, {"elium", "paper", "", 1}};
  const auto other = std::make_shared<FakeSource>("other", made_up_people());
  other->suggestions = {{"elsinki", "affiliation", "helsinki", 4}, {"KUST", "affiliation", "hkust", 3}};
  EXPECT_EQ(json_in(get("/api/v1/suggest?q=h")).dump(),
            R"({"suggestions":[{"text":"hKUST","kind":"affiliation","id":"hkust","count":2},)"
            R"({"text":"helium","kind":"paper","count":1}]})");
  EXPECT_EQ(json_in(get("/api/v1/suggest?q=h&limit=1"))["suggestions"].size(), 1U);
  EXPECT_EQ(json_in(get("/api/v1/suggest"))["suggestions"].size(), 2U);
  server.reset();
  start({}, {other});
  EXPECT_EQ(json_in(get("/api/v1/suggest?q=h&limit=2")).dump(),
            R"({"suggestions":[{"text":"hKUST","kind":"affiliation","id":"hkust","count":5},)"
            R"({"text":"helsinki","kind":"affiliation","id":"helsinki","count":4}]})");
  other->error = Error{Code::io, "broken", ""};
  EXPECT_EQ(json_in(get("/api/v1/suggest?q=h"))["suggestions"].size(), 2U);
}

TEST_F(ApiTest, SimilarSaysWhy) {
  const auto json = json_in(get("/api/v1/researchers/" + kAda + "/similar?limit=2"));
  ASSERT_EQ(json["results"].size(), 2U);
  EXPECT_EQ(json["results"][0]["id"], kBen);
  EXPECT_EQ(json["results"][0]["why"].dump(), "[\"is not " + kAda + "\"]");
  EXPECT_FALSE(json["results"][0].contains("match"));
  const std::string old = "abcdefghijklmnop";
  local->merged = {{old, kBen}};
  const auto moved = get("/api/v1/researchers/" + old + "/similar");
  EXPECT_EQ(moved.status, 308);
  EXPECT_EQ(moved.headers.at("location"), "/api/v1/researchers/" + kBen + "/similar");
}

// R41.
TEST_F(ApiTest, NoEmailAnywhereUnlessPublic) {
  for (const std::string& target : {std::string("/api/v1/search?facets=affiliation,interest,source&limit=100"),
                                    std::string("/api/v1/search?q=ada@ada.example"), "/api/v1/researchers/" + kAda,
                                    "/r/" + kAda, std::string("/api/v1/sources")}) {
    const std::string body = get(target).body;
    const std::string echoed = "\"q\":\"ada@ada.example\"";  // what was typed comes back
    const std::size_t own = body.find(echoed) == std::string::npos ? 0 : 1;
    std::size_t seen = 0;
    for (std::size_t at = body.find("@"); at != std::string::npos; at = body.find("@", at + 1))
      if (at == 0 || body[at - 1] != '"') ++seen;  // not the keys of JSON-LD: "@type"
    EXPECT_EQ(seen, own) << target;
  }
  Config config;
  config.public_email = true;
  start(config);
  EXPECT_EQ(json_in(get("/api/v1/researchers/" + kAda))["email"], "ada@ada.example");
  EXPECT_EQ(get("/api/v1/search?limit=100").body.find('@'), std::string::npos);
}

TEST_F(ApiTest, HostileStringsAreDataInValidJson) {
  const auto json = json_in(get("/api/v1/search?q=serverless"));
  bool found = false;
  for (const auto& hit : json["results"]) {
    if (hit["id"] != kEvil) continue;
    found = true;
    EXPECT_EQ(hit["name"], "\"><script>alert(1)</script>\n\u2028\\");
    EXPECT_EQ(hit["snippets"][0]["html"].get<std::string>().find("<b>"), std::string::npos);
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(json_in(get("/api/v1/search?q=%22%5C%3C"))["query"]["q"], "\"\\<");
}

TEST_F(ApiTest, SourcesHealthAndReadiness) {
  const auto json = json_in(get("/api/v1/sources"));
  EXPECT_EQ(json["sources"][0]["name"], "local");
  EXPECT_EQ(json["sources"][0]["profiles"], 4);
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(get("/readyz").status, 200);
  local->generation = 0;
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(fault(get("/readyz")), "503 busy ");
}

TEST_F(ApiTest, NoSourceIsA503WithTheAnswersForm) {
  local->error = Error{Code::corrupt, "the index is damaged", ""};
  const auto response = get("/api/v1/search?q=x");
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.headers.at("retry-after"), "1");
  const auto json = json_in(response);
  EXPECT_TRUE(json["partial"].get<bool>());
  EXPECT_EQ(json["sources"][0]["status"], "error");
  EXPECT_EQ(json["sources"][0]["error"]["code"], "corrupt");
  EXPECT_EQ(get("/api/v1/researchers/" + kAda).status, 503);
}

TEST_F(ApiTest, OneOfTwoSourcesIsPartial) {
  const auto other = std::make_shared<FakeSource>("other", std::vector<Profile>{});
  other->error = Error{Code::io, "cannot be read", ""};
  start({}, {other});
  const auto response = get("/api/v1/search?q=serverless");
  EXPECT_EQ(response.status, 200);
  EXPECT_TRUE(json_in(response)["partial"].get<bool>());
  EXPECT_EQ(get("/api/v1/search?q=serverless&on_error=fail").status, 503);
  EXPECT_EQ(get("/api/v1/search?q=serverless&on_error=fail&sources=local").status, 200);
}

// R25, R26.
TEST_F(ApiTest, PagesAreTheListOfFilesWithAStrictPolicy) {
  for (const EmbeddedFile& file : embedded_web()) {
    std::string path = "/" + std::string(file.path);
    if (path == "/person.html") path = "/r/" + kAda + ".html";
    if (path.ends_with(".html")) path.resize(path.size() - 5);
    if (path == "/index") path = "/";
    const auto response = get(path);
    EXPECT_EQ(response.status, 200) << path;
    EXPECT_EQ(
        response.headers.at("content-security-policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'");
    EXPECT_EQ(response.headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(response.headers.at("referrer-policy"), "no-referrer");
    if (!file.path.ends_with(".html")) {
      EXPECT_EQ(response.body, file.body) << path;
    }
    if (path.starts_with("/vendor/")) continue;
    EXPECT_EQ(response.body.find("style="), std::string::npos) << path;
    EXPECT_EQ(response.body.find("innerHTML"), std::string::npos) << path;
  }
  EXPECT_EQ(get("/").headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(get("/?q=a&affiliation=%ff").status, 400);
  EXPECT_EQ(get("/?q=a&affiliation=%ff").headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(get("/r/aaaaaaaaaaaaaaaa").status, 404);
  EXPECT_EQ(get("/r/aaaaaaaaaaaaaaaa").headers.at("content-type"), "text/html; charset=utf-8");
}

TEST_F(ApiTest, PagesHoldAPlainListAndAPlainProfile) {
  const auto list = get("/?q=serverless&utm_source=mail"), person = get("/r/" + kAda), start = get("/");
  EXPECT_NE(list.body.find("<title>serverless · Fellow</title>"), std::string::npos);
  EXPECT_NE(list.body.find("href=\"/r/" + kAda + "\""), std::string::npos);
  EXPECT_NE(person.body.find("application/ld+json"), std::string::npos);
  EXPECT_NE(start.body.find("<body class=\"landing\">"), std::string::npos);
  for (const auto& page : {list, person, start}) EXPECT_EQ(page.body.find("{{"), std::string::npos);
  EXPECT_EQ(get("/?q=a&year=banana").status, 400);
  EXPECT_NE(get("/?q=%7B%7Bresults%7D%7D").body.find("value=\"{{results}}\""), std::string::npos);  // not filled again
}

TEST_F(ApiTest, APersonIsSavedInOtherFormats) {
  for (const auto& [ending, type] :
       {std::pair{".jsonld", "application/ld+json"}, std::pair{".bib", "application/x-bibtex; charset=utf-8"}}) {
    const auto file = get("/r/" + kAda + ending);
    EXPECT_EQ(file.status, 200) << ending;
    EXPECT_EQ(file.headers.at("content-type"), type);
    EXPECT_EQ(file.headers.at("content-disposition"), "attachment; filename=\"" + kAda + ending + "\"");
    EXPECT_EQ(file.headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(get(std::string("/r/aaaaaaaaaaaaaaaa") + ending).status, 404);
  }
}

// R42.
TEST_F(ApiTest, AboutNamesTheContactAsText) {
  Config config;
  config.contact = "https://search.example/?a=\"><script>";
  start(config);
  const std::string body = get("/about").body;
  EXPECT_NE(body.find("<a href=\"https://search.example/?a=&quot;&gt;&lt;script&gt;\""), std::string::npos);
  EXPECT_NE(body.find("FellowBot/"), std::string::npos);
  EXPECT_NE(body.find("robots.txt"), std::string::npos);
  EXPECT_EQ(body.find("{{"), std::string::npos);
}

}  // namespace
}  // namespace fellow::searchd
