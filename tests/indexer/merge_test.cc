// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "indexer/indexer.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

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
      {"Jane Doe", "Doe, Jane", 1}, {"Jäne Døe", "Jane Doe", 1},    {"William Doe", "Bill Doe", 1},
      {"Jane Doe", "", 2},          {"Jane Doe", "John Doe", 2},  // no second witness
      {"Jane Doe", "Max Doe", 2},   {"Jane Doe", "Jane Muster", 2}, {"Jane Doe", "Wei Wang", 2},
      {"Doe", "Jane Doe", 2},       {"Jane Doe", "杜珍", 2},        {"Wei Wang", "Wei Wu", 2},
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
  EXPECT_EQ(merged({alias(somebody("a.example", "Jane Doe"), "https://group.example/"),
                    alias(somebody("b.example", ""), "https://group.example/")}),
            2u);
}

TEST(Merge, DoesNotChainStrangersThroughANamelessPage) {
  const auto a = with(somebody("a.example", "Jane Doe"), "orcid", "1");
  auto b = with(with(somebody("b.example/~muster/~doe", ""), "orcid", "1"), "dblp", "2");
  const auto c = with(with(somebody("c.example", "Max Muster"), "dblp", "2"), "orcid", "1");
  EXPECT_EQ(merged({a, b, c}), 2u);
}

TEST(Merge, NeedsASecondWitnessForAForeignIdentifier) {
  const Profile jane = with(somebody("a.example", "Jane Doe"), "orcid", "1");
  const Profile nameless = with(somebody("b.example", ""), "orcid", "1");
  const auto also = [](Profile p, auto change) {
    change(p);
    return p;
  };
  const auto mail = [](Profile& p) { p.email = "jane@mail.example"; };
  const auto scholar = [](Profile& p) { p.identifiers["google_scholar"] = "s"; };
  const auto papers = [](Profile& p) { p.papers = {paper("A frob in every pot", 1), paper("No frob in any pot", 2)}; };
  const auto one_paper = [](Profile& p) { p.papers = {paper("A frob in every pot", 1)}; };
  EXPECT_EQ(merged({jane, nameless}), 2u);
  EXPECT_EQ(merged({also(jane, mail), also(nameless, mail)}), 1u);
  EXPECT_EQ(merged({also(jane, scholar), also(nameless, scholar)}), 2u);  // a template has both
  EXPECT_EQ(merged({also(jane, scholar), also(with(somebody("b.example", "John Doe"), "orcid", "1"), scholar)}), 1u);
  EXPECT_EQ(merged({also(jane, papers), also(nameless, papers)}), 1u);
  EXPECT_EQ(merged({also(jane, one_paper), also(nameless, one_paper)}), 2u);
  EXPECT_EQ(
      merged({with(somebody("a.example", "Jane Muster"), "orcid", "1"), with(somebody("b.example/~muster", ""), "orcid", "1")}),
      1u);
  // Another name is never outvoted.
  const Profile copier = with(somebody("c.example", "Max Muster"), "orcid", "1");
  EXPECT_EQ(merged({also(also(also(jane, mail), scholar), papers), also(also(also(copier, mail), scholar), papers)}), 2u);
  // The same name and the same ORCID, but another registry says otherwise.
  const auto twin = with(with(somebody("d.example", "Jane Doe"), "orcid", "1"), "dblp", "9");
  EXPECT_EQ(merged({with(jane, "dblp", "8"), twin}), 2u);
}

TEST(Merge, CountsAThemesExampleForNothing) {
  std::vector<Profile> world;
  for (const char* name : {"Jane Doe", "J. Doe", "Max Muster", "Wei Wang"}) {
    world.push_back(with(somebody(std::to_string(world.size()) + ".example", name), "google_scholar", "example"));
  }
  EXPECT_EQ(merged(world), 4u);
  world.resize(3);  // one copier alone
  EXPECT_EQ(merged(world), 2u);
}

std::string rows_of(const People& people) {
  const std::string all = show(people.rows);
  std::string out;
  for (std::size_t i = 0, end; i < all.size(); i = end + 1) {
    end = all.find('\n', i);
    if (all[i] != '#') out += all.substr(i, end - i + 1);
  }
  return out;
}

TEST(Merge, TellsWhatItDidAndWhatItDidNot) {
  const auto jane = with(somebody("a.example", "Jane Doe"), "orcid", "1");
  auto old = with(somebody("b.example", "J. Doe"), "orcid", "1");
  const auto max = with(somebody("c.example", "Max Muster"), "orcid", "1");
  const auto out = merge_people({with(jane, "github", "x"), old, max}, {});
  EXPECT_EQ(out.people.size(), 2u);
  EXPECT_EQ(rows_of(out),
            "merged\thttps://a.example/\thttps://b.example/\torcid 1; the same name\n"
            "apart\thttps://c.example/\thttps://a.example/\torcid 1; other names\n"
            "apart\thttps://c.example/\thttps://b.example/\torcid 1; other names\n");
}

TEST(Merge, ObeysTheOperator) {
  const auto jane = with(somebody("a.example", "Jane Doe"), "orcid", "1");
  const auto again = with(somebody("b.example", "Jane Doe"), "orcid", "1");
  const auto max = alias(somebody("c.example", "Max Muster"), "https://max.example/");
  const auto apart = parse_merges("different\thttps://b.example\thttps://a.example/\tmy students\n").value();
  EXPECT_EQ(merge_people({jane, again}, apart).people.size(), 2u);
  EXPECT_EQ(merge_people({jane, again}, apart).rows, apart);
  // Also where a third page would join them.
  const auto third = with(somebody("d.example", "Jane Doe"), "orcid", "1");
  EXPECT_EQ(merge_people({jane, again, third}, apart).people.size(), 2u);
  // A married name, said by an address that only redirects; the first address stays, however little it says.
  const auto same =
      parse_merges("# hand\nsame\thttps://max.example/\thttps://a.example/\nsame\thttps://c.example/\thttps://a.example/")
          .value();
  const auto one = merge_people({jane, max}, same);
  ASSERT_EQ(one.people.size(), 1u);
  EXPECT_EQ(one.people[0].id, max.id);
  EXPECT_EQ(one.rows, same);
}

TEST(Merge, KeepsTheIdOfTheLastTime) {
  auto jane = with(somebody("a.example", "Jane Doe"), "orcid", "1");
  auto old = with(somebody("b.example", "Jane Doe"), "orcid", "1");
  jane.papers = {paper("A frob in every pot", 1)};
  const auto first = merge_people({jane, old}, {});
  ASSERT_EQ(first.people.size(), 1u);
  EXPECT_EQ(first.people[0].id, jane.id);
  old.papers = {paper("One", 1), paper("Two", 1), paper("Three", 1)};
  EXPECT_EQ(merge_people({jane, old}, {}).people[0].id, old.id);
  EXPECT_EQ(merge_people({jane, old}, first.rows).people[0].id, jane.id);
}

TEST(MergeFile, SaysTheSameAsItReads) {
  const std::string text = show({{MergeRow::Verdict::merged, "https://a.example/", "https://b.example/", "orcid 1\t2\n3"},
                                 {MergeRow::Verdict::different, "https://c.example/", "https://d.example/", ""}});
  const auto rows = parse_merges(text);
  ASSERT_TRUE(rows.has_value());
  EXPECT_EQ((*rows)[0].why, "orcid 1 2 3");
  EXPECT_EQ(show(*rows), text);
  EXPECT_TRUE(parse_merges("").value().empty());
  EXPECT_EQ(parse_merges("same\thttps://a.example/\thttps://b.example/\r\n").value().size(), 1u);
  EXPECT_EQ(parse_merges("\xEF\xBB\xBFsame\thttps://a.example/\thttps://b.example/\r\n").value().size(), 1u);
  for (const char* bad :
       {"maybe\thttps://a.example/\thttps://b.example/", "same\thttps://a.example/", "same", "\n\nsame\t\tx\n"}) {
    const auto refused = parse_merges(bad);
    ASSERT_FALSE(refused.has_value()) << bad;
    EXPECT_EQ(refused.error().where.substr(0, 11), "merges.tsv:");
  }
}

TEST(MergeFile, IsReplacedAndForgets) {
  const TemporaryDirectory data;
  EXPECT_TRUE(read_merges(data.path()).value().empty());
  ASSERT_TRUE(write_merges(data.path(), {}, {}).has_value());
  EXPECT_FALSE(std::filesystem::exists(data.path() / "merges.tsv"));
  const std::vector<MergeRow> rows{{MergeRow::Verdict::merged, "https://a.example/", "https://b.example/", "orcid 1"},
                                   {MergeRow::Verdict::same, "https://c.example/", "https://d.example/", "hers"}};
  ASSERT_TRUE(write_merges(data.path(), rows, {}).has_value());
  EXPECT_EQ(read_merges(data.path()).value(), rows);
  ASSERT_TRUE(suppress(data.path(), {key_of(Url::parse("https://d.example/").value())}).has_value());
  ASSERT_TRUE(write_merges(data.path(), rows, Suppression::read(data.path()).value()).has_value());
  EXPECT_EQ(read_merges(data.path()).value().size(), 1u);
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
