// SPDX-License-Identifier: GPL-3.0-or-later
// What an explanation tells of the facts that are left out, and where those that are taken stand.
#include <gtest/gtest.h>

#include "person_page.h"

namespace fellow::extractor {
namespace {

Site site_of(std::string_view body) {
  Site site{.seed = Url::parse(kHome).value()};
  site.pages.push_back(fetched("<html><body><h1>Jane Doe</h1>" + std::string(body) + "</body></html>"));
  return site;
}

std::string left_out(std::string_view body, std::string_view field) {
  Explanation why;
  (void)extract(site_of(body), &why);
  std::string out;
  for (const Rejection& r : why.rejected)
    if (r.field == field) out += (out.empty() ? "" : " | ") + r.value + ": " + r.rule;
  return out;
}

TEST(Explanation, NamesTheRuleOfWhatIsLeftOut) {
  struct Row {
    const char *body, *field, *want;
  };
  for (const Row& row : {
           Row{"<p>Jane's Reading Group meets on Mondays and there is always cake.</p>", "affiliations", ""},
           Row{"<p>I am a lecturer at ETH Zurich, supported by the University of Nowhereland.</p>", "affiliations",
               "University of Nowhereland: a sponsor, event or title"},
           Row{"<p>I am a PhD student at MIT, advised by Ann Bee at the University of Nowhereland.</p>", "affiliations",
               "University of Nowhereland: stands with an advisor"},
           Row{"<h2>Interests</h2><ul><li>Foams</li><li>my dog, solving puzzles, gels of any kind you like</li></ul>",
               "interests",
               "my dog: speaks of people | solving puzzles: says nothing in particular | gels of any kind you like: speaks of "
               "people"},
           Row{"<h2>Publications</h2><ul><li>Jane Doe, Ann Bee. Foams that never settle. Foam Letters, 2020.</li><li>Nothing "
               "but "
               "words stands here</li></ul>",
               "papers", "Nothing but words stands here: nothing but a title"},
           Row{"<p><a href='mailto:jane.doe@uni.example'>mail</a> <a href='mailto:office@uni.example'>office</a> <a "
               "href='mailto:your@email.com'>x</a></p>",
               "email",
               "your@email.com: left over from a theme | office@uni.example: another is likelier the person's, by name "
               "and place"},
       })
    EXPECT_EQ(left_out(row.body, row.field), row.want) << row.body;
}

TEST(Explanation, OfABibliography) {
  Site site = site_of("<p>I am a lecturer at ETH Zurich.</p>");
  site.pages.push_back(
      fetched("@article{a, title={Gels that settle slowly}, author={Carl Dee and Eva Fay}, year=2019, journal={Gel Letters}}\n"
              "@article{b, title={Foams that never settle}, author={Jane Doe and Ann Bee}, year=2020, journal={Foam}}\n"
              "@misc{c, title={Foams in a bottle}, note={Invited talk}, author={Jane Doe}, year=2020}",
              "http://jane.example/papers.bib", "text/x-bibtex"));
  Explanation why;
  const Profile profile = extract(site, &why);
  ASSERT_EQ(profile.papers.size(), 1U);
  EXPECT_EQ(why.places["/papers/0"], "in the bibliography");
  std::string rules;
  for (const Rejection& r : why.rejected)
    if (r.field == "papers") rules += r.value + ": " + r.rule + "\n";
  EXPECT_EQ(rules,
            "Foams in a bottle: a talk, poster, patent or software\nGels that settle slowly: all its authors are others\n");
}

TEST(Explanation, TellsWhereAFactStands) {
  Explanation why;
  const Profile profile =
      extract(site_of("<h2>Education</h2><ul><li>PhD in Physics, ETH Zurich, 2019. Write to jane@uni.example</li></ul>"), &why);
  ASSERT_EQ(printed::education(profile), "PhD in Physics, ETH Zurich 2019");
  EXPECT_EQ(why.places["/education/0"], "under “Education”: PhD in Physics, ETH Zurich, 2019. Write to");
  EXPECT_EQ(why.places["/name"], "Jane Doe");
}

TEST(Explanation, ChangesNothing) {
  const Site site = site_of(
      "<p>I am a lecturer at ETH Zurich.</p><h2>Publications</h2><ul><li>Jane Doe, Ann Bee. Foams that never settle. Foam "
      "Letters, "
      "2020.</li><li>Carl Dee. Gels that settle slowly. Gel Letters, 2019.</li></ul>");
  Explanation why;
  EXPECT_EQ(extract(site, &why), extract(site));
  EXPECT_FALSE(why.rejected.empty());
}

TEST(Explanation, IsBounded) {
  std::string body = "<h2>Interests</h2>";
  for (int i = 0; i < 3000; ++i) body += "<ul><li>my dog, your cat, our hen</li></ul>";
  Explanation why;
  (void)extract(site_of(body), &why);
  EXPECT_LE(why.rejected.size(), Explanation::kMost);
}

}  // namespace
}  // namespace fellow::extractor
