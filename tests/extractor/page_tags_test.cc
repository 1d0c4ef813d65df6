// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of a page tag by tag is what its tree holds.
#include "extractor/page_tags.h"

#include <gtest/gtest.h>

#include <sstream>

#include "extractor/formats/html.h"

namespace fellow::extractor {
namespace {

std::string shown(const PageTags& tags) {
  std::ostringstream out;
  if (!tags.base.empty()) out << "base " << tags.base << "\n";
  for (const auto& one : tags.anchors)
    out << "a " << one.href << " [" << one.words << "]" << (one.rel.empty() ? "" : " rel " + one.rel) << "\n";
  for (const auto& one : tags.frames) out << "frame " << one.src << " (" << one.label << ")\n";
  if (tags.is_frameset) out << "frameset\n";
  for (const auto& one : tags.refreshes) out << "refresh " << one << "\n";
  for (const auto& one : tags.alternates) out << "alternate " << one << "\n";
  for (const auto& one : tags.metas) out << "meta " << one.name << "=" << one.content << "\n";
  return out.str();
}

std::string in_tree(std::string_view html) {
  Document document;
  read_html_text(html, document);
  return shown(tags_of(document.dom));
}

TEST(PageTags, AreThoseOfTheTree) {
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"<a href=cv.html>CV</a>", "a cv.html [CV]\n"},
      {"<A HREF='a b.html' REL=nofollow>x</A>", "a a b.html [x] rel nofollow\n"},
      {"<a href='q?a=1&amp;b=2&copy=3'>a &amp; b &Uuml;ber&nbsp;mich</a>", "a q?a=1&b=2&copy=3 [a & b Über mich]\n"},
      {"<a href=\"x&quot;y\">&lt;b&gt;</a>", "a x\"y [<b>]\n"},
      {"<!-- <a href=no> --><a href=yes>y</a><!-->", "a yes [y]\n"},
      {"<script>'<a href=no>'</script><style><a href=no></style><a href=yes>y</a>", "a yes [y]\n"},
      {"<noscript><a href=no>n</a></noscript><a href=yes>y</a>", "a yes [y]\n"},
      {"<noscript><a href=one>n</a><noscript><a href=two>y</a>", "a one [n]\na two [y]\n"},
      {"<textarea><a href=no></textarea><title><a href=no></title><a href=yes>y</a>", "a yes [y]\n"},
      {"<template><a href=no>n</a><template></template><a href=no></a></template><a href=yes>y</a>", "a yes [y]\n"},
      {"<a href=c><svg><title>icon</title><path d=1 /></svg> CV</a>", "a c [CV]\n"},
      {"<a href=a>one<a href=b>two</a>", "a a [one]\na b [two]\n"},
      {"<a href=a><b>C</b>V<br>2024 <span>long</span></a>", "a a [CV 2024 long]\n"},
      {"<a href=a title='My papers'><i class=x></i></a><a href=b><img src=x alt='My CV'></a>",
       "a a [My papers]\na b [My CV]\n"},
      {"<a href=a aria-label=Publications></a><a name=x>no href</a><a href>empty</a>", "a a [Publications]\n"},
      {"<map><area href=a alt='The group'></map>", "a a [The group]\n"},
      {"<head><base href='/x/'><base href=/y/><meta http-equiv=Refresh content='0; url=m.html'>",
       "base /x/\nrefresh 0; url=m.html\n"},
      {"<meta name=robots content='noindex, nofollow'><meta name=author content=Jane>",
       "meta robots=noindex, nofollow\nmeta author=Jane\n"},
      {"<frameset cols=2><frame src=menu.html name=menu><frame src=main.html id=m></frameset>",
       "frame menu.html (menu )\nframe main.html ( m)\nframeset\n"},
      {"<iframe src=in.html><a href=no>n</a></iframe>", "frame in.html ( )\n"},
      {"<link rel=alternate hreflang=de href=/de/><link rel=alternate type=rss href=/feed>", "alternate /de/\n"},
      {"<a href=a", ""},
      {"< a href=no>1 < 2 <a href=yes>3 < 4</a>", "a yes [3 < 4]\n"},
      {"</a><a href=x>unclosed", "a x [unclosed]\n"},
      {"<?php <a href=no> ?><![CDATA[ <a href=no> ]]><a href=yes>y</a>", "a yes [y]\n"},
      {"<a href=x>\n many \t blanks\n</a>", "a x [many blanks]\n"},
  };
  for (const auto& [html, wanted] : kRows) {
    EXPECT_EQ(shown(tags_of(html)), wanted) << html;
    std::string tree = in_tree(html);
    for (char& c : tree) c = c == '\n' ? ' ' : c;
    std::string scanned(wanted);
    for (char& c : scanned) c = c == '\n' ? ' ' : c;
    EXPECT_EQ(tree, scanned) << html;
  }
}

TEST(PageTags, AreBounded) {
  std::string html = "<base href=/>";
  for (int i = 0; i < 10'000; ++i)
    html += "<a href=" + std::to_string(i) + ">" + std::string(10, 'x') + "</a><iframe src=f></iframe>";
  EXPECT_EQ(tags_of(html).anchors.size(), 5000U);
  EXPECT_EQ(tags_of(html).frames.size(), 100U);
  EXPECT_LE(tags_of("<a href=x>" + std::string(1 << 20, 'y')).anchors.at(0).words.size(), 2000U);
}

// Each of these would take hours if anything were looked for again and again.
TEST(PageTags, TakeLinearTime) {
  const auto many = [](std::string_view piece) {
    std::string html;
    while (html.size() < 2'000'000) html += piece;
    return html;
  };
  for (const std::string_view piece :
       {"<noscript>", "<!--", "<a href='", "<a href=x>&amp;", "<template>", "<a ", "</a", "<svg><title>", "<textarea"})
    EXPECT_LE(tags_of(many(piece)).anchors.size(), 5000U) << piece;
}

}  // namespace
}  // namespace fellow::extractor
