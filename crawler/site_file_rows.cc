// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/site_file_rows.h"

namespace fellow::crawler {
namespace {

bool is_robots(const Url& url) { return url.path() == "/robots.txt"; }

Verdict verdict_on(const Visit& visit) {
  const int status = visit.answer.status;
  Verdict verdict{.reason = visit.reason, .detail = visit.detail, .status = status, .retry_after = visit.answer.retry_after};
  const bool is_there = status == 304 || (status >= 200 && status < 300);
  if (visit.reason != Reason::none || is_there) return verdict;
  verdict.detail = "HTTP " + std::to_string(status);
  if (is_robots(visit.hops.front())) {
    verdict.detail += ": nothing is forbidden";
  } else {
    verdict.reason = Reason::status;
  }
  return verdict;
}

}  // namespace

std::vector<UrlState> rows_of_file(const Visit& visit, const std::function<std::optional<UrlState>(const Url&)>& before,
                                   const Visited& visited) {
  std::vector<UrlState> rows;
  const Verdict verdict = verdict_on(visit);
  for (std::size_t i = 0; i < visit.hops.size(); ++i) {
    const Url& url = visit.hops[i];
    if (i > 0 && !is_robots(url)) continue;
    const std::optional<UrlState> known = before(url);
    if (known && !known->sha1.empty()) continue;  // it is a page too
    UrlState row = judged(url, known, verdict, visited);
    row.moved_to = i + 1 < visit.hops.size() ? std::optional<Url>(visit.hops[i + 1]) : std::nullopt;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fellow::crawler
