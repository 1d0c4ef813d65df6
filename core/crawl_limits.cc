// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/crawl_limits.h"

#include <charconv>
#include <optional>

namespace fellow {
namespace {

using std::chrono::seconds;

constexpr std::int64_t kDay = 24 * 3600, kKibibyte = 1 << 10, kMebibyte = 1 << 20;

// Upper bounds: what the program still does within its memory (R5: 300 MB for the whole crawl) and what a URL holds.
constexpr CrawlSetting kSettings[] = {
    {"revisit_first", "A page that changed is due again after this time", CrawlUnit::time, &CrawlLimits::revisit_first, 60,
     365 * kDay},
    {"revisit_last", "Doubled up to this while it stays as it is", CrawlUnit::time, &CrawlLimits::revisit_last, 60, 365 * kDay},
    {"first_byte", "Wait for the first byte of an answer", CrawlUnit::time, &CrawlLimits::first_byte, 1, 600},
    {"whole_page", "Wait for a whole answer", CrawlUnit::time, &CrawlLimits::whole_page, 1, 3600},
    {"slow_time", "End an answer that is slower than --slow-rate for this time", CrawlUnit::time, &CrawlLimits::slow_time, 1,
     600},
    {"slow_rate", "Bytes a second", CrawlUnit::bytes, &CrawlLimits::slow_rate, 1, kMebibyte},
    {"wire_bytes", "Size of an answer as sent", CrawlUnit::bytes, &CrawlLimits::wire_bytes, 1, 16 * kMebibyte},
    {"decoded_bytes", "Size of an answer, unpacked", CrawlUnit::bytes, &CrawlLimits::decoded_bytes, 1, 32 * kMebibyte},
    {"header_bytes", "Size of an answer's header", CrawlUnit::bytes, &CrawlLimits::header_bytes, 512, 256 * kKibibyte},
    {"codings", "Content codings nested in one another", CrawlUnit::count, &CrawlLimits::codings, 0, 8},
    {"pages", "Pages of a person", CrawlUnit::count, &CrawlLimits::pages, 1, 1000},
    {"depth", "Links away from the home page", CrawlUnit::count, &CrawlLimits::depth, 0, 20},
    {"links", "Links taken of a page", CrawlUnit::count, &CrawlLimits::links, 0, 200},
    {"url_bytes", "Length of an address that is taken", CrawlUnit::bytes, &CrawlLimits::url_bytes, 64, 2000},
    {"query_variants", "Queries of one path", CrawlUnit::count, &CrawlLimits::query_variants, 0, 1000},
    {"further_hosts", "Hosts besides the listed one to which a home page may lead", CrawlUnit::count,
     &CrawlLimits::further_hosts, 0, 5},
};

struct Suffix {
  std::string_view text;
  std::int64_t factor;
};
constexpr Suffix kTimes[] = {{"d", kDay}, {"h", 3600}, {"m", 60}, {"s", 1}};
constexpr Suffix kSizes[] = {{"MiB", kMebibyte}, {"KiB", kKibibyte}};

std::span<const Suffix> suffixes(CrawlUnit unit) {
  if (unit == CrawlUnit::time) return kTimes;
  if (unit == CrawlUnit::bytes) return kSizes;
  return {};
}

std::int64_t value_of(const CrawlLimits& limits, const CrawlSetting& setting) {
  if (const auto* time = std::get_if<seconds CrawlLimits::*>(&setting.member)) return (limits.**time).count();
  return limits.*std::get<std::int64_t CrawlLimits::*>(setting.member);
}

std::string shown(std::int64_t value, CrawlUnit unit) {
  for (const auto& [text, factor] : suffixes(unit)) {
    if (value >= factor && value % factor == 0) return std::to_string(value / factor) + std::string(text);
  }
  return std::to_string(value);
}

std::optional<std::int64_t> parsed(std::string_view text, CrawlUnit unit) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0 || number > 1'000'000'000) return std::nullopt;
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (rest.empty()) return number;
  for (const auto& [suffix, factor] : suffixes(unit)) {
    if (rest == suffix) return number * factor;
  }
  return std::nullopt;
}

}  // namespace

const std::span<const CrawlSetting> kCrawlSettings = kSettings;

std::string show(const CrawlLimits& limits, const CrawlSetting& setting) {
  return shown(value_of(limits, setting), setting.unit);
}

Result<void> set(CrawlLimits& limits, const CrawlSetting& setting, std::string_view text) {
  const auto value = parsed(text, setting.unit);
  if (!value || *value < setting.least || *value > setting.most) {
    const std::string_view form = setting.unit == CrawlUnit::time    ? "a time like 90s, 30m, 20h or 30d"
                                  : setting.unit == CrawlUnit::bytes ? "a size like 2000, 64KiB or 5MiB"
                                                                     : "a whole number";
    return fail(Code::bad_input,
                "should be " + std::string(form) + ", from " + shown(setting.least, setting.unit) + " to " +
                    shown(setting.most, setting.unit),
                std::string(setting.key));
  }
  if (const auto* time = std::get_if<seconds CrawlLimits::*>(&setting.member)) {
    limits.** time = seconds(*value);
  } else {
    limits.*std::get<std::int64_t CrawlLimits::*>(setting.member) = *value;
  }
  return {};
}

Result<void> check(const CrawlLimits& limits) {
  if (limits.revisit_last < limits.revisit_first)
    return fail(Code::bad_input, "should be no shorter than revisit_first", "revisit_last");
  if (limits.whole_page < limits.first_byte) return fail(Code::bad_input, "should be no shorter than first_byte", "whole_page");
  return {};
}

}  // namespace fellow
