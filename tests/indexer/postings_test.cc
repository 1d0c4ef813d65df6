// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/postings.h"

#include <gtest/gtest.h>

#include <thread>

namespace fellow::indexer {
namespace {

// Document d has "even" d times if d is even, "all" once, "one" only in the third, at places 5 and 9.
Xapian::WritableDatabase database(std::uint32_t documents) {
  Xapian::WritableDatabase out("", Xapian::DB_BACKEND_INMEMORY);
  for (std::uint32_t d = 1; d <= documents; ++d) {
    Xapian::Document document;
    document.add_term("all");
    if (d % 2 == 0) document.add_term("even", d);
    if (d == 3) document.add_posting("one", 5), document.add_posting("one", 9);
    out.add_document(document);
  }
  return out;
}

std::string show(const Postings& postings) {
  std::string out;
  for (std::size_t i = 0, many = 0; i < postings.docids.size(); ++i) {
    const std::uint32_t count = postings.counts[i] == Postings::kMany ? postings.many[many++].second : postings.counts[i];
    out += (i ? " " : "") + std::to_string(postings.docids[i]) + "x" + std::to_string(count);
  }
  return out;
}

TEST(PostingsOfTheEngine, AreReadAsTheyAre) {
  const auto all = database(5);
  EXPECT_EQ(show(read_postings(all, "all")), "1x1 2x1 3x1 4x1 5x1");
  EXPECT_EQ(show(read_postings(all, "even")), "2x2 4x4");
  EXPECT_EQ(show(read_postings(all, "nobody")), "");
  const auto many = database(600);
  const auto even = read_postings(many, "even");
  EXPECT_EQ(even.docids.size(), 300u);
  EXPECT_TRUE(show(even).find(" 254x254 256x256 ") != std::string::npos);
  EXPECT_TRUE(show(even).ends_with(" 600x600"));
}

TEST(PostingCache, KeepsWhatFitsAndForgetsTheOldest) {
  const auto all = database(2000);
  PostingCache small(60'000);
  const auto first = small.of(all, "even");  // some 12 KB
  EXPECT_EQ(small.of(all, "even"), first);
  for (int i = 0; i < 300; ++i) EXPECT_TRUE(small.of(all, "nobody" + std::to_string(i))->empty());
  EXPECT_NE(small.of(all, "even"), first);
  EXPECT_EQ(small.of(all, "even")->docids, first->docids);
  // What is longer than a quarter of all room is read each time.
  PostingCache tiny(20'000);
  EXPECT_NE(tiny.of(all, "even"), tiny.of(all, "even"));
  EXPECT_EQ(tiny.of(all, "even")->docids.size(), 1000u);
}

TEST(PostingCache, HasRoomByThePeople) {
  EXPECT_EQ(posting_room(0), std::size_t{96} << 20);
  EXPECT_EQ(posting_room(50'000), std::size_t{96} << 20);
  EXPECT_EQ(posting_room(300'000), std::size_t{300'000} << 10);
}

TEST(PostingCache, KeepsWhatIsNoTerm) {
  const auto all = database(5);
  PostingCache kept(1 << 20);
  EXPECT_EQ(kept.find("\1one"), nullptr);
  int asked = 0;
  const auto find = [&] {
    ++asked;
    Postings out;
    out.docids = {2, 3};
    return out;
  };
  for (int round = 0; round < 2; ++round) EXPECT_EQ(kept.of("\1one", find)->docids, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(kept.find("\1one")->docids.size(), 2u);
  EXPECT_EQ(show(*kept.of(all, "one")), "3x2");
}

TEST(PostingCache, HoldsNoMoreThanItMay) {
  const auto all = database(300);
  PostingCache kept(1 << 20);
  kept.of(all, "all");
  kept.of(all, "even");
  EXPECT_GT(kept.bytes(), 1000u);
  kept.set_most(1000);
  EXPECT_LE(kept.bytes(), 1000u);
  kept.set_most(0);
  EXPECT_EQ(kept.bytes(), 0u);
  EXPECT_EQ(kept.of(all, "even")->docids.size(), 150u);
  EXPECT_EQ(kept.find("even"), nullptr);
}

TEST(PostingCache, IsForManyThreads) {
  PostingCache kept(30'000);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&kept] {
      const auto own = database(300);
      for (int i = 0; i < 300; ++i) {
        EXPECT_EQ(kept.of(own, "even")->docids.size(), 150u);
        EXPECT_EQ(kept.of(own, "one")->docids.size(), 1u);
        kept.of(own, "nobody" + std::to_string(i % 90));
      }
    });
  }
}

}  // namespace
}  // namespace fellow::indexer
