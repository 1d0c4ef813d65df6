// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/verdict.h"

#include <gtest/gtest.h>

namespace fellow::crawler {
namespace {

using std::chrono::hours;

// Visits one address again and again: "hours:what" in, "outcome, hours till due" out.
TEST(Verdict, outcome_and_next_visit) {
  struct Step {
    int at_hour;
    Verdict verdict;
    const char* row;
  };
  const Verdict fresh{.status = 200}, same{.status = 304, .changed = false}, missing{.reason = Reason::status, .status = 404},
      busy{.reason = Reason::status, .status = 503},
      asks{.reason = Reason::unavailable, .status = 429, .retry_after = hours(5)}, shut{.reason = Reason::robots};
  const std::vector<std::vector<Step>> stories = {
      {{0, fresh, "ok 20"},
       {20, same, "ok 40"},
       {60, same, "ok 80"},
       {140, same, "ok 160"},
       {300, same, "ok 320"},
       {620, same, "ok 640"},
       {1260, same, "ok 720"},
       {1980, same, "ok 720"},
       {2700, fresh, "ok 20"}},
      {{0, fresh, "ok 20"}, {1, same, "ok 20"}, {21, same, "ok 40"}},
      {{0, busy, "failed 1"},
       {1, busy, "failed 2"},
       {3, busy, "failed 4"},
       {7, busy, "failed 8"},
       {15, busy, "failed 16"},
       {31, busy, "failed 24"},
       {55, busy, "failed 24"},
       {79, fresh, "ok 20"},
       {99, busy, "failed 1"}},
      {{0, asks, "failed 5"}},
      {{0, fresh, "ok 20"},
       {20, missing, "failed 20"},
       {39, missing, "failed 1"},
       {40, missing, "gone 720"},
       {760, missing, "gone 720"},
       {1480, fresh, "ok 20"},
       {1500, missing, "failed 20"}},
      {{0, missing, "failed 20"}, {20, fresh, "ok 20"}, {40, missing, "failed 20"}},
      {{0, fresh, "ok 20"}, {20, shut, "refused 20"}},
  };
  const Url url = Url::parse("http://jane.example/").value();
  const Time start = parse_time("2026-11-21").value();
  for (const auto& story : stories) {
    std::optional<UrlState> row;
    for (const Step& step : story) {
      const Time now = start + hours(step.at_hour);
      row = judged(url, row, step.verdict, now);
      const auto due = std::chrono::duration_cast<hours>(row->next_due - now).count();
      EXPECT_EQ(std::string(show(row->outcome)) + " " + std::to_string(due), step.row) << step.at_hour;
    }
  }
}

}  // namespace
}  // namespace fellow::crawler
