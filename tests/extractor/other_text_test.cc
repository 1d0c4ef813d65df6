// SPDX-License-Identifier: GPL-3.0-or-later
// What else stands on the pages: kept so that it can be searched, without what the fields say and what is nobody's to know.
#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

std::string texts(const Profile& profile) {
  return printed::joined(profile.text, [](const std::string& text) { return text; });
}

TEST(OtherText, IsWhatNoFieldSays) {
  const Profile profile = profile_of(
      {fetched("<h1>Jane Doe</h1><p>I am a lecturer at ETH Zurich and I count the quokkas of small islands for a living.</p>"
               "<h2>Publications</h2><ul><li>Jane Doe, Max Muster. <b>Counting quokkas from the air</b>. Journal of Islands, "
               "2020.</li></ul>"
               "<h2>Odds and ends</h2><p>A telescope of my own making</p><p>Too short</p>"
               "<h2>Students</h2><p>Otto Other wrote about wombats here</p>"
               "<h2>Contact</h2><p>Room 17 of the tall building</p>"),
       fetched("<p>A telescope of my own making</p><p>Write to jane@uni.example about the mirrors, or call +41 44 123 45 "
               "67</p>",
               "http://jane.example/projects.html"),
       fetched("<p>Otto Other measures the depth of ponds</p>", "http://jane.example/people.html")});
  ASSERT_EQ(profile.papers.size(), 1u);
  EXPECT_NE(profile.biography, "");
  ASSERT_EQ(profile.text.size(), 2u) << texts(profile);
  EXPECT_EQ(profile.text[0], "A telescope of my own making");
  EXPECT_EQ(profile.text[1].find("jane@"), std::string::npos);
  EXPECT_EQ(profile.text[1].find("123 45"), std::string::npos);
  EXPECT_NE(profile.text[1].find("about the mirrors"), std::string::npos);
  EXPECT_EQ(profile.evidence.at("/text/1").url, "http://jane.example/projects.html");
}

TEST(OtherText, KeepsALineOfAListThatCouldNotBeRead) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><p>I am a lecturer at ETH Zurich.</p><h2>Things</h2><div>on the migration of quokkas between two "
      "islands (with mm)</div>");
  EXPECT_NE(texts(profile).find("migration of quokkas"), std::string::npos) << texts(profile);
}

TEST(OtherText, IsBounded) {
  std::string body = "<h1>Jane Doe</h1>";
  for (int i = 0; i < 5000; ++i) body += "<p>Line number " + std::to_string(i) + " of a very long page</p>";
  const Profile profile = profile_of_body(body);
  std::size_t bytes = 0;
  for (const std::string& text : profile.text) bytes += text.size();
  EXPECT_GT(bytes, std::size_t{8} << 10);
  EXPECT_LE(bytes, std::size_t{17} << 10);
  EXPECT_LT(profile.text.size(), 64u);
}

}  // namespace
}  // namespace fellow::extractor
