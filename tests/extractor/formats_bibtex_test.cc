// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>

#include "extractor/formats/bibtex.h"
#include "extractor/formats/latex.h"

namespace fellow::extractor {
namespace {

std::string shown(const std::vector<BibEntry>& entries) {
  std::string out;
  for (const BibEntry& entry : entries) {
    out += "@" + entry.type + "{" + entry.key;
    for (const auto& [name, value] : entry.fields) out += "; " + name + "=" + value;
    out += "}";
  }
  return out;
}

std::string parsed(std::string_view text, const BibLimits& limits = {}) {
  bool truncated = false;
  const std::vector<BibEntry> entries = parse_bibtex(text, &truncated, limits);
  return shown(entries) + (truncated ? " …" : "");
}

TEST(Latex, PrintsAsUnicode) {
  const std::pair<const char*, const char*> rows[] = {
      {R"(J{\"u}rgen M\"uller)", "Jürgen Müller"},
      {R"({\'E}cole \'{E}t\'e)", "École Été"},
      {R"(Mart{\'\i}nez, Ji\v{r}{\'\i})", "Martínez, Jiří"},
      {R"(\c{c}a, \c ca, \k{a}, \H{o}, \u{g}, \r{a}, \=o, \.z, \~n, \d{h})", "ça, ça, ą, ő, ğ, å, ō, ż, ñ, ḥ"},
      {R"(Stra{\ss}e, S{\o}ren, {\L}ukasz, {\AE}gir, \aa, {\OE}uvre)", "Straße, Søren, Łukasz, Ægir, å, Œuvre"},
      {R"(A \& B, 5\%, \#1, a\_b, \$3)", "A & B, 5%, #1, a_b, $3"},
      {"pages 1--2 --- or ``so''", "pages 1–2 — or “so”"},
      {R"(\emph{Deep} \textbf{{N}ets} {\em are} {\it fun})", "Deep Nets are fun"},
      {R"($O(n^2)$ and $k$-means, $\alpha\beta$, $\mathcal{X}$)", "O(n^2) and k-means, αβ, X"},
      {R"(\href{https://x.example}{paper}, \url{https://y.example})", "paper, https://y.example"},
      {"A~B\\ C\\,D", "A B C D"},
      {R"({\LaTeX} rocks, \unknown{kept})", "LaTeX rocks, kept"},
      {"{{Unbalanced} {", "Unbalanced"},
      {"trailing \\", "trailing"},
      {"\\'", "'"},
      {R"(D\'{ }x)", "D' x"},
      {"", ""},
  };
  for (const auto& [latex, text] : rows) EXPECT_EQ(latex_to_text(latex), text) << latex;
  EXPECT_EQ(latex_to_address(R"(https://x.example/\~{}m/a\_b{\%}20--c$\sim$)"), "https://x.example/~m/a_b%20--c~");
}

TEST(Bibtex, ReadsEntries) {
  const std::pair<const char*, const char*> rows[] = {
      {"@Article{lind20, Title = {A {B}ig Idea}, year = 2020, journal = \"J. of X\" }",
       "@article{lind20; journal=J. of X; title=A Big Idea; year=2020}"},
      {"@article(k, title = {x})", "@article{k; title=x}"},
      {"@string{tpami = \"Trans. \" # \"PAMI\"} @article{k, journal = tpami # {, to appear}, month = jan}",
       "@article{k; journal=Trans. PAMI, to appear; month=January}"},
      {"@article{k, journal = unknown_macro}", "@article{k; journal=unknown_macro}"},
      {"text @comment{ x } @preamble{\"y\"} a@b.example @misc{k, note={z}}", "@misc{k; note=z}"},
      {"---\n---\n@misc{k,\n  note = {over\n     lines},\n}", "@misc{k; note=over lines}"},
      {"@misc{title = {no key}}", "@misc{; title=no key}"},
      {"@misc{k, a = {x} b = {missing comma before}}", "@misc{k; a=x; b=missing comma before}"},
      {"@misc{k, title={first}, title={second}}", "@misc{k; title=first}"},
      {"@misc{k, url = {https://x.example/~m/a_b%20c}}", "@misc{k; url=https://x.example/~m/a_b%20c}"},
      {"@misc{k, title = \"say {\"}hi{\"} now\"}", "@misc{k; title=say \"hi\" now}"},
      {"@misc{k}", "@misc{k}"},
      {"@misc{", "@misc{}"},
      {"@", ""},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(parsed(text), expected) << text;
}

TEST(Bibtex, ABrokenEntryDoesNotTakeTheNextWithIt) {
  const std::pair<const char*, const char*> rows[] = {
      {"@misc{a, title = {never closed,\n year = 2020}\n@misc{b, title={good}}",
       "@misc{a; title=never closed, year = 2020}@misc{b; title=good}"},
      {"@misc{a, title = \"never closed,\n year = 2020}\n@misc{b, title={good}}",
       "@misc{a; title=never closed,; year=2020}@misc{b; title=good}"},
      {"@misc{a, title = \"un{balanced\",\n year = 2020}\n@misc{b, title={good}}",
       "@misc{a; title=unbalanced; year=2020}@misc{b; title=good}"},
      {"@misc{a, title = {one}}, year = {2020}}\n@misc{b, title={good}}", "@misc{a; title=one; year=2020}@misc{b; title=good}"},
      {"@misc{a, title {no equals}, year=2020}\n@misc{b, title={good}}", "@misc{a; year=2020}@misc{b; title=good}"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(parsed(text), expected) << text;
}

// R16: @string expands to at most 64 KiB, then the names stay.
TEST(Bibtex, IsBounded) {
  std::string bomb = "@string{a0 = \"0123456789\"}\n";
  for (int i = 1; i < 20; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    bomb += "@string{a" + std::to_string(i) + " = " + before;
    for (int k = 0; k < 9; ++k) bomb += " # " + before;
    bomb += "}\n";
  }
  bool truncated = false;
  std::size_t bytes = 0;
  for (const BibEntry& entry : parse_bibtex(bomb + "@misc{k, note = a19 # a19, title = {kept}}", &truncated)) {
    for (const auto& [name, value] : entry.fields) bytes += value.size();
  }
  EXPECT_TRUE(truncated);
  EXPECT_LE(bytes, 65'536u + 100);
  BibLimits small;
  small.entries = 2;
  EXPECT_EQ(parsed("@misc{a}@misc{b}", small), "@misc{a}@misc{b}");
  EXPECT_EQ(parsed("@misc{a}@misc{b}@misc{c}", small), "@misc{a}@misc{b} …");
  std::string many;
  for (int i = 0; i < 50'000; ++i) many += "@a{";
  EXPECT_LE(parse_bibtex(many, &truncated).size(), 20'000u);
}

TEST(BibNames, AreInOneOrder) {
  const std::pair<const char*, const char*> rows[] = {
      {"Mara Lindqvist and Bo Adeyemi", "Mara Lindqvist|Bo Adeyemi"},
      {"Lindqvist, Mara and van der Berg, Jan", "Mara Lindqvist|Jan van der Berg"},
      {"Doe, Jr., John and King, Martin, III", "John Doe Jr.|Martin King III"},
      {"{The Fellow Collaboration} and others", "The Fellow Collaboration"},
      {"{Barnes and Noble} and X Y", "Barnes and Noble|X Y"},
      {"M{\\\"u}ller, J{\\\"o}rg\n  AND Li, Na", "Jörg Müller|Na Li"},
      {"A. Smith, B. Jones, C. Doe", "A. Smith|B. Jones|C. Doe"},
      {"Smith, A., Jones, B. C., Doe, D", "A. Smith|B. C. Jones|D Doe"},
      {"Mara Lindqvist; Bo Adeyemi", "Mara Lindqvist|Bo Adeyemi"},
      {"Anderson, Andy and Sand, Andy", "Andy Anderson|Andy Sand"},
      {"Lindqvist, Mara and and Li, Na", "Mara Lindqvist|Na Li"},
      {"", ""},
  };
  for (const auto& [field, expected] : rows) {
    std::string out;
    for (const std::string& name : parse_bib_names(field)) out += (out.empty() ? "" : "|") + name;
    EXPECT_EQ(out, expected) << field;
  }
}

}  // namespace
}  // namespace fellow::extractor
