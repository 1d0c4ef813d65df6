// SPDX-License-Identifier: GPL-3.0-or-later
// fellow seeds check FILE: what is wrong with a list. fellow seeds discover URL: a list made of a department's page of people.
#include "crawler/seeds.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/discover.h"
#include "cli/files.h"
#include "cli/seed_check.h"
#include "fellow/export_formats.h"
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

Result<int> check_list(const std::string& file, const Context& context) {
  const auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  const auto list = crawler::parse_seeds(*text, file);
  if (!list) return tl::unexpected(list.error());
  const auto suppression = Suppression::read(context.data());
  if (!suppression) return tl::unexpected(suppression.error());
  const SeedCheck check = check_seeds(*list, file, *suppression);
  print(check, file, context.json);
  return check.fine() ? 0 : 1;
}

Result<int> discover(const std::string& address, const CrawlWish& wish, const Context& context) {
  const auto found = discover_people(address, wish, context);
  if (!found) return tl::unexpected(found.error());
  if (context.json) {
    for (const auto& person : *found)
      std::cout << show_json({{"url", person.home.text()}, {"name", person.name}, {"why", person.why}}) << "\n";
  } else {
    std::cout << "url,name,why\n";
    for (const auto& person : *found)
      std::cout << csv_cell(person.home.text()) << "," << csv_cell(person.name) << "," << csv_cell(person.why) << "\n";
  }
  std::cerr << found->size() << " people: look through the list before it is crawled\n";
  return found->empty() ? 1 : 0;
}

}  // namespace

Run add_seeds(Options& options, Context& context) {
  struct Given {
    std::string what, subject;
    CrawlWish wish;
  };
  auto given = std::make_shared<Given>();
  options
      .add("ACTION", given->what,
           "check: print what is wrong with a list, with line numbers. discover: print links of a page that look like home "
           "pages of "
           "people, as a seed list")
      .required()
      .one_of({"check", "discover"});
  options
      .add("SUBJECT", given->subject,
           "check: a seed list, a URL a line, or CSV with a column url or homepage. discover: the address of a page of people")
      .required();
  add_web_options(options, given->wish);
  return [given, &context]() -> Result<int> {
    return given->what == "check" ? check_list(given->subject, context) : discover(given->subject, given->wish, context);
  };
}

}  // namespace fellow::cli
