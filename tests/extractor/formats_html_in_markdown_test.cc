// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "extractor/extractor.h"
#include "extractor/formats/html_in_markdown.h"

namespace fellow::extractor {
namespace {

TEST(UnindentHtml, GoesToTheEndTagAndNoFurther) {
  const std::pair<const char*, const char*> rows[] = {
      {"<table>\n  <tr>\n\n    <td>x</td>\n  </tr>\n</table>\n    code\n",
       "<table>\n<tr>\n\n<td>x</td>\n</tr>\n</table>\n    code\n"},
      {"<div>\n    <div>\n    a\n    </div>\n    b\n</div>\n", "<div>\n<div>\na\n</div>\nb\n</div>\n"},
      {"* a\n    * b\n", "* a\n    * b\n"},
      {"<div>\n    never closed\n# Heading\n* a\n    * b\n", "<div>\nnever closed\n# Heading\n* a\n    * b\n"},
      {"```\n<div>\n    code\n```\n    more\n", "```\n<div>\n    code\n```\n    more\n"},
      {"    <div>\n    code\n", "    <div>\n    code\n"},
      {"<divine>\n    x\n", "<divine>\n    x\n"},
      {"no line end", "no line end"},
      {"", ""},
  };
  for (const auto& [given, wanted] : rows) EXPECT_EQ(unindent_html(given), wanted) << given;
}

TEST(UnindentHtml, LetsATableWithEmptyLinesBeRead) {
  const std::string page =
      "<table>\n  <tr>\n    <td>\n\n        <papertitle><b>Waiting for Nothing</b></papertitle>\n    </td>\n  "
      "</tr>\n</table>\n";
  EXPECT_EQ(visible_text(page, "text/markdown"), "Waiting for Nothing");
}

}  // namespace
}  // namespace fellow::extractor
