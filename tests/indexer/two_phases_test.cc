// SPDX-License-Identifier: GPL-3.0-or-later
// The same people in one index and in shards: with the sum of the shards' counts each person has the score that the one index
// gives, to the last bit; and what a generation carries for remote readers is what lies beside it.
#include <gtest/gtest.h>

#include "indexer/carried.h"
#include "indexer/durable.h"
#include "indexer/indexer.h"
#include "indexer/remote_source.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kShards = 3;

template <class T>
T told(const std::function<void(Told<T>)>& ask) {
  std::optional<Result<T>> out;
  ask([&](Result<T> result) { out = std::move(result); });
  EXPECT_TRUE(out && *out);
  return out && *out ? std::move(**out) : T{};
}

class TwoPhases : public testing::Test {
 protected:
  void SetUp() override {
    std::array<std::vector<Profile>, kShards> dealt;
    const auto all = people();
    for (std::size_t i = 0; i < all.size(); ++i) dealt[i % kShards].push_back(all[i]);
    ASSERT_TRUE(publish(whole_.path(), all));
    one_ = open_source("one", whole_.path() / "index");
    for (std::size_t i = 0; i < kShards; ++i) {
      ASSERT_TRUE(publish(parts_[i].path(), dealt[i]));
      shards_.push_back(open_source("s" + std::to_string(i), parts_[i].path() / "index"));
    }
  }

  // "id score match", best first; raw scores.
  static std::vector<std::string> shown(std::vector<Hit> hits, const SearchRequest& request, const Statistics& all) {
    std::sort(hits.begin(), hits.end(),
              [&](const Hit& a, const Hit& b) { return stands_before(a, b, order_of(request), takes_some(request, all)); });
    std::vector<std::string> out;
    for (const Hit& hit : hits) {
      char score[40];
      std::snprintf(score, sizeof score, " %a ", hit.score);
      out.push_back(hit.id + score + (hit.strong ? "strong" : "partial"));
    }
    return out;
  }

  TemporaryDirectory whole_;
  std::array<TemporaryDirectory, kShards> parts_;
  std::shared_ptr<Source> one_;
  std::vector<std::shared_ptr<Source>> shards_;
};

TEST_F(TwoPhases, ShardsRankAsOneIndex) {
  const Moment until = Moment::max();
  for (const char* text :
       {"wombat ecology", "serverless inference HKUST", "\"wombat ecology\"", "machine learning systems", "john smith",
        "wombat -john", "at:hkust", "year:2020..2022", "", "bill smith", "機械学習", "wombat xqzvwk"}) {
    for (const Sort sort : {Sort::relevance, Sort::name, Sort::papers, Sort::recent}) {
      SearchRequest request;
      request.query = parse_query(text);
      request.sort = sort;
      request.limit = 50;
      request.filters = {{"country", {}}};
      const auto whole = one_->inquire(request);
      const auto wanted = told<Statistics>([&](auto t) { whole->statistics(until, t); });
      Statistics all;
      std::vector<std::shared_ptr<Inquiry>> asked;
      for (const auto& shard : shards_) {
        asked.push_back(shard->inquire(request));
        all += told<Statistics>([&](auto t) { asked.back()->statistics(until, t); });
      }
      EXPECT_EQ(all.documents, wanted.documents) << text;
      EXPECT_EQ(all.total_length, wanted.total_length) << text;
      for (const auto& [key, n] : wanted.counts) EXPECT_EQ(all.count(key), n) << text << ": " << key;
      std::vector<Hit> hits;
      for (const auto& inquiry : asked) {
        for (auto& hit : told<Found>([&](auto t) { inquiry->search(all, until, t); }).hits) hits.push_back(std::move(hit));
      }
      auto found = told<Found>([&](auto t) { whole->search(wanted, until, t); });
      EXPECT_EQ(shown(hits, request, all), shown(found.hits, request, wanted)) << text;
    }
  }
}

TEST_F(TwoPhases, AGenerationCarriesItsColumnsAndManifest) {
  const auto directory = whole_.path() / "index" / "current";
  const Xapian::Database database((directory / Manifest::kPeople).string());
  EXPECT_EQ(read_carried_columns(database), read_whole(directory / Manifest::kColumns).value());
  const auto carried = read_carried_manifest(database), beside = read_manifest(directory);
  ASSERT_TRUE(carried && beside);
  EXPECT_EQ(carried->digest, beside->digest);
  EXPECT_EQ(carried->generation, beside->generation);
  EXPECT_EQ(carried->built_at, beside->built_at);
  // And so does one that was made of it.
  auto fewer = people();
  fewer.pop_back();
  ASSERT_TRUE(publish(whole_.path(), fewer));
  const Xapian::Database next((directory / Manifest::kPeople).string());
  EXPECT_EQ(read_carried_columns(next), read_whole(directory / Manifest::kColumns).value());
  EXPECT_EQ(read_carried_manifest(next)->generation, beside->generation + 1);
}

TEST(Remote, IsNamedByHostAndPort) {
  const auto read = [](const std::string& url) {
    const auto address = parse_remote(url);
    return address ? address->host + " " + std::to_string(address->port) : "bad";
  };
  EXPECT_EQ(read("tcp://10.0.0.5:7010"), "10.0.0.5 7010");
  EXPECT_EQ(read("tcp://[::1]:7010"), "::1 7010");
  for (const char* bad : {"", "tcp://", "tcp://:1", "tcp://host", "tcp://host:", "tcp://host:0", "tcp://host:65536",
                          "tcp://host:1x", "http://host:1"})
    EXPECT_EQ(read(bad), "bad") << bad;
}

}  // namespace
}  // namespace fellow::indexer
