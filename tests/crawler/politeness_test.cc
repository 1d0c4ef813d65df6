// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/politeness.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace fellow::crawler {
namespace {

using std::chrono::milliseconds;
using Clock = Turns::Clock;

TEST(Turns, one_at_a_time_and_a_gap) {
  Turns turns(milliseconds(1000), 10);
  const Clock::time_point t{};
  const auto a = turns.ask("a.example"), b = turns.ask("a.example"), c = turns.ask("c.example");
  EXPECT_EQ(turns.next(t), a);
  EXPECT_EQ(turns.next(t), c);
  EXPECT_EQ(turns.next(t), std::nullopt);
  EXPECT_EQ(turns.wake(), std::nullopt);
  turns.done("a.example", t + milliseconds(300));
  EXPECT_EQ(turns.wake(), t + milliseconds(1300));
  EXPECT_EQ(turns.next(t + milliseconds(1299)), std::nullopt);
  EXPECT_EQ(turns.next(t + milliseconds(1300)), b);
}

TEST(Turns, crawl_delay_and_rest) {
  Turns turns(milliseconds(1000), 10);
  const Clock::time_point t{};
  turns.ask("a.example");
  ASSERT_TRUE(turns.next(t));
  turns.set_gap("a.example", milliseconds(5000));
  turns.done("a.example", t);
  const auto second = turns.ask("a.example");
  EXPECT_EQ(turns.next(t + milliseconds(4999)), std::nullopt);
  turns.set_gap("a.example", milliseconds(10));  // another origin of the host: the longest counts
  EXPECT_EQ(turns.wake(), t + milliseconds(5000));
  turns.rest_until("a.example", t + milliseconds(7000));
  EXPECT_EQ(turns.next(t + milliseconds(6999)), std::nullopt);
  EXPECT_EQ(turns.next(t + milliseconds(7000)), second);
}

TEST(Turns, a_turn_given_back_begins_no_gap) {
  Turns turns(milliseconds(1000), 1);
  const Clock::time_point t{};
  turns.ask("a.example");
  ASSERT_TRUE(turns.next(t));
  const auto second = turns.ask("a.example");
  turns.give_back("a.example");
  EXPECT_EQ(turns.next(t), second);
}

TEST(Turns, hosts_at_once) {
  Turns turns(milliseconds(0), 2);
  const Clock::time_point t{};
  for (const char* host : {"a", "b", "c"}) turns.ask(host);
  EXPECT_TRUE(turns.next(t));
  EXPECT_TRUE(turns.next(t));
  EXPECT_EQ(turns.next(t), std::nullopt);
  turns.done("a", t);
  EXPECT_TRUE(turns.next(t));
  EXPECT_EQ(turns.running(), 2u);
  EXPECT_EQ(turns.waiting(), 0u);
}

// Any order of calls: never two at once on a host, never sooner than the gap, in the order asked, and all come to their turn.
TEST(Turns, properties) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const milliseconds gap(random() % 50);
    const std::size_t limit = 1 + random() % 4;
    Turns turns(gap, limit);
    Clock::time_point now{};
    std::map<Turns::Ticket, std::string> asked;
    std::map<std::string, Turns::Ticket> running, last_given;
    std::map<std::string, Clock::time_point> ended;
    int left = 200, given = 0;
    while (left > 0 || !running.empty() || turns.waiting() > 0) {
      const auto what = random() % 3;
      if (what == 0 && left > 0) {
        const std::string host = "h" + std::to_string(random() % 6);
        asked[turns.ask(host)] = host;
        --left;
      } else if (what == 1 && !running.empty()) {
        const auto at = std::next(running.begin(), static_cast<long>(random() % running.size()));
        turns.done(at->first, now);
        ended[at->first] = now;
        running.erase(at);
      } else if (const auto ticket = turns.next(now)) {
        const std::string host = asked.at(*ticket);
        EXPECT_FALSE(running.contains(host));
        EXPECT_TRUE(!ended.contains(host) || now - ended[host] >= gap);
        EXPECT_GT(*ticket, last_given[host]);
        last_given[host] = *ticket;
        running[host] = *ticket;
        ++given;
        EXPECT_LE(running.size(), limit);
      } else if (const auto wake = turns.wake(); wake && *wake > now) {
        now = *wake;
      }
      now += milliseconds(random() % 4);
    }
    EXPECT_EQ(given, 200);
  }
}

}  // namespace
}  // namespace fellow::crawler
