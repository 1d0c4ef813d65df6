// SPDX-License-Identifier: GPL-3.0-or-later
// fellow export [--format jsonl|jsonld|csv|bibtex] [--with-email]
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/index_step.h"
#include "cli/open_data.h"
#include "fellow/export_formats.h"

namespace fellow::cli {

Run add_export(Options& options, Context& context) {
  struct Given {
    std::string format = "jsonl";
    bool email = false;
  };
  auto given = std::make_shared<Given>();
  options.add("--format", given->format, "jsonl (default), jsonld (schema.org Person), csv or bibtex")
      .one_of({"jsonl", "jsonld", "csv", "bibtex"});
  options.flag("--with-email", given->email, "E-mail addresses too (jsonl only)");
  return [given, &context]() -> Result<int> {
    if (given->email && given->format != "jsonl") return fail(Code::bad_input, "goes with --format jsonl only", "--with-email");
    auto catalog = open_catalog(context);
    if (!catalog) return tl::unexpected(catalog.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    const auto people = read_people(context.data(), *catalog, *suppression);
    if (!people) return tl::unexpected(people.error());
    if (given->format == "csv") std::cout << csv_header();
    for (const Profile& profile : *people) {
      if (given->format == "jsonl") std::cout << show(profile, {.email = given->email}) << "\n";
      if (given->format == "jsonld") std::cout << json_ld_of(profile) << "\n";
      if (given->format == "csv") std::cout << csv_of(profile);
      if (given->format == "bibtex") std::cout << bibtex_of(profile);
    }
    return 0;
  };
}

}  // namespace fellow::cli
