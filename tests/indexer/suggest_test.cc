// SPDX-License-Identifier: GPL-3.0-or-later
// What a typed beginning goes on to, and who is like somebody.
#include <gtest/gtest.h>

#include "fellow/suppress.h"
#include "indexer/indexer.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

class Suggest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(publish(directory_.path(), world()).has_value()); }
  static std::vector<Profile> world() {
    auto out = people();
    for (auto& p : out) {
      if (p.name == "Jane Q. Doe") p.papers[0].authors = {"Jane Q. Doe", "Petra Gestern", "Nobody Known"};
      if (p.name == "Petra Gestern") p.papers.push_back(p.papers[0]), p.papers.back().title = "A frob in the machine";
    }
    return out;
  }
  std::shared_ptr<Source> source() {
    return open_source("local", directory_.path() / "index", Suppression::read(directory_.path()).value());
  }
  // "HKUST affiliation hkust 1; ..."
  std::string shown(const std::string& typed, int limit = 5) {
    const auto found = source()->suggest(typed, limit);
    if (!found) return show(found.error());
    std::string out;
    for (const auto& s : *found) {
      const bool person = s.kind == "name";
      out += (out.empty() ? "" : "; ") + s.text + " " + s.kind + " " + (person ? "" : s.id + " ") + std::to_string(s.count);
    }
    return out;
  }
  std::string like(const std::string& name, int limit = 3) {
    const auto found = source()->similar(id_of(name), limit);
    if (!found) return show(found.error());
    std::string out;
    for (const auto& one : *found) {
      out += (out.empty() ? "" : "\n") + one.hit.display_name + ":";
      for (const auto& why : one.why) out += " " + why + ";";
    }
    return out;
  }
  TemporaryDirectory directory_;
};

TEST_F(Suggest, NamesTopicsInstitutionsAndPapersByUse) {
  const std::pair<const char*, const char*> rows[] = {
      {"hku", "HKUST affiliation hkust 1"},
      {"eth", "ETH affiliation ethz 3"},
      {"hong kong univ", "Hong Kong University of Science and Technology affiliation hkust 1"},
      {"imagin", "Universidade Imaginária do Norte affiliation universidade-imaginaria-do-norte 1"},
      {"womb", "Wombat ecology interest wombat-ecology 2"},
      {"gest", "Petra Gestern name 1"},
      {"petra g", "Petra Gestern name 1"},
      {"øst", "Zoë Müller-Østergård name 1"},
      {"杜", "Jane Q. Doe name 1"},
      {"山田", "山田花子 name 1"},
      {"a frob in", "A frob in the machine paper  2"},  // theirs both
      {"JOHN S", "John Smith name 1"},
      {"zz", ""},
      {"", ""},
      {"\xff\"*", ""},
      {"serverless inference pet",
       "serverless inference Petra Gestern name 1"},  // the last words, where the line leads nowhere
  };
  for (const auto& [typed, want] : rows) EXPECT_EQ(shown(typed), want) << typed;
}

TEST_F(Suggest, MostUsedFirstAndNoKindAlone) {
  EXPECT_EQ(shown("m", 3),
            "Machine learning interest machine-learning 1; machine learning theory interest learning-theory 1; "
            "Zoë Müller-Østergård name 1");
  EXPECT_EQ(source()->suggest("s", 1)->size(), 1u);
  EXPECT_TRUE(source()->suggest("s", 0)->empty());
  EXPECT_TRUE(open_source("none", "/nowhere")->suggest("s", 5)->empty());
}

// "graph data management" is a name of it too, and comes first in the alphabet.
TEST_F(Suggest, TheUsualNameBeforeOthersThatBeginAlike) {
  auto more = world();
  Profile p = somebody("graph.example", "Nobody Graph");
  p.interests = {interest("Graph databases")};
  more.push_back(p);
  std::sort(more.begin(), more.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  ASSERT_TRUE(publish(directory_.path(), more).has_value());
  EXPECT_EQ(shown("graph da", 1), "Graph databases interest graph-databases 1");
  EXPECT_EQ(shown("graph data ma", 1), "graph data management interest graph-databases 1");
}

TEST_F(Suggest, NeverWhoAskedToBeForgotten) {
  ASSERT_TRUE(
      suppress(directory_.path(), {key_of_person(id_of("John Smith")), key_of_person(id_of("Petra Gestern"))}).has_value());
  EXPECT_EQ(shown("john s"), "");
  EXPECT_EQ(shown("of wombats"), "");
  EXPECT_EQ(shown("womb"), "Wombat ecology interest wombat-ecology 1");
  EXPECT_EQ(shown("a frob in"), "A frob in the machine paper  1");
  EXPECT_EQ(like("Jane Q. Doe").find("Petra"), std::string::npos);
  EXPECT_EQ(source()->similar(id_of("John Smith"), 3).error().code, Code::not_found);
}

TEST_F(Suggest, SimilarSaysWhy) {
  EXPECT_EQ(like("Jane Q. Doe", 2),
            "Petra Gestern: a paper in common: A frob in the machine; co-author; writes about serverless, inference, frob "
            "and 1 more;\n"
            "Chen Frobber: writes about serverless, inference; publishes at FrobConf;");
  EXPECT_EQ(like("John Smith", 1), "nameless.example: works on Wombat ecology; writes about ecology, wombat;");
  const auto self = source()->similar(id_of("Jane Q. Doe"), 50).value();
  for (const auto& one : self) EXPECT_NE(one.hit.display_name, "Jane Q. Doe");
  EXPECT_EQ(self.front().hit.score, 1.0);
  EXPECT_EQ(source()->similar("nobody", 3).error().code, Code::not_found);
  EXPECT_TRUE(source()->similar(id_of("Jane Q. Doe"), 0)->empty());
}

// Words of speech and names of where she is, by any of them, are nothing that two have in common.
TEST_F(Suggest, SimilarNamesWhatTheWorkIsAbout) {
  auto more = world();
  for (const char* host : {"one.example", "two.example"}) {
    Profile p = somebody(host, std::string("Nobody ") + host[0]);
    p.affiliations = {at("HKUST")};
    p.biography = "We have not yet left Hong Kong or HKUST. Currently our gargoyles will not move wombats.";
    more.push_back(p);
  }
  std::sort(more.begin(), more.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  ASSERT_TRUE(publish(directory_.path(), more).has_value());
  const auto found = source()->similar(person_id(Url::parse("https://one.example/").value()), 1).value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].hit.display_name, "Nobody t");
  std::string why;
  for (const auto& reason : found[0].why) why += reason + "; ";
  EXPECT_EQ(why, "writes about move, left, gargoyles and 1 more; is at Hong Kong University of Science and Technology; ");
}

TEST_F(Suggest, NamesakesAreNobodysCoauthor) {
  auto more = world();
  Profile twin = somebody("twin.example", "Petra Gestern");
  more.push_back(twin);
  ASSERT_TRUE(publish(directory_.path(), more).has_value());
  EXPECT_EQ(like("Jane Q. Doe").find("co-author"), std::string::npos);
}

}  // namespace
}  // namespace fellow::indexer
