// SPDX-License-Identifier: GPL-3.0-or-later
// Whole made-up pages: each family of layout, and each thing that looks like a paper and is none.
#include <gtest/gtest.h>

#include "papers_page.h"

namespace fellow::extractor {
namespace {

TEST(PapersPages, HugoAcademicCitationList) {
  EXPECT_EQ(papers_in(R"(<h1>Publications</h1><div id=container-publications>
    <div class="grid-sizer isotope-item pubtype-2 year-2021"><div class="pub-list-item" style="margin-bottom: 1rem"><i class="far fa-file-alt"></i>
      <span class="article-metadata li-cite-author"><span><a href="/author/bob-roe/">Bob Roe</a></span><i class="author-notes"></i>, <span><a href="/author/jane/">Jane Doe</a></span></span>
      (2021). <a href="/publication/sleep/">Sleeping rocks in bed</a>. <em>Rock Letters</em>.
      <p><a class="btn" href="/files/sleep.pdf">PDF</a> <a class="btn" href="https://doi.org/10.1000/r.1">DOI</a></p></div></div>
    <div class="isotope-item pubtype-1"><div class="pub-list-item"><span class="li-cite-author">admin, Robert Ford</span> (2013). <a href="/publication/conference-paper/">An example conference paper</a>. In <em>Source Themes Conference</em>.</div></div></div>)"),
            "Sleeping rocks in bed | Bob Roe; Jane Doe | Rock Letters | 2021\n");
}

TEST(PapersPages, HugoAcademicTitlesOnly) {
  EXPECT_EQ(
      papers_in(
          R"(<h1>Publications</h1><div class="isotope-item pubtype-2"><i></i>Sleeping rocks in warm beds <p><a class="btn" href="/publication/sleep/">Details</a></p></div>)"),
      "Sleeping rocks in warm beds | - | - | -\n");
}

TEST(PapersPages, AlFolio) {
  EXPECT_EQ(
      papers_in(
          R"(<h2 class="bibliography">2022</h2><ol class="bibliography"><li><div class="row"><div class="abbr"><abbr class="badge">RC</abbr></div><div id="doe2022" class="col-sm-8">
      <div class="title">Sleeping rocks in bed</div><div class="author"> Roe, Bob, <em>Doe, Jane</em>, and <span class="more-authors">7 more authors</span></div>
      <div class="periodical"><em>In Proceedings of the Rock Conference (RC)</em>, 2022</div><div class="periodical">Best Paper Award</div>
      <div class="links"><a class="abstract btn">Abs</a><a href="http://arxiv.org/abs/2201.00001" class="btn">arXiv</a></div>
      <div class="abstract hidden"><p>Rocks, as A. Poe, B. Moe and J. Doe say. Sleeping rocks in bed. Rock Letters, 2001.</p></div>
      <div class="bibtex hidden"><pre>@article{x, title={Sleeping rocks in bed}}</pre></div></div></div></li></ol>
      <h2 class="bibliography">2020</h2><ol class="bibliography"><li><div class="title">Waking rocks at dawn</div><div class="author"><em>Jane Doe</em></div><div class="periodical"><em>Rock Letters</em></div></li></ol>)"),
      "Sleeping rocks in bed | Roe, Bob; Doe, Jane | Rock Conference (RC) | 2022\n"
      "Waking rocks at dawn | Jane Doe | Rock Letters | 2020\n");
}

TEST(PapersPages, AcademicPages) {
  EXPECT_EQ(papers_in(R"(<h1 class="page__title">Publications</h1>
    <div class="list__item"><article class="archive__item" itemscope itemtype="http://schema.org/CreativeWork"><h2 class="archive__item-title"><a href="http://localhost:4000/publication/2022-sleep">Sleeping rocks in bed</a></h2>
      <p>Published in <i>Rock Letters</i>, 2022 </p><p class="archive__item-excerpt">This paper is about rocks.</p>
      <p>Recommended citation: Roe, B. &amp; Doe, J. (2022). "Sleeping rocks in bed." <i>Rock Letters</i>. 1(3).</p></article></div>
    <div class="list__item"><article class="archive__item" itemtype="http://schema.org/CreativeWork"><h2 class="archive__item-title"><a href="/publication/2009-paper-title-number-1">Paper Title Number 1</a></h2>
      <p>Published in <i>Journal 1</i>, 2009 </p><p>Recommended citation: Your Name, You. (2009). "Paper Title Number 1." <i>Journal 1</i>.</p></article></div>)"),
            "Sleeping rocks in bed | Roe, B.; Doe, J. | Rock Letters | 2022\n");
}

TEST(PapersPages, BarronsTableWithTheTemplatesOwnPapersLeft) {
  EXPECT_EQ(papers_in(std::vector{page_of(R"(<table><tr><td><h2>Research</h2>I like rocks.</td></tr></table><table>
    <tr><td><img src=a.png></td><td><a href="p"><span class="papertitle">Sleeping rocks in bed</span></a><br><strong>Jane Doe</strong>, <a href=b>Bob Roe</a><br><em>CVRock</em>, 2026 (Highlight)<br><a href=x>project page</a> / <a href=y>arXiv</a><p></p><p>Rocks sleep well.</p></td></tr>
    <tr><td><img src=a.png></td><td><a href="q"><papertitle>Baking other people's rocks</papertitle></a><br><a href=c>Ann Poe</a>, <strong>John Q. Template</strong>, <a href=b>Carl Moe</a><br><em>SIGROCK</em>, 2023</td></tr></table>)",
                                          "https://doe.example/")}),
            "Sleeping rocks in bed | Jane Doe; Bob Roe | CVRock | 2026\n");
}

TEST(PapersPages, TableRowsWithAuthorsThatHoldForSeveralTitles) {
  EXPECT_EQ(
      papers_in(
          R"(<h1>Publications</h1><table><tr><td>Bob Roe, Jane Doe</td></tr><tr><td>&#9654;<em>Rock Lattices I: Structure</em>.</td></tr>
    <tr><td>In <em>Algebra of Rocks</em> <b>85</b>, article 12. 2024.</td><td><a href=x>journal</a>, <a href=y>arXiv</a></td></tr>
    <tr><td>&#9654;<em>Rock Lattices II: Combinatorics</em>.</td></tr><tr><td>arXiv:2208.00001, 2022.</td></tr>
    <tr><td colspan=3><hr></td></tr><tr><td>Jane Doe</td></tr><tr><td>&#9654;<em>Merging Ordered Rocks</em>.</td></tr><tr><td>In <em>Proceedings of the 9th Rock Conference</em>, 183-203. Springer, 2011.</td></tr></table>)"),
      "Rock Lattices I: Structure | Bob Roe; Jane Doe | Algebra of Rocks | 2024\n"
      "Rock Lattices II: Combinatorics | Bob Roe; Jane Doe | arXiv:2208.00001 | 2022\n"
      "Merging Ordered Rocks | Jane Doe | Proceedings of the 9th Rock Conference | 2011\n");
}

TEST(PapersPages, ParagraphsUnderYearHeadings) {
  EXPECT_EQ(
      papers_in(
          R"(<h1>Articles publiés</h1><h2>2026</h2><p><b>Sleeping rocks in bed</b><br>B. Roe, J. Doe et A. Poe, <i>Soft Rocks</i> 21, 7257. <a href=a>[pdf]</a></p>
    <h2>2025</h2><p><b>Waking rocks at dawn</b><br>J. Doe et A. Poe, <i>Rock Phys.</i> 3, 1. <a href=a>[pdf]</a></p>)"),
      "Sleeping rocks in bed | B. Roe; J. Doe; A. Poe | Soft Rocks | 2026\nWaking rocks at dawn | J. Doe; A. Poe | Rock Phys | "
      "2025\n");
}

TEST(PapersPages, EntriesBetweenEmptyLines) {
  EXPECT_EQ(
      papers_in("<h2>Publications</h2><p>Roe B, <u>Doe J</u>. (2021). Sleeping rocks in bed. <b><i>Rock One</i></b> 16.<br><br>"
                "<u>Doe J</u>, Poe A. (2020). Waking rocks at dawn. <b><i>Rock Research</i></b> 231.</p>"),
      "Sleeping rocks in bed | Roe B; Doe J | Rock One | 2021\nWaking rocks at dawn | Doe J; Poe A | Rock Research | 2020\n");
}

TEST(PapersPages, TitleVenueAndAuthorsEachAParagraph) {
  EXPECT_EQ(papers_in(std::vector{page_of("# Jane Doe\n\n## PUBLICATIONS\n\n[Sleeping rocks in bed](x)\n\n[RockSys'19]\n\nBob "
                                          "Roe, **Jane Doe**, Garth A. Poe\n\n"
                                          "[Waking rocks at dawn](y)\n\n[SoRC'15, **Best Paper Award**]\n\n**Jane Doe**, Garth "
                                          "A. Poe\n\n## TALKS\n\nJane Doe, Bob Roe. A talk on rocks. RockCon 2015.\n",
                                          "https://doe.example/cv.md", "text/markdown")}),
            "Sleeping rocks in bed | Bob Roe; Jane Doe; Garth A. Poe | RockSys'19 | 2019\nWaking rocks at dawn | Jane Doe; "
            "Garth A. Poe | SoRC'15 | 2015\n");
}

TEST(PapersPages, HeadingsThatAreTitles) {
  EXPECT_EQ(papers_in("<h4>Publications</h4><div><h5>Sleeping rocks in bed</h5><h6>Jane Doe, Bob Roe, and Ann Poe</h6><div><a "
                      "href=a>[arXiv]</a></div>"
                      "<div><small>Rocks are essential.</small></div><div><small>2021-02-25</small></div><hr></div>"
                      "<div><h5>Waking rocks at dawn</h5><h6>Jane Doe, and Bob Roe</h6><div><small>2020-06-16 - 2020 IEEE Rock "
                      "Workshop (RW)</small></div></div>"),
            "Sleeping rocks in bed | Jane Doe; Bob Roe; Ann Poe | - | 2021\nWaking rocks at dawn | Jane Doe; Bob Roe | 2020 "
            "IEEE Rock Workshop (RW) | 2020\n");
}

TEST(PapersPages, CardsWithClasses) {
  EXPECT_EQ(papers_in("<section><h2>发表论文</h2><p>* 代表通讯作者</p><h3>工作论文</h3><div class=publication><p "
                      "class=paper-title>随机市场深度下的最优执行问题</p><p class=authors>李四, <b>杜珍</b>*</p><p "
                      "class=journal><i>中国岩石科学</i>, 2024, 接受待刊.</p></div></section>"
                      "<section><h2>教学经历</h2><ul><li>岩石科学，杜珍，李四，2020-2024</li></ul></section>",
                      {"杜珍"}),
            "随机市场深度下的最优执行问题 | 李四; 杜珍 | 中国岩石科学 | 2024\n");
}

TEST(PapersPages, SectionsOfOtherThings) {
  EXPECT_EQ(
      papers_in(std::vector{page_of(
          R"(<h1>Jane Doe</h1><h2>News</h2><ul><li>Jane Doe, Bob Roe. A piece of news about rocks. Rock Letters, 2020.</li></ul>
    <h2>Publications</h2><ul><li>Jane Doe, Bob Roe. Sleeping rocks in bed. Rock Letters, 2020.</li><li>J. Doe. US Patent 1,234,567: Rock bed. 2019.</li></ul>
    <h3>Talks</h3><ul><li>Jane Doe. A talk on rocks. RockCon, 2020.</li></ul><h3>Journal articles</h3><ul><li>Jane Doe. Waking rocks at dawn. Journal of Rocks, 2018.</li></ul>
    <h2>Software</h2><ul><li>Jane Doe, Bob Roe. rockr: a bed for rocks. 2020.</li></ul><h2>Teaching</h2><ul><li>Jane Doe, Bob Roe. Rocks for beginners. University of Rocks, 2020.</li></ul>
    <h2>Supervised theses</h2><ul><li>Ann Poe. On rocks. Master thesis, 2021.</li></ul>)",
          "https://doe.example/")}),
      "Sleeping rocks in bed | Jane Doe; Bob Roe | Rock Letters | 2020\nWaking rocks at dawn | Jane Doe | Journal of Rocks | "
      "2018\n");
}

TEST(PapersPages, MenusSentencesAndImprintsAreNoPapers) {
  EXPECT_EQ(
      papers_in(
          R"(<h1>Publications</h1><ul><li><a href=/>Home page of rocks</a></li><li><a href=/t>Teaching and more</a></li></ul>
    <p>Please see <a href=x>Google Scholar</a> for an updated list of my publications in 2020.</p><p>Currently, I study how rocks sleep.</p><p>© 2021 Jane Doe, University of Rocks</p>
    <p>Jane Doe</p><p>Associate Professor of Rocks</p>)"),
      "");
}

TEST(PapersPages, TheOwnersThesisCountsAmongPublications) {
  EXPECT_EQ(papers_in("<h2>Publications</h2><ul><li>Jane Doe. <i>On the sleep of rocks</i>. PhD thesis, University of Rocks, "
                      "2015.</li></ul>"),
            "On the sleep of rocks | Jane Doe | PhD thesis, University of Rocks | 2015\n");
}

TEST(PapersPages, WithoutAnyName) {
  EXPECT_EQ(papers_in("<h2>Publications</h2><ul><li>B. Roe, A. Poe. Sleeping rocks in bed. Rock Letters, 2020.</li></ul>", {}),
            "Sleeping rocks in bed | B. Roe; A. Poe | Rock Letters | 2020\n");
  EXPECT_EQ(papers_in(""), "");
}

TEST(PapersPages, HeadingsAreTitlesBelowTheOwnersName) {
  EXPECT_EQ(
      papers_in("<h1>Jane Doe</h1><article><h2>Sleeping rocks: a study of beds</h2><p>Ann Roe, Jane Doe, Ben Poe</p></article>"
                "<article><h2>Sand and water: a theory of mud</h2><p>Jane Doe, Ann Roe</p></article>"),
      "Sleeping rocks: a study of beds | Ann Roe; Jane Doe; Ben Poe | - | -\n"
      "Sand and water: a theory of mud | Jane Doe; Ann Roe | - | -\n");
}

TEST(PapersPages, ADescriptionBetweenTitleAndAuthors) {
  EXPECT_EQ(
      papers_in(
          "<h2>Publications</h2><div><p>Sleeping rocks in warm beds</p><div>Rocks are known to sleep in beds of many kinds. "
          "We extract their dreams from nearby sounds and build a map of them that is as warm as it is long.</div>"
          "<span>Jane Doe, Ann Roe</span><p>Rock Letters, 2020</p></div>"),
      "Sleeping rocks in warm beds | Jane Doe; Ann Roe | Rock Letters | 2020\n");
}

TEST(PapersPages, YearsAndLabelsInAColumnOfTheirOwn) {
  const auto list = [](std::string_view lead) {
    std::string out = "<h2>Publications</h2><ul>";
    for (std::string_view title : {"Sleeping rocks in warm beds", "Waking sand in cold water", "Dreaming mud of the deep sea"})
      out += "<li>" + std::string(lead) + " " + std::string(title) + "<br>Jane Doe, Ann Roe<br><i>Rock Letters</i></li>";
    return out + "</ul>";
  };
  EXPECT_EQ(papers_in(list("2019")),
            "Sleeping rocks in warm beds | Jane Doe; Ann Roe | Rock Letters | 2019\n"
            "Waking sand in cold water | Jane Doe; Ann Roe | Rock Letters | 2019\n"
            "Dreaming mud of the deep sea | Jane Doe; Ann Roe | Rock Letters | 2019\n");
  EXPECT_EQ(papers_in(list("Paper")),
            "Sleeping rocks in warm beds | Jane Doe; Ann Roe | Rock Letters | -\n"
            "Waking sand in cold water | Jane Doe; Ann Roe | Rock Letters | -\n"
            "Dreaming mud of the deep sea | Jane Doe; Ann Roe | Rock Letters | -\n");
}

TEST(PapersPages, TablesOfPapersBelowAHeadingThatNobodyKnows) {
  const auto row = [](std::string_view title, std::string_view year) {
    return "<table><td><img src=a.gif></td><td><p><a href=''><b>" + std::string(title) +
           "</b></a><br>Ann Roe*, <strong>Jane Doe*</strong>, Ben Poe<br><em>RockConf</em>, " + std::string(year) +
           "</p></td></table>";
  };
  EXPECT_EQ(
      papers_in(std::vector{page_of("<h1>Jane Doe</h1><h2>News</h2><p>Hello.</p><h2>Fun Works</h2>" +
                                        row("Sleeping rocks in warm beds", "2021") + row("Waking sand in cold water", "2020"),
                                    "https://doe.example/")}),
      "Sleeping rocks in warm beds | Ann Roe; Jane Doe; Ben Poe | RockConf | 2021\n"
      "Waking sand in cold water | Ann Roe; Jane Doe; Ben Poe | RockConf | 2020\n");
}

TEST(PapersPages, ABibliographyThatWasCopiedWithItsSite) {
  std::string bib;
  for (int i = 0; i < 5; ++i)
    bib += "@article{k" + std::to_string(i) + ", title={Sleeping rocks, part number " + std::to_string(i) +
           "}, author={Moe, Max and Roe, Ann}, journal={Rock Letters}, year={2020}}\n";
  const auto page = page_of("<h1>Jane Doe</h1>", "https://doe.example/");
  EXPECT_EQ(papers_in(std::vector{page, page_of(bib, "https://doe.example/papers.bib", "text/plain")}), "");
  EXPECT_NE(papers_in(std::vector{page, page_of(bib, "https://max-moe.example/papers.bib", "text/plain")}), "");
}

TEST(PapersPages, TheCitationInTheBodyOfAPublication) {
  EXPECT_EQ(papers_in(std::vector{
                page_of("---\ntitle: Sleeping rocks in warm beds\nvenue: Rock Letters\ndate: 2020-01-02\n---\nRocks sleep.\n\n"
                        "Recommended citation: Roe, Ann, Jane Doe. \"Sleeping rocks in warm beds.\" Rock Letters (2020).\n",
                        "https://doe.example/_publications/2020-rocks.md", "text/markdown")}),
            "Sleeping rocks in warm beds | Roe, Ann; Jane Doe | Rock Letters | 2020\n");
}

TEST(PapersPages, RestsOfAuthorListsAreNoTitles) {
  EXPECT_EQ(
      papers_in(
          "<h2>Publications</h2><p>Roe, A., Doe, J. (2020). Field, S., Fox, N., Haber, N. A., Hahn, K. Rock Letters.</p>"),
      "");
}

TEST(PapersPages, EvidenceSaysHow) {
  const auto found = find_papers(
      std::vector{page_of(
          "<h2>Publications</h2><ul><li>Jane Doe. <a href='/p.html'>Sleeping rocks in bed</a>. Rock Letters, 2020.</li></ul>")},
      std::vector<std::string>{"Jane Doe"});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].evidence.method, "section");
  EXPECT_EQ(found[0].evidence.url, "https://doe.example/publications/");
  EXPECT_GT(found[0].evidence.confidence, 0.5);
  EXPECT_EQ(found[0].paper.url, "https://doe.example/p.html");
}

}  // namespace
}  // namespace fellow::extractor
