// SPDX-License-Identifier: GPL-3.0-or-later
// Papers written down as data, and several forms of one paper made one.
#include <gtest/gtest.h>

#include "extractor/papers/merge.h"
#include "papers_page.h"

namespace fellow::extractor {
namespace {

Document bib_of(std::vector<BibEntry> entries) {
  Document document = page_of("", "https://doe.example/papers.bib", "text/x-bibtex");
  document.format = Format::bibtex;
  document.bibliography = std::move(entries);
  return document;
}

TEST(PapersData, BibEntries) {
  EXPECT_EQ(
      papers_in(std::vector{bib_of({
          {"article",
           "a",
           {{"title", "Sleeping rocks in bed"},
            {"author", "Roe, Bob and Doe, Jane"},
            {"journal", "Rock Letters"},
            {"year", "2021"},
            {"doi", "10.1000/r.1"}},
           {"Bob Roe", "Jane Doe"}},
          {"inproceedings",
           "b",
           {{"title", "Waking rocks at dawn"},
            {"author", "Doe, Jane"},
            {"booktitle", "Proceedings of the Rock Conference"},
            {"date", "2020-05"}},
           {"Jane Doe"}},
          {"phdthesis",
           "c",
           {{"title", "On the sleep of rocks"}, {"author", "Doe, Jane"}, {"school", "University of Rocks"}, {"year", "2015"}},
           {"Jane Doe"}},
          {"software", "d", {{"title", "rockr, a bed for rocks"}, {"author", "Doe, Jane"}, {"year", "2015"}}, {"Jane Doe"}},
          {"article", "e", {{"title", "Rocks of other people"}, {"author", "Poe, Ann"}, {"year", "2019"}}, {"Ann Poe"}},
          {"article",
           "f",
           {{"title", "Rocks of very many people"}, {"author", "Poe, Ann and others"}, {"year", "2018"}},
           {"Ann Poe"}},
          {"misc", "g", {{"author", "Doe, Jane"}}, {"Jane Doe"}},
      })}),
      "Sleeping rocks in bed | Bob Roe; Jane Doe | Rock Letters | 2021\n"
      "Waking rocks at dawn | Jane Doe | Proceedings of the Rock Conference | 2020\n"
      "Rocks of very many people | Ann Poe | - | 2018\n"
      "On the sleep of rocks | Jane Doe | University of Rocks | 2015\n");
}

TEST(PapersData, FrontMatterOfPublicationPages) {
  const auto hugo = page_of(
      "---\ntitle: \"Sleeping rocks in bed\"\nauthors:\n- Bob Roe\n- admin\ndate: \"2020-10-22T00:00:00Z\"\npublication: "
      "'*Rock Letters*'\npublication_types: [\"2\"]\ndoi: 10.1000/r.1\n---\n",
      "https://doe.example/publication/sleep/index.md", "text/markdown");
  const auto toml = page_of(
      "+++\ntitle = \"Waking rocks at dawn\"\ndate = 2019-01-01\nauthors = [\"J. Doe\", \"A. Poe\"]\npublication = \"In *Rock "
      "Conference*\"\n+++\n",
      "https://doe.example/publication/wake/index.md", "text/markdown");
  const auto jekyll = page_of(
      "---\ntitle: \"Rocks at noon\"\ncollection: publications\ndate: 2018-03-01\nvenue: 'Journal of Rocks'\npaperurl: "
      "'http://doe.example/noon.pdf'\ncitation: 'Roe, B. and Doe, J. (2018). \"Rocks at noon.\" <i>Journal of "
      "Rocks</i>.'\n---\n",
      "https://doe.example/_publications/2018-noon.md", "text/markdown");
  const auto list = page_of("---\ntitle: Publications\n---\n", "https://doe.example/publication/_index.md", "text/markdown");
  const auto demo = page_of("---\ntitle: An example preprint\nauthors: [admin]\npublication: none\n---\n",
                            "https://doe.example/publication/preprint/index.md", "text/markdown");
  EXPECT_EQ(papers_in(std::vector{hugo, toml, jekyll, list, demo}),
            "Sleeping rocks in bed | Bob Roe; Jane Q. Doe | Rock Letters | 2020\n"
            "Waking rocks at dawn | J. Doe; A. Poe | Rock Conference | 2019\n"
            "Rocks at noon | Roe, B.; Doe, J. | Journal of Rocks | 2018\n");
}

TEST(PapersData, JsonResume) {
  EXPECT_EQ(
      papers_in(std::vector{page_of(R"({"basics":{"name":"Jane Doe"},"publications":[
      {"name":"Sleeping rocks in bed","publisher":"Rock Letters","author":"Bob Roe*, Jane Doe , and Ann Poe","releaseDate":"2025-09-18","website":"https://r.example/p"},
      {"name":"Waking rocks at dawn","publisher":"arXiv","releaseDate":"2024"}],"projects":[{"name":"A bed for rocks"}]})",
                                    "https://doe.example/resume.json", "application/json")}),
      "Sleeping rocks in bed | Bob Roe; Jane Doe; Ann Poe | Rock Letters | 2025\nWaking rocks at dawn | - | arXiv | 2024\n");
}

TEST(PapersMerge, FormsOfOnePaper) {
  const auto bib = bib_of(
      {{"article",
        "a",
        {{"title", "Sleeping Rocks in Bed"}, {"author", "x"}, {"journal", "arXiv preprint arXiv:2001.00001"}, {"year", "2020"}},
        {"Bob Roe", "Jane Doe"}}});
  const auto page = page_of(
      "<h2>Publications</h2><ul><li>Bob Roe, Jane Doe. Sleeping rocks in bed. <i>Rock Letters</i>, 2021.</li><li>Bob Roe, Jane "
      "Doe. Sleeping rocks in bed! <i>arXiv</i>, 2020.</li></ul>");
  EXPECT_EQ(papers_in(std::vector{bib, page}), "Sleeping Rocks in Bed | Bob Roe; Jane Doe | Rock Letters | 2021\n");
}

TEST(PapersMerge, SameTitles) {
  using papers::same_title;
  EXPECT_TRUE(same_title("Sleeping rocks in bed", "Sleeping Rocks In Bed."));
  EXPECT_TRUE(same_title("Self-organised flocking of sleeping rocks", "Self-organized flocking of sleeping rocks"));
  EXPECT_TRUE(same_title("The sleep of rocks in warm and cold beds", "The sleep of rocks in warm and cold beds: a study"));
  EXPECT_FALSE(
      same_title("The sleep of rocks in warm and cold beds, part I", "The sleep of rocks in warm and cold beds, part II"));
  EXPECT_FALSE(same_title("Mining email networks", "Mining email networks in Postgres"));
  EXPECT_FALSE(same_title("Sleeping rocks", "Waking rocks"));
  EXPECT_DOUBLE_EQ(papers::likeness("abcd", "abcd"), 1.0);
  EXPECT_DOUBLE_EQ(papers::likeness("", "abcd"), 0.0);
}

TEST(PapersMerge, OrderAndDeterminism) {
  const std::string page =
      "<h2>Publications</h2><ul><li>Jane Doe, B. Roe. Rocks without a date. Rock Letters.</li><li>Jane Doe. Old rocks in bed. "
      "Rock Letters, 2001.</li><li>Jane Doe. New rocks in bed. Rock Letters, 2020.</li></ul>";
  const std::string first = papers_in(page);
  EXPECT_EQ(first,
            "New rocks in bed | Jane Doe | Rock Letters | 2020\nOld rocks in bed | Jane Doe | Rock Letters | 2001\nRocks "
            "without a date | Jane Doe; B. Roe | Rock Letters | -\n");
  EXPECT_EQ(papers_in(page), first);
}

}  // namespace
}  // namespace fellow::extractor
