// SPDX-License-Identifier: GPL-3.0-or-later
// Are the rows of seeds/tables/ sound? One claim a name, one row an id, and the well-known names where they belong.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "fellow/embedded.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow {
namespace {

std::string key(std::string_view name) {
  std::string folded = text::fold(name);
  return folded.starts_with("the ") ? folded.substr(4) : folded;
}

// "hkust: HKUST also of x" for every id and every name that two rows claim, and for every name that folds to nothing.
template <class Rows>
std::string doubled(const Rows& rows) {
  std::map<std::string, std::string> ids, names;
  std::string out;
  for (const auto& row : rows) {
    if (row.id.empty() || !ids.emplace(row.id, row.name).second) out += row.id + ": id twice\n";
    auto all = row.alternate_names;
    all.push_back(row.name);
    for (const std::string& name : all) {
      const auto [found, fresh] = names.emplace(key(name), row.id);
      // A row may have a Han name as it is written the traditional and the simplified way: other programs read them.
      const bool variant = !fresh && found->second == row.id && text::cjk_share(name) > 0;
      if (key(name).empty() || (!fresh && !variant)) out += row.id + ": " + name + " also of " + found->second + "\n";
    }
  }
  return out;
}

bool is_slug(std::string_view id) {
  return !id.empty() &&
         std::all_of(id.begin(), id.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

template <class Rows>
std::string not_slugs(const Rows& rows) {
  std::string out;
  for (const auto& row : rows) {
    if (!is_slug(row.id)) out += row.id + "\n";
  }
  return out;
}

TEST(TableRows, ids_are_slugs) {
  EXPECT_EQ(not_slugs(tables::institutions()), "");
  EXPECT_EQ(not_slugs(tables::topics()), "");
  EXPECT_EQ(not_slugs(tables::venues()), "");
}

TEST(TableRows, every_id_and_every_name_has_one_row) {
  EXPECT_EQ(doubled(tables::institutions()), "");
  EXPECT_EQ(doubled(tables::topics()), "");
  EXPECT_EQ(doubled(tables::venues()), "");
}

TEST(TableRows, are_not_lost) {  // floors: never lowered
  EXPECT_GE(tables::institutions().size(), 10600U);
  EXPECT_GE(tables::topics().size(), 890U);
  EXPECT_GE(tables::venues().size(), 850U);
  std::size_t others = 0;
  for (const auto& row : tables::institutions()) others += row.alternate_names.size();
  EXPECT_GE(others, 2900U);
}

TEST(TableRows, every_line_has_its_columns) {
  for (const EmbeddedFile& file : embedded_tables()) {
    const std::size_t columns = file.path == "institutions.tsv" ? 6 : 3;
    bool comment = false;
    for (const std::string_view line : text::split(file.body, '\n')) {
      comment = comment || line.starts_with("# Source");
      if (line.empty() || line[0] == '#') continue;
      const auto cells = text::split(line, '\t');
      EXPECT_EQ(cells.size(), columns) << file.path << ": " << line;
      if (columns == 6) {
        static const std::set<std::string_view> kinds{"university", "institute", "company", "lab"};
        EXPECT_TRUE(kinds.contains(cells.back())) << line;
      }
    }
    EXPECT_TRUE(comment) << file.path << " does not name its sources";
  }
}

TEST(TableRows, countries_are_two_letters) {
  for (const auto& row : tables::institutions()) {
    const bool two = row.country.size() == 2 && row.country[0] >= 'A' && row.country[0] <= 'Z' && row.country[1] >= 'A' &&
                     row.country[1] <= 'Z';
    EXPECT_TRUE(two) << row.id << ": " << row.country;
  }
}

TEST(TableRows, domains_belong_to_one_institution) {
  std::map<std::string, std::string> rows;
  for (const auto& row : tables::institutions()) {
    for (const std::string& domain : row.domains) {
      const auto [found, fresh] = rows.emplace(domain, row.id);
      EXPECT_TRUE(fresh) << domain << ": " << row.id << " and " << found->second;
      EXPECT_EQ(domain, text::lower(domain));
      EXPECT_TRUE(domain.find('.') != std::string::npos && !domain.starts_with("www.")) << row.id << ": " << domain;
      EXPECT_EQ(domain.find_first_of(" /:@"), std::string::npos) << row.id << ": " << domain;
    }
  }
  // Everyone writes from there or keeps pages there.
  for (const char* domain :
       {"gmail.com", "qq.com", "163.com", "yandex.ru", "github.io", "github.com", "linkedin.com", "ac.uk", "edu.cn"}) {
    EXPECT_FALSE(rows.contains(domain)) << domain;
  }
}

// A word that people write in any sentence would find its row everywhere. Those names that are words all the same (MIT, Apple)
// are guarded in core/tables.cc; tables_test.cc holds it to that.
TEST(TableRows, other_names_are_no_common_words) {
  const std::set<std::string> common{
      "a",    "about",    "act",     "all",  "am",      "an",   "and",   "are",    "art",    "as",      "at",     "attention",
      "be",   "best",     "better",  "by",   "can",     "case", "das",   "data",   "de",     "der",     "des",    "did",
      "die",  "do",       "east",    "est",  "for",     "from", "get",   "go",     "good",   "group",   "had",    "has",
      "have", "he",       "her",     "his",  "home",    "how",  "if",    "im",     "in",     "is",      "it",     "its",
      "lab",  "language", "last",    "les",  "like",    "may",  "me",    "memory", "method", "methods", "model",  "models",
      "more", "must",     "my",      "net",  "network", "new",  "news",  "no",     "north",  "not",     "now",    "of",
      "on",   "one",      "open",    "or",   "our",     "page", "paper", "papers", "people", "pets",    "phd",    "project",
      "rice", "research", "science", "se",   "she",     "so",   "south", "state",  "system", "systems", "target", "than",
      "that", "the",      "their",   "they", "this",    "to",   "uni",   "up",     "us",     "was",     "we",     "west",
      "were", "what",     "who",     "with", "work",    "you",  "your",  "ein",    "und",    "von",     "una",    "para",
      "que",  "por",      "con",     "une",  "dans",    "pour", "sur",   "bsc",    "msc",    "cv"};
  const auto check = [&](const auto& rows) {
    for (const auto& row : rows) {
      for (const std::string& name : row.alternate_names) EXPECT_FALSE(common.contains(key(name))) << row.id << ": " << name;
    }
  };
  check(tables::institutions());
  check(tables::topics());
  for (const auto& row : tables::institutions()) EXPECT_FALSE(common.contains(key(row.name))) << row.id;
}

// Surnames and given names would turn people into institutions or topics: "Liu", "Ann".
TEST(TableRows, other_names_are_no_personal_names) {
  const std::set<std::string> personal{"ann",  "brown", "chen", "eva", "ford", "ian",    "jordan", "kim",  "li", "lin", "liu",
                                       "lora", "max",   "moe",  "pan", "park", "sharif", "tan",    "wang", "wu", "xu",  "yang"};
  const auto check = [&](const auto& rows) {
    for (const auto& row : rows) {
      for (const std::string& name : row.alternate_names)
        EXPECT_TRUE(!personal.contains(key(name)) || name == "MoE") << row.id << ": " << name;
    }
  };
  check(tables::institutions());
  check(tables::topics());
}

}  // namespace
}  // namespace fellow
