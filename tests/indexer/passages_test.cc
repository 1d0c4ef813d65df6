// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/passages.h"

#include <gtest/gtest.h>

#include <random>

#include "fellow/text.h"
#include "indexer/terms.h"
#include "tests/indexer/people.h"

namespace fellow::indexer {
namespace {

TEST(Passages, MarkWordsByTheirStems) {
  struct Row {
    const char* text;
    std::vector<std::string> stems;
    const char* html;
  };
  const Row rows[] = {
      {"Learning to learn", {"learn"}, "<mark>Learning</mark> to <mark>learn</mark>"},
      {"Zoë Müller's Øre", {"muller", "ore"}, "Zoë <mark>Müller&#39;s</mark> <mark>Øre</mark>"},
      {"a<b>&\"frob\"", {"frob"}, "a&lt;b&gt;&amp;&quot;<mark>frob</mark>&quot;"},
      {"機械学習と暗黙知", {"机械", "械学", "学习"}, "<mark>機械学習</mark>と暗黙知"},
      {"杜 珍", {"杜"}, "<mark>杜</mark> 珍"},
      {"“frob”—frob…", {"frob"}, "“<mark>frob</mark>”—<mark>frob</mark>…"},
      {"nothing", {"frob"}, "nothing"},
      {"", {"frob"}, ""},
  };
  for (const Row& row : rows) EXPECT_EQ(highlighted(row.text, row.stems), row.html) << row.text;
}

// What is turned away by its first letters would not have been found by its stem.
TEST(Passages, TurnAwayNoWordOfTheQuery) {
  std::mt19937 random(3);
  const std::vector<std::string> seeds{"dying", "lying", "tying",  "skies", "news",    "ying",  "yes",
                                       "flies", "tied",  "o'neil", "aing",  "sayings", "cried", "early",
                                       "idly",  "s",     "3d",     "x86",   "by",      "using", "Müller",
                                       "naïve", "O'",    "'tis",   "ising", "ties",    "eyed",  "ICES"};
  for (int round = 0; round < 3000; ++round) {
    std::string word = seeds[random() % seeds.size()];
    if (round >= 300) word.clear();
    for (std::size_t n = round < 300 ? random() % 2 : 1 + random() % 7; n > 0; --n) word += "aeiysndgtl'"[random() % 11];
    for (const auto& folded : text::words(word)) {
      const auto found = places(word, StemSet({"zebra", stem(folded)}));
      ASSERT_EQ(found.size(), 1u) << word;
      EXPECT_EQ(found[0].stem, 1u);
      EXPECT_EQ(found[0].end - found[0].begin, word.size());
    }
  }
}

// A text of ASCII is looked through another way than one that goes on beyond it.
TEST(Passages, OfAsciiAreThoseOfAnyText) {
  const auto show = [](const std::vector<StemPlace>& found) {
    std::string out;
    for (const auto& one : found)
      out += std::to_string(one.begin) + "-" + std::to_string(one.end) + ":" + std::to_string(one.stem) + " ";
    return out;
  };
  std::mt19937 random(13);
  const std::vector<std::string> bits{"zebra", "zebras", "Zeb", "a", "A-a", " ", ", ",   "'",  "9", "x86",
                                      "@",     "[",      "`",   "{", "/",   ":", "\x7f", "\n", "ze"};
  const StemSet stems({"zebra", "a", "x86", "9"});
  std::size_t some = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t n = random() % 60; n > 0; --n) text += bits[random() % bits.size()];
    some += !places(text, stems).empty();
    ASSERT_EQ(show(places(text, stems)), show(places(text + " \u00e9", stems))) << text;
  }
  EXPECT_GT(some, 2000u);
}

TEST(Passages, CutALongTextAroundTheWords) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "filler ";
  text += "a wombat appears";
  for (int i = 0; i < 200; ++i) text += " filler";
  const auto html = highlighted(text, {"wombat", "appear"});
  EXPECT_NE(html.find("<mark>wombat</mark> <mark>appears</mark>"), std::string::npos);
  EXPECT_TRUE(html.starts_with("… ") && html.ends_with(" …")) << html;
  EXPECT_LT(html.size(), 400u);
}

TEST(Passages, OfAnyTextAreWellFormed) {
  std::mt19937 random(11);
  const std::vector<std::string> bits{"frob", " ", "機", "é", "<", "&", "\"", "—", "x", "械", "😀", "'", "ß"};
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (std::size_t n = random() % 300; n > 0; --n) text += bits[random() % bits.size()];
    const auto html = highlighted(text, {"frob", "机械", "x"});
    EXPECT_EQ(text::valid_utf8(html), html);
    int open = 0;
    for (std::size_t i = html.find('<'); i != std::string::npos; i = html.find('<', i + 1)) {
      if (html.compare(i, 6, "<mark>") == 0) {
        EXPECT_EQ(++open, 1);
      } else {
        EXPECT_EQ(html.compare(i, 7, "</mark>"), 0);
        EXPECT_EQ(--open, 0);
      }
    }
    EXPECT_EQ(open, 0);
  }
}

TEST(Passages, SurviveStorage) {
  for (const auto& person : people()) {
    const auto stored = read_stored(write_stored(person));
    ASSERT_TRUE(stored.has_value());
    EXPECT_EQ(stored->profile.papers, person.papers);
    EXPECT_TRUE(stored->profile.email.empty());
    EXPECT_TRUE(stored->profile.evidence.empty());
    EXPECT_EQ(stored->page(*field_named("interests"), 0), person.url);
    const auto where = whereabouts(*stored);
    for (std::size_t i = 0; i < person.papers.size(); ++i) {
      const std::string pointer = "/papers/" + std::to_string(i);
      const auto told = person.evidence.find(pointer + "/title");
      ASSERT_TRUE(where.contains(pointer)) << pointer;
      EXPECT_EQ(where.at(pointer).url, told == person.evidence.end() ? person.url : told->second.url) << pointer;
      EXPECT_EQ(where.at(pointer).seen_at, person.fetched_at);
    }
  }
  EXPECT_FALSE(read_stored("").has_value());
  EXPECT_FALSE(read_stored("{}\nnothing").has_value());
  EXPECT_FALSE(read_stored("{\"papers\":\"x\"}\n" + show(people()[0])).has_value());
}

}  // namespace
}  // namespace fellow::indexer
