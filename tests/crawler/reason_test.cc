// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/reason.h"

#include <gtest/gtest.h>

#include <fstream>

namespace fellow::crawler {
namespace {

TEST(Reason, the_documented_list) {
  std::string list;
  for (Reason reason : all_reasons()) {
    list += std::string(show(reason)) + " ";
    EXPECT_EQ(parse_reason(show(reason)), reason);
    EXPECT_FALSE(meaning(reason).empty());
    EXPECT_NE(outcome_of(reason), Outcome::ok);
  }
  EXPECT_EQ(list,
            "timeout too-slow dns reset network empty truncated too-large header protocol decode status redirect scheme url "
            "private-address robots noindex unavailable content-type pdf tls not-modified budget suppressed duplicate ");
  EXPECT_EQ(parse_reason(""), Reason::none);
  EXPECT_EQ(parse_reason("bad luck"), std::nullopt);
}

// R9: the documented list is the list.
TEST(Reason, the_table_of_the_readme_is_this_one) {
  std::ifstream readme(std::string(FELLOW_SOURCE_DIR) + "/README.md");
  std::string table, wanted;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (inside && !line.starts_with("|")) break;
    if (inside && !line.starts_with("|---")) table += line + "\n";
    if (line == "| reason | meaning |") inside = true;
  }
  for (const Reason reason : all_reasons())
    wanted += "| " + std::string(show(reason)) + " | " + std::string(meaning(reason)) + " |\n";
  EXPECT_EQ(table, wanted);
}

}  // namespace
}  // namespace fellow::crawler
