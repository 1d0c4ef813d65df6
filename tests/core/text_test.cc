// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/text.h"

#include <gtest/gtest.h>

#include <string>

namespace fellow::text {
namespace {

TEST(Fold, MakesEqualWhatReadersTakeForEqual) {
  const std::pair<const char*, const char*> rows[] = {
      {"L'École Polytechnique–Zürich", "lecole polytechnique zurich"},
      {"Søren Ødegård, Łódź", "soren odegard lodz"},
      {"Straße & Co.", "strasse and co"},
      {"O’Neill’s", "oneills"},
      {"ﬁne-grained", "fine grained"},
      {"  Wei\u00a0Wang\u3000", "wei wang"},
      {"杜珍", "杜珍"},
      {"한국어", "한국어"},
      {"張薇", "张薇"},
      {"機器學習、數據挖掘", "机器学习 数据挖掘"},
      {"國立臺灣大學", "国立台湾大学"},
      {"がか", "がか"},
      {"R&D", "r and d"},
      {"&R&&D&", "and r and and d and"},
      {"A1b2", "a1b2"},
      {"don't", "dont"},
      {"zero\u200bwidth", "zerowidth"},
      {"", ""},
      {"---", ""},
  };
  for (const auto& [given, folded] : rows) EXPECT_EQ(fold(given), folded) << given;
}

TEST(Fold, FoldsLongTextsAsItsParts) {
  for (std::size_t letters = 120; letters < 270; ++letters) {
    std::string text, folded;
    for (std::size_t i = 0; i < letters; ++i) text += "X.", folded += i == 0 ? "x" : " x";
    EXPECT_EQ(fold(text + "&Y"), folded + " and y") << letters;
    EXPECT_EQ(fold(std::string(letters, 'X') + " É " + text), std::string(letters, 'x') + " e " + folded) << letters;
  }
}

TEST(Fold, TakesAnyBytes) {
  EXPECT_EQ(fold("a\xff\xfe"
                 "b"),
            "a b");
}

TEST(Clean, FoldsWhiteSpaceAndDropsTheUnseen) {
  EXPECT_EQ(clean("  a \n\t b\u00a0c\u202e\u200b "), "a b c");
  EXPECT_EQ(clean("e\u0301"), "\u00e9");
  EXPECT_EQ(clean("\u4f60\u597d", 4), "\u4f60") << "cut at a character boundary";
  EXPECT_EQ(clean("abc", 3), "abc");
  EXPECT_EQ(clean("abcd", 3), "abc");
  for (const char* untidy : {" a b", "a b ", "a  b", "a\tb", "a\x7f b", "a b\u200b"}) EXPECT_EQ(clean(untidy), "a b") << untidy;
  EXPECT_EQ(clean(""), "");
}

TEST(ValidUtf8, ReplacesOnlyWhatIsIllFormed) {
  EXPECT_EQ(valid_utf8("a\xc3\xa9z"), "a\xc3\xa9z");
  EXPECT_EQ(valid_utf8("a\xe9z"), "a\ufffdz");
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\ufffd\ufffd\ufffd") << "a lone surrogate";
}

TEST(Text, SmallTools) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(lower("ÄbC"), "Äbc");
  EXPECT_TRUE(same_letters("Content-Type", "content-type"));
  EXPECT_FALSE(same_letters("a", "ab"));
  EXPECT_EQ(split("a,,b", ',').size(), 3U);
  EXPECT_DOUBLE_EQ(cjk_share("机器 ab"), 0.5);
  EXPECT_EQ(escape_html("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
}

}  // namespace
}  // namespace fellow::text
