// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of words and phrases that the compiler makes, against the plain search that they stand for.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "extractor/phrases.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr WordSet kDays({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "monday"});
static_assert(in(kDays, "friday") && !in(kDays, "fri"));

TEST(WordSet, HoldsItsWordsAndNoOthers) {
  for (const char* day : {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
    EXPECT_TRUE(in(kDays, day)) << day;
  for (const char* other : {"", "m", "mondays", "Monday", "some day", "day"}) EXPECT_FALSE(in(kDays, other)) << other;
}

TEST(WordSet, ShortListsAreAskedAlike) {
  static constexpr std::string_view kList[] = {"a", ""};
  EXPECT_TRUE(in(kList, ""));
  EXPECT_TRUE(in(std::initializer_list<std::string_view>{"of", "de"}, "de"));
  EXPECT_FALSE(in(kList, "b"));
}

constexpr Phrases kWork = "work|work history|history of work|oral|best paper|best"_phrases;

TEST(Phrases, StandInATextAsWholeWords) {
  const std::pair<const char*, bool> rows[] = {
      {"", false},
      {"work", true},
      {"my work", true},
      {"works", false},
      {"network", false},
      {"a best paper of all", true},
      {"best papers", true},  // "best"
      {"paper", false},
      {"history of", false},
      {"the history of history of work", true},
      {"oral", true},
      {"o ral", false},
      {"work  history", true},  // "work"
      {"history  of work here", true},
      {"history  of  workers", false},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(stands_in(text, kWork), expected) << text;
}

TEST(Phrases, AreTheTextOrBeginIt) {
  EXPECT_TRUE(is_one_of("history of work", kWork));
  EXPECT_FALSE(is_one_of("history of", kWork)) << "the beginning of a phrase is none";
  EXPECT_FALSE(is_one_of("", kWork));
  EXPECT_TRUE(begins_with("best of all", kWork));
  EXPECT_TRUE(begins_with("history of work and play", kWork));
  EXPECT_FALSE(begins_with("my work", kWork));
  EXPECT_FALSE(begins_with("bests", kWork));
}

TEST(Phrases, NumbersAreThoseOfTheList) {
  static constexpr std::string_view kRows[] = {"teaching experience", "experience", "teaching", "", "experience"};
  static constexpr PhraseTable<count_words(kRows)> kTable(kRows);
  const Phrases rows = kTable;
  EXPECT_EQ(rows.number_of("experience"), 1U) << "the first of two alike";
  EXPECT_EQ(rows.number_of(""), Phrases::kNone);
  EXPECT_EQ(rows.earliest_in("experience in teaching"), 1U);
  EXPECT_EQ(rows.earliest_in("my teaching experience"), 0U) << "the longer one is the earlier row";
  EXPECT_EQ(rows.earliest_in("nothing of it"), Phrases::kNone);
}

// What the tables stand for: a search for each phrase.
bool found_plainly(std::string_view text, std::string_view lexicon) {
  for (const std::string_view phrase : text::split(lexicon, '|'))
    if ((" " + std::string(text) + " ").find(" " + std::string(phrase) + " ") != std::string::npos) return true;
  return false;
}

TEST(Phrases, AgreeWithAPlainSearch) {
  constexpr std::string_view kLexicon = "a b|b c d|d|ab a|c c c|aa bb";
  constexpr Phrases kPhrases = "a b|b c d|d|ab a|c c c|aa bb"_phrases;
  std::mt19937 random(11);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (auto length = random() % 12; length > 0; --length) text += "abcd    "[random() % 8];
    EXPECT_EQ(stands_in(text, kPhrases), found_plainly(text, kLexicon)) << "'" << text << "'";
  }
}

}  // namespace
}  // namespace fellow::extractor
