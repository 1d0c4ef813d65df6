// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/terms.h"

#include <gtest/gtest.h>

#include "fellow/text.h"

namespace fellow::indexer {
namespace {

std::string shown(const PlacedTerms& terms) {
  std::string out;
  for (const auto& term : terms.terms) out += (out.empty() ? "" : " ") + term.stem + "@" + std::to_string(term.place);
  return out + " /" + std::to_string(terms.places);
}

TEST(Terms, AreStemsAndPairsOfCharacters) {
  struct Row {
    const char* text;
    const char* indexed;
    const char* phrase;
  };
  const Row rows[] = {
      {"Learning systems", "learn@0 system@1 /2", "learn@0 system@1 /2"},
      {"機械学習", "机@0 机械@0 械@1 械学@1 学@2 学习@2 习@3 /4", "机械@0 械学@1 学习@2 /4"},  // folded
      {"multi agent systems", "multi@0 agent@0 multiag@0 system@1 /2", "multiag@0 system@1 /2"},
      {"杜", "杜@0 /1", "杜@0 /1"},
      {"AI研究", "ai@0 研@1 研究@1 究@2 /3", "ai@0 研究@1 /3"},
      {"전산 음악", "전@0 전산@0 산@1 음@2 음악@2 악@3 /4", "전산@0 음악@2 /4"},
      {"3D", "3d@0 /1", "3d@0 /1"},
      {"", " /0", " /0"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(shown(placed(text::words(row.text))), row.indexed) << row.text;
    EXPECT_EQ(shown(placed_for_phrase(text::words(row.text))), row.phrase) << row.text;
  }
}

TEST(Terms, FitTheEngine) {
  EXPECT_EQ(exact_term("Q", "ab"), "Q:ab");
  EXPECT_EQ(word_term("XP", "ab"), "XPab");
  const std::string longest(kMaxTermBytes - 2, 'x');
  EXPECT_EQ(exact_term("Q", longest), "Q:" + longest);
  const auto one = exact_term("Q", longest + "a"), other = exact_term("Q", longest + "b");
  EXPECT_EQ(one.size(), kMaxTermBytes);
  EXPECT_NE(one, other);
  std::string wide;
  for (int i = 0; i < 200; ++i) wide += "機";
  EXPECT_EQ(text::valid_utf8(exact_term("XGinterest", wide)), exact_term("XGinterest", wide));
}

TEST(Terms, KeysIgnoreOrderEndingsAndFunctionWords) {
  const auto key = [](const char* text) { return interest_key(text::words(text)); };
  EXPECT_EQ(key("Theory of learning"), key("learning theories"));
  EXPECT_EQ(key("of the"), "");
  EXPECT_NE(key("machine learning"), key("machine learning theory"));
  EXPECT_EQ(near_interest_keys(text::words("machine learning theory")),
            (std::vector<std::string>{key("machine theory"), key("learning theory"), key("machine learning")}));
  EXPECT_TRUE(near_interest_keys(text::words("machine learning")).empty());
  EXPECT_TRUE(near_interest_keys(text::words("a1 a2 a3 a4 a5 a6 a7")).empty());
  EXPECT_EQ(name_key({"doe", "jane"}), name_key({"jane", "doe"}));
}

}  // namespace
}  // namespace fellow::indexer
