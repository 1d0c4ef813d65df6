// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/compounds.h"

#include <gtest/gtest.h>

#include "fellow/query.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::text {
namespace {

std::string joined(std::string_view text) {
  std::string out;
  for (const auto& word : joined_compounds(words(text))) out += (out.empty() ? "" : " ") + word;
  return out;
}

TEST(Compounds, AreOneWordHoweverTheyAreWritten) {
  const std::pair<const char*, const char*> rows[] = {
      {"multi-agent systems", "multiagent systems"},
      {"Multi agent systems", "multiagent systems"},
      {"multiagent systems", "multiagent systems"},
      {"Cyber-Physical and socio-technical systems", "cyberphysical and sociotechnical systems"},
      {"e-commerce", "ecommerce"},
      {"Frank E. Steen", "frank e steen"},
      {"micro and macro economics", "micro and macroeconomics"},
      {"bio-geo-chemistry", "bio geochemistry"},
      {"self-supervised learning", "self supervised learning"},
      {"non", "non"},
      {"multi-3D", "multi 3d"},
      {"on cyber physical cyber physical systems of micro", "on cyberphysical cyberphysical systems of micro"},
      {"", ""},
  };
  for (const auto& [given, wanted] : rows) {
    EXPECT_EQ(joined(given), wanted) << given;
    EXPECT_EQ(joined_compounds(fold(given)), wanted) << given;
  }
}

TEST(Compounds, NameOneTopicInTheTables) {
  for (const char* name : {"multiagent systems", "multi-agent systems", "multi agent systems"}) {
    ASSERT_TRUE(tables::topic(name)) << name;
    EXPECT_EQ(tables::topic(name)->id, "multi-agent-systems") << name;
    EXPECT_EQ(show(parse_query(name)), "topic:[multiagent systems]");
  }
  EXPECT_EQ(tables::topic("cyberphysical systems"), tables::topic("cyber-physical systems"));
}

TEST(Compounds, AreOneInQueries) {
  EXPECT_EQ(show(parse_query("spatio-temporal wombats")), show(parse_query("spatiotemporal wombats")));
  EXPECT_EQ(show(parse_query("bio stanford")), "bio affiliation:stanford");
  EXPECT_EQ(show(parse_query("\"spatio temporal wombats\"")), "\"spatiotemporal wombats\"");
  EXPECT_EQ(parse_query("spatio temporal wombats").free_words, (std::vector<std::string>{"spatiotemporal", "wombats"}));
}

}  // namespace
}  // namespace fellow::text
