// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader is told between two nights.
#include "fellow/changes.h"

#include <gmock/gmock.h>

#include "fellow/json.h"
#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Profile person(const std::string& host, const std::string& place, const std::vector<std::string>& papers = {}) {
  Profile out;
  out.url = "http://" + host + ".example/";
  out.id = person_id(Url::parse(out.url).value());
  out.seeds = {out.url};
  out.name = host;
  if (!place.empty()) out.affiliations.push_back({.name = place});
  for (const std::string& title : papers) out.papers.push_back({.title = title});
  return out;
}

// "name: new; from -> to; +paper" a person.
std::string told(const std::vector<Profile>& before, const std::vector<Profile>& after, const Suppression& suppression = {}) {
  const Changes changes = compare({1, "2026-11-19T03:00:00Z", before}, {2, "2026-11-20T03:00:00Z", after}, suppression);
  std::string out;
  const auto list = [](const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += "[" + name + "]";
    return text;
  };
  for (const PersonChange& change : changes.people) {
    out += change.name + ": " + (change.is_new ? "new " : "") + list(change.from) + "->" + list(change.to) +
           list(change.new_papers) + "; ";
  }
  return out + std::to_string(changes.left) + " left";
}

TEST(Changes, AreNewPeopleOtherPlacesAndNewPapers) {
  EXPECT_EQ(told({}, {}), "0 left");
  EXPECT_EQ(told({}, {person("a", "ETH")}), "a: new ->[ETH]; 0 left");
  EXPECT_EQ(told({person("a", "ETH")}, {}), "1 left");
  EXPECT_EQ(told({person("a", "ETH")}, {person("a", "ETH")}), "0 left");
  EXPECT_EQ(told({person("a", "ETH")}, {person("a", "EPFL")}), "a: [ETH]->[EPFL]; 0 left");
  EXPECT_EQ(told({person("a", "")}, {person("a", "EPFL")}), "a: ->[EPFL]; 0 left");
  EXPECT_EQ(told({person("a", "ETH")}, {person("a", "")}), "a: [ETH]->; 0 left");
  EXPECT_EQ(told({person("a", "Université de Genève")}, {person("a", "universite de geneve")}), "0 left");
  EXPECT_EQ(told({person("a", "", {"On Trees"})}, {person("a", "", {"On trees.", "On Roots", "On roots"})}),
            "a: ->[On Roots]; 0 left");
}

TEST(Changes, APersonKeepsHerPlaceThroughAMerge) {
  Profile merged = person("new", "ETH");
  merged.aliases = {"http://old.example/"};
  EXPECT_EQ(told({person("old", "ETH")}, {merged}), "0 left");
  EXPECT_EQ(told({person("old", "ETH"), person("new", "ETH")}, {merged}), "0 left");
  Profile known = person("a", "ETH Zurich"), other = person("a", "ETHZ");
  known.affiliations[0].id = other.affiliations[0].id = "ethz";
  EXPECT_EQ(told({known}, {other}), "0 left");
}

TEST(Changes, NameNobodyWhoAskedToBeForgotten) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(suppress(directory.path(), {key_of_person(person("a", "").id)}));
  const Suppression list = Suppression::read(directory.path()).value();
  EXPECT_EQ(told({}, {person("a", "ETH"), person("b", "ETH")}, list), "b: new ->[ETH]; 0 left");
  EXPECT_EQ(told({person("a", "ETH"), person("b", "ETH")}, {}, list), "1 left");
}

TEST(Changes, AtomIsWellFormedWhateverPagesSay) {
  const Changes changes =
      compare({1, "2026-11-19T03:00:00Z", {}}, {2, "2026-11-20T03:00:00Z", {person("a", "R&D <b>\"x\"</b>\x01")}}, {});
  const TemporaryDirectory directory;
  write_file(directory.path() / "feed.xml", as_atom({changes}));
  const Ran parsed = shell(
      "python3 -c 'import sys, xml.etree.ElementTree as e\n"
      "n = \"{http://www.w3.org/2005/Atom}\"; f = e.parse(sys.argv[1]).getroot()\n"
      "print(f.tag == n + \"feed\", *[f.find(n + x).text for x in (\"id\", \"title\", \"updated\")], sep=\"|\")\n"
      "for i in f.iter(n + \"entry\"): print(*[i.find(n + x).text for x in (\"id\", \"title\", \"updated\")], "
      "i.find(n + \"link\").get(\"href\"), sep=\"|\")' " +
      (directory.path() / "feed.xml").string());
  EXPECT_EQ(parsed.out, "True|urn:x-fellow:changes|New people, places and papers|2026-11-20T03:00:00Z\nurn:x-fellow:2:" +
                            person("a", "").id + "|a: new, at R&D <b>\"x\"</b>|2026-11-20T03:00:00Z|http://a.example/\n");
}

class Diff : public SmallData {
 protected:
  void SetUp() override {
    SmallData::SetUp();
    index();
  }
};

TEST_F(Diff, BetweenTwoNights) {
  const Ran first = fellow("diff");
  EXPECT_EQ(first.code, 2);
  EXPECT_THAT(first.out, HasSubstr("no generation before"));
  visit("http://mara.example/", home_page("Mara Ellingsworth", "EPFL", "Graph databases"));
  put_list(
      "http://mara.example/\nhttp://odo.example/\nhttp://ilse.example/\nhttp://tamsin.example/\nhttp://piet.example/\n"
      "http://runa.example/\nhttp://sven.example/\n");
  visit("http://sven.example/", home_page("Sven Aaltonen", "ETH Zurich", "Query planning"));
  index();
  const Ran ran = fellow("diff");
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("Mara Ellingsworth   http://mara.example/   id "));
  EXPECT_THAT(ran.out, HasSubstr("  ETH Zurich -> EPFL\n"));
  EXPECT_THAT(ran.out, HasSubstr("Sven Aaltonen"));
  EXPECT_THAT(ran.out, HasSubstr("  new, at ETH Zurich\n"));
  EXPECT_THAT(ran.out, HasSubstr("generation 1 to 2: 1 new people, 1 elsewhere, 0 new papers, 0 people left\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("Birnbaum")));
  EXPECT_THAT(fellow("diff 2 1").out, HasSubstr("generation 2 to 1: 0 new people, 1 elsewhere, 0 new papers, 1 people left\n"));
  const auto json = parse_json(fellow("diff --json").out).value();
  EXPECT_EQ(json["people"].size(), 2u);
  EXPECT_EQ(json["people"][0]["from"][0], "ETH Zurich");
  EXPECT_EQ(json["people"][1]["new"], true);
  EXPECT_THAT(fellow("diff --format atom").out, HasSubstr("<title>Mara Ellingsworth: ETH Zurich -&gt; EPFL</title>"));
  ASSERT_EQ(fellow("forget http://sven.example/").code, 0);
  EXPECT_THAT(fellow("diff").out, Not(HasSubstr("Aaltonen")));
}

TEST_F(Diff, WrongUse) {
  EXPECT_EQ(fellow("diff 1").code, 64);
  EXPECT_EQ(fellow("diff x y").code, 64);
  const Ran unknown = fellow("diff 1 7");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.out, HasSubstr("kept are: 1"));
}

}  // namespace
}  // namespace fellow::cli
