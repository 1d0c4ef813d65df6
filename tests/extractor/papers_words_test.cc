// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "extractor/papers/candidate.h"
#include "extractor/papers/letters.h"
#include "extractor/papers/section_words.h"
#include "extractor/papers/title_end.h"
#include "extractor/papers/venue_text.h"

namespace fellow::extractor::papers {
namespace {

TEST(PapersSectionWords, HeadingsInTheMainLanguages) {
  const struct {
    std::string_view heading;
    Section section;
  } rows[] = {
      {"Publications", Section::papers},
      {"Selected Publications (full list)", Section::papers},
      {"Recent papers", Section::papers},
      {"Preprints and working papers", Section::papers},
      {"Peer-reviewed conference papers", Section::papers},
      {"Publications and talks", Section::other},
      {"Papers and projects", Section::papers},
      {"Veröffentlichungen", Section::papers},
      {"Articles dans des revues à comité de lecture", Section::papers},
      {"Documents de travail et projets en cours", Section::papers},
      {"Publicaciones", Section::papers},
      {"Publicações", Section::papers},
      {"Pubblicazioni scientifiche", Section::papers},
      {"发表论文", Section::papers},
      {"研究業績", Section::papers},
      {"논문", Section::papers},
      {"Journal", Section::kind},
      {"2021", Section::kind},
      {"Under review", Section::kind},
      {"Theses", Section::kind},
      {"Invited talks", Section::other},
      {"Conference presentations", Section::other},
      {"Patents", Section::other},
      {"Honors & Awards", Section::other},
      {"Teaching", Section::other},
      {"Lehre", Section::other},
      {"Enseignement", Section::other},
      {"获奖", Section::other},
      {"講演", Section::other},
      {"Software", Section::perhaps},
      {"Robot Skill Learning", Section::perhaps},
      {"Kelp forests", Section::unknown},
      {"", Section::unknown},
  };
  for (const auto& row : rows) EXPECT_EQ(section_of(row.heading), row.section) << row.heading;
}

TEST(PapersSectionWords, YearHeadings) {
  EXPECT_EQ(year_of_heading("2021"), 2021);
  EXPECT_EQ(year_of_heading("2021年"), 2021);
  EXPECT_EQ(year_of_heading("Published 2019"), 2019);
  EXPECT_EQ(year_of_heading("2019 (3)"), 2019);
  EXPECT_EQ(year_of_heading("2015 - 2019"), 0);
  EXPECT_EQ(year_of_heading("International Conference 2020"), 0);
  EXPECT_EQ(year_of_heading("Publications"), 0);
}

TEST(PapersSectionWords, YearOfAText) {
  const struct {
    std::string_view text;
    int year;
  } rows[] = {
      {"(2021). Title", 2021},
      {"Soft Rocks 12, 34-56, 2020.", 2020},
      {"In Proc. of the 2016 24th Symposium (SYM 2016). New York", 2016},
      {"NeurIPS'18", 2018},
      {"(ICSE’24)", 2024},
      {"POPL '99", 1999},
      {"arXiv:2001.01234", 0},
      {"pp. 1901-1920, 2003.", 2003},
      {"Journal of Rocks, vol. 5, 2026. (2024 top quartile)", 2026},
      {"no year", 0},
      {"3021", 0},
  };
  for (const auto& row : rows) EXPECT_EQ(year_in(row.text), row.year) << row.text;
}

TEST(PapersSectionWords, PathsOfPublicationPages) {
  EXPECT_TRUE(is_papers_path("/publications/"));
  EXPECT_TRUE(is_papers_path("/~doe/papers.html"));
  EXPECT_TRUE(is_papers_path("/en/Publikationen.html"));
  EXPECT_FALSE(is_papers_path("/"));
  EXPECT_FALSE(is_papers_path("/teaching/"));
}

TEST(PapersVenueText, TrimmedToItsName) {
  const struct {
    std::string_view raw, venue;
  } rows[] = {
      {"In Proceedings of the 3rd Symposium on Rocks (SOR'20), pp. 1-9, 2020.", "3rd Symposium on Rocks (SOR'20)"},
      {"In the Journal of Rocks, vol. 3, no. 4", "Journal of Rocks"},
      {"Journal of Rocks 16:e0233479", "Journal of Rocks"},
      {"Journal of Rocks 85 (2015), 34-51", "Journal of Rocks"},
      {"To appear in Rock Letters", "Rock Letters"},
      {"arXiv", "arXiv"},
      {"2023. Rock Letters", "Rock Letters"},
      {"In A. Roe, B. Poe (Eds.), Advances in Rocks", "Advances in Rocks"},
      {"『岩石と経済』No. 9，(2021)，4-11", "岩石と経済"},
      {"12(3), 4-5, 2020", ""},
      {"[pdf]", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(clean_venue(row.raw), row.venue) << row.raw;
}

TEST(PapersVenueText, TitlesWithoutTheirTrimmings) {
  const struct {
    std::string_view raw, title;
  } rows[] = {
      {"“How rocks sleep,”", "How rocks sleep"},
      {"How rocks sleep. ", "How rocks sleep"},
      {"[3] How rocks sleep", "How rocks sleep"},
      {"How rocks sleep (Oral)", "How rocks sleep"},
      {"How rocks sleep [PDF]", "How rocks sleep"},
      {"How rocks sleep (Best Paper Award)", "How rocks sleep"},
      {"How rocks (and stones) sleep", "How rocks (and stones) sleep"},
      {"How do rocks sleep?", "How do rocks sleep?"},
      {"「岩石の眠り」", "岩石の眠り"},
      {"岩石のホームページ", "岩石のホームページ"},
  };
  for (const auto& row : rows) EXPECT_EQ(clean_title(row.raw), row.title) << row.raw;
}

TEST(PapersVenueText, LabelsDoisPreprints) {
  for (const std::string_view label : {"pdf", "[arXiv]", "Project page", "BibTeX", "Supplementary Material Website", "DOI"})
    EXPECT_TRUE(is_link_label(label)) << label;
  for (const std::string_view text : {"How rocks sleep", "Journal of Rocks", "Jane Doe"})
    EXPECT_FALSE(is_link_label(text)) << text;
  EXPECT_EQ(doi_in("https://doi.org/10.1000/abc.123)"), "10.1000/abc.123");
  EXPECT_EQ(doi_in("see 10.1016/S0000-1(99)00001-2."), "10.1016/S0000-1(99)00001-2");
  EXPECT_EQ(doi_in("version 10.2 of it"), "");
  EXPECT_TRUE(is_preprint("arXiv:2001.00001"));
  EXPECT_TRUE(is_preprint("under review"));
  EXPECT_FALSE(is_preprint("Journal of Rocks"));
}

TEST(PapersTitleEnd, SentencesAndAbbreviations) {
  const struct {
    std::string_view text, sentence;
  } rows[] = {
      {"How rocks sleep. In Proc. of Rocks", "How rocks sleep"},
      {"Rocks vs. stones in bed. Journal of Rocks", "Rocks vs. stones in bed"},
      {"Do rocks sleep? Yes they do. Rock Letters", "Do rocks sleep? Yes they do"},
      {"Do rocks sleep? In Proceedings", "Do rocks sleep?"},
      {"Where. ru? The case of rocks. Rock Letters", "Where. ru? The case of rocks"},
      {"no end at all", "no end at all"},
      {"", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(row.text.substr(0, sentence_end(row.text)), row.sentence) << row.text;
}

TEST(PapersLetters, StripKeepsCharactersWhole) {
  EXPECT_EQ(strip("· ページ ·", "·"), "ページ");
  EXPECT_EQ(strip("—a—", "–—"), "a");
  EXPECT_EQ(strip("", "."), "");
}

TEST(PapersCandidate, LeftoversOfThemes) {
  for (const std::string_view title :
       {"An example conference paper", "An example preprint / working paper", "Paper Title Number 3"}) {
    Paper paper;
    paper.title = title;
    EXPECT_TRUE(is_leftover(paper)) << title;
  }
  Paper paper;
  paper.title = "A quiet paper";
  EXPECT_FALSE(is_leftover(paper));
  paper.venue = "Journal of Source Themes, 1(1)";
  EXPECT_TRUE(is_leftover(paper));
  EXPECT_TRUE(is_no_paper("US Patent 1,234,567"));
  EXPECT_TRUE(is_no_paper("Invited talk, University of Rocks"));
  EXPECT_FALSE(is_no_paper("Journal of Rocks, 2020"));
}

}  // namespace
}  // namespace fellow::extractor::papers
