// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/breaker.h"

#include <gtest/gtest.h>

namespace fellow::searchd {
namespace {

using namespace std::chrono_literals;

class BreakerTest : public testing::Test {
 protected:
  // A question that fails; whether it was let through.
  bool fail_once() {
    if (!breaker.admit(now)) return false;
    breaker.failed(now, "no answer");
    return true;
  }
  std::chrono::milliseconds pause() const {
    const auto closed = breaker.closed();
    return closed ? std::chrono::duration_cast<std::chrono::milliseconds>(closed->until - now) : 0ms;
  }

  double jitter = 0.5;
  Breaker breaker{[this] { return jitter; }};
  Breaker::Moment now{1000s};
};

TEST_F(BreakerTest, ClosesAfterThreeFailuresInARow) {
  EXPECT_TRUE(fail_once());
  EXPECT_TRUE(fail_once());
  ASSERT_TRUE(breaker.admit(now));
  breaker.succeeded();  // begins again
  EXPECT_TRUE(fail_once());
  EXPECT_TRUE(fail_once());
  EXPECT_FALSE(breaker.closed());
  EXPECT_TRUE(fail_once());
  EXPECT_FALSE(fail_once());
  EXPECT_EQ(pause(), 5000ms);
  EXPECT_EQ(breaker.closed()->why, "no answer");
}

TEST_F(BreakerTest, OneQuestionTriesAgainAndPausesDoubleUpTo120Seconds) {
  for (int i = 0; i < 3; ++i) fail_once();
  for (const auto& [wait, next] : {std::pair{5s, 10s}, {10s, 20s}, {20s, 40s}, {40s, 80s}, {80s, 120s}, {120s, 120s}}) {
    now += wait - 1ms;
    EXPECT_FALSE(breaker.admit(now));
    now += 1ms;
    EXPECT_TRUE(breaker.admit(now));
    EXPECT_FALSE(breaker.admit(now)) << "a second one while the first is on its way";
    breaker.failed(now, "still none");
    EXPECT_EQ(pause(), next);
  }
  now += 120s;
  ASSERT_TRUE(breaker.admit(now));
  breaker.succeeded();
  EXPECT_FALSE(breaker.closed());
  for (int i = 0; i < 3; ++i) fail_once();
  EXPECT_EQ(pause(), 5000ms);  // and the pauses begin anew
}

TEST_F(BreakerTest, AnAbandonedTryLeavesItToTheNext) {
  for (int i = 0; i < 3; ++i) fail_once();
  now += 5s;
  ASSERT_TRUE(breaker.admit(now));
  breaker.abandoned();
  EXPECT_TRUE(breaker.admit(now));
}

TEST_F(BreakerTest, WhatWasOnItsWayWhenItClosedSaysNothingNew) {
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(breaker.admit(now));
  for (int i = 0; i < 6; ++i) breaker.failed(now, "no answer");
  EXPECT_EQ(pause(), 5000ms);
}

TEST_F(BreakerTest, JitterIsAFifthEitherWayAndNeverBeyondTheLongest) {
  jitter = 0;
  for (int i = 0; i < 3; ++i) fail_once();
  EXPECT_EQ(pause(), 4000ms);
  jitter = 1;
  for (int i = 0; i < 8; ++i) {
    now = breaker.closed()->until;
    fail_once();
  }
  EXPECT_EQ(pause(), 120s);
}

}  // namespace
}  // namespace fellow::searchd
