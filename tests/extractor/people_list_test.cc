// SPDX-License-Identifier: GPL-3.0-or-later
// Whom a department's page of people links to.
#include "extractor/people_list.h"

#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

std::string shown(const std::string& html) {
  Page page = fetched(html);
  page.url = Url::parse("https://cs.uni.example/people/").value();
  std::string out;
  for (const auto& person : listed_people(page)) out += person.name + " " + person.home.text() + " (" + person.why + ")\n";
  return out;
}

TEST(PeopleList, NamesThatAreLinks) {
  EXPECT_EQ(shown(R"(<nav><a href="/people/dean-page">Dean Office</a></nav><ul>
    <li><a href="/~brackwater/">Prof. Dr. Ilse Brackwater</a></li>
    <li><a href="https://odo-fennimore.example/">Odo Fennimore</a></li>
    <li><a href="/people/nkem.html">Nkem Adeyoola</a></li>
    <li><a href="mara-quillfeather.html">Quillfeather, Mara</a></li></ul>)"),
            "Ilse Brackwater https://cs.uni.example/~brackwater/ (the link is the name; address of a user (~))\n"
            "Odo Fennimore https://odo-fennimore.example/ (the link is the name; a site of another host, called by the name)\n"
            "Nkem Adeyoola https://cs.uni.example/people/nkem.html (the link is the name; a page in a folder of people)\n"
            "Mara Quillfeather https://cs.uni.example/people/mara-quillfeather.html (the link is the name; a page in a folder "
            "of people)\n");
}

TEST(PeopleList, HomePageBesideTheNameInRowsAndCards) {
  EXPECT_EQ(
      shown(R"(<table>
    <tr><td>Tove Halloran</td><td>Databases</td><td><a href="mailto:t@uni.example">mail</a> <a href="http://thal.example/">Homepage</a></td></tr>
    <tr><td><b>Wim Oosterveen</b></td><td><a href="http://oosterveen.example/">website</a></td></tr></table>
    <div class="card"><h4>Akane Mizushiro</h4><p>Robotics <a href="http://lab.example/~akane">ホームページ</a></p></div>)"),
      "Tove Halloran http://thal.example/ (\"Homepage\" beside the name; a site of another host)\n"
      "Wim Oosterveen http://oosterveen.example/ (\"website\" beside the name; a site of another host, called by the name)\n"
      "Akane Mizushiro http://lab.example/~akane (\"ホームページ\" beside the name; address of a user (~))\n");
}

TEST(PeopleList, HerOwnSiteBeforeThePageAmongOthers) {
  EXPECT_EQ(
      shown(R"(<li><a href="/people/halloran">Tove Halloran</a> <a href="https://halloran.example/">home page</a>
    <a href="https://scholar.google.com/citations?user=x">Tove Halloran</a></li>)"),
      "Tove Halloran https://halloran.example/ (\"home page\" beside the name; a site of another host, called by the name)\n");
}

TEST(PeopleList, WhatIsNoHomePage) {
  EXPECT_EQ(
      shown(
          R"(<ul><li><a href="/news/2026">Jane Quillfeather</a> wins a prize</li><li><a href="/files/cv.pdf">Odo Fennimore</a></li>
    <li><a href="https://github.com/odo">Odo Fennimore</a></li><li><a href="/people/">People</a></li><li><a href="/">Home</a></li></ul>
    <p>Anna Fennimore and Bert Quillfeather share <a href="http://both.example/">a website</a> <a href="http://both.example/2">website</a></p>)"),
      "");
}

}  // namespace
}  // namespace fellow::extractor
