// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/names_person.h"

#include <gtest/gtest.h>

#include "extractor/names_host.h"

namespace fellow::extractor {
namespace {

TEST(NamesPerson, ByOneWordOfTheNameAnywhereOnThePage) {
  struct Row {
    const char* body;
    const char* name;
    bool named;
  };
  const Row rows[] = {
      {"<h1>Jane Q. Doe</h1>", "Jane Doe", true},
      {"<title>Doe Lab</title><p>Welcome", "Jane Doe", true},
      {"<p>Jos\xc3\xa9 M\xc3\xbcller moved", "Jose Muller", true},
      {"<p>Hi, I am Jenny Doe.", "Jennifer Doe", true},
      {"<p>Buy chips and win", "Jane Doe", false},
      {"<script>var jane = 'doe'</script><p>Department of Computer Science", "Jane Doe", false},
      {"<p>\xe6\x9d\x9c\xe7\x8f\x8d\xe7\x9a\x84\xe4\xb8\xbb\xe9\xa1\xb5", "\xe6\x9d\x9c\xe7\x8f\x8d", true},
      {"<p>We sell an ox", "Xi Ng", false},
      {"", "Jane Doe", false},
  };
  for (const Row& row : rows) {
    const Page page{
        .url = Url::parse("http://jane.example/").value(), .content_type = "text/html; charset=utf-8", .body = row.body};
    EXPECT_EQ(names_person(page, row.name), row.named) << row.body;
  }
}

TEST(NameByHost, SpelledByTheHostAndTheAuthors) {
  const auto by = [](std::string_view host, std::string_view author, int count) {
    std::vector<Paper> papers(static_cast<std::size_t>(count));
    for (Paper& paper : papers) paper.authors = {"B. Else", std::string(author)};
    for (std::size_t i = 1; i < papers.size(); i += 2) papers[i].authors.erase(papers[i].authors.begin());
    return name_by_host(*Url::parse("https://" + std::string(host) + "/"), papers);
  };
  EXPECT_EQ(by("aidaroe.github.io", "A. Roe", 4), "Aida Roe");
  EXPECT_EQ(by("chan-ge-roe.github.io", "C.-G. Roe", 4), "Chan-Ge Roe");
  EXPECT_EQ(by("aidaroe.example", "A. Roe", 2), "");
  EXPECT_EQ(by("aidaroe.example", "B. Roe", 4), "");
  EXPECT_EQ(by("rocks.example", "A. Roe", 4), "");
  EXPECT_EQ(by("aroe.example", "A. Roe", 4), "");
}

}  // namespace
}  // namespace fellow::extractor
