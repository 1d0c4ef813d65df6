// SPDX-License-Identifier: GPL-3.0-or-later
// fellow show ID
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/find_person.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "cli/show_profile.h"

namespace fellow::cli {
Run add_show(Options& options, Context& context) {
  auto wanted = std::make_shared<std::string>();
  options.add("ID", *wanted, "Id of a result, or the address of a home page").required();
  return [wanted, &context]() -> Result<int> {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    const auto people = read_people(*catalog, *suppression);
    if (!people) return tl::unexpected(people.error());
    const Profile* person = find_person(*people, *wanted);
    if (person == nullptr)
      return fail(Code::not_found, "nobody of that id or address is known: `fellow search` prints ids", *wanted);
    std::cout << (context.json ? show(*person) + "\n" : explained(*person));
    return 0;
  };
}

}  // namespace fellow::cli
