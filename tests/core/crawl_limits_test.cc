// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/crawl_limits.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace fellow {
namespace {

const CrawlSetting& setting(std::string_view key) {
  for (const CrawlSetting& candidate : kCrawlSettings) {
    if (candidate.key == key) return candidate;
  }
  throw std::out_of_range(std::string(key));
}

// What a text makes of a setting, or what is said of it.
std::string as(std::string_view key, std::string_view text) {
  CrawlLimits limits;
  const auto done = set(limits, setting(key), text);
  return done ? show(limits, setting(key)) : "wrong";
}

// R5, R6, and when a page is due again.
TEST(CrawlLimits, HaveTheDefaultsOfTheDemands) {
  std::string defaults;
  for (const CrawlSetting& each : kCrawlSettings) defaults += std::string(each.key) + " " + show(CrawlLimits{}, each) + "\n";
  EXPECT_EQ(defaults,
            "revisit_first 20h\nrevisit_last 30d\nfirst_byte 10s\nwhole_page 30s\nslow_time 10s\nslow_rate 100\n"
            "wire_bytes 5MiB\ndecoded_bytes 10MiB\nheader_bytes 64KiB\ncodings 3\npages 40\ndepth 3\nlinks 200\n"
            "url_bytes 2000\nquery_variants 5\nfurther_hosts 1\n");
}

TEST(CrawlLimits, AreReadInAnyOfTheirUnits) {
  const struct {
    const char *key, *text, *meant;
  } rows[] = {
      {"revisit_first", "20h", "20h"},  {"revisit_first", "90", "90s"},
      {"revisit_first", "3600s", "1h"}, {"revisit_last", "720h", "30d"},
      {"revisit_last", "365d", "365d"}, {"revisit_last", "366d", "wrong"},
      {"first_byte", "1", "1s"},        {"first_byte", "0", "wrong"},
      {"first_byte", "10m", "10m"},     {"first_byte", "601s", "wrong"},
      {"wire_bytes", "5MiB", "5MiB"},   {"wire_bytes", "1024", "1KiB"},
      {"wire_bytes", "16MiB", "16MiB"}, {"wire_bytes", "17MiB", "wrong"},
      {"wire_bytes", "5MB", "wrong"},   {"wire_bytes", "1h", "wrong"},
      {"pages", "1000", "1000"},        {"pages", "1001", "wrong"},
      {"pages", "-1", "wrong"},         {"pages", "40 ", "wrong"},
      {"pages", "4e1", "wrong"},        {"pages", "", "wrong"},
      {"pages", "1h", "wrong"},         {"pages", "99999999999999999999", "wrong"},
      {"url_bytes", "2000", "2000"},    {"url_bytes", "2001", "wrong"},
      {"further_hosts", "0", "0"},      {"depth", "20", "20"},
      {"revisit_first", "h", "wrong"},  {"revisit_first", "1000000000d", "wrong"},
  };
  for (const auto& row : rows) EXPECT_EQ(as(row.key, row.text), row.meant) << row.key << " " << row.text;
}

TEST(CrawlLimits, EachIsReadBackAsShownAtBothEnds) {
  for (const CrawlSetting& each : kCrawlSettings) {
    for (const std::int64_t value : {each.least, each.most}) {
      CrawlLimits limits, again;
      ASSERT_TRUE(set(limits, each, std::to_string(value))) << each.key;
      ASSERT_TRUE(set(again, each, show(limits, each))) << each.key;
      EXPECT_EQ(show(again, each), show(limits, each));
    }
    CrawlLimits limits;
    EXPECT_FALSE(set(limits, each, std::to_string(each.least - 1))) << each.key;
    EXPECT_FALSE(set(limits, each, std::to_string(each.most + 1))) << each.key;
    EXPECT_EQ(show(limits, each), show(CrawlLimits{}, each));
  }
}

TEST(CrawlLimits, HaveToGoTogether) {
  EXPECT_TRUE(check({}));
  EXPECT_TRUE(check({.revisit_first = std::chrono::hours(5), .revisit_last = std::chrono::hours(5)}));
  EXPECT_EQ(check({.revisit_last = std::chrono::hours(1)}).error().where, "revisit_last");
  EXPECT_EQ(check({.first_byte = std::chrono::seconds(31)}).error().where, "whole_page");
}

TEST(CrawlLimits, StandInTheReadme) {
  std::ifstream file(std::string(FELLOW_SOURCE_DIR) + "/README.md");
  std::stringstream readme;
  readme << file.rdbuf();
  for (const CrawlSetting& each : kCrawlSettings) {
    const std::string row = "| " + std::string(each.key) + " | " + show(CrawlLimits{}, each) + " | ";
    EXPECT_NE(readme.str().find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace fellow
