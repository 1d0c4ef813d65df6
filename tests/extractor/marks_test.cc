// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/marks.h"

#include <gtest/gtest.h>

#include <string>

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
