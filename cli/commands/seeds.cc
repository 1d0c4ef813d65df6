// SPDX-License-Identifier: GPL-3.0-or-later
// fellow seeds check FILE
#include "crawler/seeds.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/files.h"
#include "cli/seed_check.h"
#include "fellow/json.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

void print(const SeedCheck& check, const std::string& file, bool json) {
  if (json) {
    std::cout << show_json({{"file", file},
                            {"fine", check.fine()},
                            {"seeds", check.seeds},
                            {"hosts", check.hosts},
                            {"bad", check.bad},
                            {"repeated", check.repeated},
                            {"same_page", check.same_page},
                            {"never_crawled", check.never_crawled},
                            {"forgotten", check.forgotten},
                            {"lines", check.lines}})
              << "\n";
    return;
  }
  for (const std::string& line : check.lines) std::cout << line << "\n";
  std::cout << file << ": " << check.seeds << " seeds on " << check.hosts << " hosts; " << check.bad
            << " lines that cannot be read, " << check.repeated + check.same_page << " repeated, " << check.never_crawled
            << " never crawled, " << check.forgotten << " asked to be forgotten\n";
}

}  // namespace

Run add_seeds(Options& options, Context& context) {
  struct Given {
    std::string what, file;
  };
  auto given = std::make_shared<Given>();
  options.add("ACTION", given->what, "check: print what is wrong with the list, with line numbers")
      .required()
      .one_of({"check"});
  options.add("FILE", given->file, "Seed list: a URL a line, or CSV with a column url or homepage").required();
  return [given, &context]() -> Result<int> {
    const auto text = read_file(given->file);
    if (!text) return tl::unexpected(text.error());
    const auto list = crawler::parse_seeds(*text, given->file);
    if (!list) return tl::unexpected(list.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    const SeedCheck check = check_seeds(*list, given->file, *suppression);
    print(check, given->file, context.json);
    return check.fine() ? 0 : 1;
  };
}

}  // namespace fellow::cli
