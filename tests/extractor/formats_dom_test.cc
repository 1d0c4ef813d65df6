// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extractor/document.h"
#include "extractor/dom.h"
#include "extractor/extractor.h"
#include "extractor/formats/html.h"

namespace fellow::extractor {
namespace {

Dom dom_of(std::string_view html) {
  Document document;
  read_html_text(html, document);
  return std::move(document.dom);
}

std::string selected(const Dom& dom, std::string_view selector) {
  std::string out;
  for (NodeId n : dom.select(selector)) out += (out.empty() ? "" : " ") + std::string(dom.attribute(n, "id"));
  return out;
}

TEST(DomBuilder, NumbersNodesInDocumentOrder) {
  DomBuilder builder;
  builder.open("body");
  builder.open("p", {{"class", "note"}});
  builder.add_text("Mara ");
  builder.add_text("Lindqvist");  // joins on
  builder.close();
  builder.open("p");
  builder.close();
  const Dom dom = builder.finish();
  EXPECT_EQ(show(dom), "html[body[p.note[Mara Lindqvist] p]]");
  EXPECT_EQ(dom.size(), 5u);
  EXPECT_EQ(dom.end(1), 5u);
  EXPECT_EQ(dom.node(2).next_sibling, 4u);
  EXPECT_EQ(dom.node(3).parent, 2u);
  EXPECT_EQ(dom.children(1), (std::vector<NodeId>{2, 4}));
  EXPECT_TRUE(dom.children(4).empty());
  EXPECT_EQ(show(DomBuilder().finish()), "html");
}

TEST(DomText, FoldsBlanksAndBreaksLinesAtBlocks) {
  struct Row {
    const char *html, *plain, *lines;
  };
  const Row rows[] = {
      {"<p> a \n b </p>", "a b", "a b"},
      {"<p>a</p><p>b</p>", "a b", "a\nb"},
      {"a<br>b", "a b", "a\nb"},
      {"<b>un</b><i>broken</i>", "unbroken", "unbroken"},
      {"<ul><li>one<li>two</ul>after", "one two after", "one\ntwo\nafter"},
      {"<table><tr><td>2020<td>PhD<tr><td>2016<td>MSc</table>", "2020 PhD 2016 MSc", "2020 PhD\n2016 MSc"},
      {"x&nbsp;&nbsp;&#x3000;y", "x y", "x y"},
      {"zero\u200bwidth\u202e soft\u00adhyphen", "zerowidth softhyphen", "zerowidth softhyphen"},
      {"<pre>a\n b</pre>c", "a b c", "a\nb\nc"},
      {"<div><div><div></div></div>x</div>", "x", "x"},
  };
  for (const Row& row : rows) {
    const Dom dom = dom_of(row.html);
    EXPECT_EQ(dom.text(0), row.plain) << row.html;
    EXPECT_EQ(dom.text(0, true), row.lines) << row.html;
  }
}

TEST(DomSelect, MatchesCompoundsAndCombinators) {
  const Dom dom = dom_of(
      "<div id=d1 class='card wide'><p id=p1 class=lead>x</p><div id=d2><p id=p2 title='A b'>y</p>"
      "<ul id=u1><li id=l1><a id=a1 href='/cv.pdf'>cv</a></li></ul></div></div><p id=p3>z</p>");
  const std::pair<const char*, const char*> rows[] = {
      {"p", "p1 p2 p3"},
      {".card", "d1"},
      {".car", ""},
      {"div.card.wide", "d1"},
      {"#p2", "p2"},
      {"p#p2", "p2"},
      {"div p", "p1 p2"},
      {"div > p", "p1 p2"},
      {".card > p", "p1"},
      {".card > div > p", "p2"},
      {".card > div a", "a1"},
      {"div > ul a", "a1"},
      {"div > ul > a", ""},
      {"[title]", "p2"},
      {"[title=\"A b\"]", "p2"},
      {"[href*=.pdf]", "a1"},
      {"p.lead, a, .nothing", "p1 a1"},
      {"* > li", "l1"},
      {"body div div p", "p2"},
  };
  for (const auto& [selector, expected] : rows) EXPECT_EQ(selected(dom, selector), expected) << selector;
  EXPECT_EQ(dom.attribute(dom.first("li", dom.first("#d2")), "id"), "l1");
  EXPECT_EQ(dom.first("#p3", dom.first("#d1")), kNoNode);
  EXPECT_TRUE(dom.matches(dom.first("#a1"), "ul li > a[href]"));
}

TEST(DomSelect, GoesBackToTheLastBlankOnly) {
  // the nearest <b> is not a child of <a>, a further one is
  const Dom dom = dom_of("<section class=a><div class=b><div><div class=b><i id=hit>x</i></div></div></div></section>");
  EXPECT_EQ(selected(dom, ".a > .b i"), "hit");
  EXPECT_EQ(selected(dom, ".a > .c i"), "");
}

TEST(DomHidden, KnowsAttributesStylesAndClasses) {
  const std::pair<const char*, bool> rows[] = {
      {"<p id=x>", false},
      {"<p id=x hidden>", true},
      {"<div hidden><p id=x>", true},
      {"<p id=x style='color:red; DISPLAY : none'>", true},
      {"<p id=x style='visibility:hidden'>", true},
      {"<p id=x class='abstract hidden'>", true},
      {"<p id=x class='hidden md:block'>", false},
      {"<p id=x class='d-none'>", true},
      {"<p id=x class='d-none d-md-inline'>", false},
      {"<p id=x class='sr-only'>", true},
      {"<p id=x class='unhidden'>", false},
  };
  for (const auto& [html, hidden] : rows) {
    const Dom dom = dom_of(html);
    EXPECT_EQ(dom.hidden(dom.first("#x")), hidden) << html;
  }
}

TEST(VisibleText, IsWhatAReaderSees) {
  struct Row {
    const char *body, *type, *text;
  };
  const Row rows[] = {
      {"<title>T</title><h1>Mara</h1><script>x</script><style>y</style><p hidden>h</p><p>Hello<br>you", "text/html",
       "Mara\nHello\nyou"},
      {"# Mara\n\n<!-- no\n\nno -->\n* one\n* two\n", "text/markdown", "Mara\none\ntwo"},
      {"caf\xe9", "text/plain; charset=iso-8859-1", "café"},
      {"a\nb\n\nc", "text/plain", "a\nb\nc"},
      {"%PDF-broken", "application/pdf", ""},
      {"<noscript>off</noscript><template>t</template>on", "text/html", "on"},
      {"", "text/html", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(visible_text(row.body, row.type), row.text) << row.body;
}

}  // namespace
}  // namespace fellow::extractor
