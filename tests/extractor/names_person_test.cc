// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/names_person.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace fellow::extractor
