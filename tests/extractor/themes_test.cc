// SPDX-License-Identifier: GPL-3.0-or-later
// Each family of homepages on a page of its own shape, with the theme's left-overs in it.
#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

TEST(Themes, HugoAcademicRendered) {
  const Profile profile = profile_of({fetched(
      R"(<html><head><meta name="generator" content="Wowchemy 5.7.0 for Hugo"><meta name="author" content="admin"><title>Jane Doe</title></head><body>
    <div id="profile"><div class="portrait-title"><h2>Jane Doe</h2><h3>Assistant Professor of Foams</h3><h3><a href="x"><span>University of Nowhereland</span></a></h3></div>
    <ul class="network-icon"><li><a href="https://github.com/jdoe"><i class="fab fa-github"></i></a></li></ul></div>
    <h1>Biography</h1><p>Jane Doe studies foams, gels and more.</p>
    <ul class="ul-interests"><li>Foams</li><li>Gels and glasses</li></ul>
    <ul class="ul-edu"><li><div class="description"><p class="course">PhD in Physics, 2019</p><p class="institution">ETH Zurich</p></div></li>
    <li><div class="description"><p class="course">BSc in Physics, 2014</p><p class="institution">University of Nowhereland</p></div></li></ul></body></html>)")});
  EXPECT_EQ(profile.theme, "hugo-academic");
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::positions(profile), "Assistant Professor of Foams (faculty)");
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
  EXPECT_EQ(printed::interests(profile), "Foams | Gels and glasses");
  EXPECT_EQ(printed::education(profile), "PhD in Physics, ETH Zurich 2019 | BS in Physics, University of Nowhereland 2014");
  EXPECT_EQ(printed::past(profile), "ETH Zurich -2019");
  EXPECT_EQ(printed::identifiers(profile), "github=jdoe");
  EXPECT_EQ(profile.evidence.at("/name").method, "theme:hugo-academic");
}

TEST(Themes, HugoAcademicSourceInYamlAndToml) {
  const Profile yaml = profile_of_markdown(R"(---
title: Jane Doe
role: Lecturer and Data Scientist
organizations:
- name: ETH Zurich / University of Nowhereland
  url: ""
interests: [Foams, Gels]
education:
  courses:
  - course: PhD in Physics
    institution: HKUST
    year: 2019
social:
- icon: github
  link: https://github.com/jdoe
email: jane.doe@uni.example
superuser: true
---
Jane is here.
)",
                                           "http://jane.example/authors/admin/_index.md");
  EXPECT_EQ(yaml.name, "Jane Doe");
  EXPECT_EQ(yaml.theme, "hugo-academic");
  EXPECT_EQ(printed::positions(yaml), "Lecturer (faculty) | Data Scientist (research)");
  EXPECT_EQ(printed::places(yaml), "ETH Zurich | University of Nowhereland");
  EXPECT_EQ(printed::interests(yaml), "Foams | Gels");
  EXPECT_EQ(printed::education(yaml), "PhD in Physics, HKUST 2019");
  EXPECT_EQ(yaml.email, "jane.doe@uni.example");
  EXPECT_EQ(yaml.evidence.at("/interests/1").method, "front_matter");
  const Profile toml = profile_of_markdown(
      "+++\nname = \"Jane Doe\"\nrole = \"Lecturer\"\norganizations = [ { name = \"ETH Zurich\", url = \"\" } ]\ninterests = "
      "[\"Foams\"]\nemail = \"\"\n+++\n\nHello.\n",
      "http://jane.example/author/admin/_index.md");
  EXPECT_EQ(toml.name, "Jane Doe");
  EXPECT_EQ(printed::places(toml), "ETH Zurich");
  EXPECT_EQ(printed::interests(toml), "Foams");
}

TEST(Themes, AlFolioRendered) {
  const Profile profile = profile_of({fetched(
      R"(<html><head><title>Jane Doe</title></head><body><header><nav><a class="navbar-brand" href="/">Jane Doe</a><a href="/publications/">publications</a></nav></header>
    <div class="post"><header class="post-header"><h1 class="post-title"><span class="font-weight-bold">Jane</span> Doe</h1><p class="desc">PhD student, ETH Zurich</p></header>
    <article><div class="profile"><img src="/assets/img/prof_pic.jpg"></div><div class="clearfix"><p>I work on foams.</p></div>
    <div class="social"><div class="contact-icons"><a href="mailto:%6A%61%6E%65@uni.example"></a><a href="https://scholar.google.com/citations?user=AbCdEfGhIjKl"></a></div></div></article></div>
    <footer>&copy; 2026 Jane Doe. Powered by Jekyll with <a href="https://github.com/alshedivat/al-folio">al-folio</a> theme.</footer></body></html>)")});
  EXPECT_EQ(profile.theme, "al-folio");
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::positions(profile), "PhD student (student)");
  EXPECT_EQ(printed::places(profile), "ETH Zurich");
  EXPECT_EQ(profile.email, "jane@uni.example");
  EXPECT_EQ(printed::identifiers(profile), "google_scholar=AbCdEfGhIjKl");
  EXPECT_EQ(profile.photo_url, "http://jane.example/assets/img/prof_pic.jpg");
}

TEST(Themes, AlFolioSourceHasItsNameInTheBib) {
  const Profile profile = profile_of(
      {fetched("---\nlayout: about\ntitle: about\npermalink: /\nprofile:\n  align: right\nselected_papers: true\n---\n\nI am a "
               "postdoctoral researcher at ETH Zurich.\n",
               "http://jane.example/_pages/about.md", "text/markdown"),
       fetched(
           "@article{a, title={On foams and gels}, author={Doe, Jane and Bee, Ann}, year=2020, journal={Foam}}\n@article{b, "
           "title={On glasses and gels}, author={Dee, Carl and Doe, Jane}, year=2021, journal={Foam}}",
           "http://jane.example/_bibliography/papers.bib", "text/plain")});
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(profile.evidence.at("/name").method, "bibtex");
  EXPECT_EQ(profile.theme, "al-folio");
  EXPECT_EQ(printed::places(profile), "ETH Zurich");
}

TEST(Themes, AcademicpagesRendered) {
  const Profile profile = profile_of({fetched(
      R"(<html><head><title>Home - Jane Doe</title></head><body><div class="sidebar"><div itemscope itemtype="http://schema.org/Person"><div class="author__avatar"><img src="/images/me.png"></div>
    <div class="author__content"><h3 class="author__name">Dr. Jane Doe</h3><p class="author__bio">Associate Professor</p></div>
    <div class="author__urls-wrapper"><ul class="author__urls social-icons"><li><i class="fa fa-map-marker"></i> Nowheretown</li><li><i class="fas fa-building-columns"></i> University of Nowhereland</li>
    <li><a href="https://github.com/jdoe"><i class="fab fa-github"></i> Github</a></li><li><a href="http://yourorcidurl">ORCID</a></li></ul></div></div></div>
    <article class="page"><h1>Education</h1><ul><li>Ph.D in Version Control Theory, GitHub University, 2018 (expected)</li><li>M.S. in Jekyll, GitHub University, 2014</li></ul></article></body></html>)")});
  EXPECT_EQ(profile.theme, "academicpages");
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::positions(profile), "Associate Professor (faculty)");
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
  EXPECT_EQ(printed::education(profile), "");
  EXPECT_EQ(printed::identifiers(profile), "github=jdoe");
}

TEST(Themes, AcademicpagesSource) {
  const Profile profile = profile_of_markdown(
      "---\npermalink: /\ntitle: \"Jane Doe's Homepage\"\nauthor_profile: true\n---\n<!-- I am a student at HKUST. -->\n\nI am "
      "a lecturer at ETH Zurich.\n",
      "http://jane.example/_pages/about.md");
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(profile.theme, "academicpages");
  EXPECT_EQ(printed::places(profile), "ETH Zurich");
}

TEST(Themes, JonBarronsTable) {
  const Profile profile = profile_of_body(
      R"(<table><tr><td><p><name>Jane Doe</name></p><p>I am a PhD student at ETH Zurich.</p></td><td><img src="me.jpg"></td></tr></table>
    <table><tr><td><papertitle>Foam</papertitle><br><strong>Jane Doe</strong>, Ann Bee<br><em>FoamConf</em>, 2020</td></tr></table><table><tr><td><a href="https://jonbarron.info/">template</a></td></tr></table>)");
  EXPECT_EQ(profile.theme, "jonbarron");
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::places(profile), "ETH Zurich");
}

TEST(Themes, JemdocQuartoBootstrap) {
  EXPECT_EQ(profile_of_body(
                "<link rel=stylesheet href=jemdoc.css><div id=toptitle><h1>Jane Doe</h1></div><div id=layout-content>x</div>")
                .theme,
            "jemdoc");
  EXPECT_EQ(profile_of({fetched("<meta name=generator content='quarto-1.4'><h1 class=title>Jane Doe</h1>")}).theme, "quarto");
  EXPECT_EQ(
      profile_of({fetched("<link rel=stylesheet href=bootstrap.min.css><div class=container><h1>Jane Doe</h1></div>")}).theme,
      "bootstrap");
  EXPECT_EQ(profile_of_body("<h1>Jane Doe</h1>").theme, "");
}

TEST(Themes, JsonResume) {
  const Profile profile = profile_of({fetched(
      R"({"basics":{"name":"Jane Doe","label":"Lecturer at ETH Zurich","email":"jane@uni.example","profiles":[{"network":"GitHub","url":"https://github.com/jdoe"}]},
    "work":[{"company":"Quibblesoft","position":"Engineer","startDate":"2015-01-01","endDate":"2017-01-01"}],
    "education":[{"institution":"HKUST","studyType":"PhD","area":"Physics","startDate":"2017","endDate":"2021"}],"interests":[{"name":"Foams","keywords":["Gels"]}]})",
      "http://jane.example/resume.json", "application/json")});
  EXPECT_EQ(profile.name, "Jane Doe");
  EXPECT_EQ(printed::positions(profile), "Lecturer (faculty)");
  EXPECT_EQ(printed::places(profile), "ETH Zurich");
  EXPECT_EQ(printed::past(profile), "Quibblesoft as Engineer 2015-2017 | HKUST 2017-2021");
  EXPECT_EQ(printed::education(profile), "PhD in Physics, HKUST 2021");
  EXPECT_EQ(printed::interests(profile), "Foams | Gels");
}

}  // namespace
}  // namespace fellow::extractor
