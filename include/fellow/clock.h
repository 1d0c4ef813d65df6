// SPDX-License-Identifier: GPL-3.0-or-later
// Points in time as they stand in profiles, stores and HTTP headers: whole UTC seconds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace fellow {

using Time = std::chrono::sys_seconds;

// "2026-11-20T03:10:00Z" (RFC 3339, UTC).
std::string show_time(Time time);
// Inverse of show_time; also takes a bare date ("2026-11-20" = its midnight). nullopt for anything else.
std::optional<Time> parse_time(std::string_view text);
// The system clock, or the time that set_now gave (tests and `--now`).
Time now();
void set_now(Time time);

}  // namespace fellow
