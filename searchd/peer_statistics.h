// SPDX-License-Identifier: GPL-3.0-or-later
// What was counted, in the questions and answers of daemons: how it is written, and what cannot be meant.
#pragma once

#include <cstdint>
#include <string_view>

#include "fellow/json_text.h"
#include "fellow/statistics.h"

namespace fellow::searchd {

// doccount, total_length and termfreq, as members of the object that is open.
inline void write_stats(JsonText& out, const Statistics& stats) {
  out.key("doccount").number(stats.documents).key("total_length").number(stats.total_length).key("termfreq").begin('{');
  for (const auto& [key, n] : stats.counts) out.key(key).number(n);
  out.end('}');
}

// The member that is out of all bounds, or beyond the number of documents; "" if none is.
inline std::string_view flaw_of(const Statistics& stats) {
  constexpr std::int64_t kMostDocuments = 1'000'000'000, kMostLength = 1'000'000'000'000'000;
  if (stats.documents < 0 || stats.documents > kMostDocuments) return "doccount";
  if (stats.total_length < 0 || stats.total_length > kMostLength) return "total_length";
  for (const auto& [key, n] : stats.counts)
    if (n < 0 || n > stats.documents) return "termfreq";
  return "";
}

}  // namespace fellow::searchd
