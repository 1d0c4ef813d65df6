// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/plain_html.h"

#include <gtest/gtest.h>

#include "fellow/json.h"
#include "tests/searchd/fake_source.h"

namespace fellow::searchd {
namespace {

// What of the text would act in a page: elements that nobody here writes, handlers, addresses that are scripts.
std::string acting(std::string html) {
  std::string out;
  for (const char* bad :
       {"<script>", "<img", "<b>", "<svg", "<iframe", "onerror=\"", "href=\"javascript:", "href=\"data:", "</script></"})
    if (html.find(bad) != std::string::npos) out += std::string(bad) + " ";
  return out;
}

Profile mallory() {
  const std::string evil = "</script><script>x()</script><img src=x onerror=x()>\"'&{{results}}";
  Profile p;
  p.id = "aaaaaaaaaaaaaaaa";
  p.url = "javascript:x()";
  p.name = evil;
  p.alternate_names = {evil};
  p.positions = {{evil, "faculty"}};
  p.affiliations = {{.name = evil, .id = "", .alternate_names = {}, .department = evil, .country = evil}};
  p.interests = {{evil, ""}};
  p.advisors = {{evil, "javascript:x()", evil}};
  p.biography = evil;
  p.papers = {{.title = evil,
               .authors = std::vector<std::string>(300, evil),
               .year = 2024,
               .venue = evil,
               .doi = evil,
               .url = "javascript:x()"}};
  return p;
}

Answer answer_of(std::vector<Hit> hits, std::int64_t total, int offset) {
  Answer answer;
  answer.request.query = parse_query("kelp");
  answer.request.offset = offset;
  answer.found.hits = std::move(hits);
  answer.found.total.value = total;
  answer.sources = {{.name = "local",
                     .kind = "index",
                     .status = "ok",
                     .took_ms = 1,
                     .matched = total,
                     .profiles = total,
                     .indexed_at = "",
                     .error = {}}};
  return answer;
}

TEST(PlainHtml, NothingOfAProfileActs) {
  const Profile p = mallory();
  EXPECT_EQ(acting(person_html(p)), "");
  EXPECT_NE(person_html(p).find(" and 288 more"), std::string::npos);
  Hit hit;
  hit.id = p.id;
  hit.url = p.url;
  hit.display_name = p.name;
  hit.positions = {p.positions[0].title};
  hit.affiliations = p.affiliations;
  hit.interests = p.interests;
  const std::string list = result_list_html(answer_of({hit}, 1, 0), {{"q", "\"><script>"}});
  EXPECT_EQ(acting(list), "");
  EXPECT_EQ(list.find("javascript"), list.find(">javascript") + 1);  // as text only
}

TEST(PlainHtml, TheHeadOfAPersonsPageIsReadByMachines) {
  const Profile p = mallory();
  const std::string meta = person_meta_html(p);
  const std::string begin = "<script type=\"application/ld+json\">";
  const auto at = meta.find(begin) + begin.size(), end = meta.find("</script>", at);
  ASSERT_NE(end, std::string::npos);
  const auto json = parse_json(meta.substr(at, end - at));
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ((*json)["name"], p.name);  // whole again after the escapes
  EXPECT_EQ(acting(meta.substr(0, at - begin.size()) + meta.substr(end + 9)), "");

  Profile jane;
  jane.id = "bbbbbbbbbbbbbbbb";
  jane.name = "Jane Doe";
  jane.positions = {{"Professor", "faculty"}};
  jane.affiliations = {{.name = "University of Porto", .id = "", .alternate_names = {}, .department = "", .country = ""}};
  jane.interests = {{"Kelp", ""}, {"Genes", ""}};
  EXPECT_NE(person_meta_html(jane).find("<meta name=\"description\" content=\"Professor, University of Porto. Kelp, Genes\">"),
            std::string::npos);
}

TEST(PlainHtml, PagesCarryTheSearchOn) {
  const Parameters asked{{"q", "a&b"}, {"position", "faculty"}, {"offset", "10"}};
  struct Row {
    int offset;
    std::int64_t total;
    std::string links;
  };
  const std::string rest = "q=a%26b&amp;position=faculty";
  const std::vector<Row> rows{
      {0, 10, ""},
      {0, 11, "<a href=\"/?" + rest + "&amp;offset=10\">Next</a> "},
      {10, 20, "<a href=\"/?" + rest + "\">Previous</a> "},
      {10, 21, "<a href=\"/?" + rest + "\">Previous</a> <a href=\"/?" + rest + "&amp;offset=20\">Next</a> "}};
  for (const Row& row : rows) {
    const std::string html = result_list_html(answer_of({}, row.total, row.offset), asked);
    const auto at = html.find("Pages of results\">");
    const std::string links = at == std::string::npos ? "" : html.substr(at + 18, html.find("</nav>") - at - 18);
    EXPECT_EQ(links, row.links) << row.offset << " of " << row.total;
  }
}

TEST(PlainHtml, SaysWhatIsMissing) {
  Answer answer = answer_of({}, 0, 0);
  answer.found.corrected = "kelp & co";
  answer.sources.push_back(answer.sources[0]);
  answer.sources[1].status = "timeout";
  const std::string html = result_list_html(answer, {{"q", "klep"}});
  EXPECT_NE(html.find("No researcher found"), std::string::npos);
  EXPECT_NE(html.find("This answer is partial"), std::string::npos);
  EXPECT_NE(html.find("<a href=\"/?q=kelp%20%26%20co\"><bdi dir=\"auto\">kelp &amp; co</bdi></a>"), std::string::npos) << html;
  EXPECT_NE(error_html({Code::bad_input, "<wanted>", "year"}).find("&lt;wanted&gt;"), std::string::npos);
}

}  // namespace
}  // namespace fellow::searchd
