// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/profile.h"

#include <gtest/gtest.h>

#include "fellow/clock.h"
#include "fellow/json.h"

namespace fellow {
namespace {

Profile full() {
  Profile p;
  p.id = "abcdefghijklmnop";
  p.url = "https://r.example/";
  p.seeds = {"https://r.example/"};
  p.aliases = {"http://old.example/~r"};
  p.name = "Jane Q. Doe";
  p.alternate_names = {"杜珍"};
  p.positions = {{"PhD student", "student"}};
  p.affiliations = {{"Hong Kong University of Science and Technology", "hkust", {"HKUST"}, "CSE", "HK"}};
  p.past_affiliations = {{"Alibaba Cloud", "", "Research intern", 2020, 2022}};
  p.interests = {{"Serverless inference", "serverless-inference"}};
  p.education = {{"HUST", "hust", "BS", "Software engineering", 2025}};
  p.advisors = {{"Wei Wang", "https://w.example/", "HKUST"}};
  p.email = "jane@r.example";
  p.identifiers = {{"orcid", "0000-0000-0000-0001"}};
  p.papers = {{"A title", {"J. Doe", "W. Wang"}, 2025, "SIGCOMM", "10.1/x", "https://r.example/a.pdf"}};
  p.awards = {{"Best thing", 2015}};
  p.biography = "Jane works on things.";
  p.photo_url = "https://r.example/jane.jpg";
  p.language = "en";
  p.theme = "al-folio";
  p.evidence = {{"/interests/0", {"https://r.example/", "front_matter", 0.98, "2026-11-20T03:10:00Z"}},
                {"/email", {"https://r.example/", "pattern", 0.9, ""}}};
  p.fetched_at = "2026-11-20T03:10:00Z";
  p.documents = {{"https://r.example/", 200, "text/html", "da39a3ee5e6b4b0d3255bfef95601890afd80709"}};
  p.source = "hkust";
  return p;
}

TEST(Profile, ParseIsTheInverseOfShow) {
  const auto back = parse_profile(show(full(), {.email = true}));
  ASSERT_TRUE(back) << show(back.error());
  EXPECT_EQ(*back, full());
}

TEST(Profile, ShowsNoAddressUnlessAsked) {
  EXPECT_EQ(show(full()).find("jane@"), std::string::npos);
  EXPECT_EQ(show(full()).find("/email"), std::string::npos);
  EXPECT_NE(show(full(), {.email = true}).find("jane@"), std::string::npos);
  EXPECT_EQ(show(full(), {.evidence = false}).find("evidence"), std::string::npos);
}

TEST(Profile, KeepsItsTextForCatalogAndIndex) {
  Profile p = full();
  p.text = {"A quokka census.", "On wombats."};
  p.evidence["/text/1"] = {.url = "https://r.example/more", .method = "section", .confidence = 0.3, .seen_at = ""};
  EXPECT_EQ(show(p), show(full()));
  EXPECT_EQ(parse_profile(show(p, {.email = true, .text = true})).value(), p);
}

TEST(Profile, LeavesOutWhatIsUnknown) {
  Profile p;
  p.id = "a";
  p.url = "http://r.example/";
  EXPECT_EQ(show(p), R"({"v":1,"id":"a","url":"http://r.example/"})");
  EXPECT_EQ(parse_profile(show(p)).value(), p);
}

TEST(Profile, KeepsTheOrderOfTheContract) {
  EXPECT_TRUE(show(full()).starts_with(
      R"({"v":1,"id":"abcdefghijklmnop","url":"https://r.example/","seeds":["https://r.example/"],"aliases":["http://old.example/~r"],"name":"Jane Q. Doe")"));
}

TEST(Profile, TellsWhatIsWrong) {
  const std::pair<const char*, const char*> rows[] = {
      {"{", "not valid JSON, or nested deeper than 64 levels"},
      {"[]", "not a profile of version 1: it is not a JSON object"},
      {R"({"v":2,"id":"a","url":"u"})", "not a profile of version 1: /v is not 1: this program reads version 1"},
      {R"({"v":1,"url":"u"})", "not a profile of version 1: /id or /url is missing"},
      {R"({"v":1,"id":"a","url":"u","name":3})", "not a profile of version 1: /name is of the wrong type"},
      {R"({"v":1,"id":"a","url":"u","papers":[1]})", "not a profile of version 1: /papers is of the wrong type"},
      {R"({"v":1,"id":"a","url":"u","papers":[{"year":"x"}]})", "not a profile of version 1: /year is of the wrong type"},
  };
  for (const auto& [given, told] : rows) {
    const auto profile = parse_profile(given);
    ASSERT_FALSE(profile) << given;
    EXPECT_EQ(profile.error().what, told);
  }
}

TEST(Profile, HasADisplayNameAlways) {
  Profile p = full();
  EXPECT_EQ(display_name(p), "Jane Q. Doe");
  p.name.clear();
  EXPECT_EQ(display_name(p), "杜珍");
  p.alternate_names.clear();
  EXPECT_EQ(display_name(p), "r.example");
  p.url = "http://u.example/~jane/";
  EXPECT_EQ(display_name(p), "u.example/~jane/");
}

TEST(Json, IsBoundedInDepth) {
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']')));
  EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']')));
  EXPECT_FALSE(parse_json(std::string(200'000, '[')));
  EXPECT_EQ(show_json("a\xff"), "\"a\xef\xbf\xbd\"");
}

TEST(Time, ShowsAndParses) {
  const Time time = parse_time("2026-11-20T03:10:00Z").value();
  EXPECT_EQ(show_time(time), "2026-11-20T03:10:00Z");
  EXPECT_EQ(show_time(parse_time("2026-11-20").value()), "2026-11-20T00:00:00Z");
  for (const char* wrong :
       {"", "2026-13-01", "2026-02-30", "2026-11-20T25:00:00Z", "2026-11-20T03:10:00", "2026-11-20 03:10:00Z", "26-11-20"})
    EXPECT_FALSE(parse_time(wrong)) << wrong;
}

}  // namespace
}  // namespace fellow
