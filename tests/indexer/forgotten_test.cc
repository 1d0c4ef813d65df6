// SPDX-License-Identifier: GPL-3.0-or-later
// Who asked to be forgotten is in nothing that the index answers, whenever the generation was published.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "fellow/fields.h"
#include "indexer/indexer.h"
#include "indexer/sources.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

class Forgotten : public testing::Test {
 protected:
  static SearchRequest request(const std::string& text) {
    SearchRequest out;
    out.query = parse_query(text);
    out.deadline = std::chrono::seconds(5);
    for (const Facet& facet : kFacets) out.facets.push_back({std::string(facet.name), ""});
    out.facet_limit = 100;
    return out;
  }
  void publish_all(std::vector<Profile> profiles) {
    const auto done = publish(data_, profiles, {.suppression = Suppression::read(data_).value()});
    ASSERT_TRUE(done) << show(done.error());
  }
  std::shared_ptr<Source> source() const { return open_sources(Config{}, data_)->front(); }
  void forget(const std::string& id) const { ASSERT_TRUE(suppress(data_, {key_of_person(id)})); }

  // "names of the hits | total | facet: value count, …": all that an answer counts.
  static std::string printed(Source& source, const std::string& text) {
    const auto found = source.search(request(text));
    if (!found) return show(found.error());
    std::string out;
    for (const Hit& hit : found->hits) out += hit.display_name + ", ";
    out += "| " + std::to_string(found->total.value) + " |";
    for (const auto& [facet, values] : found->facets) {
      for (const FacetValue& value : values) out += " " + facet + ":" + value.value + "=" + std::to_string(value.count);
    }
    if (found->corrected) out += " -> " + *found->corrected;
    return out;
  }

  TemporaryDirectory directory_;
  const fs::path data_ = directory_.path();
};

TEST_F(Forgotten, IsInNoResultTotalOrFacetOfAGenerationPublishedBefore) {
  publish_all(people());
  const auto all = source();
  ASSERT_NE(printed(*all, "wombat").find("John Smith"), std::string::npos);
  const std::int64_t before = all->info().profiles;
  forget(id_of("John Smith"));

  // As an index that never had him, but for scores.
  const TemporaryDirectory other;
  auto rest = people();
  std::erase_if(rest, [](const Profile& p) { return p.name == "John Smith"; });
  ASSERT_TRUE(publish(other.path(), rest));
  const auto without = open_source("local", other.path() / "index");
  const auto now = source();
  for (const char* query : {"wombat", "john smith", "name:smith", "year:2010..2013", "of more wombats", "norte", "", "-wombat",
                            "\"too many wombats\"", "paper:wombats"}) {
    auto got = printed(*now, query), want = printed(*without, query);
    EXPECT_EQ(got.substr(got.find('|')), want.substr(want.find('|'))) << query;
    EXPECT_EQ(got.find("John Smith"), std::string::npos) << got;
  }
  EXPECT_EQ(now->info().profiles, before - 1);
  const auto profile = now->profile(id_of("John Smith"));
  ASSERT_FALSE(profile);
  EXPECT_EQ(profile.error().code, Code::not_found);
}

TEST_F(Forgotten, ARunningSourceHidesWithinTenSeconds) {
  publish_all(people());
  const auto running = source();
  ASSERT_NE(printed(*running, "wombat").find("John Smith"), std::string::npos);
  forget(id_of("John Smith"));
  const auto began = std::chrono::steady_clock::now();
  while (printed(*running, "wombat").find("John Smith") != std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_FALSE(running->profile(id_of("John Smith")));
  // Nor does a generation that still has him bring him back.
  auto profiles = people();
  profiles[0].biography += " More.";
  publish_all(profiles);
  while (running->info().generation != 2) {
    ASSERT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(printed(*running, "wombat").find("John Smith"), std::string::npos);
  }
  EXPECT_EQ(printed(*running, "wombat").find("John Smith"), std::string::npos);
}

TEST_F(Forgotten, IdsThatWereMergedAwayHideThePersonToo) {
  Profile kept = somebody("new.example", "Jane Doe"), old = somebody("old.example", "Jane Doe");
  kept.identifiers["orcid"] = old.identifiers["orcid"] = "1";
  kept.biography = "Here.";
  publish_all(merge_people({kept, old, somebody("other.example", "John Roe")}));
  forget(old.id);
  EXPECT_FALSE(source()->profile(old.id));
  EXPECT_FALSE(source()->profile(kept.id));
  EXPECT_TRUE(source()->profile(somebody("other.example", "").id));
}

TEST_F(Forgotten, NoSpellingBetraysHim) {
  publish_all(people());
  ASSERT_NE(printed(*source(), "imaginiria").find("-> imaginaria"), std::string::npos) << printed(*source(), "imaginiria");
  forget(id_of("John Smith"));
  EXPECT_EQ(printed(*source(), "imaginiria").find("imaginaria"), std::string::npos) << printed(*source(), "imaginiria");
}

TEST_F(Forgotten, DoNotCountAsLost) {
  publish_all(people());
  auto rest = people();
  for (int i = 0; i < 3; ++i) {  // of 9: a third
    const auto urls = rest.back().seeds;
    ASSERT_TRUE(suppress(data_, {key_of_host(Url::parse(urls[0]).value())}));
    rest.pop_back();
  }
  const auto held = publish(data_, rest);
  ASSERT_FALSE(held);
  EXPECT_EQ(held.error().code, Code::refused);
  publish_all(rest);
  // Of the six that are left, two more may not go by themselves.
  rest.resize(4);
  EXPECT_FALSE(publish(data_, rest, {.suppression = Suppression::read(data_).value()}));
}

TEST_F(Forgotten, AListThatCannotBeReadOpensNothing) {
  publish_all(people());
  write_file(data_ / "suppressed", "nonsense\n");
  const auto opened = open_sources(Config{}, data_);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, Code::corrupt);
}

TEST_F(Forgotten, OldGenerationsAreDropped) {
  auto profiles = people();
  for (int i = 0; i < 3; ++i) {
    profiles[0].biography += "x";
    publish_all(profiles);
  }
  fs::create_directory(data_ / "index" / "9.building");
  EXPECT_EQ(drop_old_generations(data_).value(), 3u);
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(data_ / "index")) left.push_back(entry.path().filename());
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{"3", "current"}));
  EXPECT_EQ(source()->info().profiles, 9);
  EXPECT_EQ(drop_old_generations(directory_.path() / "nothing").value(), 0u);
}

}  // namespace
}  // namespace fellow::indexer
