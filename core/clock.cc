// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/clock.h"

#include <atomic>
#include <cstdio>

namespace fellow {
namespace {

std::atomic<std::int64_t> moved_time{-1};  // seconds since 1970; -1 = the system's clock

// Exactly `digits` decimal digits at `at`, or -1.
int number_at(std::string_view text, std::size_t at, std::size_t digits) {
  if (at + digits > text.size()) return -1;
  int value = 0;
  for (std::size_t i = at; i < at + digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

}  // namespace

std::string show_time(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  char out[48];
  std::snprintf(out, sizeof out, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  return out;
}

std::optional<Time> parse_time(std::string_view text) {
  const int year = number_at(text, 0, 4), month = number_at(text, 5, 2), day = number_at(text, 8, 2);
  if (year < 0 || month < 0 || day < 0 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  const Time midnight{std::chrono::sys_days{date}};
  if (text.size() == 10) return midnight;
  const int hour = number_at(text, 11, 2), minute = number_at(text, 14, 2), second = number_at(text, 17, 2);
  if (text.size() != 20 || text[10] != 'T' || text[13] != ':' || text[16] != ':' || text[19] != 'Z') return std::nullopt;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return std::nullopt;
  return midnight + std::chrono::hours{hour} + std::chrono::minutes{minute} + std::chrono::seconds{second};
}

Time now() {
  const std::int64_t moved = moved_time.load();
  if (moved >= 0) return Time{std::chrono::seconds{moved}};
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

void set_now(Time time) { moved_time.store(time.time_since_epoch().count()); }

}  // namespace fellow
