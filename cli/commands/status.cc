// SPDX-License-Identifier: GPL-3.0-or-later
// fellow status [--json]
#include "cli/status.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/open_data.h"

namespace fellow::cli {

Run add_status(Options&, Context& context) {
  return [&context]() -> Result<int> {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto status = read_status(context.data(), *catalog);
    if (!status) return tl::unexpected(status.error());
    std::cout << (context.json ? show_json(*status, now()) + "\n" : show(*status, now()));
    return 0;
  };
}

}  // namespace fellow::cli
