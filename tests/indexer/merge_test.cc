// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "indexer/indexer.h"
#include "tests/indexer/people.h"

namespace fellow::indexer {
namespace {

Profile with(Profile p, const std::string& kind, const std::string& id) {
  p.identifiers[kind] = id;
  return p;
}
Profile alias(Profile p, const std::string& url) {
  p.aliases.push_back(url);
  return p;
}
std::size_t merged(std::vector<Profile> profiles) { return merge_people(std::move(profiles)).size(); }

TEST(Merge, TakesTheSameIdentifierWithANameThatFits) {
  struct Row {
    const char *left, *right;
    std::size_t people;
  };
  const Row rows[] = {
      {"Jane Doe", "Jane Doe", 1},  {"Jane Doe", "J. Doe", 1},      {"Jane Q. Doe", "Jane Doe", 1},
      {"Jane Doe", "Doe, Jane", 1}, {"Jäne Døe", "Jane Doe", 1},    {"Jane Doe", "", 1},
      {"Jane Doe", "John Doe", 1},  // same initial: the identifier decides
      {"Jane Doe", "Max Doe", 2},   {"Jane Doe", "Jane Muster", 2}, {"Jane Doe", "Wei Wang", 2},
      {"Doe", "Jane Doe", 1},
  };
  for (const Row& row : rows) {
    for (const char* kind : {"orcid", "google_scholar", "dblp"}) {
      EXPECT_EQ(merged({with(somebody("a.example", row.left), kind, "1"), with(somebody("b.example", row.right), kind, "1")}),
                row.people)
          << row.left << " | " << row.right;
    }
  }
}

TEST(Merge, NeverByNameOrOtherIdentifiers) {
  EXPECT_EQ(merged({somebody("a.example", "Jane Doe"), somebody("b.example", "Jane Doe")}), 2u);
  EXPECT_EQ(
      merged({with(somebody("a.example", "Jane Doe"), "github", "x"), with(somebody("b.example", "Jane Doe"), "github", "x")}),
      2u);
  EXPECT_EQ(
      merged({with(somebody("a.example", "Jane Doe"), "orcid", ""), with(somebody("b.example", "Jane Doe"), "orcid", "")}), 2u);
}

TEST(Merge, TakesTheSameHomePage) {
  EXPECT_EQ(merged({alias(somebody("a.example", "Jane Doe"), "https://b.example/"), somebody("b.example", "Jane Doe")}), 1u);
  EXPECT_EQ(merged({alias(somebody("a.example", "Jane Doe"), "https://old.example/"),
                    alias(somebody("b.example", "J. Doe"), "https://old.example/")}),
            1u);
  EXPECT_EQ(merged({alias(somebody("a.example", "Jane Doe"), "https://group.example/"),
                    alias(somebody("b.example", "Max Muster"), "https://group.example/")}),
            2u);
}

TEST(Merge, DoesNotChainStrangersThroughANamelessPage) {
  const auto a = with(somebody("a.example", "Jane Doe"), "orcid", "1");
  auto b = with(with(somebody("b.example", ""), "orcid", "1"), "dblp", "2");
  const auto c = with(somebody("c.example", "Max Muster"), "dblp", "2");
  EXPECT_EQ(merged({a, b, c}), 2u);
}

TEST(Merge, UnitesFactsAndTheirEvidence) {
  auto rich = with(somebody("rich.example", "Jane Doe"), "orcid", "1");
  rich.papers = {paper("On frobs", 2020)};
  rich.interests = {interest("Frobs"), interest("Knobs"), interest("Blobs"), interest("Globs")};
  auto poor = with(somebody("poor.example", "J. Doe"), "orcid", "1");
  poor.papers = {paper("ON FROBS!", 2021), paper("More frobs", 2022)};
  poor.biography = "Likes frobs.";
  poor.identifiers["github"] = "jd";
  poor.evidence["/papers/1/title"] = {.url = "https://poor.example/p", .method = "section", .confidence = 1, .seen_at = ""};
  poor.evidence["/biography"] = {.url = "https://poor.example/b", .method = "section", .confidence = 1, .seen_at = ""};
  const auto one = merge_people({poor, rich});
  ASSERT_EQ(one.size(), 1u);
  const Profile& p = one[0];
  EXPECT_EQ(p.id, rich.id);
  EXPECT_EQ(p.seeds, (std::vector<std::string>{"https://rich.example/", "https://poor.example/"}));
  EXPECT_EQ(p.aliases, std::vector<std::string>{"https://poor.example/"});
  EXPECT_EQ(p.alternate_names, std::vector<std::string>{"J. Doe"});
  ASSERT_EQ(p.papers.size(), 2u);
  EXPECT_EQ(p.papers[1].title, "More frobs");
  EXPECT_EQ(p.evidence.at("/papers/1/title").url, "https://poor.example/p");
  EXPECT_EQ(p.evidence.at("/biography").url, "https://poor.example/b");
  EXPECT_EQ(p.biography, "Likes frobs.");
  EXPECT_EQ(p.identifiers.at("github"), "jd");
}

TEST(Merge, DoesNotDependOnTheOrder) {
  auto profiles = people();
  profiles.push_back(with(somebody("x.example", "Jane Doe"), "orcid", "1"));
  profiles.push_back(with(somebody("y.example", "J. Doe"), "orcid", "1"));
  const auto forward = merge_people(profiles);
  std::reverse(profiles.begin(), profiles.end());
  EXPECT_EQ(merge_people(profiles), forward);
  EXPECT_EQ(merge_people(forward), forward);
  EXPECT_TRUE(merge_people({}).empty());
}

}  // namespace
}  // namespace fellow::indexer
