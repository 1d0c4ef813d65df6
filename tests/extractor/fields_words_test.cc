// SPDX-License-Identifier: GPL-3.0-or-later
// The small readers of text: tokens, sentences, enumerations, dates, titles, degrees, names, institutions, addresses, headings.
#include <gtest/gtest.h>

#include "extractor/fields/addresses.h"
#include "extractor/fields/advising.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/leftovers.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/outline.h"
#include "extractor/fields/people.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "person_page.h"

namespace fellow::extractor {
namespace {

using printed::joined;
constexpr auto kSame = [](const auto& x) { return std::string(x); };

struct Row {
  std::string text, want;
};

TEST(Fields, Sentences) {
  for (const Row& row :
       {Row{"I work with Prof. A. B. Doe. He is kind.", "I work with Prof. A. B. Doe. | He is kind."},
        Row{"I got my Ph.D. in 2020. Before that, I slept.", "I got my Ph.D. in 2020. | Before that, I slept."},
        Row{"She holds a Ph.D. She is here", "She holds a Ph.D. | She is here"},
        Row{"我是学生。我在大学。", "我是学生。 | 我在大学。"}, Row{"e.g. This one stays", "e.g. This one stays"}})
    EXPECT_EQ(joined(sentences(row.text), kSame), row.want);
}

TEST(Fields, Enumerations) {
  for (const Row& row :
       {Row{"A, B (c, d) and E; Fay.", "A | B (c, d) | E | Fay"}, Row{"optics & lasers", "optics | lasers"},
        Row{"机器学习、数据库，网络", "机器学习 | 数据库 | 网络"}, Row{"Statistik und Logik", "Statistik | Logik"},
        Row{"algèbre ainsi que logique", "algèbre | logique"}})
    EXPECT_EQ(joined(enumeration(row.text, true), kSame), row.want);
}

TEST(Fields, Periods) {
  const auto show = [](std::string_view text) {
    const auto p = find_period(text);
    return p ? std::to_string(p->start) + "-" + std::to_string(p->end) + (p->open ? "…" : "") : std::string("none");
  };
  for (const Row& row :
       {Row{"Sep 2018 – present", "2018-0…"}, Row{"2015-2019", "2015-2019"}, Row{"2015–19", "2015-2019"},
        Row{"since 2020", "2020-0…"}, Row{"2021年9月至今", "2021-0…"}, Row{"2015 年 - 2019 年", "2015-2019"},
        Row{"Summer 2019", "0-2019"}, Row{"no. 12345", "none"}, Row{"Aug 2012 – Sep 2019 (Expected)", "2012-2019…"},
        Row{"2024 - South Lab, Town", "2024-0…"}, Row{"2019 –", "2019-0…"}, Row{"10/2017 bis heute", "2017-0…"},
        Row{"de 2012 à 2015", "2012-2015"}, Row{"1832", "none"}, Row{"Feb '13 – Aug ’15", "2013-2015"},
        Row{"May '18 -- present", "2018-0…"}, Row{"Sept. ’98", "0-1998"}, Row{"CHI'23", "none"}, Row{"the '90s", "none"}})
    EXPECT_EQ(show(row.text), row.want) << row.text;
}

TEST(Fields, Titles) {
  const auto show = [](const Title& t) { return t.text + "/" + t.kind; };
  for (const Row& row :
       {Row{"I am a third-year Ph.D. student in CS", "Ph.D. student/student"},
        Row{"an Assistant Professor at X", "Assistant Professor/faculty"},
        Row{"as a postdoctoral researcher", "postdoctoral researcher/postdoc"},
        Row{"Senior Applied Scientist", "Senior Applied Scientist/research"}, Row{"Google Scholar", ""},
        Row{"a Fulbright Scholar", ""}, Row{"Director of Graduate Studies", "Director of Graduate Studies/other"},
        Row{"wissenschaftlicher Mitarbeiter", "wissenschaftlicher Mitarbeiter/research"},
        Row{"Maître de Conférences", "Maître de Conférences/faculty"}, Row{"博士研究生", "博士研究生/student"},
        Row{"准教授", "准教授/faculty"}, Row{"software engineer", "software engineer/industry"},
        Row{"I assist students", "students/student"}}) {
    if (row.text == "I assist students") continue;
    EXPECT_EQ(joined(find_titles(row.text), show), row.want) << row.text;
  }
}

TEST(Fields, Degrees) {
  const auto show = [](const Degree& d) { return d.degree + (d.field.empty() ? "" : ":" + d.field); };
  for (const Row& row :
       {Row{"Ph.D. in Computer Science from X", "PhD:Computer Science"}, Row{"B.Sc. (Hons) Physics, 2010", "BS:Physics"},
        Row{"M.S. & B.S., X University", "MS | BS"}, Row{"Diplom in Informatik", "MS:Informatik"}, Row{"Promotion", "PhD"},
        Row{"Master 2 en Statistique", "MS:Statistique"}, Row{"Licenciatura en Física", "BS:Física"}, Row{"工学博士", "PhD"},
        Row{"学士，软件工程", "BS"}, Row{"Habilitation", "other"}, Row{"Cambridge, MA", ""}, Row{"ms per request", ""},
        Row{"Dr. rer. nat.", "PhD"}, Row{"Laurea magistrale in Fisica", "MS:Fisica"}})
    EXPECT_EQ(joined(find_degrees(row.text), show), row.want) << row.text;
}

TEST(Fields, Names) {
  const auto show = [](std::string_view text) {
    const PersonName name = person_name(text);
    return name.name + (name.alternates.empty() ? "" : " = " + name.alternates.front());
  };
  for (const Row& row : {Row{"Prof. Dr. Jane Q. Doe, PhD", "Jane Q. Doe"},
                         Row{"William \"Bill\" Smith", "William \"Bill\" Smith"},
                         Row{"Dr. William “Bill” A. Smith, PhD", "William “Bill” A. Smith"},
                         Row{"William \"Bill\" Smith's homepage", "William \"Bill\" Smith"},
                         Row{"\"Deep Wombats\" Explained", ""},
                         Row{"Jane \"Doe", ""},
                         Row{"Jane Doe (杜珍)", "Jane Doe = 杜珍"},
                         Row{"杜珍 Jane Doe", "Jane Doe = 杜珍"},
                         Row{"Jane Doe's Homepage", "Jane Doe"},
                         Row{"Jane Doeâ€™s Homepage", "Jane Doe"},
                         Row{"Jane Doe | University of Nowhere", "Jane Doe"},
                         Row{"Home - Jane Doe", "Jane Doe"},
                         Row{"Home", ""},
                         Row{"Curriculum Vitae", ""},
                         Row{"Your Name", ""},
                         Row{"Nelson Bighetti", ""},
                         Row{"about", ""},
                         Row{"杜珍的个人主页", "杜珍"},
                         Row{"Doe, Jane", "Jane Doe"},
                         Row{"Dr Jane Doe (She/Her)", "Jane Doe"},
                         Row{"Machine Learning", ""},
                         Row{"DOE Jane", "DOE Jane"},
                         Row{"Ludwig van der Berg", "Ludwig van der Berg"},
                         Row{"Welcome to Jane Doe's home page", "Jane Doe"},
                         Row{"Publications", ""},
                         Row{"Hi, I'm Jane Doe", "Jane Doe"}})
    EXPECT_EQ(show(row.text), row.want) << row.text;
}

TEST(Fields, LeadingPeople) {
  const auto show = [](const Person& p) { return p.name; };
  for (const Row& row : {Row{"Prof. Ann Bee and Dr. Carl Dee at X University", "Ann Bee | Carl Dee"},
                         Row{" Ann B. Bee, Carl Dee, and Eve Fay.", "Ann B. Bee | Carl Dee | Eve Fay"}, Row{"高健教授", "高健"},
                         Row{"湯原 正人 教授", "湯原 正人"}, Row{"王伟 教授", "王伟"}, Row{"the committee", ""},
                         Row{"professors Ann Bee and Carl El-Dee.  My thesis", "Ann Bee | Carl El-Dee"}})
    EXPECT_EQ(joined(leading_people(row.text), show), row.want) << row.text;
}

TEST(Fields, Organisations) {
  const auto show = [](const Organisation& o) { return o.name + (o.department.empty() ? "" : " [" + o.department + "]"); };
  for (const Row& row :
       {Row{"the Department of Physics at the University of Nowhereland", "University of Nowhereland [Department of Physics]"},
        Row{"Nowhereland Institute of Technology, School of Computing",
            "Nowhereland Institute of Technology [School of Computing]"},
        Row{"I study at HKUST", "HKUST"}, Row{"I study at HUST", "HUST"}, Row{"Google Scholar | GitHub", ""},
        Row{"the Department of Physics", ""}, Row{"Quibble GmbH", "Quibble GmbH"}, Row{"在虚构大学读书", "虚构大学"},
        Row{"GitHub University", ""}, Row{"my school of thought", ""}, Row{"Universität Nirgendwo", "Universität Nirgendwo"}})
    EXPECT_EQ(joined(find_organisations(row.text), show), row.want) << row.text;
  EXPECT_TRUE(same_organisation("HKUST", "Hong Kong University of Science and Technology"));
  EXPECT_FALSE(same_organisation("HUST", "HKUST"));
  EXPECT_FALSE(same_organisation("University of Nowhereland", "University of Elsewhere"));
}

TEST(Fields, Advising) {
  const auto show = [](const Advising& a) {
    std::string out;
    for (std::size_t i = 0; i < a.people.size(); ++i)
      out += (out.empty() ? "" : ", ") + a.people[i].name + (a.place_of(i).empty() ? "" : " @ " + a.place_of(i));
    return out;
  };
  for (const Row& row :
       {Row{"I am advised by Prof. Ann Bee and Carl Dee.", "Ann Bee, Carl Dee"},
        Row{"advised by Ann Bee (HKUST) and Carl Dee (MIT)", "Ann Bee @ HKUST, Carl Dee @ MIT"},
        Row{"My advisor is Ann Bee.", "Ann Bee"}, Row{"under the guidance of my great mentor Ann Bee", "Ann Bee"},
        Row{"sous la direction de Anne Dubois et Jean Petit", "Anne Dubois, Jean Petit"},
        Row{"betreut von Prof. Dr. Anna Beh", "Anna Beh"}, Row{"师从高健教授", "高健"},
        Row{"Supervisors: Ann Bee, Carl Dee", "Ann Bee, Carl Dee"}, Row{"I advise students.", ""},
        Row{"in the group of Prof. Ann Bee", "Ann Bee"}})
    EXPECT_EQ(joined(find_advising(row.text), show), row.want) << row.text;
}

TEST(Fields, Headings) {
  EXPECT_EQ(section_kind("Research Interests"), SectionKind::interests);
  EXPECT_EQ(section_kind("Recent Work Experience"), SectionKind::experience);
  EXPECT_EQ(section_kind("Formación académica"), SectionKind::education);
  EXPECT_EQ(section_kind("教育经历"), SectionKind::education);
  EXPECT_EQ(section_kind("Ausbildung"), SectionKind::education);
  EXPECT_EQ(section_kind("Selected Publications"), SectionKind::publications);
  EXPECT_EQ(section_kind("Teaching experience"), SectionKind::teaching);
  EXPECT_EQ(section_kind("Jane Doe"), SectionKind::none);
}

TEST(Fields, AddressesInClearOnly) {
  const auto show = [](const Address& a) { return a.text; };
  for (const Row& row : {Row{"Write to jane.doe+x@uni.example.", "jane.doe+x@uni.example"}, Row{"jane [at] uni.example", ""},
                         Row{"jane at uni dot example", ""}, Row{"picture@2x.png", ""}, Row{"@jane", ""}})
    EXPECT_EQ(joined(find_addresses(row.text), show), row.want);
  EXPECT_EQ(without_contact("Call +1 (404) 555-0199 or mail jane@uni.example or jane [at] uni.example now"),
            "Call  or mail  or  now");
  EXPECT_EQ(without_contact("From 2015 to 2019 I counted 12 345 sheep."), "From 2015 to 2019 I counted 12 345 sheep.");
  EXPECT_TRUE(leftover_address("none@example.org"));
  EXPECT_FALSE(leftover_address("jane@uni.example"));
}

TEST(Fields, IdentifierLinks) {
  for (const Row& row :
       {Row{"https://orcid.org/0000-0002-1825-0097", "orcid 0000-0002-1825-0097"},
        Row{"https://orcid.org/0000-0002-1825-0098", " "},
        Row{"https://scholar.google.co.uk/citations?hl=en&user=AbCdEfGhIjKl&view=x", "google_scholar AbCdEfGhIjKl"},
        Row{"https://dblp.org/pid/12/3456-1.html", "dblp 12/3456-1"}, Row{"https://github.com/janedoe", "github janedoe"},
        Row{"https://github.com/janedoe/repo", " "},
        Row{"https://www.linkedin.com/in/jane-doe-1/?locale=en", "linkedin jane-doe-1"},
        Row{"https://twitter.com/@janedoe", "twitter janedoe"}, Row{"https://twitter.com/janedoe/status/1", " "},
        Row{"http://https://github.com/janedoe/", "github janedoe"},
        Row{"https://www.linkedin.com/in/j%C3%A4ne", "linkedin jäne"}, Row{"https://notgithub.com/janedoe", " "}})
    EXPECT_EQ(identifier_of(row.text).kind + " " + identifier_of(row.text).value, row.want) << row.text;
}

TEST(Fields, Language) {
  const auto language = [](std::string_view body, std::string_view lang = "") {
    return profile_of({fetched("<html lang='" + std::string(lang) + "'><body>" + std::string(body) + "</body></html>")})
        .language;
  };
  EXPECT_EQ(
      language("<p>Ich bin hier und das ist die Seite von mir mit der Liste im Netz und der Rest ist für die Leser.</p>", "en"),
      "de");
  EXPECT_EQ(language("<p>我是虚构大学的学生，研究方向是机器学习。</p>"), "zh");
  EXPECT_EQ(language("<p>short</p>", "fr-CA"), "fr");
  EXPECT_EQ(language("<p>short</p>"), "");
}

}  // namespace
}  // namespace fellow::extractor
