// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever comes, readers give a tree whose text is valid UTF-8 and whose numbers hold together.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "extractor/document.h"
#include "extractor/extractor.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct Seed {
  const char *url, *type, *body;
};
constexpr Seed kSeeds[] = {
    {"https://m.example/", "text/html",
     "<!doctype html><html lang=en><head><meta charset=utf-8><title>Mara</title><script "
     "type='application/ld+json'>{\"@type\":\"Person\"}</script>"
     "</head><body><h1>Mara &eacute; Lindqvist</h1><table><tr><td><b>2020<td><a "
     "href='/cv.pdf'>CV</a></table><ul><li>x<li>y</ul>"
     "<svg><path d=''/></svg><select><option>1</select><!-- c --><textarea>t</textarea><math><mi>k</mi></math></body></html>"},
    {"https://m.example/a.md", "text/markdown",
     "---\ntitle: \"Mara\"\ninterests: [a, b]\neducation:\n  courses:\n  - course: PhD\n    year: 2018\n---\n# Hello {#x}\n\n| "
     "a | b |\n|---|---|\n| c | d |\n"
     "\n{% include x %} <!-- y --> *em* [l](u) `c`\n\n```\ncode\n```\n<div>raw</div>\n"},
    {"https://m.example/b.md", "text/markdown",
     "+++\ntitle = \"Mara\"\n[[x]]\ny = 2018-01-01\nz = [1, 2.5]\n+++\ntext {{< f >}}"},
    {"https://m.example/a.bib", "text/plain",
     "@string{j = \"J\"}\n@article{k1,\n author = {Lindqvist, Mara and M{\\\"u}ller, J.},\n title = \"A {B} $x^2$\",\n journal "
     "= j # {, 2}, year = 2020}\n@misc{k2, title={\\'{e}}}\n"},
    {"https://m.example/a.org", "text/plain",
     "#+TITLE: Mara\n* About :x:\n:P:\n:END:\n- a\n  - b [[u][l]]\n| x | y |\n#+BEGIN_EXPORT html\n<p>x\n#+END_EXPORT\n*b* "
     "/i/\n"},
    {"https://m.example/a.json", "application/json", "{\"a\":[1,2,{\"b\":\"\\u00e9\"}],\"c\":null}"},
    {"https://m.example/a.yml", "", "a: &x {b: c}\nd: *x\ne: |\n  text\n  more\nf: [1, 2]\n"},
    {"https://m.example/a.txt", "text/plain; charset=shift_jis", "plain\n\ntext \x8c\xb4 here"},
};

void check(const Page& page) {
  const Document document = read_document(page);
  const Dom& dom = document.dom;
  ASSERT_GE(dom.size(), 1u);
  ASSERT_EQ(dom.end(0), dom.size());
  for (NodeId n = 1; n < dom.size(); ++n) {
    ASSERT_LT(dom.node(n).parent, n);
    ASSERT_LE(dom.end(n), dom.end(dom.node(n).parent));
    ASSERT_GT(dom.end(n), n);
  }
  const std::string text = dom.text(0, true);
  ASSERT_EQ(text, text::valid_utf8(text));
  (void)document.front.dump();
  const std::string visible = visible_text(page.body, page.content_type);
  ASSERT_EQ(visible, text::valid_utf8(visible));
}

TEST(Formats, SurviveMutations) {
  constexpr unsigned kSeed = 20261121;
  constexpr int kRounds = 300;
  static constexpr std::string_view kPieces[] = {
      "<",     ">",   "</",       "<!--",  "-->",   "\"", "'",         "&#x", "{",    "}",        "{{",
      "{%",    "[[",  "]]",       "---\n", "+++\n", "\n", "@article{", "\\",  "\xff", "\xe2\x80", "<table>",
      "<svg>", "<b>", "<script>", "*",     "|",     ": ", "- ",        "&x",  "*x",   "#+BEGIN_", "\xEF\xBB\xBF"};
  std::mt19937 random(kSeed);
  const auto below = [&random](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  for (const Seed& seed : kSeeds) {
    for (int round = 0; round < kRounds; ++round) {
      Page page;
      page.url = Url::parse(seed.url).value();
      page.content_type = seed.type;
      page.body = seed.body;
      for (std::size_t edits = 1 + below(6); edits > 0 && !page.body.empty(); --edits) {
        const std::size_t at = below(page.body.size());
        switch (below(5)) {
          case 0:
            page.body[at] = static_cast<char>(random());
            break;
          case 1:
            page.body.erase(at, 1 + below(20));
            break;
          case 2:
            page.body.insert(at, kPieces[below(std::size(kPieces))]);
            break;
          case 3:
            page.body.insert(at, page.body.substr(below(page.body.size()), below(60)));
            break;
          default:
            page.body.resize(at);
            break;
        }
      }
      SCOPED_TRACE("seed " + std::to_string(kSeed) + " round " + std::to_string(round) + "\n" + page.body);
      check(page);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace fellow::extractor
