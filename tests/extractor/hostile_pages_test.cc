// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that mean harm: what they show is cleaned, bounded, and read in linear time (R13, R15, R17).
#include <gtest/gtest.h>

#include <chrono>

#include "extractor/papers/author_list.h"
#include "papers_page.h"
#include "person_page.h"

namespace fellow::extractor {
namespace {

TEST(HostilePages, ControlBidiAndZeroWidthCharactersAreTakenOut) {  // R17
  const Profile profile = profile_of_body(
      "<h1>Jane\xE2\x80\xAE \xE2\x80\x8B"
      "Doe</h1><h2>Publications</h2><ul><li>B. Roe, J. Doe. Sleeping\xE2\x80\xAE rocks\xE2\x81\xA6 in "
      "\xE2\x80\x8D"
      "bed. Rock Letters, 2020.</li></ul>");
  EXPECT_EQ(profile.name, "Jane Doe");
  ASSERT_EQ(profile.papers.size(), 1U);
  EXPECT_EQ(profile.papers[0].title, "Sleeping rocks in bed");
}

TEST(HostilePages, LengthsAreBounded) {  // R17
  const std::string words = [] {
    std::string out;
    for (int i = 0; i < 200; ++i) out += "rocks and ";
    return out;
  }();
  const Profile profile = profile_of_body("<h1>Jane Doe</h1><h2>Publications</h2><ul><li>B. Roe, J. Doe. \"" + words +
                                          "\" Rock Letters, 2020.</li></ul>");
  for (const Paper& paper : profile.papers) EXPECT_LE(paper.title.size(), 500U);
  EXPECT_LE(profile_of_body("<h1>" + words + "</h1>").name.size(), 200U);
}

TEST(HostilePages, LinksOfPapersAreWebAddresses) {  // R17
  for (const char* href : {"javascript:alert(1)", "data:text/html,x", "ftp://doe.example/a.pdf", "file:///etc/passwd"}) {
    const auto found = find_papers(std::vector{page_of("<h2>Papers</h2><ul><li>B. Roe, J. Doe. <a href=\"" + std::string(href) +
                                                       "\">Sleeping rocks in bed</a>. Rock Letters, 2020.</li></ul>")},
                                   std::vector<std::string>{"Jane Doe"});
    ASSERT_EQ(found.size(), 1U) << href;
    EXPECT_EQ(found[0].paper.url, "") << href;
  }
}

TEST(HostilePages, OutputIsUtf8WhateverThePageSays) {  // R13
  const Profile profile =
      profile_of({fetched("<h1>Jane Doe</h1><h2>Publications</h2><ul><li>B. Roe, J. Doe. Sleeping \xFF\xFE rocks "
                          "in bed. Rock Letters, 2020.</li></ul>",
                          kHome, "text/html; charset=utf-8")});
  for (const Paper& paper : profile.papers) EXPECT_EQ(paper.title.find('\xFF'), std::string::npos);
}

// A reader that backtracks never comes back from these.
double seconds(const std::string& body) {
  const auto start = std::chrono::steady_clock::now();
  papers_in(body);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(HostilePages, LongRunsOfWhatBeginsLikeSomethingEnd) {  // R15
  for (const char* piece : {"A. Doe, ", "and ", "(with ", "1. ", "[12] ", "the ", "A... ", "\"", "et al. (incl. ", "J.-",
                            "<b>x</b> ", "<br>", "X and the Y Team, "}) {
    std::string body = "<h2>Papers</h2><p>";
    for (int i = 0; i < 20000; ++i) body += piece;
    EXPECT_LT(seconds(body), 20.0) << piece;  // a hang, not a measurement
  }
}

}  // namespace
}  // namespace fellow::extractor
