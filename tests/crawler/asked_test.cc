// SPDX-License-Identifier: GPL-3.0-or-later
// Several seeds that lead to one page at the same moment ask for it once in all, and each comes out as it would alone.
#include "crawler/asked.h"

#include "crawl_fixture.h"

namespace fellow::crawler {
namespace {

using std::chrono::milliseconds;

constexpr const char* kHome = "http://jane.example/";

ScriptedAnswer to(const std::string& location) { return answer(301, "", "Location: " + location + "\r\n"); }

// Late enough that all who want it have asked by then, if they do.
LoopbackServer::Script late(ScriptedAnswer said) {
  said.pieces.front().pause = milliseconds(300);
  return [said](const ScriptedRequest&) { return said; };
}

class Together : public Crawl {
 protected:
  // Seeds of as many hosts, each of which says that.
  std::vector<std::string> hosts(int count, const LoopbackServer::Script& script) {
    std::vector<std::string> seeds;
    for (int i = 0; i < count; ++i) {
      const std::string host = "s" + std::to_string(i) + ".example";
      web_.script(host + "/", script);
      seeds.push_back("http://" + host + "/");
    }
    return seeds;
  }
};

TEST_F(Together, redirects_to_one_page) {
  std::vector<std::string> seeds = hosts(6, [](const ScriptedRequest&) { return to(kHome); });
  seeds.push_back(kHome);
  web_.script("jane.example/", late(answer(200, "<a href=\"/pubs\">")));
  web_.script("jane.example/pubs", late(answer(200, "list")));
  const RunSummary summary = run(seeds);
  EXPECT_EQ(asked("jane.example"), "/ /pubs");
  for (const std::string& seed : seeds) {
    EXPECT_EQ(pages(seed), "/ /pubs") << seed;
    EXPECT_EQ(outcome(seed), "ok") << seed;
  }
  EXPECT_EQ(row("http://s3.example/").moved_to, Url::parse(kHome).value());
  EXPECT_EQ(summary.pages, 2);
}

TEST_F(Together, redirects_by_way_of_one_address) {
  const std::vector<std::string> seeds = hosts(4, [](const ScriptedRequest&) { return to("http://old.example/~jane"); });
  web_.script("old.example/~jane", late(to(kHome)));
  web_.script("jane.example/", late(answer(200, "hello")));
  run(seeds);
  EXPECT_EQ(asked("old.example"), "/~jane");
  EXPECT_EQ(asked("jane.example"), "/");
  for (const std::string& seed : seeds) EXPECT_EQ(pages(seed), "/") << seed;
  const Site site = read_site(data_, *catalog_, catalog_->seeds().value().at(2)).value();
  EXPECT_EQ(site.aliases.size(), 2u);
  EXPECT_EQ(site.pages.front().url.text(), kHome);
}

TEST_F(Together, shells_around_one_page) {
  const std::vector<std::string> seeds = hosts(3, [](const ScriptedRequest&) { return to("http://shell.example/"); });
  web_.script("shell.example/", late(answer(200, "<meta http-equiv=refresh content=\"0; url=/inside\">")));
  web_.script("shell.example/inside", late(answer(200, "hello")));
  run(seeds);
  EXPECT_EQ(asked("shell.example"), "/ /inside");
  for (const std::string& seed : seeds) EXPECT_EQ(pages(seed), "/inside") << seed;
}

TEST_F(Together, redirects_to_what_is_not_to_be_had) {
  const std::vector<std::string> seeds = hosts(3, [](const ScriptedRequest& request) {
    return to(request.host == "s0.example"   ? "http://none.example/"
              : request.host == "s1.example" ? "http://none.example/"
                                             : kHome);
  });
  web_.script("none.example/", late(answer(404, "no")));
  web_.script("jane.example/", late(answer(200, "<meta name=robots content=\"noindex\">")));
  std::vector<std::string> all = seeds;
  all.push_back(kHome);
  run(all);
  EXPECT_EQ(asked("none.example"), "/");
  EXPECT_EQ(asked("jane.example"), "/");
  EXPECT_EQ(outcome(seeds[0]), "failed status");
  EXPECT_EQ(outcome(seeds[1]), "failed status");
  EXPECT_EQ(outcome(seeds[2]), "refused noindex");
  EXPECT_EQ(outcome(kHome), "refused noindex");
}

// Neither waits for the other for ever.
TEST_F(Together, two_that_redirect_to_each_other) {
  web_.script("a.example/", late(to("http://b.example/")));
  web_.script("b.example/", late(to("http://a.example/")));
  run({"http://a.example/", "http://b.example/"});
  EXPECT_EQ(outcome("http://a.example/"), "failed redirect");
  EXPECT_EQ(outcome("http://b.example/"), "failed redirect");
  EXPECT_EQ(asked("a.example"), "/");
  EXPECT_EQ(asked("b.example"), "/");
}

// Whether a page is about the person is asked for each seed, of a page that came once.
TEST_F(Together, the_name_is_looked_for_by_each_seed) {
  hosts(2, [](const ScriptedRequest&) { return to(kHome); });
  web_.script("jane.example/", late(answer(200, "Jane Doe")));
  SeedList list{.name = "test", .seeds = {}, .bad = {}};
  list.seeds.push_back({Url::parse("http://s0.example/").value(), "Jane Doe", "", "", ""});
  list.seeds.push_back({Url::parse("http://s1.example/").value(), "Tom Roe", "", "", ""});
  ASSERT_TRUE(catalog_->put_list(list));
  CrawlOptions careful = options();
  careful.is_about = [](const Page& page, const std::string& name) { return page.body.find(name) != std::string::npos; };
  run_again(careful);
  EXPECT_EQ(asked("jane.example"), "/");
  EXPECT_EQ(outcome("http://s0.example/"), "ok");
  EXPECT_EQ(outcome("http://s1.example/"), "failed redirect");
  EXPECT_EQ(pages("http://s1.example/"), "");
}

// A page that was read as somebody's subpage is read anew when it turns out to be where another home page moved.
TEST_F(Together, the_name_is_looked_for_in_a_page_that_was_no_home_page) {
  web_.page("jane.example/", "Jane Doe <a href=\"/about\">");
  web_.page("jane.example/about", "all about Jane Doe");
  web_.script("s1.example/", late(to("http://jane.example/about")));
  web_.script("s2.example/", late(to("http://jane.example/about")));
  SeedList list{.name = "test", .seeds = {}, .bad = {}};
  list.seeds.push_back({Url::parse(kHome).value(), "Jane Doe", "", "", ""});
  list.seeds.push_back({Url::parse("http://s1.example/").value(), "Tom Roe", "", "", ""});
  list.seeds.push_back({Url::parse("http://s2.example/").value(), "Ann Poe", "", "", ""});
  ASSERT_TRUE(catalog_->put_list(list));
  CrawlOptions careful = options();
  careful.is_about = [](const Page& page, const std::string& name) { return page.body.find(name) != std::string::npos; };
  run_again(careful);
  EXPECT_EQ(pages(kHome), "/ /about");
  EXPECT_EQ(outcome("http://s1.example/"), "failed redirect");
  EXPECT_EQ(outcome("http://s2.example/"), "failed redirect");
}

TEST_F(Together, a_run_that_is_ended_lets_go_of_all) {
  const std::vector<std::string> seeds = hosts(4, [](const ScriptedRequest&) { return to(kHome); });
  ScriptedAnswer never = answer(200, "hello");
  never.pieces.front().pause = std::chrono::seconds(20);
  web_.script("jane.example/", [&](const ScriptedRequest&) { return never; });
  CrawlOptions brief = options();
  brief.budget = std::chrono::seconds(1);
  const auto began = std::chrono::steady_clock::now();
  run(seeds, brief);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(15));
  EXPECT_EQ(outcome(seeds[0]), "-");
  web_.page("jane.example/", "hello");
  run(seeds);
  for (const std::string& seed : seeds) EXPECT_EQ(pages(seed), "/") << seed;
}

}  // namespace
}  // namespace fellow::crawler
