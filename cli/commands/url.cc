// SPDX-License-Identifier: GPL-3.0-or-later
// fellow url BASE HREF
#include "fellow/url.h"

#include <iostream>

#include "cli/commands/commands.h"

namespace fellow::cli {

Run add_url(Options& options, Context&) {
  struct Given {
    std::string base, href;
  };
  auto given = std::make_shared<Given>();
  options.add("BASE", given->base, "Address of the page").required();
  options.add("HREF", given->href, "What its link says").required();
  options.footer("Prints the address that would be fetched, without fragment. Exit 1 if none would be.");
  return [given]() -> Result<int> {
    const auto base = Url::parse(given->base);
    if (!base) return tl::unexpected(base.error());
    const auto url = base->resolve(given->href);
    if (!url) {
      std::cerr << "fellow: " << show(url.error()) << "\n";
      return 1;
    }
    std::cout << url->text() << "\n";
    return 0;
  };
}

}  // namespace fellow::cli
