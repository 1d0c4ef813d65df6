// SPDX-License-Identifier: GPL-3.0-or-later
// fellow show ID
#include <algorithm>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "cli/show_profile.h"
#include "fellow/url.h"

namespace fellow::cli {
namespace {

bool is_called(const Profile& profile, const std::string& wanted, const std::optional<std::string>& url) {
  if (profile.id == wanted) return true;
  const auto holds = [&](const std::vector<std::string>& all) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& each) {
      const auto home = Url::parse(each);
      return (url && each == *url) || (home && person_id(*home) == wanted);  // also ids that were merged away
    });
  };
  return (url && profile.url == *url) || holds(profile.seeds) || holds(profile.aliases);
}

}  // namespace

Run add_show(Options& options, Context& context) {
  auto wanted = std::make_shared<std::string>();
  options.add("ID", *wanted, "Id of a result, or the address of a home page").required();
  return [wanted, &context]() -> Result<int> {
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto people = read_people(*catalog);
    if (!people) return tl::unexpected(people.error());
    const auto url = Url::parse(*wanted);
    const std::optional<std::string> normal = url ? std::optional(url->text()) : std::nullopt;
    for (const Profile& profile : *people) {
      if (!is_called(profile, *wanted, normal)) continue;
      std::cout << (context.json ? show(profile) + "\n" : explained(profile));
      return 0;
    }
    return fail(Code::not_found, "nobody of that id or address is known: `fellow search` prints ids", *wanted);
  };
}

}  // namespace fellow::cli
