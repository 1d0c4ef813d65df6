// SPDX-License-Identifier: GPL-3.0-or-later
// fellow report [--json] [--problems | --broken]
#include "crawler/report.h"

#include <algorithm>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/open_data.h"
#include "crawler/broken.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

Result<int> print_broken(crawler::Catalog& catalog, const Suppression& suppression, bool json) {
  const auto broken = crawler::read_broken(catalog, suppression);
  if (!broken) return tl::unexpected(broken.error());
  if (json) {
    for (const crawler::BrokenSeed& seed : *broken) std::cout << crawler::show_json(seed, now()) << "\n";
    return 0;
  }
  std::cout << crawler::show_table(*broken, now());
  const auto imported = std::count_if(broken->begin(), broken->end(), [](const auto& row) { return row.imported; });
  std::cerr << broken->size() << " broken seeds; their old profiles are kept until the page is gone for good"
            << (imported > 0 ? ", " + std::to_string(imported) + " of them as imported" : "") << "\n";
  return 0;
}

Result<int> print_report(crawler::Catalog& catalog, const Suppression& suppression, bool json, bool problems) {
  auto report = crawler::read_report(catalog, suppression);
  if (!report) return tl::unexpected(report.error());
  const crawler::ReportSummary summary = crawler::summarise(*report);
  if (problems) std::erase_if(report->rows, [](const crawler::ReportRow& row) { return row.outcome == crawler::Outcome::ok; });
  if (json) {
    for (const crawler::ReportRow& row : report->rows) std::cout << crawler::show_json(row) << "\n";
    return 0;
  }
  std::cout << crawler::show_table(*report);
  std::cerr << crawler::show(summary);
  if (report->forgotten > 0) std::cerr << report->forgotten << " addresses of people who asked to be forgotten are not shown\n";
  return 0;
}

}  // namespace

Run add_report(Options& options, Context& context) {
  struct Given {
    bool problems = false, broken = false;
  };
  auto given = std::make_shared<Given>();
  options.flag("--problems", given->problems, "Only what did not come out well");
  options.flag("--broken", given->broken,
               "Seeds whose home page fails or is gone: since when, how often, how old the profile is");
  options.footer(
      "Outcomes: ok, refused (we chose not to), failed (not to be had this time), gone. The table of reasons stands in "
      "README.md.");
  return [given, &context]() -> Result<int> {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    if (given->broken) return print_broken(*catalog, *suppression, context.json);
    return print_report(*catalog, *suppression, context.json, given->problems);
  };
}

}  // namespace fellow::cli
