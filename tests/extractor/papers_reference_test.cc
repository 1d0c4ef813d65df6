// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "extractor/papers/author_list.h"
#include "extractor/papers/lines.h"
#include "extractor/papers/reference.h"
#include "papers_page.h"

namespace fellow::extractor::papers {
namespace {

const std::vector<std::string> kNames = {"Jane Q. Doe", "杜珍"};

std::string authors_of(std::string_view text) {
  const Owner owner(kNames);
  const auto list = read_authors(text, owner);
  std::string out;
  for (const auto& name : list.names) out += (out.empty() ? "" : "; ") + name;
  if (list.open) out += " …";
  if (list.has_owner) out += " !";
  return out;
}

TEST(PapersAuthors, FormsOfLists) {
  const struct {
    std::string_view text, names;
  } rows[] = {
      {"Jane Doe, Bob Roe, and Ann Poe. Sleeping rocks", "Jane Doe; Bob Roe; Ann Poe !"},
      {"J. Doe, B. C. Roe and A.-M. Poe: Sleeping rocks", "J. Doe; B. C. Roe; A.-M. Poe !"},
      {"Doe, J., Roe, B. C., & Poe, A. (2020). Sleeping rocks", "Doe, J.; Roe, B. C.; Poe, A. !"},
      {"Doe JQ, Roe BC, Poe A. (2020). Sleeping rocks", "Doe JQ; Roe BC; Poe A !"},
      {"Doe, Jane, Roe, Bob, and Poe, Ann", "Doe, Jane; Roe, Bob; Poe, Ann !"},
      {"Bob Roe*, Jane Doe*†, Ann Poe1 et al. Sleeping rocks", "Bob Roe; Jane Doe; Ann Poe … !"},
      {"Bob Roe, Jane Doe, and 12 more authors", "Bob Roe; Jane Doe … !"},
      {"Garth A. Roe, Jane Doe, Eric P. Poe", "Garth A. Roe; Jane Doe; Eric P. Poe !"},
      {"Wyk B van, Roe OF, Doe J. Sleeping rocks", "Wyk B van; Roe OF; Doe J !"},
      {"JANE DOE, AMINE EL ROE, LIO POE.", "JANE DOE; AMINE EL ROE; LIO POE !"},
      {"Bob van der Berg, Jane Doe et Luc de la Tour", "Bob van der Berg; Jane Doe; Luc de la Tour !"},
      {"B. Roe and J. Doe and A. Poe", "B. Roe; J. Doe; A. Poe !"},
      {"杜珍，李四，王小五", "杜珍; 李四; 王小五 !"},
      {"Tingting Du, Jane Doe, Anh Le", "Tingting Du; Jane Doe; Anh Le !"},
      {"Sleeping rocks in deep water", ""},
      {"Towards Sleeping Rocks", ""},
      {"随机市场深度下的最优执行问题", ""},
      {"", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(authors_of(row.text), row.names) << row.text;
}

TEST(PapersAuthors, TheOwnerInEveryForm) {
  const Owner owner(kNames);
  for (const std::string_view name : {"Jane Q. Doe", "Jane Doe", "J. Doe", "J. Q. Doe", "Doe, J.", "Doe JQ", "DOE Jane",
                                      "Doe Jane", "杜珍", "Jane Quinn Doe"})
    EXPECT_TRUE(owner.is(name)) << name;
  for (const std::string_view name : {"John Roe", "B. Doe", "Jane Roe", "Q. Roe", "", "杜真"})
    EXPECT_FALSE(owner.is(name)) << name;
  EXPECT_TRUE(owner.within("with Jane Doe and others"));
  EXPECT_FALSE(owner.within("with John Roe"));
  EXPECT_TRUE(owner.is_missing_in({"Bob Roe", "Ann Poe"}));
  EXPECT_FALSE(owner.is_missing_in({"Bob Roe", "J. Doe"}));
  EXPECT_FALSE(owner.is_missing_in({}));
  const std::vector<std::string> native = {"杜珍"};
  EXPECT_FALSE(Owner(native).is_missing_in({"Bob Roe"}));  // how the owner writes the name in Latin letters is not known
}

TEST(PapersAuthors, OnlyPeople) {
  const Owner owner(kNames);
  EXPECT_TRUE(only_authors("Jane Doe, Bob Roe (2020)", owner));
  EXPECT_TRUE(only_authors("Bob Roe, Ann Poe.", owner));
  EXPECT_FALSE(only_authors("Jane Doe, Bob Roe. Sleeping rocks.", owner));
  EXPECT_FALSE(only_authors("Rock Lattices I: Structure", owner));
  EXPECT_EQ(split_authors("Jane Doe, Bob Roe and Ann Poe").size(), 3U);
}

std::string parsed(std::string_view html) {
  const Document page = page_of("<body>" + std::string(html));
  const auto lines = read_lines(page.dom);
  return print(parse_reference(lines, Owner(kNames)).paper);
}

TEST(PapersReference, OneEntry) {
  const struct {
    std::string_view html, printed;
  } rows[] = {
      // Authors first.
      {"J. Doe, B. Roe. Sleeping rocks in bed. Journal of Rocks, 12(3), 45-67, 2020.",
       "Sleeping rocks in bed | J. Doe; B. Roe | Journal of Rocks | 2020"},
      {"Doe J, Roe B. (2019). Sleeping rocks in bed. <i>Journal of Rocks</i> 16:e1.",
       "Sleeping rocks in bed | Doe J; Roe B | Journal of Rocks | 2019"},
      {"<b>Jane Doe</b>, Bob Roe. 2021. Sleeping rocks in bed. In International Conference on Rocks (ICR'21). Springer, Bern, "
       "1-9.",
       "Sleeping rocks in bed | Jane Doe; Bob Roe | International Conference on Rocks (ICR'21) | 2021"},
      {"B. Roe and J. Doe, “Sleeping rocks, in bed,” in <em>Proc. Rock Symp.</em>, 2018, pp. 1-9.",
       "Sleeping rocks, in bed | B. Roe; J. Doe | Proc. Rock Symp | 2018"},
      {"B. Roe, J. Doe: <i>Sleeping rocks in bed</i>. ROCKS 2017. <a href='x.pdf'>pdf</a>",
       "Sleeping rocks in bed | B. Roe; J. Doe | ROCKS | 2017"},
      {"B. Roe, J. Doe (2016) <a href='/p'>Sleeping rocks. Part II. The bed</a>. <em>Rock Letters</em> 9.",
       "Sleeping rocks. Part II. The bed | B. Roe; J. Doe | Rock Letters | 2016"},
      {"Roe B, Doe J. (2015). Sleep of the lane rock (<i>Rupes dormiens</i>) in bed. <b><i>Rock One</i></b> 16.",
       "Sleep of the lane rock (Rupes dormiens) in bed | Roe B; Doe J | Rock One | 2015"},
      // A tag or year before them.
      {"<b>RSDI'24</b> Bob Roe*, Jane Doe*. <b>“Sleeping rocks in bed.”</b> <i>The 21st Rock Symposium.</i>",
       "Sleeping rocks in bed | Bob Roe; Jane Doe | RSDI'24 | 2024"},
      {"(2026) Doe J. et al.: <i>Sleeping rocks in bed,</i> Jan 2026, J. Rock Inf., vol 66, pp 1-9",
       "Sleeping rocks in bed | Doe J. | J. Rock Inf | 2026"},
      // Title first.
      {"<b>Sleeping rocks in bed.</b><br>Bob Roe, <i>Jane Doe</i>*<br>IEEE Rock Letters, 2026. [<a href='x'>pdf</a>][<a "
       "href='y'>code</a>]",
       "Sleeping rocks in bed | Bob Roe; Jane Doe | IEEE Rock Letters | 2026"},
      {"<b>Sleeping rocks in bed</b><br>B. Roe, J. Doe et A. Poe, <i>Soft Rocks</i> 21, 7257. <a href='a'>[pdf]</a>",
       "Sleeping rocks in bed | B. Roe; J. Doe; A. Poe | Soft Rocks | -"},
      {"<a href='p'>Sleeping rocks in bed</a> <br> <i>NeurRock'19</i> <br> Bob Roe, Jane Doe",
       "Sleeping rocks in bed | Bob Roe; Jane Doe | NeurRock'19 | 2019"},
      {"Sleeping rocks in bed. Jane Doe, Bob Roe. Rock Conference 2014.",
       "Sleeping rocks in bed | Jane Doe; Bob Roe | Rock Conference | 2014"},
      {"「岩石の眠り」（杜珍，李四）『岩石と経済』No. 9，(2021)，4-11．", "岩石の眠り | 杜珍; 李四 | 岩石と経済 | 2021"},
      // By the classes of its elements.
      {"<p class=paper-title>Sleeping rocks in bed <a class=btn href=x>pdf</a></p><p class=authors>Bob Roe, Jane Doe</p><p "
       "class=venue><em>Rock Letters, 2013</em> <b>Best Paper Award</b></p>",
       "Sleeping rocks in bed | Bob Roe; Jane Doe | Rock Letters | 2013"},
      // A remark is no venue.
      {"<b>Sleeping rocks in bed</b><br>Jane Doe, Bob Roe<br>IEEE Rock Letters (<b>Second Place Prize Paper Award</b>), 2024.",
       "Sleeping rocks in bed | Jane Doe; Bob Roe | IEEE Rock Letters | 2024"},
      {"Roe, B., Doe, J. (2019).<br><b>Sleeping rocks in bed</b>.<br>In A. Poe &amp; C. Moe (Eds.), Advances in Rocks (pp. "
       "1-9). Springer.",
       "Sleeping rocks in bed | Roe, B.; Doe, J. | Advances in Rocks | 2019"},
      // Nothing to read.
      {"", " | - | - | -"},
      {"<a href=x>pdf</a>", " | - | - | -"},
  };
  for (const auto& row : rows) EXPECT_EQ(parsed(row.html), row.printed) << row.html;
}

TEST(PapersReference, LinksAndDois) {
  const Document page = page_of(
      "<p>J. Doe. <a href='/sleep.html'>Sleeping rocks in bed</a>. Rock Letters, 2020. <a "
      "href='https://doi.org/10.1000/r.1'>DOI</a>");
  const auto ref = parse_reference(read_lines(page.dom), Owner(kNames));
  EXPECT_EQ(ref.paper.url, "/sleep.html");
  EXPECT_EQ(ref.paper.doi, "10.1000/r.1");
  EXPECT_TRUE(ref.has_owner);
}

TEST(PapersReference, HundredsOfNamesAndLongLines) {
  std::string many = "Jane Doe";
  for (int i = 0; i < 3000; ++i) many += ", Bob Roe";
  const Owner owner(kNames);
  EXPECT_EQ(read_authors(many, owner).names.size(), 2000U);
  const std::string brackets(200'000, '(');
  const Line line = plain_line(brackets + " Jane Doe. " + std::string(200'000, 'A'));
  (void)parse_reference(std::span(&line, 1), owner);  // ends in good time
}

TEST(PapersLines, StylesBreaksAndWhatIsLeftOut) {
  const Document page = page_of(
      "<body><nav><a href=/>Home</a></nav><h2>Papers</h2><ul><li><b>One</b> and "
      "<i>two</i><br>three<p>four<button>Cite</button></ul><table><tr><td>a<td>b</table>");
  std::string out;
  for (const auto& line : read_lines(page.dom)) {
    out += std::string(1, "-=#"[static_cast<int>(line.before)]) + std::to_string(line.level) + (line.in_item ? "i " : " ");
    for (const auto& run : line.runs)
      out +=
          std::string(run.bold ? "*" : "") + (run.italic ? "/" : "") + line.text.substr(run.begin, run.end - run.begin) + "|";
    out += "\n";
  }
  EXPECT_EQ(out, "#2 Papers|\n#0i *One|and|/two|\n-0i three|\n=0i four|\n#0i a|\n=0i b|\n");
}

}  // namespace
}  // namespace fellow::extractor::papers
