// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/broken.h"

#include <gtest/gtest.h>

#include "crawler/report.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

Time at(std::string_view text) { return *parse_time(text); }
const Time kNow = at("2026-11-21T12:00:00Z");

UrlState row(std::string_view address, Outcome outcome, std::string reason, std::string_view since, int times) {
  UrlState state;
  state.url = url(address);
  state.outcome = outcome;
  state.reason = std::move(reason);
  if (times > 0) state.failing_since = at(since);
  state.failures = times;
  state.visited_at = kNow;
  return state;
}

class Broken : public testing::Test {
 protected:
  void SetUp() override {
    std::string seeds;
    for (const char* name : {"fine", "down", "gone", "shut", "late", "moved", "left"})
      seeds += "http://" + std::string(name) + ".example/\n";
    ASSERT_TRUE(catalog_.put_list(parse_seeds(seeds, "cs.txt").value()));
    ASSERT_TRUE(catalog_.put_list(parse_seeds("http://down.example/\n", "bio.txt").value()));
    UrlState moved = row("http://moved.example/", Outcome::ok, "", "", 0);
    moved.moved_to = url("http://target.example/~m/");
    UrlState left = row("http://left.example/", Outcome::failed, "timeout", "2026-11-21T03:00:00Z", 1);
    left.moved_to = url("http://fine.example/");  // where it led while it answered
    left.detail = "no first byte\x1b[2J";
    for (const UrlState& state : {row("http://fine.example/", Outcome::ok, "", "", 0),
                                  row("http://down.example/", Outcome::failed, "dns", "2026-11-18T03:00:00Z", 4),
                                  row("http://gone.example/", Outcome::gone, "status", "2026-10-01T03:00:00Z", 9),
                                  row("http://shut.example/", Outcome::refused, "robots", "", 0),
                                  row("http://late.example/", Outcome::failed, "budget", "2026-11-20T03:00:00Z", 1), moved,
                                  row("http://target.example/~m/", Outcome::failed, "tls", "2026-11-19T03:00:00Z", 2), left,
                                  row("http://down.example/cv", Outcome::failed, "dns", "2026-01-01T00:00:00Z", 3)}) {
      ASSERT_TRUE(catalog_.put_url_state(state));
    }
    Profile kept;
    kept.url = "http://down.example/";
    kept.id = person_id(url(kept.url));
    kept.fetched_at = "2026-11-11T03:00:00Z";
    ASSERT_TRUE(catalog_.put_profile({url(kept.url), "1", show(kept)}));
    Profile imported;
    imported.url = "http://moved.example/";
    imported.id = person_id(url(imported.url));
    ASSERT_TRUE(catalog_.put_profile({url(imported.url), std::string(kImported), show(imported)}));
  }
  std::string table() { return show_table(*read_broken(catalog_, list()), kNow); }
  Suppression list() const { return Suppression::read(directory_.path()).value(); }

  TemporaryDirectory directory_;
  Catalog catalog_ = Catalog::open(directory_.path()).value();
};

TEST_F(Broken, LongestBrokenFirstWithTheAgeOfWhatIsKept) {
  EXPECT_EQ(table(),
            "SINCE                 TIMES  OUTCOME  REASON           PROFILE       SEED\n"
            "2026-10-01T03:00:00Z  9      gone     status           none          http://gone.example/\n"
            "2026-11-18T03:00:00Z  4      failed   dns              10 days       http://down.example/\n"
            "2026-11-19T03:00:00Z  2      failed   tls              imported      http://moved.example/\n"
            "2026-11-21T03:00:00Z  1      failed   timeout          none          http://left.example/  no first byte[2J\n");
}

TEST_F(Broken, Json) {
  const auto broken = read_broken(catalog_, list()).value();
  ASSERT_EQ(broken.size(), 4u);
  EXPECT_EQ(
      show_json(broken[1], kNow),
      R"({"url":"http://down.example/","lists":["bio.txt","cs.txt"],"outcome":"failed","reason":"dns","since":"2026-11-18T03:00:00Z","days":3,"times":4,"profile_fetched_at":"2026-11-11T03:00:00Z","profile_days":10})");
  EXPECT_NE(show_json(broken[2], kNow).find("\"imported\":true"), std::string::npos);
}

TEST_F(Broken, NobodyWhoAskedToBeForgotten) {
  ASSERT_TRUE(suppress(directory_.path(), {key_of_host(url("http://down.example/"))}));
  EXPECT_EQ(table().find("down.example"), std::string::npos);
  const Report report = read_report(catalog_, list()).value();
  EXPECT_EQ(report.forgotten, 2);
  EXPECT_EQ(show_table(report).find("down.example"), std::string::npos);
  ASSERT_TRUE(suppress(directory_.path(), {key_of_folder(url("http://target.example/"), "/~m/")}));
  const std::string rest = show_table(read_report(catalog_, list()).value());
  EXPECT_EQ(rest.find("target.example"), std::string::npos);  // nor as where another leads
  EXPECT_NE(rest.find("fine.example"), std::string::npos);
}

TEST(Age, InWholeUnits) {
  EXPECT_EQ(show_age(kNow - std::chrono::hours(25), kNow), "1 day");
  EXPECT_EQ(show_age(kNow - std::chrono::hours(24 * 41), kNow), "41 days");
  EXPECT_EQ(show_age(kNow - std::chrono::minutes(119), kNow), "1 hour");
  EXPECT_EQ(show_age(kNow + std::chrono::hours(2), kNow), "0 hours");  // a clock that was set back
}

}  // namespace
}  // namespace fellow::crawler
