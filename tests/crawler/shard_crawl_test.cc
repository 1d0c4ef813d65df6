// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of --shard 1/N … N/N together ask what one run asks, nothing twice, wherever seeds lead.
#include "crawl_fixture.h"

namespace fellow::crawler {
namespace {

constexpr unsigned kParts = 3;

Url url_of(const std::string& text) { return Url::parse(text).value(); }

class Shards : public testing::Test {
 protected:
  // Crawls the part of the seeds (all of them without a part) into stores of its own.
  void crawl(std::optional<Shard> shard) {
    const TemporaryDirectory directory;
    Catalog catalog = Catalog::open(directory.path()).value();
    Archive archive = Archive::open(directory.path(), "test").value();
    SeedList list{.name = "test", .seeds = {}, .bad = {}};
    for (const std::string& seed : seeds_) {
      if (shard && !shard->has(url_of(seed))) {
        list.elsewhere.push_back(url_of(seed));
      } else {
        list.seeds.push_back({url_of(seed), "", "", "", ""});
      }
    }
    ASSERT_TRUE(catalog.replace_list(list));
    CrawlOptions options;
    options.contact = "mailto:crawl@fellow.example";
    options.delay = std::chrono::milliseconds(0);
    options.connect_to = {web_.connect_to()};
    options.shard = shard;
    const auto summary = Crawler(catalog, archive, read_test_links, options).run();
    ASSERT_TRUE(summary) << show(summary.error());
    const std::vector<UrlState> rows = catalog.all_urls().value();
    for (const UrlState& row : rows) outcomes_[row.url.text()].push_back(row.reason.empty() ? "ok" : row.reason);
  }
  // Addresses and how often each was asked, but robots.txt, which each machine needs for itself.
  std::map<std::string, int> asked() {
    std::map<std::string, int> times;
    for (const ScriptedRequest& request : web_.all()) {
      if (request.target != "/robots.txt") ++times[request.host + request.target];
    }
    web_.forget();
    return times;
  }
  void moves(const std::string& from, const std::string& to) {
    web_.script(from, [to](const ScriptedRequest&) { return answer(301, "", "Location: http://" + to + "\r\n"); });
  }

  LoopbackServer web_;
  std::vector<std::string> seeds_;
  std::map<std::string, std::vector<std::string>> outcomes_;  // in each run that has a row of the address
};

TEST_F(Shards, together_ask_what_one_run_asks) {
  for (int i = 0; i < 12; ++i) {
    const std::string host = "site" + std::to_string(i) + ".example", next = "site" + std::to_string((i + 5) % 12) + ".example";
    seeds_.push_back("http://" + host + "/");
    web_.page(host + "/", "<a href=\"/pubs\">" + host);
    web_.page(host + "/pubs", "list of " + host);
    const std::string old = "old" + std::to_string(i) + ".example";  // moved to a site that is a seed too
    seeds_.push_back("http://" + old + "/");
    moves(old + "/", host + "/");
    const std::string shell = "shell" + std::to_string(i) + ".example";  // so is what this one declares
    seeds_.push_back("http://" + shell + "/");
    web_.page(shell + "/", "<meta http-equiv=refresh content=\"0; url=http://" + next + "/\">" + shell);
    const std::string away = "away" + std::to_string(i) + ".example", fresh = "new" + std::to_string(i) + ".example";
    seeds_.push_back("http://" + away + "/");  // moved to a site that no list names
    moves(away + "/", fresh + "/me/");
    web_.page(fresh + "/me/", "<a href=\"/me/cv\">" + fresh);
    web_.page(fresh + "/me/cv", "cv of " + fresh);
  }
  crawl(std::nullopt);
  const std::map<std::string, int> one = asked();
  for (const auto& [address, times] : one) EXPECT_EQ(times, 1) << address;
  EXPECT_EQ(one.size(), 12u * 7);
  outcomes_.clear();
  for (unsigned part = 1; part <= kParts; ++part) crawl(Shard{part, kParts});
  EXPECT_EQ(asked(), one);
  int left = 0;
  for (int i = 0; i < 12; ++i) {
    const auto moved = outcomes_["http://old" + std::to_string(i) + ".example/"];
    ASSERT_EQ(moved.size(), 1u);
    left += moved.front() == "duplicate";
    const auto away = outcomes_["http://away" + std::to_string(i) + ".example/"];
    EXPECT_EQ(away, std::vector<std::string>{"ok"});
  }
  EXPECT_GT(left, 0) << "no seed led to another part";
  EXPECT_LT(left, 12) << "every seed led to another part";
}

// The folder of another person on the host is no reason to leave this one's alone.
TEST_F(Shards, leave_only_what_belongs_to_the_seed_elsewhere) {
  std::string there = "uni.example";  // of another part than the seed's
  for (int i = 0; Shard{1, 2}.has(url_of("http://" + there + "/")); ++i) there = "uni" + std::to_string(i) + ".example";
  std::string here = "jane.example";
  for (int i = 0; !Shard{1, 2}.has(url_of("http://" + here + "/")); ++i) here = "jane" + std::to_string(i) + ".example";
  seeds_ = {"http://" + here + "/", "http://" + here + "/~b/", "http://" + there + "/~tom/"};
  moves(here + "/", there + "/~jane/");
  moves(here + "/~b/", there + "/~tom/");
  web_.page(there + "/~jane/", "jane");
  crawl(Shard{1, 2});
  EXPECT_EQ(asked(), (std::map<std::string, int>{{here + "/", 1}, {here + "/~b/", 1}, {there + "/~jane/", 1}}));
}

}  // namespace
}  // namespace fellow::crawler
