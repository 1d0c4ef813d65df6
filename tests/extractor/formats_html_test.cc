// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "extractor/formats/html.h"
#include "extractor/formats/html_shape.h"
#include "extractor/formats/json.h"

namespace fellow::extractor {
namespace {

std::string times(std::string_view piece, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += piece;
  return out;
}

Document read(std::string_view html) {
  Document document;
  read_html_text(html, document);
  return document;
}

std::string body(std::string_view html) {
  const Document document = read(html);
  std::string shown = show(document.dom, document.dom.first("body"));
  return shown == "body" ? "" : shown.substr(5, shown.size() - 6);
}

TEST(Html, BecomesADom) {
  const std::pair<const char*, const char*> rows[] = {
      {"<p>Hello <a href='x'>you</a>", "p[Hello a(href=x)[you]]"},
      {"<P CLASS='a  b' ID=i>x", "p.a.b#i[x]"},
      {"a&amp;b &eacute;&#233; &lt;b&gt;", "a&b éé <b>"},
      {"a<!-- comment --!>b<!--c-->", "ab"},
      {"x<script>if (a<b) '<p>'</script>y<style>p{}</style>", "xy"},
      {"<script><!-- document.write('<script></script>') --></script>after", "after"},
      {"<script>never closed", ""},
      {"<ul><li>1<li>2</ul>", "ul[li[1] li[2]]"},
      {"<table><tr><td>1<td>2</table>", "table[tbody[tr[td[1] td[2]]]]"},
      {"<iframe src='cv.html'>old browser<p></iframe>", "iframe(src=cv.html)"},
      {"<svg><path d='M0'/><title>GitHub</title></svg><p>x", "svg p[x]"},
      {"<textarea>@article{a, title={<b>}}</textarea>", "textarea[@article{a, title={<b>}}]"},
      {"<xmp><b>x</b></xmp>", "pre[<b>x</b>]"},
      {"1 < 2 <3", "1 < 2 <3"},
      {"</3 <?php x ?>y", "y"},
      {"<name>Mara Lindqvist</name>", "name[Mara Lindqvist]"},
      {"&#xD800;x", "\uFFFDx"},
      {"<p title='a>b'>x", "p(title=a>b)[x]"},
      {"<math><mi>x</mi><annotation>\\x</annotation></math>", "math[mi[x]]"},
      {"cut <p class='off", "cut"},
      {"<noscript>off <p>x</noscript>on", "on"},
      {"a<noscript>b", "ab"},
  };
  for (const auto& [html, expected] : rows) EXPECT_EQ(body(html), expected) << html;
}

TEST(Html, KeepsHeadRootAndFrames) {
  const Document document = read(
      "<!doctype html><html lang=de><head><title>Mara &amp; co</title><base href='/b/'><meta name=Author content='Mara "
      "Lindqvist'>"
      "<meta property='og:title' content='M'><link rel=canonical href='https://mara.example/'></head><body></body></html>");
  EXPECT_EQ(document.dom.attribute(0, "lang"), "de");
  EXPECT_EQ(document.meta("author"), "Mara Lindqvist");
  EXPECT_EQ(document.meta("og:title"), "M");
  EXPECT_EQ(document.meta("none"), "");
  EXPECT_EQ(document.dom.text(document.dom.first("title")), "Mara & co");
  EXPECT_NE(document.dom.first("link[rel=canonical]"), kNoNode);
  EXPECT_EQ(show(read("<frameset cols='*'><frame src='main.html'></frameset>").dom),
            "html[head frameset(cols=*)[frame(src=main.html)]]");
}

TEST(Html, HandsJsonLdOver) {
  const Document document = read(
      "<script type='application/ld+json'>{\"@type\":\"Person\",\"name\":\"Mara\"}</script>"
      "<script type=\"application/ld+json; charset=utf-8\">//<![CDATA[\n[1, 2]\n//]]></script>"
      "<script type='application/ld+json'>{broken</script><script type='text/javascript'>{}</script>");
  ASSERT_EQ(document.json_ld.size(), 2u);
  EXPECT_EQ(document.json_ld[0]["name"], "Mara");
  EXPECT_EQ(document.json_ld[1].dump(), "[1,2]");
}

TEST(Json, IsBoundedAt64Levels) {
  EXPECT_TRUE(parse_json(times("[", 64) + times("]", 64)));
  EXPECT_FALSE(parse_json(times("[", 65) + times("]", 65)));
  EXPECT_FALSE(parse_json(times("[", 200'000)));
  EXPECT_FALSE(parse_json("// \"\n" + times("[", 100'000) + times("]", 100'000)));
  EXPECT_FALSE(parse_json(""));
  EXPECT_EQ(parse_json("/* c */ {\"a\": 1}")->dump(), "{\"a\":1}");
}

// R14: past a limit start tags are dropped, the text is kept, the page is marked.
TEST(HtmlShape, DropsTagsPastTheLimitsAndKeepsText) {
  HtmlLimits small;
  small.depth = 4;
  small.attributes = 2;
  small.bytes = 200;
  struct Row {
    std::string html, shaped;
    bool truncated;
  };
  const Row rows[] = {
      {"<div><div><div><div>x</div></div></div></div>y", "<div><div><div><div>x</div></div></div></div>y", false},
      {"<div><div><div><div><div>x</div></div></div></div></div>y", "<div><div><div><div>x</div></div></div></div>y", true},
      {"<p a=1 b=2>x", "<p a=1 b=2>x", false},
      {"<p a=1 b=2 c>x</p>y", "xy", true},
      {std::string(200, 'x'), std::string(200, 'x'), false},
      {std::string(201, 'x'), std::string(200, 'x'), true},
      {times("<p>", 9), times("<p>", 9), false},
      {"<ul>" + times("<li>", 9), "<ul>" + times("<li>", 9), false},
      {"<table><tr>" + times("<td>x", 9), "<table><tr>" + times("<td>x", 9), false},
      {times("<p><i>", 5), times("<p><i>", 5), false},
      {times("<a name=x>", 9), times("<a name=x>", 9), false},
      {times("<br>", 9), times("<br>", 9), false},
      {times("<svg><path/></svg>", 9), times("<svg><path/></svg>", 9), false},
      {times("<div></div>", 9), times("<div></div>", 9), false},
      {"<svg><g><g><g><g>x", "<svg><g><g><g>x", true},
      {"a<b", "a", false},
      {"a <!-- c --> b <![CDATA[c]]> d", "a  b  d", false},
  };
  for (const Row& row : rows) {
    const ShapedHtml shaped = shape_html(row.html, small);
    EXPECT_EQ(shaped.html, row.shaped) << row.html;
    EXPECT_EQ(shaped.truncated, row.truncated) << row.html;
  }
}

// Each of these took gumbo alone seconds, gigabytes or the stack.
TEST(HtmlShape, HoldsAgainstHostileShapes) {
  std::string fonts, attributes = "<p ", bodies;
  for (int i = 0; i < 20'000; ++i) {
    fonts += "<font a" + std::to_string(i) + ">";
    attributes += "a" + std::to_string(i) + "=1 ";
    bodies += "<body b" + std::to_string(i) + ">";
  }
  const std::string hostile[] = {
      times("<div>", 50'000),
      times("<table><tr><td>", 10'000),
      times("<svg><g>", 20'000),
      "<svg>" + times("<td>", 50'000),
      "<svg><title>" + times("<div>", 50'000),
      times("<b>", 50'000),
      times("<b><div></b>", 30'000),
      times("<span><div></span>", 30'000),
      times("<form><div></form>", 30'000),
      fonts + times("<p>x", 50'000),
      attributes + ">text",
      bodies,
      "<table>" + times("<b>x</b>", 60'000),
      times("<ul><li>", 20'000),
      times("<!--", 100'000),
      times("<script><!--<script>", 20'000),
      times("<math><mi>", 20'000),
      times("<template>", 20'000),
      times("<", 500'000),
      times("&", 500'000),
  };
  for (const std::string& html : hostile) {
    const Document document = read(html + "the end");
    EXPECT_LT(document.dom.size(), 400'000u) << html.substr(0, 30);
  }
  EXPECT_NE(read(times("<div>", 50'000) + "the end").dom.text(0).find("the end"), std::string::npos);
}

}  // namespace
}  // namespace fellow::extractor
