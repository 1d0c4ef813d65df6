// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/verdict.h"

#include <algorithm>

namespace fellow::crawler {
namespace {

using std::chrono::seconds;

bool missing(int status) { return status == 404 || status == 410; }

// Between visits of a page that answers.
seconds interval(const std::optional<UrlState>& before, bool changed, const Visited& visited) {
  const auto [first, most] = visited.revisit;
  if (changed || !before || before->outcome == Outcome::failed || before->outcome == Outcome::gone) return first;
  const seconds last = std::clamp<seconds>(before->next_due - before->visited_at, first, most);
  if (visited.at < before->next_due) return last;  // asked again before its time: that tells little
  return std::min<seconds>(2 * last, most);
}

}  // namespace

UrlState judged(const Url& url, const std::optional<UrlState>& before, const Verdict& verdict, const Visited& visited) {
  const Time now = visited.at;
  UrlState state = before.value_or(UrlState{});
  state.url = url;
  state.outcome = outcome_of(verdict.reason);
  state.reason = show(verdict.reason);
  state.detail = verdict.detail;
  state.status = verdict.status;
  state.visited_at = now;
  if (state.outcome != Outcome::failed) {
    state.failures = 0;
    state.failing_since = {};
    state.next_due = now + interval(before, verdict.changed, visited);
    return state;
  }
  state.failures = (before ? before->failures : 0) + 1;
  if (state.failures == 1 || state.failing_since == Time{}) state.failing_since = now;
  if (!missing(verdict.status)) {
    const seconds backoff = kFirstRetry * (1 << std::min(state.failures - 1, 10));
    state.next_due = now + std::clamp<seconds>(verdict.retry_after, std::min<seconds>(backoff, kLastRetry), kLongestRest);
    return state;
  }
  const bool was_missing =
      before && missing(before->status) && (before->outcome == Outcome::failed || before->outcome == Outcome::gone);
  if (!was_missing) {
    state.next_due = now + kGoneAfter;
  } else if (before->outcome == Outcome::gone || now >= before->next_due) {
    state.outcome = Outcome::gone;
    state.next_due = now + visited.revisit.last;
  }  // else: seen again too soon to count; due when it was due
  return state;
}

}  // namespace fellow::crawler
