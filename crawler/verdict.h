// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into the catalog for an address that was visited, and when is it due again? Pure.
#pragma once

#include <optional>

#include "crawler/catalog.h"
#include "crawler/reason.h"
#include "fellow/clock.h"

namespace fellow::crawler {

inline constexpr std::chrono::hours kGoneAfter{20};         // between the two visits that find a page missing (R40)
inline constexpr std::chrono::hours kLongestRest{30 * 24};  // that a server may ask for
inline constexpr std::chrono::hours kFirstRetry{1};         // doubled with each failure in a row
inline constexpr std::chrono::hours kLastRetry{24};

// When a page that answers is due again: after `first`, doubled up to `last` while it stays as it is.
struct Revisit {
  std::chrono::seconds first{20 * 3600}, last{30 * 24 * 3600};
};

// When a visit took place, and what follows from that.
struct Visited {
  Visited(Time time, Revisit chosen = {}) : at(time), revisit(chosen) {}
  Time at;
  Revisit revisit;
};

struct Verdict {
  Reason reason = Reason::none;
  std::string detail;
  int status = 0;
  bool changed = true;                  // the body is another one than last time
  std::chrono::seconds retry_after{0};  // that the server asked for
};

// The row for an address, given its row before: outcome, reason, detail, status, visited_at, next_due, failures and
// failing_since are set, the rest stays. 404 and 410 are failed at first, and gone when they are still there 20 h later.
UrlState judged(const Url& url, const std::optional<UrlState>& before, const Verdict& verdict, const Visited& visited);

}  // namespace fellow::crawler
