// SPDX-License-Identifier: GPL-3.0-or-later
// A person from whole pages: names, several pages, identifiers, e-mail, and what never counts.
#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

TEST(Extract, NamesFromWhereverTheyStand) {
  struct Row {
    const char *html, *name;
  };
  for (const Row row :
       {Row{"<title>Home</title><h1>Jane Doe</h1>", "Jane Doe"},
        Row{"<title>Jane Doe's Homepage</title><h1>Welcome</h1>", "Jane Doe"},
        Row{"<meta property=og:title content='Jane Doe'><p>Hello.</p>", "Jane Doe"},
        Row{"<meta name=author content=admin><title>About</title><h1>About me</h1>", ""},
        Row{"<title>Foams</title><p>My name is Jane Doe and I like foams.</p>", "Jane Doe"},
        Row{"<p><b><font size=6>Jane Doe</font></b></p><p>Lecturer</p>", "Jane Doe"},
        Row{"<h1>Dr. Jane Doe (杜珍)</h1>", "Jane Doe"},
        Row{"<script type='application/ld+json'>{\"@type\":\"Person\",\"name\":\"Jane Doe\"}</script><p>hi</p>", "Jane Doe"},
        Row{"<!-- <h1>Jane Doe</h1> --><p>jane.doe@uni.example</p>", ""}})
    EXPECT_EQ(profile_of({fetched(row.html)}).name, row.name) << row.html;
}

TEST(Extract, ForeignJsonLdNameIsNotTaken) {  // R19
  const Profile profile = profile_of(
      {fetched("<script type='application/ld+json'>{\"@type\":\"Person\",\"name\":\"Otto Other\",\"affiliation\":\"Other "
               "University\",\"sameAs\":[\"https://github.com/ottoother\"]}</script><h1>Jane Doe</h1>")});
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::places(profile), "");
}

TEST(Extract, NoNameIsNoName) {
  const Profile profile =
      profile_of_markdown("---\ntitle: about\nlayout: about\n---\nI work on foams at ETH Zurich. Mail: jane.doe@uni.example");
  EXPECT_EQ(profile.name, "");
  EXPECT_EQ(profile.source, "test");
  EXPECT_EQ(profile.id, person_id(Url::parse(profile.url).value()));
}

TEST(Extract, TheHomePageWinsOverOlderPages) {
  const Profile profile =
      profile_of({fetched("<h1>Jane Doe</h1><p>I am a lecturer at the University of Nowhereland.</p>"),
                  fetched("<h1>Jane Doe</h1><p>I am a PhD student at ETH Zurich.</p>", "http://jane.example/about.html")});
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
  EXPECT_EQ(printed::positions(profile), "lecturer (faculty)");
}

TEST(Extract, WhatAFrameSetShows) {
  const Profile profile =
      profile_of({fetched("<html><title>Jane Doe</title><frameset cols='20%,*'><frame src=main.html></frameset></html>"),
                  fetched("<p>I am a lecturer at ETH Zurich.</p>", "http://jane.example/main.html")});
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::places(profile), "ETH Zurich");
  EXPECT_EQ(profile.url, "http://jane.example/");
}

TEST(Extract, IdentifiersOfThePersonOnly) {
  const Profile profile =
      profile_of_body(R"(<h1>Jane Doe</h1><p>I am advised by <a href="https://github.com/annbee">Ann Bee</a>.</p>
    <ul class="social"><li><a href="https://github.com/jdoe">GitHub</a></li><li><a href="https://orcid.org/0000-0002-1825-0097">ORCID</a></li></ul>
    <h2>Publications</h2><p><a href="https://github.com/jdoe/foam">code</a> <a href="https://twitter.com/carldee">Carl Dee</a></p>
    <footer>Theme by <a href="https://github.com/jonbarron">Jon Barron</a></footer>)");
  EXPECT_EQ(printed::identifiers(profile), "github=jdoe | orcid=0000-0002-1825-0097");
}

TEST(Extract, EmailLikeTheName) {
  EXPECT_EQ(
      profile_of_body("<h1>Jane Doe</h1><p>office@uni.example, <a href='mailto:jane%2Edoe@uni.example?subject=x'>mail</a></p>")
          .email,
      "jane.doe@uni.example");
  EXPECT_EQ(profile_of_body("<h1>Jane Doe</h1><p>jane [at] uni.example</p>").email, "");
  EXPECT_EQ(profile_of_body("<h1>Jane Doe</h1><p>&#106;ane&#64;uni.example</p>").email, "jane@uni.example");
}

TEST(Extract, BiographyWithoutAddressOrTelephone) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><h2>About</h2><p>I study foams and gels in the laboratory all day long. Write to jane@uni.example or "
      "call +1 (404) 555-0199.</p>");
  EXPECT_NE(profile.biography.find("foams and gels"), std::string::npos);
  EXPECT_EQ(profile.biography.find("uni.example"), std::string::npos);
  EXPECT_EQ(profile.biography.find("0199"), std::string::npos);
}

TEST(Extract, EveryFactHasItsEvidence) {
  const Profile profile = profile_of(
      {fetched("<h1>Jane Doe</h1><p>I am a lecturer at ETH Zurich.</p><h2>Research interests</h2><ul><li>Foams</li></ul>"),
       fetched("@article{a, title={On foams}, author={Doe, Jane}, year=2020, journal={Foam}}", "http://jane.example/papers.bib",
               "text/plain")});
  for (const char* pointer : {"/name", "/positions/0", "/affiliations/0", "/interests/0", "/papers/0"}) {
    ASSERT_TRUE(profile.evidence.contains(pointer)) << pointer;
    EXPECT_EQ(profile.evidence.at(pointer).seen_at, "2026-11-20T03:10:00Z");
    EXPECT_GT(profile.evidence.at(pointer).confidence, 0);
  }
  EXPECT_EQ(profile.evidence.at("/interests/0").method, "section");
  EXPECT_EQ(profile.evidence.at("/papers/0").url, "http://jane.example/papers.bib");
}

TEST(Extract, TheSameBytesEveryTime) {
  const auto once = [] {
    return show(profile_of_body("<h1>Jane Doe</h1><p>I am a lecturer at ETH Zurich and at HKUST. My research interests include "
                                "foams, gels and glasses.</p>"),
                {.email = true});
  };
  EXPECT_EQ(once(), once());
}

TEST(Extract, EmptyAndBrokenPages) {
  EXPECT_EQ(profile_of({fetched("")}).name, "");
  EXPECT_EQ(profile_of({fetched("\xff\xfe\x00<h1", "http://jane.example/x", "")}).name, "");
  EXPECT_EQ(profile_of({fetched("%PDF-1.4 broken", "http://jane.example/cv.pdf", "application/pdf")}).name, "");
}

}  // namespace
}  // namespace fellow::extractor
