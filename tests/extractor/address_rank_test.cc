// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/address_rank.h"

#include <gtest/gtest.h>

#include <string>

namespace fellow::extractor {
namespace {

std::string_view name(LinkKind kind) {
  constexpr std::string_view kNames[] = {"about", "publications", "bibtex", "cv", "research", "people", "other"};
  return kNames[static_cast<int>(kind)];
}

TEST(AddressRank, ByKindOfFileAndWords) {
  struct Row {
    const char* path;
    const char* rank;
  };
  const Row rows[] = {
      {"/", "about"},
      {"/index.html", "about"},
      {"/en/", "about"},
      {"/about/", "about"},
      {"/_pages/about.md", "about"},
      {"/content/authors/admin/_index.md", "about"},
      {"/authors/tom-tester/_index.md", "people late"},
      {"/content/home/experience.md", "about"},
      {"/publications.html", "publications"},
      {"/publication/", "publications"},
      {"/publication/index.md", "publications"},
      {"/publication/smith-2020/", "publications late"},
      {"/publication/smith-2020/index.md", "publications late"},
      {"/content/publication/smith-2020/index.md", "publications late"},
      {"/_publications/2020-paper.md", "publications late"},
      {"/publication/smith-2020/cite.bib", "bibtex late"},
      {"/_bibliography/papers.bib", "bibtex"},
      {"/files/cv.pdf", "cv"},
      {"/assets/pdf/Jane_CV_2020.pdf", "cv"},
      {"/resume.json", "cv"},
      {"/cv/", "cv"},
      {"/files/smith2020.pdf", "-"},
      {"/_config.yml", "about"},
      {"/config/_default/params.yaml", "about"},
      {"/_data/cv.yml", "cv"},
      {"/_data/navigation.yml", "-"},
      {"/package.json", "-"},
      {"/research/", "research"},
      {"/research/topic-a.html", "research late"},
      {"/people.html", "people"},
      {"/cvpr2020/", "other"},
      {"/publikasjoner/", "publications"},
      {"/lebenslauf.html", "cv"},
      {"/smith-cv/", "cv"},
      {"/project/engine/", "research late"},
      {"/references.bib", "bibtex"},
      {"/some/?"
       "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
       "-"},
      {"/notes.org", "other"},
      {"/teaching/course-1/", "other late"},
      {"/talks/2020-paper", "other late"},
      {"/_posts/2020-01-01-research.md", "other late"},
      {"/tags/cv/", "-"},
      {"/categories/papers/", "-"},
      {"/images/cv.png", "-"},
      {"/css/main.css", "-"},
      {"/files/talk.pptx", "-"},
      {"/data.zip", "-"},
      {"/feed.xml", "-"},
      {"/404.html", "-"},
  };
  for (const Row& row : rows) {
    const auto rank = rank_address(Url::parse(std::string("http://jane.example") + row.path).value());
    const std::string text = rank ? std::string(name(rank->kind)) + (rank->late ? " late" : "") : "-";
    EXPECT_EQ(text, row.rank) << row.path;
  }
}

}  // namespace
}  // namespace fellow::extractor
