// SPDX-License-Identifier: GPL-3.0-or-later
// fellow index
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "fellow/json.h"

namespace fellow::cli {

Run add_index(Options& options, Context& context) {
  auto force = std::make_shared<bool>(false);
  options.flag("--force", *force, "Publish although more than 20 % of the people would go");
  return [force, &context]() -> Result<int> {
    const auto lock = lock_data(context);
    if (!lock) return tl::unexpected(lock.error());
    const auto indexed = index_step(context, {.publish = {.force = *force}, .extract_until = {}});
    if (!indexed) return tl::unexpected(indexed.error());
    if (context.json) {
      std::cout << show_json({{"people", indexed->people},
                              {"merged", indexed->merged},
                              {"seeds", indexed->seeds},
                              {"extracted", indexed->extracted},
                              {"unchanged", indexed->unchanged},
                              {"imported", indexed->imported},
                              {"without_home", indexed->without_home},
                              {"dropped", indexed->dropped},
                              {"generation", indexed->published.generation}})
                << "\n";
    } else {
      std::cerr << show(*indexed) << "\n";
    }
    return 0;
  };
}

}  // namespace fellow::cli
