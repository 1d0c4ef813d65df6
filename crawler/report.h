// SPDX-License-Identifier: GPL-3.0-or-later
// What became of each address? The rows of `fellow report`: every URL tried and every seed as written, with outcome and reason.
//
//   Report report = read_report(catalog).value();
//   std::cout << show_table(report) << show(summarise(report));
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "crawler/catalog.h"
#include "fellow/suppress.h"

namespace fellow::crawler {

struct ReportRow {
  std::string url;                 // in normal form; of a seed row as written in its list
  std::vector<std::string> lists;  // seed lists that name it, sorted; none for a page found by the crawl
  std::string tried;               // of a seed written in another form: the URL that stands for it; else ""
  Outcome outcome = Outcome::ok;
  std::string reason, detail, sha1;
  int status = 0;  // HTTP; 0 = no answer
  std::string moved_to;
  std::optional<Time> visited_at;  // none: not visited yet
};

struct Report {
  std::vector<ReportRow> rows;  // by url
  std::int64_t forgotten = 0;   // rows of people who asked to be forgotten: counted, not named
};

// A seed that was not visited yet is failed (budget), or ok if its profile was imported; one that never can be is refused
// (scheme, url).
Result<Report> read_report(Catalog& catalog, const Suppression& suppression = {});

struct ReportSummary {
  std::array<std::int64_t, 4> urls{}, seeds{};  // by Outcome; seeds as written are seeds only, not URLs too
  std::map<std::string, std::int64_t> reasons;  // of rows that are not ok
};
ReportSummary summarise(const Report& report);

// Aligned columns under a heading: outcome, reason, visited, sha1, URL, detail. No control characters, whatever servers said.
std::string show_table(const Report& report);
// One line of JSON, without line end; what is empty is left out, but for url and outcome.
std::string show_json(const ReportRow& row);
std::string show_json(const ReportSummary& summary);
// "seeds: 5 ok, 1 refused, 0 failed, 0 gone", the same for URLs, and the reasons, most frequent first.
std::string show(const ReportSummary& summary);

}  // namespace fellow::crawler
