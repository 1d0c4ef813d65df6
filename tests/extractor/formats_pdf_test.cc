// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extractor/formats/pdf.h"

namespace fellow::extractor {
namespace {

// Sets lines of words as a page: each word as wide as half its size a letter.
class Setter {
 public:
  explicit Setter(double width = 600, double height = 800) { text_.pages.push_back({width, height, {}}); }

  // A line at height y from x on; bold if it begins with '*'.
  Setter& line(double x, double y, std::string_view words, double size = 10) {
    const bool bold = words.starts_with('*');
    std::size_t at = bold ? 1 : 0;
    while (at < words.size()) {
      const std::size_t end = std::min(words.find(' ', at), words.size());
      PdfWord word;
      word.text = words.substr(at, end - at);
      word.bold = bold;
      word.x = x;
      word.y = y;
      word.w = 0.5 * size * static_cast<double>(word.text.size());
      word.h = word.size = size;
      word.space = end < words.size();
      x += word.w + 0.25 * size;
      text_.pages.back().words.push_back(word);
      at = end + 1;
    }
    return *this;
  }
  Setter& page() {
    text_.pages.push_back({text_.pages[0].width, text_.pages[0].height, {}});
    return *this;
  }
  std::string body() const {
    const Dom dom = lay_out(text_);
    const std::string shown = show(dom, dom.first("body"));
    return shown == "body" ? "" : shown.substr(5, shown.size() - 6);
  }

 private:
  PdfText text_;
};

TEST(PdfLayout, FindsNameHeadingsAndParagraphs) {
  EXPECT_EQ(Setter()
                .line(200, 40, "Mara Lindqvist", 24)
                .line(50, 90, "*Education", 14)
                .line(50, 110, "I studied the structure of very large nets at the University of Norrvik and then, after a long")
                .line(50, 122, "year at sea, wrote a thesis.")
                .line(50, 150, "Another paragraph.")
                .line(50, 180, "*Awards", 14)
                .line(50, 200, "None so far.")
                .body(),
            "h1[Mara Lindqvist] h2[b[Education]] p[I studied the structure of very large nets at the University of Norrvik and "
            "then, after a "
            "long year at sea, wrote a thesis.] p[Another paragraph.] h2[b[Awards]] p[None so far.]");
}

TEST(PdfLayout, AnnotationsBecomeLinks) {
  const auto text = parse_pdf_words(
      "{\"title\":\"\",\"author\":\"\",\"pages\":1}\n{\"link\":\"https://github.com/"
      "mara\"}\n{\"link\":\"mailto:m@x.example\"}\n"
      "{\"page\":1,\"w\":600,\"h\":800}\n");
  ASSERT_TRUE(text);
  EXPECT_EQ(show(lay_out(*text)), "html[head[link(rel=me href=https://github.com/mara)] body[a(href=mailto:m@x.example)]]");
}

TEST(PdfLayout, JoinsDatesInAColumnWithTheirText) {
  EXPECT_EQ(Setter()
                .line(50, 40, "Mara Lindqvist", 20)
                .line(50, 80, "2015–2018")
                .line(130, 80, "PhD, University of Norrvik")
                .line(130, 92, "Thesis: Nets")
                .line(50, 110, "2013–2015")
                .line(130, 110, "MSc, University of Norrvik")
                .line(50, 128, "2010–2013")
                .line(130, 128, "BSc, Oslund College, Faculty of Nets and Knots")
                .body(),
            "h1[Mara Lindqvist] p[span.left[2015–2018] PhD, University of Norrvik br Thesis: Nets] p[span.left[2013–2015] MSc, "
            "University of "
            "Norrvik] p[span.left[2010–2013] BSc, Oslund College, Faculty of Nets and Knots]");
}

TEST(PdfLayout, KeepsDatesAtTheRightMarginInTheirRow) {
  EXPECT_EQ(Setter()
                .line(50, 40, "Mara Lindqvist", 20)
                .line(50, 80, "*Postdoc, University of Norrvik")
                .line(500, 80, "2019 - now")
                .line(50, 92, "Group of Bo Adeyemi")
                .line(50, 104, "*Engineer, Nets Ltd")
                .line(500, 104, "2015 - 2019")
                .line(50, 116, "Built nets")
                .body(),
            "h1[Mara Lindqvist] p[b[Postdoc, University of Norrvik] span.right[2019 - now] br Group of Bo Adeyemi] "
            "p[b[Engineer, Nets Ltd] span.right[2015 - 2019] br Built nets]");
}

TEST(PdfLayout, ReadsListsAndHangingIndents) {
  EXPECT_EQ(Setter()
                .line(50, 40, "Mara Lindqvist", 20)
                .line(60, 80, "• One long item that goes on until there is no more room on the line for any other longer")
                .line(70, 92, "word at all.")
                .line(60, 104, "• Two")
                .line(50, 130, "[1] M. Lindqvist. Nets. 2020.")
                .line(50, 142, "[2] M. Lindqvist. More nets. 2021.")
                .line(50, 170, "Lindqvist M. A paper with hanging indent whose first line runs right up to the margin of the")
                .line(70, 182, "page. 2020.")
                .line(50, 194, "Lindqvist M. Another one. 2021.")
                .body(),
            "h1[Mara Lindqvist] ul[li[One long item that goes on until there is no more room on the line for any other longer "
            "word at all.] "
            "li[Two]] ol[li[M. Lindqvist. Nets. 2020.] li[M. Lindqvist. More nets. 2021.]] p[Lindqvist M. A paper with hanging "
            "indent whose "
            "first line runs right up to the margin of the page. 2020.] p[Lindqvist M. Another one. 2021.]");
}

TEST(PdfLayout, ReadsColumnsOneAfterTheOther) {
  Setter page;
  page.line(50, 30, "Mara Lindqvist", 24);
  std::string left, right;
  for (int i = 0; i < 12; ++i) {
    page.line(50, 80 + 17 * i, "skill" + std::to_string(i));
    page.line(220, 85 + 13 * i, "and in the main column there is quite some text r" + std::to_string(i));
  }
  const std::string body = page.body();
  EXPECT_LT(body.find("skill11"), body.find("r0")) << body;
  EXPECT_LT(body.find("r0"), body.find("r11")) << body;
}

TEST(PdfLayout, LeavesPageNumbersOutAndLinksAddresses) {
  EXPECT_EQ(Setter()
                .line(50, 60, "Mara Lindqvist", 20)
                .line(50, 100, "m@mara.example, https://mara.example/cv.")
                .line(300, 780, "Mara Lindqvist, CV 1/2")
                .page()
                .line(50, 60, "The end.")
                .line(300, 780, "Mara Lindqvist, CV 2/2")
                .body(),
            "h1[Mara Lindqvist] p[a(href=mailto:m@mara.example)[m@mara.example] , "
            "a(href=https://mara.example/cv)[https://mara.example/cv] .] p[The end.]");
}

TEST(PdfLayout, JoinsHyphenatedWords) {
  EXPECT_EQ(
      Setter()
          .line(50, 60, "Mara Lindqvist", 20)
          .line(50, 100, "A line that is full to the very end of it, as all lines of running text are here, infor-")
          .line(50, 112, "mation and state-of-the-art nets and then some more words that fill the line up, state-of-")
          .line(50, 124, "the-art.")
          .body(),
      "h1[Mara Lindqvist] p[A line that is full to the very end of it, as all lines of running text are here, information and "
      "state-of-the-art nets and then some more words that fill the line up, state-of- the-art.]");
}

TEST(PdfLayout, TakesNothingAndNonsense) {
  EXPECT_EQ(Setter().body(), "");
  PdfText odd;
  odd.pages.push_back({0, 0, {}});
  odd.pages.push_back(
      {1e9, -5, {{1e9, -1e9, 0, 0, 0, false, false, true, "x"}, {0, 0, 1e12, 1e12, 1e12, true, true, false, "y"}}});
  EXPECT_NE(show(lay_out(odd)), "");
}

TEST(PdfWords, AreReadFromTheHelpersLines) {
  const auto text = parse_pdf_words(
      "{\"title\":\"CV\",\"author\":\"Mara\",\"pages\":1}\n{\"page\":1,\"w\":600,\"h\":800}\n"
      "[1,2,3,4,5,\"AB+CMBX10\",\"\xef\xac\x81nd\",true]\n"
      "[1,2,3,4,5,\"Awesome\",\"\xef\x83\xa0\",true]\n");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->title + "/" + text->author, "CV/Mara");
  ASSERT_EQ(text->pages.size(), 1u);
  ASSERT_EQ(text->pages[0].words.size(), 1u);  // an icon is no word
  EXPECT_EQ(text->pages[0].words[0].text, "find");
  EXPECT_TRUE(text->pages[0].words[0].bold);
  EXPECT_FALSE(parse_pdf_words("no json"));
  EXPECT_FALSE(parse_pdf_words("{\"page\":\"x\"}"));
  EXPECT_FALSE(parse_pdf_words(""));
  const std::string head = "{\"pages\":1}\n";
  EXPECT_FALSE(parse_pdf_words(head + "[1,2,3,4,5,\"\",\"before any page\",true]\n"));
  EXPECT_FALSE(parse_pdf_words(head + "{\"page\":1,\"w\":6,\"h\":8}\n[1,2,3,4,5,\"\",\"short\"]\n"));
  EXPECT_FALSE(parse_pdf_words(head + "{\"page\":1,\"w\":6,\"h\":8}\n[1,2,3,4,\"5\",\"\",\"typed\",true]\n"));
}

// A PDF of one page, written by hand; readers mend the missing table of places.
std::string small_pdf() {
  const std::string content =
      "BT /F1 24 Tf 72 740 Td (Mara Lindqvist) Tj ET BT /F1 14 Tf 72 700 Td (Education) Tj ET "
      "BT /F1 10 Tf 72 680 Td (PhD, University of Norrvik, 2018) Tj ET";
  return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
         "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
         "4 0 obj<</Length " +
         std::to_string(content.size()) + ">>stream\n" + content +
         "\nendstream endobj\n"
         "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n6 0 obj<</Title(Vita)/Author(M. Lindqvist)>>endobj\n"
         "trailer<</Root 1 0 R/Info 6 0 R/Size 7>>\n%%EOF\n";
}

TEST(Pdf, IsReadByTheHelper) {
  Page page;
  page.content_type = "application/pdf";
  page.body = small_pdf();
  const Document document = read_document(page);
  EXPECT_EQ(document.format, Format::pdf);
  EXPECT_EQ(show(document.dom),
            "html[head[title[Vita] meta(name=author content=M. Lindqvist)] body[h1[Mara Lindqvist] h2[Education] "
            "p[PhD, University of Norrvik, 2018]]]");
}

TEST(Pdf, BrokenOnesAreUnknown) {
  const std::string whole = small_pdf();
  for (const std::string& body : {std::string("%PDF-1.7\n"), whole.substr(0, 60), std::string(1000, '\0') + "%PDF-",
                                  std::string("%PDF-1.4 trailer<</Root 9 0 R>>")}) {
    Page page;
    page.content_type = "application/pdf";
    page.body = body;
    EXPECT_LE(read_document(page).dom.size(), 4u);
  }
}

std::string words_of(std::string_view lines) {
  const auto text = parse_pdf_words(lines);
  std::string out;
  for (const PdfPage& page : text.value().pages) {
    for (const PdfWord& word : page.words) out += "[" + word.text + "]";
  }
  return out;
}

TEST(PdfWords, JoinsSmallCapitals) {
  EXPECT_EQ(words_of(R"({"pages":1}
{"page":1,"w":600,"h":800}
[54.4,114,10.4,12.9,14.3,"","R",true]
[65.4,115.9,59.7,10.3,11.5,"","ESEARCH",true]
[129.5,114,5.6,12.9,14.3,"","I",true]
[135.8,115.9,64.9,10.3,11.5,"","NTERESTS",false]
[54.4,214,10.4,12.9,14.3,"","A",true]
[72.4,215.9,59.7,10.3,11.5,"","USA",true])"),
            "[RESEARCH][INTERESTS][A][USA]");
}

TEST(PdfWords, DropsIconsAndMendsTheDotlessI) {
  EXPECT_EQ(words_of(R"({"pages":1}
{"page":1,"w":600,"h":800}
[54,114,10,12,14,"ABC+FontAwesome6Free","external-link-alt",true]
[65,114,59,12,14,"ABC+Lato","Publıcatıons",true])"),
            "[Publications]");
  EXPECT_EQ(words_of(R"({"pages":1}
{"page":1,"w":600,"h":800}
[54,114,10,12,14,"","Işıl",true])"),
            "[Işıl]");
}

}  // namespace
}  // namespace fellow::extractor
