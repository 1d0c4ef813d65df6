// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/marks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fellow::extractor {
namespace {

constexpr Marks kMarks({"in the ", "in ", "—", "(", "。"});

TEST(Marks, TheFirstOfTheListThatBeginsTheText) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"in the end", "in the "},
      {"in time", "in "},
      {"In time", ""},
      {"i", ""},
      {"in", ""},
      {"— here", "—"},
      {"– here", ""},
      {"(", "("},
      {"(a)", "("},
      {"", ""},
      {"。", "。"},
      {"、", ""},
      {")(", ""},
      {"it is", ""},
      {"\xE2", ""},
  };
  for (const auto& [text, mark] : rows) EXPECT_EQ(kMarks.at_begin(text), mark) << text;
}

TEST(Marks, AnywhereInTheText) {
  EXPECT_TRUE(kMarks.any_in("found in time"));
  EXPECT_TRUE(kMarks.any_in("the last is a mark ("));
  EXPECT_TRUE(kMarks.any_in("完。"));
  EXPECT_FALSE(kMarks.any_in("found within"));
  EXPECT_FALSE(kMarks.any_in("FOUND IN TIME"));
  EXPECT_FALSE(kMarks.any_in(""));
}

TEST(Marks, TheEarliestInAText) {
  static constexpr std::string_view kText = "in|in the|work|the|。";
  static constexpr Marks<count_marks(kText)> kList(kText);
  const MarkList list = kList;
  EXPECT_EQ(std::vector(list.begin(), list.end()), (std::vector<std::string_view>{"in", "in the", "work", "the", "。"}));
  struct Row {
    std::string_view text;
    std::size_t from, at;
    std::string_view mark;
  };
  constexpr std::size_t kNone = std::string_view::npos;
  const Row rows[] = {
      {"we work in the lab", 0, 3, "work"},
      {"we work in the lab", 4, 8, "in the"},
      {"we work in the lab", 9, 11, "the"},
      {"we work in the lab", 12, kNone, ""},
      {"完。", 0, 3, "。"},
      {"", 0, kNone, ""},
      {"in", 5, kNone, ""},
  };
  for (const auto& [text, from, at, mark] : rows) {
    const MarkPlace found = list.earliest_in(text, from, [](std::size_t, std::string_view) { return true; });
    EXPECT_EQ(found.at, at) << text;
    EXPECT_EQ(found.mark, mark) << text;
  }
  const MarkPlace later = list.earliest_in("in a theory of work", 0, [](std::size_t at, std::string_view) { return at > 5; });
  EXPECT_EQ(later.at, 15U) << "one that does not fit is passed over";
}

// Of any two bytes and what follows: what may not, does not.
TEST(Marks, TheFilterLosesNothing) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second), ' ', 't', 'h', 'e', ' '};
      for (const std::string_view mark : kMarks) {
        EXPECT_TRUE(!text.starts_with(mark) || kMarks.may_begin(text)) << first << ' ' << second;
        EXPECT_TRUE(!text.ends_with(mark) || kMarks.may_end(text)) << first << ' ' << second;
      }
    }
  }
  EXPECT_TRUE(kMarks.may_begin("IN TIME")) << "letters in either case";
  EXPECT_TRUE(kMarks.may_end("("));
  EXPECT_FALSE(kMarks.may_begin("zebra"));
  EXPECT_FALSE(kMarks.may_end("zebra"));
}

}  // namespace
}  // namespace fellow::extractor
