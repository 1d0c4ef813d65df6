// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that are made ahead are those that would be made in the end: for any number of threads, in any order, whatever
// changes meanwhile.
#include "cli/extraction.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ExtractionTest : public SmallData {
 protected:
  using Limits = Extraction::Limits;

  std::unique_ptr<Extraction> extraction(Limits limits = {.threads = 2}) const {
    return std::move(Extraction::prepare(data_, limits).value());
  }
  std::vector<Url> seeds() const {
    std::vector<Url> out;
    for (const auto& [name, host] : kPeople) out.push_back(Url::parse("http://" + host + "/").value());
    std::sort(out.begin(), out.end());
    return out;
  }
  static Url url(const std::string& text) { return Url::parse(text).value(); }

  // Stores what is finished until that many profiles are in the catalog.
  void store_ahead(Extraction& step, std::size_t wanted) const {
    crawler::Catalog rows = catalog();
    for (int tries = 0; stored() < wanted && tries < 6000; ++tries) {
      ASSERT_TRUE(rows.begin());
      ASSERT_TRUE(step.store(rows));
      ASSERT_TRUE(rows.commit());
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_EQ(stored(), wanted);
  }
  std::size_t stored() const { return catalog().profiles().value().size(); }
  // "3 extracted, 1 unchanged, …"
  static std::string printed(const Extracted& done) {
    return std::to_string(done.extracted) + " extracted, " + std::to_string(done.unchanged) + " unchanged, " +
           std::to_string(done.without_home) + " without home, " + std::to_string(done.dropped) + " dropped, " +
           std::to_string(done.waiting) + " waiting";
  }
  std::string finish(Extraction& step, Extraction::Deadline until = {}) const {
    crawler::Catalog rows = catalog();
    return printed(step.finish(rows, seeds(), until).value());
  }
  // Every profile with its digest.
  std::string profiles() const {
    std::string out;
    const auto all = catalog().profiles().value();
    for (const auto& row : all) out += row.seed.text() + " " + row.digest + " " + row.json + "\n";
    return out;
  }
  void forget_profiles() const {
    crawler::Catalog rows = catalog();
    const auto all = rows.profiles().value();
    for (const auto& row : all) ASSERT_TRUE(rows.drop_profile(row.seed));
  }
};

constexpr const char* kAllSix = "6 extracted, 0 unchanged, 0 without home, 0 dropped, 0 waiting";

TEST_F(ExtractionTest, AnyOrderAndAnyNumberOfThreadsGiveTheSame) {
  EXPECT_EQ(finish(*extraction()), kAllSix);
  const std::string wanted = profiles();
  ASSERT_THAT(wanted, HasSubstr("Mara Ellingsworth"));
  std::mt19937 random(20261121);
  for (const unsigned threads : {1U, 2U, 5U}) {
    SCOPED_TRACE(threads);
    forget_profiles();
    const auto step = extraction({.threads = threads});
    std::vector<Url> order = seeds();
    std::shuffle(order.begin(), order.end(), random);
    order.resize(4);  // the other two are left for the end
    for (const Url& seed : order) step->offer(seed);
    store_ahead(*step, 4);
    EXPECT_EQ(finish(*step), kAllSix);
    EXPECT_EQ(profiles(), wanted);
  }
  EXPECT_EQ(finish(*extraction()), "0 extracted, 6 unchanged, 0 without home, 0 dropped, 0 waiting");
}

TEST_F(ExtractionTest, WhatIsNotStoredIsLostAndMadeAgain) {
  {
    const auto step = extraction();
    for (const Url& seed : seeds()) step->offer(seed);
  }
  EXPECT_THAT(profiles(), IsEmpty());
  EXPECT_EQ(finish(*extraction()), kAllSix);
}

TEST_F(ExtractionTest, WhatThereIsNoRoomForIsLeftForTheEnd) {
  EXPECT_EQ(finish(*extraction()), kAllSix);
  const std::string wanted = profiles();
  for (const Limits limits : {Limits{.threads = 1, .offered = 0}, Limits{.threads = 2, .finished_bytes = 1},
                              Limits{.threads = 2, .large_site = 10}}) {
    forget_profiles();
    const auto step = extraction(limits);
    for (const Url& seed : seeds()) step->offer(seed);
    EXPECT_EQ(finish(*step), kAllSix);
    EXPECT_EQ(profiles(), wanted);
  }
}

TEST_F(ExtractionTest, LargeSitesWaitForTheEnd) {
  const auto step = extraction({.threads = 1, .large_site = 400});
  visit("http://odo.example/", home_page("Odo Birnbaum", "ETH Zurich", "Graph databases", std::string(400, '.')));
  for (const Url& seed : seeds()) step->offer(seed);
  store_ahead(*step, 5);
  EXPECT_THAT(profiles(), Not(HasSubstr("Odo Birnbaum")));
  EXPECT_EQ(finish(*step), kAllSix);
  EXPECT_THAT(profiles(), HasSubstr("Odo Birnbaum"));
}

// Another seed led to a page of it, or it had more pages than those that were there.
TEST_F(ExtractionTest, ASiteThatChangesLaterInTheRunIsExtractedAsItIsInTheEnd) {
  const auto step = extraction();
  for (const Url& seed : seeds()) step->offer(seed);
  store_ahead(*step, 6);
  visit("http://odo.example/", home_page("Odo Birnbaum", "ETH Zurich", "Quokka census"));
  EXPECT_EQ(finish(*step), kAllSix);
  EXPECT_THAT(profiles(), HasSubstr("Quokka census"));
}

// The same bytes, asked for once more: the digest stays, the profile says when they came.
TEST_F(ExtractionTest, TheSameBytesOfALaterMomentAreExtractedAgainInTheRunOnly) {
  const auto step = extraction();
  for (const Url& seed : seeds()) step->offer(seed);
  store_ahead(*step, 6);
  const std::string ahead = profiles();
  now_ += std::chrono::minutes(5);
  visit("http://odo.example/", home_page("Odo Birnbaum", "ETH Zurich", "Graph databases"));
  EXPECT_EQ(finish(*step), kAllSix);
  const std::string in_the_end = profiles();
  EXPECT_NE(in_the_end, ahead);
  forget_profiles();
  EXPECT_EQ(finish(*extraction()), kAllSix);
  EXPECT_EQ(profiles(), in_the_end);
  now_ += std::chrono::minutes(5);
  visit("http://odo.example/", home_page("Odo Birnbaum", "ETH Zurich", "Graph databases"));
  EXPECT_EQ(finish(*extraction()), "0 extracted, 6 unchanged, 0 without home, 0 dropped, 0 waiting");
}

TEST_F(ExtractionTest, WhoTakesLeaveLaterInTheRunIsNotThere) {
  const auto step = extraction();
  for (const Url& seed : seeds()) step->offer(seed);
  store_ahead(*step, 6);
  crawler::Catalog rows = catalog();
  auto state = *rows.url_state(url("http://odo.example/")).value();
  state.outcome = crawler::Outcome::gone;
  ASSERT_TRUE(rows.put_url_state(state));
  EXPECT_EQ(finish(*step), "5 extracted, 0 unchanged, 0 without home, 0 dropped, 0 waiting");
  EXPECT_THAT(profiles(), Not(HasSubstr("odo.example")));
}

TEST_F(ExtractionTest, WhoIsForgottenMeanwhileIsNotExtracted) {
  const auto step = extraction();
  ASSERT_TRUE(suppress(data_, {key_of_host(url("http://odo.example/"))}));
  crawler::Catalog rows = catalog();
  ASSERT_TRUE(rows.begin());
  ASSERT_TRUE(step->store(rows));  // sees the list
  ASSERT_TRUE(rows.commit());
  for (const Url& seed : seeds()) step->offer(seed);
  store_ahead(*step, 5);
  EXPECT_EQ(finish(*step), "5 extracted, 0 unchanged, 0 without home, 0 dropped, 0 waiting");
  EXPECT_THAT(profiles(), Not(HasSubstr("odo.example")));
}

TEST_F(ExtractionTest, WhatWasDoneAheadCountsAlsoWhenTheTimeIsUp) {
  const auto step = extraction();
  const std::vector<Url> all = seeds();
  for (std::size_t i = 0; i < 4; ++i) step->offer(all[i]);
  store_ahead(*step, 4);
  EXPECT_EQ(finish(*step, std::chrono::steady_clock::now()), "4 extracted, 0 unchanged, 0 without home, 0 dropped, 2 waiting");
  EXPECT_EQ(stored(), 4u);
}

TEST_F(ExtractionTest, ASeedOfTwoListsHasOneProfile) {
  ASSERT_TRUE(catalog().put_list(crawler::parse_seeds("http://odo.example/\n", "zoo.txt").value()));
  EXPECT_EQ(finish(*extraction()), kAllSix);
  EXPECT_THAT(profiles(), HasSubstr("\"source\":\"zoo.txt\""));
  const std::string before = profiles();
  EXPECT_EQ(finish(*extraction()), "0 extracted, 6 unchanged, 0 without home, 0 dropped, 0 waiting");
  EXPECT_EQ(profiles(), before);
}

TEST_F(ExtractionTest, ADamagedArchiveIsToldInTheEnd) {
  const auto state = *catalog().url_state(url("http://odo.example/")).value();
  flip(data_ / state.place.file, state.place.offset + 200);
  const auto step = extraction();
  for (const Url& seed : seeds()) step->offer(seed);
  store_ahead(*step, 5);
  crawler::Catalog rows = catalog();
  const auto done = step->finish(rows, seeds(), {});
  ASSERT_FALSE(done);
  EXPECT_THAT(show(done.error()), HasSubstr("fellow-000001.warc.gz"));
}

}  // namespace
}  // namespace fellow::cli
