// SPDX-License-Identifier: GPL-3.0-or-later
// Where many have the words of a query, it is looked up of few of them whether they have them in a row: the list has to be the
// one that is made when that is known of everybody.
#include "indexer/phrase.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "indexer/indexer.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

constexpr int kPeople = 2400;

// All have the three words in one title; a fifth in a row, three of them in another order.
std::vector<Profile> many() {
  std::vector<Profile> out;
  for (int i = 0; i < kPeople; ++i) {
    Profile one = somebody("p" + std::to_string(i) + ".example", "Pat Nobody");
    const std::string filler = std::string(i % 11 == 0 ? "glorp " : "") + (i % 3 == 0 ? "wozzle " : "");
    const std::string title = i % 5 == 0     ? "Glorp frimble wozzle"
                              : i % 799 == 1 ? "Wozzle of glorp and frimble glorp"
                                             : "Frimble glorp for wozzle";
    one.papers = {paper(title + " " + filler + "again", 2000 + i % 23)};
    out.push_back(std::move(one));
  }
  std::sort(out.begin(), out.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  return out;
}

std::string listed(Source& source, const std::string& query, Match match, int offset) {
  SearchRequest request;
  request.query = parse_query(query);
  request.match = match;
  request.limit = 20;
  request.offset = offset;
  request.explain = true;
  request.deadline = std::chrono::seconds(30);
  const auto found = source.search(request);
  EXPECT_TRUE(found) << query;
  std::string out;
  for (const Hit& hit : found ? found->hits : std::vector<Hit>()) {
    char score[40];
    std::snprintf(score, sizeof score, " %a\n", hit.score);
    out += hit.id + score + hit.explanation;
  }
  return out;
}

TEST(Phrase, LooksUpNoMoreThanTheListNeeds) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(publish(directory.path(), many()));
  const auto fresh = open_source("fresh", directory.path() / "index"),
             knowing = open_source("knowing", directory.path() / "index");
  const auto count = [&](const char* query) {
    SearchRequest request;
    request.query = parse_query(query);
    request.deadline = std::chrono::seconds(30);
    return knowing->search(request)->total.value;
  };
  // Whoever asks for the words in quotes makes it known of all.
  EXPECT_EQ(count("\"glorp frimble wozzle\""), kPeople / 5);
  EXPECT_EQ(count("\"wozzle of glorp\""), 3);
  EXPECT_EQ(count("\"for wozzle\""), kPeople - kPeople / 5 - 3);
  for (const char* query : {"glorp frimble wozzle", "wozzle of glorp", "frimble glorp for wozzle", "glorp frimble wozzle again",
                            "wozzle frimble glorp"}) {
    for (const Match match : {Match::all, Match::any}) {
      for (const int offset : {0, 480}) {
        const std::string list = listed(*fresh, query, match, offset);
        EXPECT_EQ(list, listed(*knowing, query, match, offset)) << query << offset;
        EXPECT_FALSE(list.empty());
      }
    }
  }
  const std::string first = listed(*fresh, "glorp frimble wozzle", Match::all, 0);
  EXPECT_NE(first.find("words of one title in order"), std::string::npos) << first;
}

}  // namespace
}  // namespace fellow::indexer
