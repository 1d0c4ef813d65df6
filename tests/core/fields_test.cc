// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/fields.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fellow {
namespace {

using Texts = std::vector<std::string>;

Profile jane() {
  Profile p;
  p.url = "https://www.jane.example/~doe/";
  p.name = "Jane Q. Doe";
  p.alternate_names = {"杜珍"};
  p.affiliations = {{.name = "HKUST", .id = "", .alternate_names = {"UST"}, .department = "CSE", .country = ""}};
  p.past_affiliations = {{.name = "Frob Labs", .id = "", .role = "Intern"}};
  p.interests = {{.name = "Serverless computing", .id = ""}, {.name = "Frobnication at dawn", .id = ""}};
  p.education = {{.institution = "Frob University of Technology", .id = "", .degree = "PhD", .field = "Frobs"}};
  p.advisors = {{.name = "Max Muster", .url = "", .affiliation = "HKUST"}};
  p.papers = {{.title = "On frobs", .authors = {}, .year = 2020, .venue = "FrobConf", .doi = "", .url = ""},
              {.title = "", .authors = {}, .year = 2020, .venue = "FrobConf", .doi = "", .url = ""}};
  p.positions = {{.title = "PhD student", .kind = "student"}, {.title = "Tutor", .kind = "student"}};
  p.source = "demo";
  return p;
}

Texts texts(const char* field) { return field_named(field)->texts(jane()); }
bool aliased(const char* field, const std::string& alias) {
  const auto all = field_named(field)->aliases(jane());
  return std::find(all.begin(), all.end(), alias) != all.end();
}

TEST(Fields, HaveNamesAndPrefixesOfTheirOwn) {
  std::set<std::string_view> names, prefixes, queries;
  for (const Field& field : kFields) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_TRUE(prefixes.insert(field.prefix).second) << field.name;
    if (!field.query.empty()) {
      EXPECT_TRUE(queries.insert(field.query).second) << field.name;
    }
    EXPECT_EQ(field_named(field.name), &field);
  }
  EXPECT_EQ(field_for_query(""), nullptr);
  EXPECT_EQ(field_for_query("paper")->name, "papers");
  EXPECT_EQ(field_for_query("affiliation")->name, "affiliations");
  EXPECT_EQ(field_named("colour"), nullptr);
  EXPECT_EQ(facet_named("colour"), nullptr);
}

TEST(Fields, TakeOneTextAnItem) {
  EXPECT_EQ(texts("name"), (Texts{"Jane Q. Doe", "杜珍"}));
  EXPECT_EQ(texts("papers"), (Texts{"On frobs", ""}));
  EXPECT_EQ(texts("past_affiliations"), Texts{"Intern, Frob Labs"});
  EXPECT_EQ(texts("advisors"), Texts{"Max Muster (HKUST)"});
  EXPECT_EQ(texts("education"), Texts{"PhD, Frobs, Frob University of Technology"});
  EXPECT_EQ(texts("year"), Texts{"2020"});
  EXPECT_EQ(texts("country"), Texts{"HK"});
  EXPECT_EQ(texts("address"), Texts{"jane.example/~doe"});
}

TEST(Fields, PointToTheirItems) {
  EXPECT_EQ(pointer_of(*field_named("name"), 0), "/name");
  EXPECT_EQ(pointer_of(*field_named("name"), 2), "/alternate_names/1");
  EXPECT_EQ(pointer_of(*field_named("papers"), 3), "/papers/3");
  EXPECT_EQ(pointer_of(*field_named("venues"), 3), "/papers/3");
  EXPECT_EQ(pointer_of(*field_named("biography"), 0), "/biography");
  EXPECT_EQ(pointer_of(*field_named("year"), 0), "");
}

TEST(Fields, KnowOtherNames) {
  EXPECT_TRUE(aliased("affiliations", "Hong Kong University of Science and Technology"));
  EXPECT_TRUE(aliased("affiliations", "UST"));
  EXPECT_TRUE(aliased("affiliations", "Hong Kong SAR China"));
  EXPECT_TRUE(aliased("advisors", "Hong Kong University of Science and Technology"));
  EXPECT_TRUE(aliased("education", "FUT"));
}

TEST(Fields, AbbreviateAsPeopleDo) {
  EXPECT_EQ(initials("Universidade Federal do Ceará"), (Texts{"UFC", "UFDC"}));
  EXPECT_EQ(initials("Huazhong University of Science and Technology"), (Texts{"HUST", "HUOSAT"}));
  EXPECT_EQ(initials("Université Rennes 1"), Texts{"UR1"});
  EXPECT_EQ(initials("Frob University (FU), Somewhere"), Texts{});
  EXPECT_EQ(initials("Frob Labs"), Texts{});
  EXPECT_EQ(initials(""), Texts{});
  EXPECT_EQ(initials("政策研究大学院大学"), Texts{});
}

TEST(Facets, HaveEachValueOnce) {
  const auto values = [](const char* facet) { return facet_named(facet)->values(jane()); };
  using Choices = std::vector<FacetChoice>;
  EXPECT_EQ(values("affiliation"), (Choices{{"hkust", "Hong Kong University of Science and Technology"}}));
  EXPECT_EQ(values("interest").at(1), (FacetChoice{"frobnication-at-dawn", "Frobnication at dawn"}));
  EXPECT_EQ(values("year"), (Choices{{"2020", "2020"}}));
  EXPECT_EQ(values("position"), (Choices{{"student", "Student"}}));
  EXPECT_EQ(values("country").at(0).value, "HK");
  EXPECT_EQ(values("source"), (Choices{{"demo", "demo"}}));
}

TEST(Facets, OfNothingAreEmpty) {
  for (const Facet& facet : kFacets) EXPECT_TRUE(facet.values(Profile{}).empty()) << facet.name;
  for (const Field& field : kFields) {
    for (const auto& text : field.texts(Profile{})) EXPECT_EQ(text, "") << field.name;
  }
}

}  // namespace
}  // namespace fellow
