// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/answer.h"

#include <gtest/gtest.h>

#include "fellow/json.h"
#include "searchd/answer_json.h"
#include "tests/searchd/fake_source.h"

namespace fellow::searchd {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<FakeSource> fake(std::string name, std::vector<std::size_t> who) {
  const auto all = made_up_people();
  std::vector<Profile> people;
  for (const std::size_t i : who) people.push_back(all.at(i));
  return std::make_shared<FakeSource>(std::move(name), std::move(people));
}

SearchRequest asked(std::string_view text) {
  SearchRequest request;
  request.query = parse_query(text);
  request.facets = {{"interest", ""}};
  return request;
}

// "url(sources) … | total | facets | source:status …"
std::string shown(const Answer& answer) {
  const auto relation = [](Relation r) { return r == Relation::eq ? "=" : r == Relation::gte ? ">=" : "<="; };
  std::string out;
  for (const Hit& hit : answer.found.hits) {
    out += hit.url.substr(8) + "(";
    for (const auto& source : hit.sources) out += source + ",";
    out.back() = ')';
    out += ' ';
  }
  out += std::string("|") + relation(answer.found.total.relation) + std::to_string(answer.found.total.value) + " |";
  for (const auto& [name, values] : answer.found.facets)
    for (const FacetValue& value : values)
      out += " " + value.value.substr(0, 10) + relation(value.relation) + std::to_string(value.count);
  out += " |";
  for (const SourceStatus& source : answer.sources) out += " " + source.name + ":" + source.status;
  return out;
}

TEST(Answer, OneSourceRanksItself) {
  const Sources sources({fake("local", {0, 1, 2})});
  const Answer answer = sources.ask(asked("serverless"));
  EXPECT_EQ(shown(answer), "ada.example/(local) www.cara.example/~cara/(local) |=2 | serverless=2 | local:ok");
  EXPECT_TRUE(answer.exact_ranking);
  EXPECT_EQ(answer.found.generation, 7U);
  EXPECT_EQ(answer.sources[0].profiles, 3);
}

TEST(Answer, SeveralAreMergedByScoreAndNameAPersonOnce) {
  const auto first = fake("a", {0, 1}), second = fake("b", {2, 0});
  second->boost = 2;
  second->generation = 9;
  const Sources sources({first, second});
  Answer answer = sources.ask(asked("serverless"));
  EXPECT_EQ(shown(answer).substr(0, 44), "ada.example/(a,b) www.cara.example/~cara/(b)");
  EXPECT_TRUE(answer.exact_ranking);
  EXPECT_EQ(answer.found.generation, 9U);
  EXPECT_EQ(answer.found.total.value, 2);
  EXPECT_EQ(answer.found.total.relation, Relation::lte);
  EXPECT_EQ(answer.found.facets.at("interest").at(0).relation, Relation::lte);

  SearchRequest page = asked("serverless");
  page.offset = 1, page.limit = 1;
  EXPECT_EQ(sources.ask(page).found.hits.at(0).url, "https://www.cara.example/~cara/");
  page.offset = 5;
  EXPECT_TRUE(sources.ask(page).found.hits.empty());
}

TEST(Answer, DisjointSourcesCountExactly) {
  const Sources sources({fake("a", {0, 1}), fake("b", {2})});
  const Answer answer = sources.ask(asked(""));
  EXPECT_EQ(answer.found.total.value, 3);
  EXPECT_EQ(answer.found.total.relation, Relation::eq);
  const auto& interests = answer.found.facets.at("interest");
  EXPECT_EQ(interests.at(0).value, "serverless-inference");
  EXPECT_EQ(interests.at(0).count, 2);
  EXPECT_EQ(interests.at(0).relation, Relation::eq);
}

// A source gives at most 100 hits at a time; a deep page of a merged list needs more of each.
TEST(Answer, DeepPagesOfSeveralSources) {
  const auto crowd = [](const std::string& host) {
    std::vector<Profile> people;
    for (int i = 0; i < 250; ++i) {
      Profile& p = people.emplace_back();
      p.url = "https://" + host + std::to_string(i) + ".example/";
      p.id = host + std::to_string(i);
    }
    return std::make_shared<FakeSource>(host, people);
  };
  const Sources sources({crowd("a"), crowd("b")});
  SearchRequest request;
  request.offset = 300, request.limit = 100;
  Answer answer = sources.ask(request);
  EXPECT_EQ(answer.found.total.value, 500);
  EXPECT_EQ(answer.found.hits.size(), 100U);
  request.offset = 450;
  EXPECT_EQ(sources.ask(request).found.hits.size(), 50U);
}

TEST(Answer, OrderIsTheOneAskedFor) {
  const Sources sources({fake("a", {1}), fake("b", {0, 2})});
  SearchRequest request = asked("");
  request.sort = Sort::name;
  EXPECT_EQ(sources.ask(request).found.hits.at(0).name, "Ada Muster");
  EXPECT_EQ(sources.ask(request).found.hits.at(1).name, "Ben Beispiel");
  request.sort = Sort::papers;
  EXPECT_EQ(sources.ask(request).found.hits.at(0).name, "Ada Muster");
}

TEST(Answer, WhatFailsIsNamedAndTheOthersAnswer) {
  const auto good = fake("good", {0}), slow = fake("slow", {1}), broken = fake("broken", {2}), busy = fake("busy", {2});
  slow->delay = 1500ms;
  broken->error = Error{Code::corrupt, "the index is damaged", "index/3"};
  busy->error = Error{Code::busy, "too much at once", ""};
  const Sources sources({good, slow, broken, busy});
  SearchRequest request = asked("");
  request.deadline = 400ms;
  const auto begin = std::chrono::steady_clock::now();
  const Answer answer = sources.ask(request);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1300ms);
  EXPECT_EQ(shown(answer), "ada.example/(good) |>=1 | serverless>=1 | good:ok slow:timeout broken:error busy:skipped");
  EXPECT_EQ(answer.sources[1].error->code, Code::timeout);
  EXPECT_TRUE(is_good(answer));
  request.fail_on_error = true;
  EXPECT_FALSE(is_good(sources.ask(request)));
  request.sources = {"good"};
  EXPECT_EQ(shown(sources.ask(request)), "ada.example/(good) |=1 | serverless=1 | good:ok");
  EXPECT_TRUE(is_good(sources.ask(request)));
  request.sources = {"good", "nobody"};
  EXPECT_EQ(sources.unknown(request), "nobody");
}

TEST(Answer, AHangingSourceHoldsNobodyElseUp) {
  const auto good = fake("good", {0}), hanging = fake("hanging", {1});
  hanging->delay = 1000ms;
  const Sources sources({good, hanging});
  SearchRequest request = asked("");
  request.deadline = 300ms;  // on a busy machine a thread may come late
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(shown(sources.ask(request)), "ada.example/(good) |>=1 | serverless>=1 | good:ok hanging:timeout");
}

TEST(Answer, ARespellingThatComesLateRefersToNothingThatIsGone) {
  const auto slow = fake("slow", {0});
  slow->respell_delay = 600ms;
  slow->timeout = 300ms;
  {
    const Sources sources({slow, fake("good", {1, 2})});
    EXPECT_EQ(sources.ask(asked("serverles")).sources.at(0).status, "timeout");
  }  // waits for what is under way
  EXPECT_EQ(slow->doubts, 1);
}

TEST(Answer, AnotherGenerationBetweenThePhasesBeginsAgainOnce) {
  const auto good = fake("good", {0}), moving = fake("moving", {2});
  const Sources sources({good, moving});
  moving->outdated = 1;
  EXPECT_EQ(shown(sources.ask(asked("serverless"))),
            "ada.example/(good) www.cara.example/~cara/(moving) |=2 | serverless=2 | good:ok moving:ok");
  EXPECT_EQ(good->asked, 2);
  moving->outdated = 5;  // it does not come to rest
  EXPECT_EQ(shown(sources.ask(asked("serverless"))), "ada.example/(good) |>=1 | serverless>=1 | good:ok moving:skipped");
}

TEST(Answer, ASourceElsewhereThatFailsThreeTimesIsLeftAlone) {
  const auto good = fake("good", {0}), far = fake("far", {2});
  far->kind = "searchd";
  far->error = Error{Code::io, "no connection", ""};
  const Sources sources({good, far});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(sources.ask(asked("serverless")).sources[1].status, "unreachable");
  const Answer answer = sources.ask(asked("serverless"));
  EXPECT_EQ(shown(answer), "ada.example/(good) |>=1 | serverless>=1 | good:ok far:skipped");
  EXPECT_EQ(answer.sources[1].code, "breaker");
  EXPECT_FALSE(answer.sources[1].retry_at.empty());
  EXPECT_EQ(far->asked, 3);
  // One on this machine is asked each time: what is wrong with it is told each time.
  good->error = Error{Code::corrupt, "the index is damaged", ""};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(sources.ask(asked("serverless")).sources[0].status, "error");
}

TEST(Answer, XapianAndSearchdTogetherAreApproximate) {
  const auto remote = fake("remote", {0}), peer = fake("peer", {2});
  remote->kind = "xapian";
  const Sources sources({remote, peer});
  EXPECT_TRUE(sources.ask(asked("serverless")).exact_ranking);
  peer->kind = "searchd";
  EXPECT_FALSE(sources.ask(asked("serverless")).exact_ranking);
  peer->error = Error{Code::io, "no connection", ""};
  EXPECT_TRUE(sources.ask(asked("serverless")).exact_ranking);
}

TEST(Answer, TwoPeopleAreNotJoinedByAThird) {
  Part first{"a", {}}, second{"b", {}};
  Hit ada, ben, both;
  ada.id = "a", ada.url = "https://ada.example/", ada.person_keys = {"orcid:1"}, ada.score = 0.5;
  ben.id = "b", ben.url = "https://ben.example/", ben.person_keys = {"orcid:2"}, ben.score = 0.4;
  both.id = "c", both.url = "https://both.example/", both.person_keys = {"orcid:1", "orcid:2"}, both.score = 0.3;
  both.name = "Evil";
  first.found.hits = {ada, ben}, second.found.hits = {both};
  first.found.total.value = 2, second.found.total.value = 1;
  SearchRequest request = asked("x");
  const Found found = merge({first, second}, request, true);
  ASSERT_EQ(found.hits.size(), 2U);
  EXPECT_EQ(found.hits[0].sources, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(found.hits[0].name, "");  // her own card stays
  EXPECT_EQ(found.hits[1].sources, (std::vector<std::string>{"a"}));
  EXPECT_EQ(found.total.value, 2);
  EXPECT_EQ(found.total.relation, Relation::lte);
}

TEST(Answer, NoneIsNoGood) {
  const auto broken = fake("broken", {0});
  broken->error = Error{Code::io, "the index cannot be read", ""};
  const Sources one({broken}), none(std::vector<std::shared_ptr<Source>>{});
  EXPECT_FALSE(is_good(one.ask(asked(""))));
  EXPECT_FALSE(is_good(none.ask(asked(""))));
  EXPECT_EQ(one.profile("x").error().code, Code::io);
  EXPECT_EQ(none.profile("x").error().code, Code::not_found);
}

TEST(Answer, AProfileComesFromWhoeverHasIt) {
  const auto first = fake("a", {0}), second = fake("b", {1});
  const Sources sources({first, second});
  const std::string ben = made_up_people()[1].id;
  EXPECT_EQ(sources.profile(ben)->name, "Ben Beispiel");
  first->error = Error{Code::io, "the index cannot be read", ""};
  EXPECT_EQ(sources.profile(ben)->name, "Ben Beispiel");
  EXPECT_EQ(sources.profile("nobody").error().code, Code::io);
}

TEST(Merge, ASumIsExactOnlyIfEverySourceToldItsCount) {
  SearchRequest request;
  request.facets = {{"interest", ""}};
  request.facet_limit = 2;
  Part whole{"a", {}}, cut_short{"b", {}};
  whole.found.facets["interest"] = {{"x", "X", 5}, {"y", "Y", 4}};
  for (int i = 0; i < kMergedFacetValues; ++i) cut_short.found.facets["interest"].push_back({"v" + std::to_string(i), "V", 3});
  cut_short.found.cuts["interest"] = 3;
  cut_short.found.facets["interest"][0] = {"x", "X", 9};
  cut_short.found.facets["interest"].back().selected = true;
  const Found found = merge({whole, cut_short}, request, true);
  const auto& values = found.facets.at("interest");
  ASSERT_EQ(values.size(), 3U);  // two, and the selected one
  EXPECT_EQ(values[0].value, "x");
  EXPECT_EQ(values[0].count, 14);
  EXPECT_EQ(values[0].relation, Relation::eq);
  EXPECT_EQ(values[1].value, "y");
  EXPECT_EQ(values[1].relation, Relation::gte);  // b may have some beyond its cut
  EXPECT_TRUE(values[2].selected);
  EXPECT_EQ(found.cuts.at("interest"), 6);  // three of what the list lost here, and three that nobody listed
}

TEST(Merge, ALabelComesFromWhoeverKnowsTheValue) {
  SearchRequest request;
  request.facets = {{"country", ""}};
  const auto label = [&](std::vector<FacetValue> said) {
    std::vector<Part> parts;
    for (auto& value : said) {
      parts.push_back({"source", {}});
      value.selected = true;
      parts.back().found.facets["country"] = {value};
    }
    return merge(std::move(parts), request, true).facets.at("country").at(0).label;
  };
  EXPECT_EQ(label({{"HK", "HK", 0}, {"HK", "Hong Kong", 2}}), "Hong Kong");
  EXPECT_EQ(label({{"HK", "Hong Kong", 0}, {"HK", "HK", 0}}), "Hong Kong");
  EXPECT_EQ(label({{"x", "xi", 1}, {"x", "x", 2}, {"x", "xu", 1}}), "x");  // the first of those that are written
  EXPECT_EQ(label({{"HK", "HK", 0}}), "HK");
}

TEST(AnswerJson, ParseIsTheInverseOfShow) {
  const auto good = fake("good", {0, 1, 2, 3}), broken = fake("broken", {2});
  broken->error = Error{Code::timeout, "no answer in 300 ms", ""};
  const Sources sources({good, broken});
  SearchRequest request = asked("serverless -rust \"best paper\" year:2020..2024 HKUST");
  request.facets = {{"affiliation", ""}, {"year", ""}};
  request.match = Match::any;
  request.deadline = 500ms;
  const Answer answer = sources.ask(request);
  const std::string text = show(answer);
  const auto parsed = parse_answer(text);
  ASSERT_TRUE(parsed) << show(parsed.error());
  EXPECT_EQ(show(*parsed), text);
  EXPECT_EQ(parsed->request.match, Match::any);
}

TEST(AnswerJson, KeysStandInTheOrderOfTheContract) {
  const Sources sources({fake("local", {0})});
  const auto json = parse_json(show(sources.ask(asked("serverless inference HKUST")))).value();
  const auto keys = [](const nlohmann::ordered_json& object) {
    std::string out;
    for (const auto& [key, value] : object.items()) out += key + " ";
    return out;
  };
  EXPECT_EQ(keys(json), "query generation took_ms partial ranking total results facets sources ");
  EXPECT_EQ(keys(json["query"]), "q parsed corrected match sort limit offset deadline_ms ");
  EXPECT_EQ(keys(json["results"][0]),
            "id url seeds name display_name alternate_names positions affiliations interests country paper_count indexed_at "
            "score match "
            "matched_on snippets sources ");
  EXPECT_EQ(json["query"]["parsed"].dump(), R"({"topic":["serverless","inference"],"affiliation":["hkust"]})");
  EXPECT_EQ(json["results"][0]["affiliations"].dump(),
            R"([{"name":"Hong Kong University of Science and Technology","id":"hkust"}])");
  EXPECT_EQ(json["facets"]["interest"][0].dump(),
            R"({"value":"serverless-inference","label":"Serverless inference","count":1,"relation":"eq","selected":false})");
  EXPECT_EQ(keys(json["sources"][0]), "name kind status took_ms matched profiles indexed_at ");
  EXPECT_TRUE(json["query"]["corrected"].is_null());
}

TEST(AnswerJson, WhatIsNoAnswerIsRefused) {
  for (const char* bad : {"", "[]", "{}", "null", "{\"query\":{},\"results\":[],\"total\":{}}",
                          "{\"query\":{},\"results\":{},\"total\":{},\"sources\":[]}",
                          "{\"query\":[],\"results\":[],\"total\":{},\"sources\":[]}",
                          "{\"query\":{\"q\":1},\"results\":[],\"total\":{},\"sources\":[]}",
                          "{\"query\":{},\"results\":[{\"seeds\":[1]}],\"total\":{},\"sources\":[]}",
                          "{\"query\":{},\"results\":[1],\"total\":{},\"sources\":[]}", "<html>"}) {
    const auto answer = parse_answer(bad);
    ASSERT_FALSE(answer) << bad;
    EXPECT_EQ(answer.error().code, Code::corrupt) << bad;
  }
  const auto told = parse_answer(R"({"error":{"code":"bad_input","message":"no","field":"limit"}})");
  ASSERT_FALSE(told);
  EXPECT_EQ(show(told.error()), "limit: no");
  EXPECT_EQ(told.error().code, Code::bad_input);
}

}  // namespace
}  // namespace fellow::searchd
