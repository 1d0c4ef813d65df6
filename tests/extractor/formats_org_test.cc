// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>

#include "extractor/formats/org.h"

namespace fellow::extractor {
namespace {

std::string body(std::string_view text, std::string* front = nullptr) {
  Document document;
  read_org_text(text, document);
  if (front) *front = document.front.dump();
  const std::string shown = show(document.dom, document.dom.first("body"));
  return shown == "body" ? "" : shown.substr(5, shown.size() - 6);
}

TEST(Org, BecomesADom) {
  const std::pair<const char*, const char*> rows[] = {
      {"* About\nMara works\nhere.\n\nMore.", "h2[About] p[Mara works here.] p[More.]"},
      {"** TODO [#A] Papers :noexport:x:", "h3[Papers]"},
      {"- one\n- two\n  more\n  - inner\n- three", "ul[li[one] li[two more ul[li[inner]]] li[three]]"},
      {"1. first\n2) second", "ol[li[first] li[second]]"},
      {"see [[https://x.example][my /site/]] now", "p[see a(href=https://x.example)[my /site/] now]"},
      {"[[file:me.jpg]] [[file:cv.pdf]]", "p[img(src=me.jpg) a(href=cv.pdf)[cv.pdf]]"},
      {"*bold* /it/ =code= a*b*c 1/2/3 /not closed", "p[b[bold] em[it] code[code] a*b*c 1/2/3 /not closed]"},
      {"/over\nlines/.", "p[em[over lines] .]"},
      {"| a | b |\n|---+---|\n| c | d |", "table[tr[td[a] td[b]] tr[td[c] td[d]]]"},
      {":PROPERTIES:\n:ID: 1\n:END:\nx", "p[x]"},
      {":PROPERTIES:\n:GITHUB: mara\n:MAIL: m@x.example\n:CITY: Y\n:END:\nx",
       "p[a(href=https://github.com/mara)[github]] p[a(href=mailto:m@x.example)[mail]] p[x]"},
      {"* Job\n:PROPERTIES:\n:UNTIL: May 2019\n:FROM: June 2018\n:END:", "h2[Job] p[June 2018 – May 2019]"},
      {"#+BEGIN_SRC c\nint x;\n#+END_SRC\ny", "p[y]"},
      {"#+BEGIN_EXPORT html\n<p class=x>raw\n</p>\n#+END_EXPORT\ny", "p.x[raw] p[y]"},
      {"# comment\nSCHEDULED: <2020-01-01>\nx", "p[x]"},
      {"line\\\\\nnext", "p[line br next]"},
      {"", ""},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(body(text), expected) << text;
}

TEST(Org, KeywordsAreFront) {
  std::string front;
  body("#+TITLE: Mara\n#+title: Lindqvist\n#+AUTHOR: Mara Lindqvist\n#+EMAIL: m@mara.example\n#+OPTIONS:\nx", &front);
  EXPECT_EQ(front, R"({"author":"Mara Lindqvist","email":"m@mara.example","title":"Mara Lindqvist"})");
}

TEST(Formats, AreToldByTypeEndingAndBytes) {
  struct Row {
    const char *url, *type, *body, *format;
  };
  const Row rows[] = {
      {"https://m.example/", "text/html; charset=utf-8", "x", "html"},
      {"https://m.example/", "", "\n <!DOCTYPE html><p>", "html"},
      {"https://m.example/a.html", "", "x", "html"},
      {"https://m.example/a.md", "text/html", "x", "html"},
      {"https://m.example/a.md", "text/plain", "x", "markdown"},
      {"https://m.example/a", "text/markdown", "x", "markdown"},
      {"https://m.example/a.bib", "text/plain", "x", "bibtex"},
      {"https://m.example/a.bib", "application/octet-stream", "@misc{x}", "bibtex"},
      {"https://m.example/papers", "text/plain", "@article{x, title={y}}", "bibtex"},
      {"https://m.example/a.org", "text/plain", "* x", "org"},
      {"https://m.example/r.json", "application/json", "{}", "json"},
      {"https://m.example/r.json", "application/json", "{", "unknown"},
      {"https://m.example/cv.yml", "application/octet-stream", "a: b", "yaml"},
      {"https://m.example/sitemap.xml", "application/xml", "<?xml version='1.0'?><urlset/>", "xml"},
      {"https://m.example/a", "application/xml", "<?xml version='1.0'?><!DOCTYPE html><html>", "html"},
      {"https://m.example/a.txt", "text/plain", "hello", "text"},
      {"https://m.example/a.txt", "text/plain", "<html>shown as text", "text"},
      {"https://m.example/a.png", "image/png", "\x89PNG", "unknown"},
      {"https://m.example/cv.pdf", "application/pdf", "<p>not found", "unknown"},
      {"https://m.example/cv.pdf", "application/pdf", "%PDF-1.4 broken", "unknown"},
      {"https://m.example/", "", "", "text"},
  };
  for (const Row& row : rows) {
    Page page;
    page.url = Url::parse(row.url).value();
    page.content_type = row.type;
    page.body = row.body;
    EXPECT_EQ(show(read_document(page).format), row.format) << row.url << ' ' << row.type << ' ' << row.body;
  }
}

TEST(Formats, JsonAndYamlGoIntoFront) {
  Page page;
  page.url = Url::parse("https://m.example/resume.json").value();
  page.content_type = "application/json";
  page.body = "\xEF\xBB\xBF{\"basics\":{\"name\":\"Mara\"},\"n\":3}";
  EXPECT_EQ(read_document(page).front.dump(), R"({"basics":{"name":"Mara"},"n":3})");
  page.url = Url::parse("https://m.example/cv.yml").value();
  page.content_type = "";
  page.body = "- title: Education\n  year: 2018\n";
  EXPECT_EQ(read_document(page).front.dump(), R"([{"title":"Education","year":"2018"}])");
}

}  // namespace
}  // namespace fellow::extractor
