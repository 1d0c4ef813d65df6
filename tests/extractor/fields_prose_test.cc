// SPDX-License-Identifier: GPL-3.0-or-later
// What sentences, lists and records say of positions, affiliations, degrees, advisors and interests.
#include <gtest/gtest.h>

#include <utility>

#include "person_page.h"

namespace fellow::extractor {
namespace {

std::string paragraph(std::string_view text) { return "<h1>Jane Doe</h1><p>" + std::string(text) + "</p>"; }

struct Prose {
  const char *text, *positions, *places, *past;
};

TEST(Prose, CurrentAndPast) {
  for (const Prose& row : {
           Prose{"I am a third-year PhD student in the Department of Physics at the University of Nowhereland.",
                 "PhD student (student)", "University of Nowhereland [Department of Physics]", ""},
           Prose{"I am an Assistant Professor at HKUST. Previously, I was a postdoctoral researcher at ETH Zurich.",
                 "Assistant Professor (faculty)", "HKUST", "ETH Zurich as postdoctoral researcher"},
           Prose{"I am a research scientist at Quibblesoft. Before joining Quibblesoft, I worked at the University of "
                 "Nowhereland.",
                 "research scientist (research)", "Quibblesoft", "University of Nowhereland"},
           Prose{"Since 2021, I have been a lecturer at the University of Nowhereland.", "lecturer (faculty)",
                 "University of Nowhereland", ""},
           Prose{"My work is supported by the University of Nowhereland. I collaborate with ETH Zurich.", "", "", ""},
           Prose{"Jane Doe is a senior lecturer at the University of Nowhereland.", "senior lecturer (faculty)",
                 "University of Nowhereland", ""},
           Prose{"Je suis maître de conférences à l'Université de Nullepart.", "maître de conférences (faculty)",
                 "Université de Nullepart", ""},
           Prose{"Ich bin Doktorandin an der Universität Nirgendwo.", "Doktorandin (student)", "Universität Nirgendwo", ""},
           Prose{"我是虚构大学的博士研究生，师从高健教授。2019年毕业于无名大学，获得学士学位。", "博士研究生 (student)",
                 "虚构大学", "无名大学"},
       }) {
    const Profile profile = profile_of_body(paragraph(row.text));
    EXPECT_EQ(printed::positions(profile), row.positions) << row.text;
    EXPECT_EQ(printed::places(profile), row.places) << row.text;
    EXPECT_EQ(printed::past(profile), row.past) << row.text;
  }
}

TEST(Prose, AnAdvisorsInstitutionIsNoAffiliation) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><ul><li>Undergrad@<a href=x>HUST</a></li><li>I am fortunate to be advised by <a "
      "href='http://bee.example/'>Ann Bee</a>(HKUST) and Carl Dee(MIT).</li></ul>");
  EXPECT_EQ(printed::places(profile), "HUST");
  EXPECT_EQ(printed::advisors(profile), "Ann Bee at HKUST <http://bee.example/> | Carl Dee at MIT");
}

TEST(Prose, Degrees) {
  struct Row {
    const char *text, *education;
  };
  for (const Row row :
       {Row{"I received my Ph.D. in Computer Science from the University of Nowhereland in 2019, advised by Ann Bee.",
            "PhD in Computer Science, University of Nowhereland 2019"},
        Row{"I hold a BSc in Physics from ETH Zurich and an MSc in Logic from the University of Nowhereland.",
            "BS in Physics, ETH Zurich | MS in Logic, University of Nowhereland"},
        Row{"In 2020, I received a BS in Biology from MIT.", "BS in Biology, MIT 2020"}, Row{"I am a PhD student at MIT.", ""},
        Row{"I defended my doctoral thesis in 2024 at ETH Zurich.", "PhD, ETH Zurich 2024"}}) {
    EXPECT_EQ(printed::education(profile_of_body(paragraph(row.text))), row.education) << row.text;
  }
}

TEST(Prose, Interests) {
  struct Row {
    const char *text, *interests;
  };
  for (const Row row :
       {Row{"My research interests include sheaf theory, knot theory and category theory.",
            "sheaf theory | knot theory | category theory"},
        Row{"My research lies at the intersection of robotics and vision, with a focus on grasping.",
            "grasping | robotics | vision"},
        Row{"If you are interested in joining my group, write to me.", ""},
        Row{"I am interested in distributed systems.", "distributed systems"},
        Row{"My research interests include, but are not limited to, soft matter and foams.", "soft matter | foams"},
        Row{"Mes recherches portent sur la physique des gels et les mousses.", "physique des gels | mousses"},
        Row{"Research interests: soft matter; foams", "soft matter | foams"}}) {
    EXPECT_EQ(printed::interests(profile_of_body(paragraph(row.text))), row.interests) << row.text;
  }
}

TEST(Sections, InterestsInListsAndCaptions) {
  EXPECT_EQ(printed::interests(
                profile_of_body("<h1>Jane Doe</h1><h2>Research "
                                "Interests</h2><ul><li>Foams</li><li>Gels</li></ul><h2>News</h2><ul><li>Other</li></ul>")),
            "Foams | Gels");
  EXPECT_EQ(
      printed::interests(profile_of_body("<h1>Jane Doe</h1><div class=x>Interests</div><ul><li>Foams</li><li>Gels</li></ul>")),
      "Foams | Gels");
  EXPECT_EQ(printed::interests(profile_of_body("<h1>Jane Doe</h1><p><b>研究方向</b></p><p>机器学习、数据库</p>")),
            "机器学习 | 数据库");
}

TEST(Sections, EducationOfEveryShape) {
  const char* want = "PhD in Physics, University of Nowhereland 2019 | BS in Chemistry, ETH Zurich 2014";
  EXPECT_EQ(
      printed::education(profile_of_body("<h1>Jane Doe</h1><h2>Education</h2><ul><li>Ph.D. in Physics, University of "
                                         "Nowhereland, 2014 – 2019</li><li>B.Sc. in Chemistry, ETH Zurich, 2014</li></ul>")),
      want);
  EXPECT_EQ(printed::education(profile_of_body(
                "<h1>Jane Doe</h1><h2>Education</h2><table><tr><td>2014-2019</td><td>Ph.D. in Physics</td><td>University of "
                "Nowhereland</td></tr><tr><td>2014</td><td>B.Sc. in Chemistry</td><td>ETH "
                "Zurich</td></tr></table>")),
            want);
  EXPECT_EQ(printed::education(
                profile_of_body("<h1>Jane Doe</h1><h2>Education</h2><h3>University of Nowhereland</h3><p>Ph.D. in "
                                "Physics</p><p>2014 - 2019</p><h3>ETH Zurich</h3><p>B.Sc. in Chemistry</p><p>2014</p>")),
            want);
  EXPECT_EQ(printed::education(profile_of_body("<h1>Jane Doe</h1><p><b>Education</b><br>Ph.D. in Physics, University of "
                                               "Nowhereland, 2019<br>B.Sc. in Chemistry, ETH Zurich, 2014</p>")),
            want);
  EXPECT_EQ(printed::education(profile_of_body(
                "<h1>Jane Doe</h1><h2>Ausbildung</h2><ul><li>2014–2019 Promotion, Universität Nirgendwo</li></ul>")),
            "PhD, Universität Nirgendwo 2019");
}

TEST(Sections, JobsByTheirDates) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><h2>Experience</h2><ul><li>2020 – present: Lecturer, University of Nowhereland</li><li>Research "
      "Intern, ETH Zurich, Summer 2018</li><li>Software Engineer at Quibblesoft, 2015 - 2017</li></ul>");
  EXPECT_EQ(printed::positions(profile), "Lecturer (faculty)");
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
  EXPECT_EQ(printed::past(profile), "ETH Zurich as Research Intern -2018 | Quibblesoft as Software Engineer 2015-2017");
}

TEST(Sections, FinishedDegreesArePastPlacesRunningOnesCurrent) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><h2>Education</h2><ul><li>PhD, University of Nowhereland, 2023 – present</li><li>BSc, ETH Zurich, 2018 "
      "– 2022</li></ul>");
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
  EXPECT_EQ(printed::past(profile), "ETH Zurich 2018-2022");
}

TEST(Sections, Awards) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><h2>Honors and Awards</h2><ul><li>Best Foam Award, 2019</li><li>2017: Gel of the Year</li></ul>");
  ASSERT_EQ(profile.awards.size(), 2U);
  EXPECT_EQ(profile.awards[0].title, "Best Foam Award");
  EXPECT_EQ(profile.awards[0].year, 2019);
  EXPECT_EQ(profile.awards[1].title, "Gel of the Year");
}

TEST(Prose, DegreesThatOnlyDateOrShareAPlace) {
  EXPECT_EQ(printed::education(profile_of_body(paragraph(
                "Before joining the Ph.D., I did my Master of Science in Geology at the University of Nowhereland."))),
            "MS in Geology, University of Nowhereland");
  EXPECT_EQ(printed::education(profile_of_body(paragraph(
                "I hold a Master's degree in Geology from the University of Nowhereland. In 2023, I completed my Ph.D. at "
                "the same institution with a thesis on rocks found near ETH Zurich."))),
            "MS in Geology, University of Nowhereland | PhD, University of Nowhereland 2023");
}

TEST(Prose, TheDegreeThatIsStudiedFor) {
  EXPECT_EQ(printed::education(profile_of_body(paragraph("I am a PhD student in Geology at the University of Nowhereland."))),
            "PhD in Geology, University of Nowhereland");
  EXPECT_EQ(printed::education(profile_of_body(  // gives way to what a list says
                paragraph("I am a PhD student in Geology at the University of Nowhereland.") +
                "<h2>Education</h2><ul><li>Ph.D. in Rocks, ETH Zurich, 2019</li></ul>")),
            "PhD in Rocks, ETH Zurich 2019");
}

TEST(Prose, EmployersThatNoTableKnows) {
  for (const Prose& row : {
           Prose{"Before that, I worked as a software engineer on stone saws at Quibblesaw and lived in Stonetown.", "", "",
                 "Quibblesaw as software engineer"},
           Prose{"As a student, I also interned under Dr. Ann Bee at Quibble Computing.", "", "", "Quibble Computing"},
           Prose{"I have also spent time doing research at Samsung's lab.", "", "", ""},
           Prose{"I previously worked on vision at Samsung's lab.", "", "", "Samsung"},
           Prose{"Dr. Doe pursued medical studies at the University of Nowhereland.", "", "", "University of Nowhereland"},
           Prose{"I completed a one-year data science program at the University of Nowhereland.", "", "",
                 "University of Nowhereland"},
           Prose{"Software Engineer, University of Nowhereland, Jul 2012 – Dec 2014", "", "",
                 "University of Nowhereland as Software Engineer 2012-2014"},
       })
    EXPECT_EQ(printed::past(profile_of_body(paragraph(row.text))), row.past) << row.text;
}

TEST(Prose, WaysToTellWhereOneWas) {
  struct Way {
    const char *text, *places, *past;
  };
  for (const Way& row : {
           Way{"From 2015 to 2018, I was with the Department of Physics, University of Nowhereland.", "",
               "University of Nowhereland"},
           Way{"I moved to MIT from ETH Zurich.", "MIT", "ETH Zurich"},
           Way{"I am currently doing my PhD at ETH Zurich.", "ETH Zurich", ""},
           Way{"I was doing my PhD at ETH Zurich.", "", "ETH Zurich"},
           Way{"After graduating from ETH Zurich, I worked for Huawei.", "", "ETH Zurich | Huawei"},
           Way{"I have held positions at ETH Zurich, NYU and MIT.", "", "ETH Zurich | NYU | MIT"},
           Way{"I had research stays at ETH Zurich and INRIA.", "", "ETH Zurich | INRIA"},
           Way{"I used to be a lecturer at the University of Nowhereland.", "", "University of Nowhereland as lecturer"},
           Way{"I am an alumnus of ETH Zurich, and I like stones a lot.", "", "ETH Zurich"},
           Way{"I was fortunate to work with Ann Bee at MIT.", "", "MIT"},
           Way{"Davor promovierte ich an der TU München, wo ich gerne war.", "", "TU München"},
           Way{"2026年6月に 東京大学 理事を退任しました。", "", "東京大学"},
           Way{"서울대학교에서 박사학위를 받았습니다.", "", "서울대학교"},
       }) {
    const Profile profile = profile_of_body(
        paragraph("I like stones and rivers more than most people do, they say, and it is so.") + "<p>" + row.text + "</p>");
    EXPECT_EQ(printed::places(profile), row.places) << row.text;
    EXPECT_EQ(printed::past(profile), row.past) << row.text;
  }
  for (const Way& row : {Way{"Sou doutor em Geologia pela Universidade de São Paulo.", "PhD, Universidade de São Paulo", ""},
                         Way{"J'ai effectué ma thèse à l'Université de Nullepart.", "PhD, Université de Nullepart", ""},
                         Way{"Obtuve mi doctorado en la Universidad de Chile en 2012.", "PhD, Universidad de Chile 2012", ""}})
    EXPECT_EQ(printed::education(profile_of_body(paragraph(row.text))), row.places) << row.text;
}

TEST(Sections, EmployersOfEveryShape) {
  EXPECT_EQ(printed::past(profile_of_body(
                "<h1>Jane Doe</h1><h2>Industry Experience</h2><h3>Quarry Studio</h3><p>ML Research Scientist | Aug 2014 – Jun "
                "2015</p><ul><li>Worked closely with the University of Nowhereland.</li></ul><h3>Stonetown Railway "
                "(STR)</h3><p>Technical Lead | Oct 2012 – Dec 2013</p>")),
            "Quarry Studio as ML Research Scientist 2014-2015 | Stonetown Railway as Technical Lead 2012-2013");
  EXPECT_EQ(
      printed::past(profile_of_body(
          "<h1>Jane Doe</h1><h2>Work Experience</h2><ul><li>Research intern GRLQ, Stonetown, May 2018 - Aug 2018</li><li>"
          "Gravel Science (2011 – 2016): joint work on pebbles</li><li>Research Assistant, Centre Médical Pierre, "
          "2009 - 2010</li></ul>")),
      "GRLQ as Research intern 2018-2018 | Gravel Science 2011-2016 | Centre Médical Pierre as Research Assistant 2009-2010");
}

TEST(Sections, RecordsThatAreHeadings) {
  EXPECT_EQ(printed::past(profile_of_body(
                "<h1>Jane Doe</h1><h2>Work Experience</h2><h3>Research Intern, University of Nowhereland, May 2018 – Aug "
                "2018</h3><p>I sorted pebbles.</p><h3>Teaching Assistant, ETH Zurich, Aug 2015 – Oct 2016</h3><p>Rocks.</p>")),
            "University of Nowhereland as Research Intern 2018-2018 | ETH Zurich as Teaching Assistant 2015-2016");
  EXPECT_EQ(
      printed::past(profile_of_body(
          "<h1>Jane Doe</h1><h2>Experience</h2><h3>Sorting Pebbles for Rivers</h3><p>March 2017 – May 2018</p><p>A software "
          "architect position at Quibble Informatique in Stonetown. The work was about sorting machines and how they can be "
          "made to sort more than one kind of pebble at a time.</p>")),
      "Quibble Informatique as software architect 2017-2018");
}

TEST(Sections, RolesAndEmployersPartedByCommas) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><h2>Work Experience</h2><ul><li>Board member, teacher, StoneCampXY, 2013 - ongoing.</li><li>Student "
      "assistant, Stonetown Media, 2014 - 2015.</li></ul>");
  EXPECT_EQ(printed::places(profile), "StoneCampXY");
  EXPECT_EQ(printed::past(profile), "Stonetown Media as Student assistant 2014-2015");
}

TEST(Sections, TwoDegreesOfAKindOnOnePage) {
  const std::string front =
      "---\ntitle: Jane Doe\nrole: Geologist\neducation:\n  courses:\n  - course: MSc Geology\n    "
      "institution: ETH Zurich\n    year: 2013\n---\n";
  const std::string widget =
      "---\nexperience:\n  - title: Master 2 Geology\n    company: ETH Zurich\n    date_end: '2013-06-30'\n  "
      "- title: Master 1 Geology\n    company: ETH Zurich\n    date_end: '2012-06-30'\n---\n";
  EXPECT_EQ(printed::education(profile_of({fetched(front, "http://jane.example/about.md", "text/markdown"),
                                           fetched(widget, "http://jane.example/home/education.md", "text/markdown")})),
            "MS in Geology, ETH Zurich 2013 | MS in Geology, ETH Zurich 2012");
}

TEST(Sections, ResearchBelowExperienceListsPosts) {
  EXPECT_EQ(printed::past(profile_of({fetched(
                "<h1>Experience</h1><h2>Research</h2><ul><li>2019 – 2021 Research Assistant, National Gravel Center</li><li>A "
                "history of the University of Nowhereland</li></ul>",
                "http://jane.example/cv.html")})),
            "National Gravel Center as Research Assistant 2019-2021");
  EXPECT_EQ(printed::past(profile_of({fetched("<h1>Jane Doe</h1>"),
                                      fetched("<h1>Experience</h1><h2>Research</h2><ul><li>2019 – 2021 Research Assistant, "
                                              "University of Nowhereland</li></ul>",
                                              "http://jane.example/cv.html")})),
            "University of Nowhereland as Research Assistant 2019-2021");
}

TEST(FrontMatter, AWidgetOfExperience) {
  const Profile profile = profile_of(
      {fetched("<h1>Jane Doe</h1>"),
       fetched(
           "---\ntitle: Experience\nexperience:\n  - title: Lecturer\n    company: University of Nowhereland\n    date_start: "
           "'2021-01-01'\n    date_end: ''\n  - title: Postdoctoral Researcher\n    company: Université de Nullepart (UNP), "
           "CIR\n    date_start: '2018-01-01'\n    date_end: '2019-01-01'\n  - title: PhD in Geology\n    company: ETH "
           "Zurich\n "
           "   date_start: '2013-01-01'\n    date_end: '2017-01-01'\n---\n",
           "http://jane.example/home/experience.md", "text/markdown; charset=utf-8")});
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
  EXPECT_EQ(printed::education(profile), "PhD in Geology, ETH Zurich 2017");
  EXPECT_EQ(printed::past(profile), "Université de Nullepart as Postdoctoral Researcher 2018-2019 | ETH Zurich -2017");
}

TEST(News, PostsBegunInEarlierYearsAndDegrees) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><p>I am a lecturer at the University of Nowhereland.</p><h2>News</h2><table><tr><td>Jun "
      "2021</td><td>New "
      "role as Research Associate at ETH Zurich</td></tr><tr><td>May 2020</td><td>Graduated with a PhD from MIT</td></tr>"
      "<tr><td>May 2019</td><td>I gave a talk at Stanford University after I joined</td></tr><tr><td>Sep 2023</td><td>Started "
      "as a "
      "lecturer at the University of Nowhereland</td></tr></table>");
  EXPECT_EQ(printed::past(profile), "ETH Zurich as Research Associate 2021- | MIT -2020");
  EXPECT_EQ(printed::education(profile), "PhD, MIT 2020");
}

TEST(Identifiers, TheLoginThatHostsThePage) {
  const auto page = [](std::string_view host) {
    return fetched(
        "<h1>Jane Doe</h1><a href='https://github.com/JaneDoe/rocks'>rocks</a> <a "
        "href='https://github.com/JaneDoe/soil'>soil</a> <a href='https://github.com/JaneDoe/foam'>foam</a>",
        host);
  };
  EXPECT_EQ(printed::identifiers(profile_of({page("https://janedoe.github.io/")})), "github=JaneDoe");
  EXPECT_EQ(printed::identifiers(profile_of({page("https://other.github.io/")})), "");
}

TEST(Identifiers, ALinkThatIsNamedBesideIt) {
  EXPECT_EQ(printed::identifiers(profile_of_body("<h1>Jane Doe</h1><p>Google Scholar: <a "
                                                 "href='https://scholar.google.com/citations?user=abcDEF_12-4A'>Link</a></p>")),
            "google_scholar=abcDEF_12-4A");
}

TEST(Email, ThePrivateOneComesSecond) {
  EXPECT_EQ(
      profile_of_body("<h1>Jane Doe</h1><p>Private e-mail: jane.doe@mail.example<br>Work: jd@nowhereland.example</p>").email,
      "jd@nowhereland.example");
}

TEST(Headline, BelowALongMenu) {
  std::string menu;
  for (int i = 0; i < 20; ++i) menu += "<p>Street " + std::to_string(i) + "</p>";
  const Profile profile = profile_of_body(menu +
                                          "<p>Jane Doe</p><p>Full Professor</p><p>University of Nowhereland</p><p>My name is "
                                          "Jane Doe and I like rocks a lot.</p>");
  EXPECT_EQ(printed::positions(profile), "Full Professor (faculty)");
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
}

TEST(Name, WordsThatNoNameHas) {
  for (const char* heading : {"Recommended Reading", "Human Population Genetics", "Previously I"})
    EXPECT_EQ(profile_of_body("<h2>" + std::string(heading) + "</h2><p>Something about gravel.</p>").name, "") << heading;
  EXPECT_EQ(profile_of_body("<h1>Jane Doe</h1><p>Something about gravel.</p>").name, "Jane Doe");
}

TEST(Advisors, ALongSectionOfThatNameListsSomethingElse) {
  std::string lines;
  for (int i = 0; i < 12; ++i) lines += "<p>Deccan Pumps, Stonetown " + std::to_string(i) + "</p>";
  EXPECT_EQ(printed::advisors(profile_of_body("<h1>Jane Doe</h1><h2>Advisor</h2><p>Ann Roe</p>" + lines)), "");
  EXPECT_EQ(printed::advisors(profile_of_body("<h1>Jane Doe</h1><h2>Advisor</h2><p>Ann Roe</p>")), "Ann Roe");
}

TEST(Prose, WhatIsOverAndWhatIsAboutOtherThings) {
  for (const Prose& row : {
           Prose{"I am a lecturer at the University of Nowhereland. My tools have been deployed in production at Google and "
                 "VMware.",
                 "lecturer (faculty)", "University of Nowhereland", ""},
           Prose{"I am a lecturer at the University of Nowhereland. As a student I had the pleasure of working with rivers at "
                 "ETH "
                 "Zurich.",
                 "lecturer (faculty)", "University of Nowhereland", "ETH Zurich"},
           Prose{"I work as an intern at ETH Zurich (2015).", "", "", "ETH Zurich as intern -2015"},
           Prose{"I am director of machine learning research at Quibblesoft Inc.",
                 "director of machine learning research (research)", "Quibblesoft Inc", ""},
           Prose{"I am a lecturer at Texas A&M University.", "lecturer (faculty)", "Texas A&M University", ""},
           Prose{"I studied at the Indian Institute of Technology (IIT) Bhubaneswar.", "", "",
                 "Indian Institute of Technology"},
       }) {
    const Profile profile = profile_of_body(paragraph(row.text));
    EXPECT_EQ(printed::positions(profile), row.positions) << row.text;
    EXPECT_EQ(printed::places(profile), row.places) << row.text;
    EXPECT_EQ(printed::past(profile).substr(0, std::string(row.past).size()), row.past) << row.text;
  }
}

TEST(Education, InSentencesAndLinesOfTheirOwn) {
  for (const auto& [body, education] : std::initializer_list<std::pair<const char*, const char*>>{
           {"<p>My academic journey began with an M.S. in Geology at the University of Nowhereland, and I like rocks.</p>",
            "MS in Geology, University of Nowhereland"},
           {"<p>Before my doctoral studies, I received a master's degree in Geology from the University of Nowhereland.</p>",
            "MS in Geology, University of Nowhereland"},
           {"<p>(2019) PhD in Geology, University of Nowhereland<br>(2014) BSc in Physics, University of Nowhereland</p>",
            "PhD in Geology, University of Nowhereland 2019 | BS in Physics, University of Nowhereland 2014"},
       })
    EXPECT_EQ(printed::education(profile_of_body("<h1>Jane Doe</h1>" + std::string(body))), education) << body;
}

TEST(Advisors, ByTheGrammarOfTheSentence) {
  for (const auto& [text, advisors] : std::initializer_list<std::pair<const char*, const char*>>{
           {"I am a postdoctoral researcher with Ann Roe at the University of Nowhereland.",
            "Ann Roe at University of Nowhereland"},
           {"I did my PhD at ETH Zurich, with Prof. Ann Roe.", "Ann Roe"},
           {"I was advised jointly by Ann Roe and Ben Poe.", "Ann Roe | Ben Poe"},
           {"I worked under the kind supervision and guidance of Ann Roe.", "Ann Roe"},
           {"I did my PhD under the guidance of Ann Roe from ETH Zurich and Professor Ben Poe from Aalto University.",
            "Ann Roe at ETH Zurich | Ben Poe at Aalto University"},
           {"I received a PhD in rocks researching caves under Prof. Ann Roe.", "Ann Roe"},
           {"I am a postdoc working on caves under Ann Roe and Ben Poe.", "Ann Roe | Ben Poe"},
           {"I am a PhD student with Adobe Research.", ""},
           {"I wrote this book together with Prof. Ann Roe.", ""},
       })
    EXPECT_EQ(printed::advisors(profile_of_body(paragraph(text))), advisors) << text;
}

TEST(Pages, TheTranslationOfAPageTellsNothingNew) {
  const Profile profile =
      profile_of({fetched("<h1>Jane Doe</h1><p>I am a PhD student advised by Ann Roe.</p>"),
                  fetched("<h1>杜珍</h1><p>我是博士生，导师：王建勇。</p>", "http://jane.example/cn.html")});
  EXPECT_EQ(printed::advisors(profile), "Ann Roe");
}

TEST(Prose, AMenuSetAsAHeadingHidesNothing) {
  const Profile profile = profile_of_body(
      "<h1>Jane Doe</h1><h3><b><a href='index.html'>Home</a> <a href='r.html'>Research</a> <a href='t.html'>Teaching</a> "
      "<a href='p.html'>Talks</a></b></h3><p>I am now an assistant professor at the University of Nowhereland.</p>");
  EXPECT_EQ(printed::positions(profile), "assistant professor (faculty)");
  EXPECT_EQ(printed::places(profile), "University of Nowhereland");
}

TEST(Name, TitlesOfPagesFurtherAwayAreNone) {
  const Profile profile = profile_of({fetched("Welcome! I am Jane Doe, a lecturer at the University of Nowhereland.\n",
                                              "http://jane.example/about.md", "text/markdown; charset=utf-8"),
                                      fetched("---\ntitle: Semantic Rock Layers\n---\nRocks.\n",
                                              "http://jane.example/_research/rocks.md", "text/markdown; charset=utf-8")});
  EXPECT_EQ(profile.name, "Jane Doe");
}

TEST(Organisations, TownsOfAnotherColumnAndGradesAreNoPartOfTheName) {
  for (const auto& [body, education] : std::initializer_list<std::pair<const char*, const char*>>{
           {"<h2>Education</h2><ul><li>2016 MSc in Geology, Universität Nirgendwo Nirgendwo</li></ul>",
            "MS in Geology, Universität Nirgendwo 2016"},
           {"<h2>Education</h2><ul><li>2016 BSc in Geology, University of Nowhereland GPA 3.9</li></ul>",
            "BS in Geology, University of Nowhereland 2016"},
       })
    EXPECT_EQ(printed::education(profile_of_body("<h1>Jane Doe</h1>" + std::string(body))), education) << body;
}

}  // namespace
}  // namespace fellow::extractor
