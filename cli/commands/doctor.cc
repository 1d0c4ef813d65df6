// SPDX-License-Identifier: GPL-3.0-or-later
// fellow doctor [--seeds FILE…] [--offline]
#include "cli/doctor.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "fellow/json.h"

namespace fellow::cli {

Run add_doctor(Options& options, Context& context) {
  auto examination = std::make_shared<Examination>();
  auto offline = std::make_shared<bool>(false);
  options.add_several("--seeds", examination->seed_files, "Seed lists of the night, to be looked at too").named("FILE");
  options.flag("--offline", *offline, "Ask no DNS");
  options.footer("Exit code: 0 all well, 1 something is worth a look, 2 the next night will not do its work.");
  return [examination, offline, &context]() -> Result<int> {
    examination->network = !*offline;
    const std::vector<Finding> findings = examine(context, *examination);
    if (context.json) {
      nlohmann::ordered_json rows = nlohmann::ordered_json::array();
      for (const Finding& finding : findings) {
        rows.push_back(
            {{"check", finding.check}, {"health", show(finding.health)}, {"what", finding.what}, {"remedy", finding.remedy}});
      }
      std::cout << show_json({{"health", show(static_cast<Health>(exit_code(findings)))}, {"findings", rows}}) << "\n";
    } else {
      for (const Finding& finding : findings) std::cout << show(finding);
    }
    return exit_code(findings);
  };
}

}  // namespace fellow::cli
