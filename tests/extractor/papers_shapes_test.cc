// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-written publication lists: the shapes that no theme makes.
#include <gtest/gtest.h>

#include "extractor/papers/author_list.h"
#include "extractor/papers/lines.h"
#include "papers_page.h"

namespace fellow::extractor {
namespace {

std::string on_home(std::string_view body) { return papers_in(std::vector{page_of(body, "https://doe.example/")}); }

TEST(PapersShapes, CoauthorsWhereTheOwnerGoesWithoutSaying) {
  EXPECT_EQ(papers_in(R"(<h1>Jane Doe: Papers</h1>
    <p><b>Sleeping rocks in bed</b><br>Together with Bob Roe, <a href=a>Ann Poe</a>, and<br><a href=b>Carl Moe</a>.<br>ROCK 2013. p. 317-328, ACM, 2013.<br><a href=s.pdf>Download (pdf)</a></p>
    <p><b>Waking rocks at dawn</b><br>Joint work with Bob Roe.<br>In proceedings of ROCK'11, p. 1-9, 2011.</p>
    <table><tr><td>3</td><td>"<a href=f.pdf>Rolling cheaply: on the minimum fuel problem</a>", with Bob M. Roe, <i>J. Rocks</i> 41 (2001), 330-337.</td></tr>
    <tr><td>2</td><td>Counting pebbles from afar (with A. Poe and C. Moe), Pebble Letters 12 (1999), 1-12.</td></tr></table>)"),
            "Sleeping rocks in bed | Jane Q. Doe; Bob Roe; Ann Poe; Carl Moe | ROCK | 2013\n"
            "Waking rocks at dawn | Jane Q. Doe; Bob Roe | ROCK'11 | 2011\n"
            "Rolling cheaply: on the minimum fuel problem | Jane Q. Doe; Bob M. Roe | J. Rocks | 2001\n"
            "Counting pebbles from afar | Jane Q. Doe; A. Poe; C. Moe | Pebble Letters | 1999\n");
}

TEST(PapersShapes, NumbersBehindLineBreaksPartEntries) {
  EXPECT_EQ(
      papers_in(
          R"(<h2>Recent Journal Papers</h2><p>1. Bob Roe, Jane Doe, and Ann Poe. Sleeping rocks in bed. In: Rock Letters 19 (2022), pp. 1-5.<br />
    2. Jane Doe and Carl Moe. Waking rocks at dawn. In: Pebbles (2021).<br />3. Ann Poe, Jane Doe, and Bob Roe. Rocks that roll. Stone Journal, Volume 200, 2020.</p>
    <h2>Discussion papers</h2><p>(i) B. Roe and J. Doe. "Dreams of gravel", Rock Letters 3 (2012).<br>(ii) J. Doe. "Nightmares of gravel", Rock Letters 4 (2013).</p>)"),
      "Sleeping rocks in bed | Bob Roe; Jane Doe; Ann Poe | Rock Letters | 2022\n"
      "Waking rocks at dawn | Jane Doe; Carl Moe | Pebbles | 2021\n"
      "Rocks that roll | Ann Poe; Jane Doe; Bob Roe | Stone Journal | 2020\n"
      "Nightmares of gravel | J. Doe | Rock Letters | 2013\n"
      "Dreams of gravel | B. Roe; J. Doe | Rock Letters | 2012\n");
}

TEST(PapersShapes, ReferencesThatOnlyLineBreaksPart) {
  EXPECT_EQ(
      papers_in(
          R"(<h2>Papers</h2><p>B. Roe, J. Doe. Sleeping rocks in bed. Rock Letters, 2022.<br>J. Doe, C. Moe. Waking rocks at dawn. Pebbles, 2021.</p>)"),
      "Sleeping rocks in bed | B. Roe; J. Doe | Rock Letters | 2022\n"
      "Waking rocks at dawn | J. Doe; C. Moe | Pebbles | 2021\n");
}

TEST(PapersShapes, ListsUnderHeadingsOfTopics) {
  EXPECT_EQ(on_home(R"(<h1>Research</h1><h2>Rocks and their sleep</h2><ul>
    <li>Roe, B., <b>Doe, J.</b> and Poe, A. (2021)<br><a href=a>Sleeping rocks in bed</a>. <i>Rock Letters</i>, 49(1), 154-181.</li>
    <li><b>Doe, J.</b>*, Roe, B.* (2016) (*: equal contribution)<br><a href=b>Waking rocks at dawn</a>. <i>Pebbles</i>, 21, 1-67.</li></ul>
    <ul><li><a href=c>rocksleep</a>: a package by Bob Roe and Jane Doe for sleeping rocks, 2020</li></ul>)"),
            "Sleeping rocks in bed | Roe, B.; Doe, J.; Poe, A. | Rock Letters | 2021\n"
            "Waking rocks at dawn | Doe, J.; Roe, B. | Pebbles | 2016\n");
}

TEST(PapersShapes, TwoBoldElementsAreNotOneTitle) {
  EXPECT_EQ(papers_in(R"(<h2>Papers</h2><ul><li><b>Sleeping rocks in warm beds.</b>
    <b>Jane Doe</b>, Bob Roe. <i>Proc. of Rock Conference</i> (<b>RC</b>), 2024.</li></ul>)"),
            "Sleeping rocks in warm beds | Jane Doe; Bob Roe | Proc. of Rock Conference | 2024\n");
}

TEST(PapersShapes, GroupsAmongTheAuthors) {
  EXPECT_EQ(
      papers_in(
          R"(<h2>Papers</h2><ul><li>B. Roe, J. Doe, and the Snowfall Survey Team. "Snow on sleeping rocks." Rock Letters 3 (2020).</li>
    <li>Poe A, Doe J, Moe C for the ROLL Study Group. Rolling of rocks in two valleys. Pebbles. 2019;3:1-9.</li></ul>)"),
      "Snow on sleeping rocks | B. Roe; J. Doe; the Snowfall Survey Team | Rock Letters | 2020\n"
      "Rolling of rocks in two valleys | Poe A; Doe J; Moe C | Pebbles | 2019\n");
}

TEST(PapersShapes, NamesThatAreWrittenOddly) {
  EXPECT_EQ(
      papers_in(R"(<h2>Papers</h2><ul><li>A. Roe, J. Doe, and J.-Ph. Moe. "Snow on sleeping rocks." Rock Letters 3 (2020).</li>
    <li>J. Doe and T.Poe. Rocks and their shadows. Rock Letters 2 (2019).</li>
    <li>Ann Roe, ... ,<b>Jane Doe</b>, ..., Carl Moe. Population histories of gravel. <i>Pebbles</i>, 2018.</li>
    <li>Roe, A.; Poe, C.; Moe, X. et al. (incl. <b>Doe, J.</b>), 2017, A survey of the rocks of two valleys, Pebbles, 3, 1.</li></ul>)"),
      "Snow on sleeping rocks | A. Roe; J. Doe; J.-Ph. Moe | Rock Letters | 2020\n"
      "Rocks and their shadows | J. Doe; T.Poe | Rock Letters | 2019\n"
      "Population histories of gravel | Ann Roe; Jane Doe; Carl Moe | Pebbles | 2018\n"
      "A survey of the rocks of two valleys | Roe, A.; Poe, C.; Moe, X. | Pebbles | 2017\n");
}

TEST(PapersShapes, OnlyTheTypeChangesBeforeTheVenue) {
  EXPECT_EQ(
      papers_in(
          R"(<h2>Papers</h2><p>Ann Roe, <b>Jane Doe</b>. Assembling rocks reveals hidden gravel <i>Nature Communications</i> | <a href=a>Full Text</a></p>)"),
      "Assembling rocks reveals hidden gravel | Ann Roe; Jane Doe | Nature Communications | -\n");
}

TEST(PapersShapes, AVenueThatLooksLikeTwoPeople) {
  EXPECT_EQ(
      papers_in(
          R"(<h2>Papers</h2><ul><li>Roe A, Poe B, Doe J, et al. Exposure of women to gravel: a comparison of three rocks. BMC Pregnancy and Childbirth. 2022;22(1):466.</li></ul>)"),
      "Exposure of women to gravel: a comparison of three rocks | Roe A; Poe B; Doe J | BMC Pregnancy and Childbirth | 2022\n");
}

TEST(PapersShapes, AuthorsAndVenueInABlockBelowTheTitle) {
  EXPECT_EQ(papers_in(R"(<h1>Publications</h1><ul>
    <li><u>Luring rocks that move in deep and narrow valleys of the north</u><br><div><b>Jane Doe</b>, Bob Roe, Ann Poe<br><i>IEEE International Conference on Rocks (ICR) (2021)</i><br><a href=a>arxiv</a></div></li>
    <li><u>Impact of gravel on the robustness of rocks in the narrow south</u><br><div><b>Jane Doe</b>, Carl Moe<br><i>International Conference on Gravel (2020)</i></div></li></ul>)"),
            "Luring rocks that move in deep and narrow valleys of the north | Jane Doe; Bob Roe; Ann Poe | IEEE International "
            "Conference on Rocks (ICR) | 2021\n"
            "Impact of gravel on the robustness of rocks in the narrow south | Jane Doe; Carl Moe | International Conference "
            "on Gravel | 2020\n");
}

TEST(PapersShapes, YearsThatAreNotThereYetOrStandBare) {
  EXPECT_EQ(papers_in(R"(<h2>Publications</h2><ul>
    <li>Doe, J., A. Roe &amp; B. Poe. (to appear 2022). Fickle gravel: perception of stones in the north. <i>Rock Letters</i>.</li>
    <li>Roe, A. &amp; J. Doe. 2021 A method to tell rocks from pebbles by their sound. <i>Stone Journal</i> 3.</li>
    <li>Doe, J. &amp; A. Roe. (in press). Rolling rocks of the two valleys. <i>Pebbles</i>.</li></ul>)"),
            "Fickle gravel: perception of stones in the north | Doe, J.; A. Roe; B. Poe | Rock Letters | 2022\n"
            "A method to tell rocks from pebbles by their sound | Roe, A.; J. Doe | Stone Journal | 2021\n"
            "Rolling rocks of the two valleys | Doe, J.; A. Roe | Pebbles | -\n");
}

TEST(PapersShapes, AMenuIsNoHeading) {
  EXPECT_EQ(on_home(R"(<div><a href="papers.html">Papers</a></div><h1>Jane Doe</h1><p>Some community work:</p>
    <p>• Local Organizer of ROCK 2021 in Stone Town</p><p>• Member of the Board of Rocks, Alternate Reporter for Pebble Science 2020-2023</p>
    <p>• Organizer of a Workshop on Gravel, June 26 - June 29, 2017, Stone Town.</p>)"),
            "");
}

TEST(PapersShapes, MarksOfEntries) {
  const auto print = [](std::string_view text) {
    const auto mark = papers::entry_mark(text);
    return std::to_string(mark.number) + "@" + std::to_string(mark.end);
  };
  EXPECT_EQ(print("12. A"), "12@4");
  EXPECT_EQ(print("[12] A"), "12@5");
  EXPECT_EQ(print("[J3] A"), "3@5");
  EXPECT_EQ(print("(xiv) A"), "14@6");
  EXPECT_EQ(print("(see) A"), "0@0");
  EXPECT_EQ(print("3.14 is"), "0@0");
  EXPECT_EQ(print("2021. A"), "0@0");
  EXPECT_EQ(print(""), "0@0");
}

}  // namespace
}  // namespace fellow::extractor
