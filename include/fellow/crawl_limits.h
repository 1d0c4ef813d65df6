// SPDX-License-Identifier: GPL-3.0-or-later
// How much may a crawl take of a site, and when does it come back? Each limit is a setting: a key of [crawl] in the
// configuration and a flag of that name (revisit_first, --revisit-first), written and bounded alike in both.
//
//   for (const CrawlSetting& setting : kCrawlSettings) std::cout << setting.key << " = " << show(CrawlLimits{}, setting) <<
//   "\n";
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "fellow/result.h"

namespace fellow {

struct CrawlLimits {
  std::chrono::seconds revisit_first{20 * 3600}, revisit_last{30 * 24 * 3600};
  // Of a page (R5).
  std::chrono::seconds first_byte{10}, whole_page{30}, slow_time{10};
  std::int64_t slow_rate = 100, wire_bytes = 5 << 20, decoded_bytes = 10 << 20, header_bytes = 64 << 10, codings = 3;
  // Of a person's site (R6).
  std::int64_t pages = 40, depth = 3, links = 200, url_bytes = 2000, query_variants = 5, further_hosts = 1;
};

enum class CrawlUnit { time, bytes, count };

struct CrawlSetting {
  std::string_view key;      // as in the configuration; the flag has '-' for '_', and "--" before it
  std::string_view purpose;  // for --help, without the default
  CrawlUnit unit;
  std::variant<std::chrono::seconds CrawlLimits::*, std::int64_t CrawlLimits::*> member;
  std::int64_t least, most;  // in seconds, bytes, or as counted; both are allowed
};
extern const std::span<const CrawlSetting> kCrawlSettings;

// The setting's value: "20h", "30d", "90s"; "5MiB", "64KiB", "2000"; "40".
std::string show(const CrawlLimits& limits, const CrawlSetting& setting);
// Inverse of show; a time without unit is in seconds (units: s, m, h, d), a size in bytes (KiB, MiB). bad_input names the
// bounds, and leaves the limits as they are.
Result<void> set(CrawlLimits& limits, const CrawlSetting& setting, std::string_view text);
// bad_input for limits that do not go together.
Result<void> check(const CrawlLimits& limits);

}  // namespace fellow
