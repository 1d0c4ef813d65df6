// SPDX-License-Identifier: GPL-3.0-or-later
// fellow report [--json] [--problems]
#include "crawler/report.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/open_data.h"

namespace fellow::cli {

Run add_report(Options& options, Context& context) {
  auto problems = std::make_shared<bool>(false);
  options.flag("--problems", *problems, "Only what did not come out well");
  options.footer(
      "Outcomes: ok, refused (we chose not to), failed (not to be had this time), gone. The table of reasons stands in "
      "README.md.");
  return [problems, &context]() -> Result<int> {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    auto report = crawler::read_report(*catalog);
    if (!report) return tl::unexpected(report.error());
    const crawler::ReportSummary summary = crawler::summarise(*report);
    if (*problems)
      std::erase_if(report->rows, [](const crawler::ReportRow& row) { return row.outcome == crawler::Outcome::ok; });
    if (context.json) {
      for (const crawler::ReportRow& row : report->rows) std::cout << crawler::show_json(row) << "\n";
      return 0;
    }
    std::cout << crawler::show_table(*report);
    std::cerr << crawler::show(summary);
    return 0;
  };
}

}  // namespace fellow::cli
