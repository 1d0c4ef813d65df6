// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidates become facts: the resolver alone, fed by hand.
#include "extractor/builder.h"

#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

class Builder : public testing::Test {
 protected:
  Builder() : page_(read_document(fetched("<p>x</p>"))) { builder_.read_from(page_, 0); }
  Document page_;
  ProfileBuilder builder_;
};

TEST_F(Builder, CurrentBeatsPastAndRowsAreMerged) {
  builder_.add_affiliation({.organisation = "HKUST", .department = {}, .role = {}, .country = {}}, {"pattern", 0.6});
  builder_.add_affiliation(
      {.organisation = "Hong Kong University of Science and Technology", .department = "CSE", .role = {}, .country = {}},
      {"section", 0.5});
  builder_.add_past({.organisation = "HKUST", .department = {}, .role = {}, .country = {}}, {"section", 0.9});
  builder_.add_past({.organisation = "HUST", .department = {}, .role = {}, .country = {}}, {"section", 0.9});
  const Profile profile = builder_.resolve();
  EXPECT_EQ(printed::places(profile), "HKUST [CSE]");
  EXPECT_EQ(printed::past(profile), "HUST");
  EXPECT_EQ(profile.affiliations[0].id, "hkust");
  EXPECT_EQ(profile.affiliations[0].country, "HK");
  EXPECT_LE(profile.affiliations[0].alternate_names.size(), 6U);
}

TEST_F(Builder, LeftOversAreIgnored) {
  builder_.add_name("Nelson Bighetti", {"theme:hugo-academic", 0.9});
  builder_.add_name("admin", {"front_matter", 0.9});
  builder_.add_affiliation({.organisation = "GitHub University", .department = {}, .role = {}, .country = {}},
                           {"section", 0.9});
  builder_.add_identifier("orcid", "yourorcidurl", {"section", 0.9});
  builder_.add_email("none@example.org", {"section", 0.9});
  EXPECT_EQ(show(builder_.resolve(), {.email = true, .evidence = true}), show(Profile{}, {.email = true, .evidence = true}));
}

TEST_F(Builder, InterestsOnceAndTwoMastersOfOneUniversity) {
  for (const char* interest : {"Neural network", "neural networks", "Foams"}) builder_.add_interest(interest, {"section", 0.8});
  EXPECT_EQ(printed::interests(builder_.resolve()), "Neural network | Foams");
  builder_.add_education({.institution = "ETH Zurich", .id = {}, .degree = "MS", .field = "Physics", .year = 2012},
                         {"section", 0.8});
  builder_.add_education({.institution = "ETH Zurich", .id = {}, .degree = "MS", .field = "Logic", .year = 2014},
                         {"section", 0.8});
  builder_.add_education({.institution = "ETH", .id = {}, .degree = "MS", .field = "", .year = 0}, {"pattern", 0.5});
  EXPECT_EQ(printed::education(builder_.resolve()), "MS in Physics, ETH Zurich 2012 | MS in Logic, ETH Zurich 2014");
}

}  // namespace
}  // namespace fellow::extractor
