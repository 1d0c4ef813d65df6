// SPDX-License-Identifier: GPL-3.0-or-later
// fellow show ID
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/find_person.h"
#include "cli/index_step.h"
#include "cli/joined.h"
#include "cli/open_data.h"
#include "cli/show_profile.h"
#include "crawler/broken.h"
#include "fellow/text.h"

namespace fellow::cli {
namespace {

// A line for each seed whose home page fails: what is shown is as old as the last time it answered.
Result<std::string> failures_of(const Profile& person, crawler::Catalog& catalog) {
  std::string out;
  for (const std::string& address : person.seeds) {
    const auto seed = Url::parse(address);
    if (!seed) continue;
    const auto home = crawler::failing_home(catalog, *seed);
    if (!home) return tl::unexpected(home.error());
    if (!*home) continue;
    const auto fetched = parse_time(person.fetched_at);
    out += (fetched ? "kept for " + crawler::show_age(*fetched, now()) : std::string("kept")) + ": the home page fails since " +
           show_time((*home)->failing_since) + " (" + std::to_string((*home)->failures) + " times, " +
           joined({(*home)->reason, text::clean((*home)->detail)}, ": ") + ")" +
           (person.seeds.size() > 1 ? "  <" + address + ">" : "") + "\n";
  }
  return out;
}

}  // namespace

Run add_show(Options& options, Context& context) {
  auto wanted = std::make_shared<std::string>();
  options.add("ID", *wanted, "Id of a result, or the address of a home page").required();
  return [wanted, &context]() -> Result<int> {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    const auto people = read_people(context.data(), *catalog, *suppression);
    if (!people) return tl::unexpected(people.error());
    const Profile* person = find_person(*people, *wanted);
    if (person == nullptr)
      return fail(Code::not_found, "nobody of that id or address is known: `fellow search` prints ids", *wanted);
    if (context.json) {
      std::cout << show(*person) << "\n";
      return 0;
    }
    const auto failures = failures_of(*person, *catalog);
    if (!failures) return tl::unexpected(failures.error());
    std::cout << explained(*person) << *failures;
    return 0;
  };
}

}  // namespace fellow::cli
