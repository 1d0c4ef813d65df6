// SPDX-License-Identifier: GPL-3.0-or-later
// Which links are followed for one person's sake, in which order, and what the page asks of robots (R18).
#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

std::string name_of(LinkKind kind) {
  constexpr std::string_view kNames[] = {"about", "publications", "bibtex", "cv", "research", "people", "other"};
  return std::string(kNames[static_cast<int>(kind)]);
}

std::string shown(const PageLinks& links) {
  std::string out;
  for (const Link& link : links.links) out += name_of(link.kind) + " " + std::string(link.url.path()) + "\n";
  return out;
}

TEST(Links, BestFirstAndOnlyPages) {
  const PageLinks links_found =
      links(fetched(R"(<a href="/img/me.jpg">photo</a> <a href="teaching.html">Teaching</a> <a href="group.html">Group</a>
    <a href="research.html">Research</a> <a href="files/cv_jane.pdf">my CV</a> <a href="papers.bib">BibTeX</a> <a href="pubs.html">Publications</a>
    <a href="about/">About</a> <a href="slides.pdf">Slides</a> <a href="code.zip">Code</a> <a href="style.css">x</a> <a href="feed.xml">Feed</a>
    <a href="/tags/ml/">ml</a> <a href="/posts/page/2/">older</a> <a href="mailto:jane@uni.example">mail</a> <a href="#top">top</a>
    <a href="http://elsewhere.example/publications/">Publications</a> <a href="/">Home</a>)"));
  EXPECT_EQ(shown(links_found),
            "about /about/\npublications /pubs.html\nbibtex /papers.bib\ncv /files/cv_jane.pdf\nresearch "
            "/research.html\npeople /group.html\nother /teaching.html\n");
}

TEST(Links, WordsOfManyLanguages) {
  struct Row {
    const char *href, *text, *kind;
  };
  for (const Row row :
       {Row{"a.html", "Veröffentlichungen", "publications"}, Row{"b.html", "Lebenslauf", "cv"},
        Row{"c.html", "Recherche", "research"}, Row{"d.html", "À propos", "about"},
        Row{"e.html", "Publicaciones", "publications"}, Row{"f.html", "论文发表", "publications"},
        Row{"g.html", "個人簡介", "about"}, Row{"h.html", "研究業績", "publications"}, Row{"i.html", "이력서", "cv"},
        Row{"j.html", "Pubblicazioni", "publications"}, Row{"publist.html", "hier", "publications"},
        Row{"JaneDoe_CV2024.pdf", "pdf", "cv"}, Row{"k.html", "Sobre mim", "about"},
        Row{"l.html", "A long sentence that only happens to mention papers", "other"}, Row{"curriculum-vitae.pdf", "", "cv"}}) {
    const PageLinks found = links(fetched("<a href='" + std::string(row.href) + "'>" + row.text + "</a>"));
    ASSERT_EQ(found.links.size(), 1U) << row.href;
    EXPECT_EQ(name_of(found.links[0].kind), row.kind) << row.text;
  }
}

TEST(Links, StayInThePersonsPartOfASharedHost) {
  const PageLinks found = links(fetched(
      "<a href='pubs.html'>Publications</a><a href='/~otto/pubs.html'>Publications</a><a href='/about.html'>About us</a>",
      "http://uni.example/~jane/index.html"));
  EXPECT_EQ(shown(found), "publications /~jane/pubs.html\n");
  const PageLinks staff =
      links(fetched("<a href='cv.html'>CV</a><a href='/people/otto/cv.html'>CV</a>", "http://uni.example/people/jane/"));
  EXPECT_EQ(shown(staff), "cv /people/jane/cv.html\n");
}

TEST(Links, WithAndWithoutWwwIsOneSite) {
  EXPECT_EQ(shown(links(fetched("<a href='http://www.jane.example/cv.html'>CV</a>"))), "cv /cv.html\n");
}

TEST(Links, EntriesOfAListComeAfterThePages) {
  const PageLinks found =
      links(fetched("<a href='/publication/2020-a-title/'>A title</a><a href='/publication/'>Publications</a>"));
  EXPECT_EQ(shown(found), "publications /publication/\nother /publication/2020-a-title/\n");
}

TEST(Links, ForwardsOfShells) {
  const PageLinks refresh = links(fetched("<meta http-equiv=Refresh content=\"0; URL='home/main.html'\">"));
  ASSERT_TRUE(refresh.forward);
  EXPECT_EQ(refresh.forward->text(), "http://jane.example/home/main.html");
  const PageLinks frames = links(fetched(
      "<html><frameset cols='20%,*'><frame name=menu src=menu.html><frame name=content src=en/main.html></frameset></html>"));
  ASSERT_TRUE(frames.forward);
  EXPECT_EQ(frames.forward->path(), "/en/main.html");
  EXPECT_EQ(shown(frames), "about /menu.html\nabout /en/main.html\n");
  EXPECT_FALSE(links(fetched("<meta http-equiv=refresh content='300'>")).forward);
  EXPECT_FALSE(links(fetched("<p>hello</p><iframe src='https://maps.example/'></iframe>")).forward);
}

TEST(Links, AtMost200) {
  std::string body;
  for (int i = 0; i < 300; ++i) body += "<a href='p" + std::to_string(i) + ".html'>page</a>";
  EXPECT_EQ(links(fetched(body)).links.size(), 200U);
}

TEST(Links, OfMarkdownAndSitemaps) {
  EXPECT_EQ(shown(links(fetched("# Jane\n\n[Publications](/pubs.md) and [CV](cv.pdf)", "http://jane.example/README.md",
                                "text/markdown"))),
            "publications /pubs.md\ncv /cv.pdf\n");
  const PageLinks map = links(fetched(
      "<?xml version='1.0'?><urlset "
      "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://jane.example/publication/x/index.md</loc></url>"
      "<url><loc>http://jane.example/about.html</loc></url></urlset>",
      "http://jane.example/sitemap.xml", "application/xml"));
  EXPECT_EQ(shown(map), "about /about.html\npublications /publication/x/index.md\n");
}

TEST(Links, DirectivesStrictestWins) {
  struct Row {
    const char *meta, *header, *want;
  };
  const auto show_all = [](const Directives& d) {
    return std::string(d.noindex ? "i" : "") + (d.nofollow ? "f" : "") + (d.noarchive ? "a" : "") + (d.nosnippet ? "s" : "");
  };
  for (const Row row :
       {Row{"", "", ""}, Row{"<meta name=robots content='noindex, nofollow'>", "", "if"},
        Row{"<meta name=ROBOTS content=none>", "", "if"}, Row{"<meta name=FellowBot content=noarchive>", "nosnippet", "as"},
        Row{"<meta name=googlebot content=noindex>", "", ""}, Row{"", "googlebot: noindex, nofollow", ""},
        Row{"", "fellowbot: noindex", "i"}, Row{"", "noarchive, otherbot: noindex", "a"},
        Row{"", "unavailable_after: 2020-01-01", "i"}, Row{"", "unavailable_after: 25 Jun 2040 15:00:00 UTC", ""},
        Row{"", "unavailable_after: Friday, 25-Jun-10 15:00:00 UTC", "i"},
        Row{"<meta name=robots content='index, follow'>", "", ""}}) {
    Page page = fetched(std::string("<html><head>") + row.meta + "</head><body><a href=cv.html>CV</a></body></html>");
    page.robots_tag = row.header;
    EXPECT_EQ(show_all(links(page).directives), row.want) << row.meta << row.header;
  }
  const Page other = fetched("<meta name=MyBot content=noindex>");
  EXPECT_TRUE(links(other, "mybot").directives.noindex);
  EXPECT_FALSE(links(other).directives.noindex);
  Page dated = fetched("<meta name=robots content='unavailable_after: 2040-06-25'>");
  dated.robots_tag = "unavailable_after: 2040-06-24";
  EXPECT_EQ(links(dated).directives.unavailable_after, parse_time("2040-06-24T00:00:00Z").value());
  EXPECT_TRUE(links(fetched("<meta name=robots content=nofollow><a href=cv.html>CV</a>")).links.empty());
}

}  // namespace
}  // namespace fellow::extractor
