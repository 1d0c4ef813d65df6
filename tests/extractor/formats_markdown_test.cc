// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>

#include "extractor/formats/front_matter.h"
#include "extractor/formats/markdown.h"
#include "extractor/formats/yaml.h"

namespace fellow::extractor {
namespace {

TEST(FrontMatter, IsReadHoweverItIsWritten) {
  struct Row {
    const char *text, *front, *body;
  };
  const Row rows[] = {
      {"---\ntitle: Mara\n---\nHello", R"({"title":"Mara"})", "Hello"},
      {"\xEF\xBB\xBF\n\n---  \r\ntitle: Mara\r\n---\r\nHello", R"({"title":"Mara"})", "Hello"},
      {"+++\ntitle = \"Mara\"\nyear = 2018\ndate = 2018-05-01\n+++\nx", R"({"date":"2018-05-01","title":"Mara","year":"2018"})",
       "x"},
      {"---\nyear: 2018\nversion: 1.0\ndraft: false\nhome: no\nquoted: \"true\"\nnone:\n---\n",
       R"({"draft":false,"home":"no","none":null,"quoted":"true","version":"1.0","year":"2018"})", ""},
      {"---\nlist: [a, b]\norganizations:\n- name: X\n  url: y\n---\n",
       R"({"list":["a","b"],"organizations":[{"name":"X","url":"y"}]})", ""},
      // a colon in a title breaks that key only
      {"---\ntitle: Nets: a view\nauthors:\n- A\n- B\n---\nx", R"({"authors":["A","B"],"title":"Nets: a view"})", "x"},
      {"+++\ntitle = Mara\nrole = \"x\"\n+++\n", R"({"role":"x","title":"Mara"})", ""},
      // never closed: ends where the keys end
      {"---\ntitle: Mara\n\nHello", R"({"title":"Mara"})", "\nHello"},
      {"---\nJust a rule above text\n", "null", "---\nJust a rule above text\n"},
      {"No front", "null", "No front"},
      {"", "null", ""},
      {"---", "null", ""},
      {"---\n---\nx", "null", "x"},
  };
  for (const Row& row : rows) {
    const FrontMatter split = split_front_matter(row.text);
    EXPECT_EQ(split.front.dump(), row.front) << row.text;
    EXPECT_EQ(split.body, row.body) << row.text;
  }
}

// R16
TEST(Yaml, AliasesDoNotMultiply) {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string name = "a" + std::to_string(i), before = "*a" + std::to_string(i - 1);
    bomb += name + ": &" + name + " [" + before;
    for (int k = 0; k < 9; ++k) bomb += "," + before;
    bomb += "]\n";
  }
  bool truncated = false;
  EXPECT_LT(parse_yaml(bomb, &truncated).dump().size(), 200'000u);
  EXPECT_TRUE(truncated);
  truncated = false;
  parse_yaml(std::string(20'000, '['), &truncated);  // yaml-cpp gives up, so do we
  EXPECT_EQ(parse_yaml("a: &x 1\nb: *x", &truncated).dump(), R"({"a":"1","b":"1"})");
  EXPECT_FALSE(truncated);
}

TEST(Markdown, LosesWhatIsForTheGeneratorOnly) {
  const std::pair<const char*, const char*> rows[] = {
      {"a<!-- x\n\n y -->b", "ab"},
      {"a<!-- never closed", "a"},
      {"{% include base.html %}x", "x"},
      {"{% comment %}no {{ a }}{% endcomment %}x", "x"},
      {"{{< icon name=\"cv\" >}}x{{% callout %}}in{{% /callout %}}", "xin"},
      {"[cv]({{ site.baseurl }}/cv.pdf)", "[cv](/cv.pdf)"},
      {"title = {{Deep Nets}}", "title = {{Deep Nets}}"},
      {"# Bio {#bio}\n{: .lead}", "# Bio \n"},
      {"{.class}x {a} {", "x {a} {"},
      {"```\n{% raw %}\n```\n{% x %}y", "```\n{% raw %}\n```\ny"},
      {"{% never closed", "{% never closed"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(without_template_tags(text), expected) << text;
}

TEST(Markdown, BecomesADomWithFront) {
  Page page;
  page.content_type = "text/markdown; charset=utf-8";
  page.body =
      "---\ntitle: About\n---\n# Mara Lindqvist\n\nI work on *nets* at <https://u.example> with **[Bo](/bo)**.\n\n"
      "| Year | Where |\n|---|---|\n| 2020 | U |\n\n<div class=\"news\">\n\n- one\n- two\n\n</div>\n";
  const Document document = read_document(page);
  EXPECT_EQ(document.format, Format::markdown);
  EXPECT_EQ(document.front.dump(), R"({"title":"About"})");
  EXPECT_EQ(show(document.dom, document.dom.first("body")),
            "body[h1[Mara Lindqvist] p[I work on em[nets] at a(href=https://u.example)[https://u.example] with "
            "strong[a(href=/bo)[Bo]] .] table[thead[tr[th[Year] th[Where]]] tbody[tr[td[2020] td[U]]]] "
            "div.news[ul[li[one] li[two]]]]");
}

TEST(Markdown, TakesHostileInputInLinearTime) {
  for (const char* piece :
       {">", "[", "*a_ ", "![l", "`a", "{{", "{:", "{% ", "a@b.", "|", "<!--x", "[a](<b", "~~a", "* ", "http://"}) {
    std::string text;
    while (text.size() < 60'000) text += piece;
    Document document;
    Page page;
    page.content_type = "text/markdown";
    page.body = text + "\n-|-\n";
    read_markdown(page, document);
    EXPECT_GE(document.dom.size(), 1u) << piece;
  }
}

}  // namespace
}  // namespace fellow::extractor
