// SPDX-License-Identifier: GPL-3.0-or-later
// fellow robots --agent NAME --url URL FILE
#include "crawler/robots.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "fellow/url.h"

namespace fellow::cli {

Run add_robots(Options& options, Context& context) {
  struct Given {
    std::string agent, url, file;
  };
  auto given = std::make_shared<Given>();
  options.add("--agent", given->agent, "Product token (default: the configuration's, FellowBot)");
  options.add("--url", given->url, "Address that is to be fetched").required();
  options.add("FILE", given->file, "A robots.txt; - is standard input").required();
  return [given, &context]() -> Result<int> {
    const auto url = Url::parse(given->url);
    if (!url) return tl::unexpected(url.error());
    const auto rules = read_file(given->file);
    if (!rules) return tl::unexpected(rules.error());
    const bool allowed =
        crawler::Robots::parse(*rules, given->agent.empty() ? context.config.user_agent : given->agent).allows(*url);
    std::cout << (allowed ? "allowed" : "disallowed") << "\n";
    return allowed ? 0 : 1;
  };
}

}  // namespace fellow::cli
