// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/statistics.h"

#include <gtest/gtest.h>

namespace fellow {
namespace {

SearchRequest asked(std::string_view text, Match match = Match::automatic) {
  SearchRequest request;
  request.query = parse_query(text);
  request.match = match;
  return request;
}

Statistics counted(std::map<std::string, std::int64_t, std::less<>> counts) {
  return {.documents = 100, .total_length = 1000, .counts = std::move(counts)};
}

TEST(Statistics, AddUp) {
  Statistics all{
      .generation = 3, .documents = 10, .total_length = 100, .indexed_at = "2026-11-19T00:00:00Z", .counts = {{"a", 1}}};
  all += {
      .generation = 2, .documents = 5, .total_length = 7, .indexed_at = "2026-11-20T00:00:00Z", .counts = {{"a", 2}, {"b", 1}}};
  EXPECT_EQ(all, (Statistics{.generation = 3,
                             .documents = 15,
                             .total_length = 107,
                             .indexed_at = "2026-11-20T00:00:00Z",
                             .counts = {{"a", 3}, {"b", 1}}}));
  EXPECT_EQ(all.count("c"), 0);
}

// What a single index would decide of its own counts is decided of the sum.
TEST(Statistics, TellWhetherSomeWordsWillDo) {
  struct Row {
    std::string text;
    Match match;
    std::int64_t strong, shown;
    bool some, split;
  };
  const Row rows[] = {
      {"wombat zebra", Match::automatic, 9, 9, true, true},       {"wombat zebra", Match::automatic, 10, 10, false, false},
      {"wombat zebra", Match::automatic, 0, 0, true, false},      {"wombat zebra", Match::automatic, 5, 0, true, false},
      {"wombat zebra", Match::all, 0, 0, false, false},           {"wombat zebra", Match::any, 50, 50, true, true},
      {"\"wombat zebra\"", Match::automatic, 0, 0, false, false}, {"\"wombat zebra\"", Match::any, 1, 1, true, true},
      {"-wombat", Match::automatic, 1, 1, false, false},          {"", Match::automatic, 3, 3, false, false},
  };
  for (const Row& row : rows) {
    const auto all = counted({{std::string(kStrongKey), row.strong}, {std::string(kShownKey), row.shown}});
    EXPECT_EQ(takes_some(asked(row.text, row.match), all), row.some) << row.text;
    EXPECT_EQ(splits(asked(row.text, row.match), all), row.split) << row.text;
  }
  SearchRequest first_of_many = asked("wombat zebra");
  first_of_many.limit = 200, first_of_many.enough = 10;  // what one of several sources is asked for a page further on
  EXPECT_FALSE(takes_some(first_of_many, counted({{std::string(kStrongKey), 10}})));
}

TEST(Statistics, OrderIsByNameWhereNothingCanBeRanked) {
  EXPECT_EQ(order_of(asked("wombat")), Sort::relevance);
  for (const char* text : {"", "-wombat", "year:2020..2024"}) EXPECT_EQ(order_of(asked(text)), Sort::name) << text;
  SearchRequest papers = asked("wombat");
  papers.sort = Sort::papers;
  EXPECT_EQ(order_of(papers), Sort::papers);
}

TEST(Statistics, SettleMakesTheBestOneAndKeepsTheHalvesApart) {
  Found found;
  found.hits.resize(3);
  found.hits[0].score = 0.75, found.hits[1].score = 0.625, found.hits[2].score = 0.3;
  found.best = 0.75;
  Found whole = found, by_name = found;
  const auto all = counted({{std::string(kStrongKey), 2}, {std::string(kShownKey), 2}});
  settle(found, asked("wombat zebra"), all);
  EXPECT_DOUBLE_EQ(found.hits[0].score, 1);
  EXPECT_DOUBLE_EQ(found.hits[1].score, 0.75);
  EXPECT_DOUBLE_EQ(found.hits[2].score, 0.5);  // better by words than the best of the upper half, and no higher than below it
  settle(whole, asked("wombat zebra", Match::all), all);
  EXPECT_DOUBLE_EQ(whole.hits[2].score, 0.4);
  settle(by_name, asked(""), all);
  EXPECT_EQ(by_name.hits[0].score, 0);
}

TEST(Statistics, DoubtsOnlyWhatNobodyAnywhereHas) {
  const SearchRequest request = asked("womat zebra -lion x1");
  EXPECT_EQ(doubts(request, counted({{"#1", 4}})), (std::vector<Doubt>{{0, "womat"}}));
  EXPECT_TRUE(doubts(request, counted({{"#0", 1}, {"#1", 4}})).empty());
}

TEST(Statistics, DoubtsNoAbbreviationTypedAsOne) {
  const auto doubted = [](const char* text) { return doubts(asked(text), counted({})).size(); };
  EXPECT_EQ(doubted("zebra policy RNBX"), 2U);  // zebra and policy
  EXPECT_EQ(doubted("zebra policy rnbx"), 3U);
  EXPECT_EQ(doubted("ZEBRA POLICY RNBX"), 3U);  // a line in capitals says nothing
  EXPECT_EQ(doubted("zebra RNBX-rnbx"), 1U);
  EXPECT_EQ(doubted("zebra GARGOYLE"), 2U);  // too long for one
}

TEST(Statistics, TheBestGuessIsTheOneOfAllSourcesTogether) {
  const Query query = parse_query("Womat ecology");
  const std::vector<Doubt> open{{0, "womat"}};
  const Respelled wombat{.words = {{"wombat", 3, true, false}, {"woman", 9, false, false}}};
  const Respelled woman{.words = {{"woman", 90, false, false}}};
  EXPECT_EQ(respelled(query, open, {{wombat}, {woman}}), "wombat ecology");  // stands with the other words
  EXPECT_EQ(respelled(query, open, {{woman}}), "woman ecology");
  EXPECT_EQ(respelled(query, open, {{woman}, {Respelled{.known = true}}}), std::nullopt);
  EXPECT_EQ(respelled(query, open, {{}, {Respelled{}}}), std::nullopt);
}

}  // namespace
}  // namespace fellow
