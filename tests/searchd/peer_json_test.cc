// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/peer_json.h"

#include <gtest/gtest.h>

#include "fellow/json.h"
#include "fellow/url.h"

namespace fellow::searchd {
namespace {

SearchRequest asked(std::string_view text) {
  SearchRequest request;
  request.query = parse_query(text);
  request.limit = 20;
  request.enough = 10;
  request.facets = {{"interest", "se"}, {"year", ""}};
  request.filters = {{"affiliation", {"hkust", "ethz"}}};
  request.hops = 2;
  request.via = {"abc"};
  return request;
}

Hit hit(const std::string& url, double score) {
  Hit out;
  out.url = url;
  out.id = person_id(Url::parse(url).value());
  out.seeds = {url};
  out.display_name = "Ada Muster";
  out.score = score;
  out.matched_on = {"papers"};
  out.snippets = {{"papers", "<mark>a</mark> &amp; b", url}};
  out.person_keys = {"orcid:0000-0000-0000-0000"};
  return out;
}

Found found() {
  Found out;
  out.generation = 9;
  out.hits = {hit("https://ada.example/", 0.1234567890123456789), hit("https://ben.example/", 1e-17)};
  out.best = out.hits[0].score;
  out.total = {7, Relation::eq};
  out.facets["interest"] = {{.value = "x", .label = "X", .count = 3}};
  out.facets["year"] = {};
  out.cuts["interest"] = 2;
  return out;
}

TEST(PeerJson, AQuestionIsReadAsItWasMeant) {
  PeerQuestion question{.request = asked("serverless \"best paper\" -rust HKUST at:ethz year:2020..2024 machine learning"),
                        .stats = {.generation = 4, .documents = 10, .total_length = 100, .counts = {{"XPabc", 3}, {"#0", 1}}},
                        .doubts = {{0, "serverles"}}};
  for (const PeerCall call : {PeerCall::stats, PeerCall::search}) {
    const auto read = parse_question(call, show_question(call, question));
    ASSERT_TRUE(read) << show(read.error());
    EXPECT_EQ(read->request.query.clauses, question.request.query.clauses);
    EXPECT_EQ(read->request.query.free_words, question.request.query.free_words);
    EXPECT_TRUE(read->request.query.text.empty());  // the text does not travel
    EXPECT_EQ(read->request.filters, question.request.filters);
    EXPECT_EQ(read->request.enough, 10);
    EXPECT_EQ(read->request.hops, 2);
    EXPECT_EQ(read->request.via, question.request.via);
    EXPECT_EQ(read->stats.counts, question.stats.counts);
    EXPECT_EQ(read->doubts, question.doubts);
    EXPECT_EQ(show_question(call, *read), show_question(call, question));
  }
  EXPECT_TRUE(parse_question(PeerCall::stats, R"({"v":1,"tree":{}})"));
}

TEST(PeerJson, WhatIsNoQuestionIsRefusedByItsKey) {
  struct Row {
    PeerCall call;
    std::string json, where;
  };
  const Row rows[] = {
      {PeerCall::stats, "", "body"},
      {PeerCall::stats, "[]", "body"},
      {PeerCall::stats, "{}", "v"},
      {PeerCall::stats, R"({"v":2,"tree":{}})", "#version"},
      {PeerCall::stats, R"({"v":1})", "tree"},
      {PeerCall::stats, R"({"v":1,"tree":[]})", "tree.object"},
      {PeerCall::stats, R"({"v":1,"tree":{"match":"most"}})", "tree.match"},
      {PeerCall::stats, R"({"v":1,"tree":{"clauses":[{"kind":"shell","words":["x"]}]}})", "tree.clauses.kind"},
      {PeerCall::stats, R"({"v":1,"tree":{"clauses":[{"kind":"word"}]}})", "tree.clauses.words"},
      {PeerCall::stats, R"({"v":1,"tree":{"clauses":[{"kind":"word","field":"salary","words":["x"]}]}})", "tree.clauses.field"},
      {PeerCall::stats, R"({"v":1,"tree":{"enough":1000000}})", "tree.enough"},
      {PeerCall::stats, R"({"v":1,"tree":{},"filters":{"salary":["x"]}})", "filters"},
      {PeerCall::stats, R"({"v":1,"tree":{},"hops":-1})", "hops"},
      {PeerCall::stats, R"({"v":1,"tree":{},"deadline_ms":0})", "deadline_ms"},
      {PeerCall::search, R"({"v":1,"tree":{}})", "generation"},
      {PeerCall::search, R"({"v":1,"tree":{},"generation":1,"stats":{"doccount":1,"total_length":1,"termfreq":{"a":2}}})",
       "termfreq"},
      {PeerCall::search,
       R"({"v":1,"tree":{},"generation":1,"limit":99999,"stats":{"doccount":1,"total_length":1,"termfreq":{}}})", "limit"},
  };
  for (const Row& row : rows) {
    const auto read = parse_question(row.call, row.json);
    ASSERT_FALSE(read) << row.json;
    EXPECT_EQ(read.error().code, Code::bad_input);
    EXPECT_EQ(read.error().where, row.where) << row.json;
  }
}

TEST(PeerJson, CountsAndResultsComeBackToTheLastBit) {
  const PeerCounts counts{.source = "cmu",
                          .stats = {.generation = 1ULL << 52,
                                    .documents = 12,
                                    .total_length = 345,
                                    .indexed_at = "2026-11-20T03:10:00Z",
                                    .note = "half of it",
                                    .counts = {{"a", 12}, {"#strong", 0}}},
                          .respelled = {{.known = true, .words = {}}, {.known = false, .words = {{"word", 3, true, false}}}}};
  const auto read = parse_counts(show_counts(counts));
  ASSERT_TRUE(read) << show(read.error());
  EXPECT_EQ(read->stats, counts.stats);
  EXPECT_EQ(read->respelled[1].words, counts.respelled[1].words);
  EXPECT_TRUE(read->respelled[0].known);

  const auto answer = parse_found(show_found(found()), asked("ada"), 100);
  ASSERT_TRUE(answer) << show(answer.error());
  EXPECT_EQ(answer->hits[0].score, found().hits[0].score);
  EXPECT_EQ(answer->hits[1].score, 1e-17);
  EXPECT_EQ(answer->best, found().best);
  EXPECT_EQ(answer->hits[0].person_keys, found().hits[0].person_keys);
  EXPECT_EQ(answer->cuts, found().cuts);
  EXPECT_EQ(show_found(*answer), show_found(found()));
}

// What nobody may say: each change to a good answer is told, and none is used.
TEST(PeerJson, WhatNoSourceCanMeanIsAnError) {
  const auto changed = [](const std::function<void(nlohmann::ordered_json&)>& change) {
    auto json = parse_json(show_found(found())).value();
    change(json);
    return parse_found(json.dump(), asked("ada"), 100);
  };
  EXPECT_TRUE(changed([](auto&) {}));
  const std::pair<const char*, std::function<void(nlohmann::ordered_json&)>> rows[] = {
      {"#version", [](auto& j) { j["v"] = 2; }},
      {"#schema", [](auto& j) { j.erase("v"); }},
      {"#schema", [](auto& j) { j.erase("total"); }},
      {"#schema", [](auto& j) { j["hits"][0]["score"] = 1e9; }},
      {"#schema", [](auto& j) { j["hits"][0]["score"] = -0.1; }},
      {"#schema", [](auto& j) { j["hits"][0]["score"] = "1"; }},
      {"#schema", [](auto& j) { j["hits"][0].erase("card"); }},
      {"#schema", [](auto& j) { j["hits"][0]["id"] = "x"; }},
      {"#schema", [](auto& j) { j["hits"][0]["card"]["url"] = "javascript:alert(1)"; }},
      {"#schema", [](auto& j) { j["total"]["value"] = 101; }},
      {"#schema", [](auto& j) { j["total"]["value"] = 1; }},
      {"#schema", [](auto& j) { j["facets"]["interest"]["values"][0]["count"] = 101; }},
      {"#schema", [](auto& j) { j["facets"]["interest"]["cut"] = -1; }},
      {"#schema", [](auto& j) { j["facets"].erase("year"); }},
      {"#schema", [](auto& j) { j["facets"] = nlohmann::ordered_json::array(); }},
  };
  for (const auto& [where, change] : rows) {
    const auto read = changed(change);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().where, where);
  }
}

TEST(PeerJson, SomebodyElsesIdIsLeftOutAndSaid) {
  Found forged = found();
  forged.hits[1].id = forged.hits[0].id;
  const auto read = parse_found(show_found(forged), asked("ada"), 100);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->hits.size(), 1U);
  EXPECT_EQ(read->hits[0].url, "https://ada.example/");
  EXPECT_NE(read->note.find("ids of other people"), std::string::npos);
}

TEST(PeerJson, OnlyMarksAreMarkup) {
  for (const auto& [html, shown] : {std::pair<std::string, std::string>{"", ""},
                                    {"a <mark>b</mark> &amp; c", "a <mark>b</mark> &amp; c"},
                                    {"<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"},
                                    {"<mark onclick=x>b</mark>", "&lt;mark onclick=x&gt;b&lt;/mark&gt;"}})
    EXPECT_EQ(only_marks(html), shown);
  EXPECT_EQ(only_marks("a<mark>\"b").find('"'), std::string::npos);
}

TEST(PeerJson, AnAnswerFitsIntoItsLimit) {
  Found big = found();
  big.hits.clear();
  for (int i = 0; i < 3000; ++i) {
    big.hits.push_back(hit("https://p" + std::to_string(i) + ".example/", 0.5));
    big.hits.back().snippets[0].html = std::string(500, 'x');
  }
  big.total.value = 3000;
  const std::string json = show_found(big);
  EXPECT_LT(json.size(), kMaxPeerBytes);
  SearchRequest request = asked("x");
  request.limit = 3000;
  const auto read = parse_found(json, request, 3000);
  ASSERT_TRUE(read);
  EXPECT_GT(read->hits.size(), 500U);
  EXPECT_NE(read->note.find("fit into"), std::string::npos);
}

}  // namespace
}  // namespace fellow::searchd
