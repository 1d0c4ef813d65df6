// SPDX-License-Identifier: GPL-3.0-or-later
// fellow watch add|remove|list|run [QUERY]
#include <algorithm>
#include <iostream>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/watches.h"
#include "fellow/json.h"
#include "fellow/text.h"

namespace fellow::cli {
namespace {

Result<int> run_watches(const Context& context, std::vector<Watch> watches) {
  const auto news = ask_watches(context, watches);
  if (!news) return tl::unexpected(news.error());
  std::cout << (context.json ? show_json(json_of(*news)) + "\n" : show(*news)) << std::flush;
  if (!std::cout) return fail(Code::io, "could not write what is new: it is told again next time");
  if (const auto kept = write_watches(context.data(), watches); !kept) return tl::unexpected(kept.error());
  return 0;
}

Result<int> list(const Context& context, const std::vector<Watch>& watches) {
  auto json = nlohmann::ordered_json::array();
  for (const Watch& watch : watches) {
    json.push_back({{"query", watch.query}, {"people", watch.seen.size()}});
    if (!context.json) std::cout << watch.query << "  (" << watch.seen.size() << " people)\n";
  }
  if (context.json) std::cout << show_json(json) << "\n";
  return 0;
}

}  // namespace

Run add_watch(Options& options, Context& context) {
  struct Given {
    std::string what;
    std::vector<std::string> words;
  };
  auto given = std::make_shared<Given>();
  options.add("ACTION", given->what, "add, remove or list queries; run: print what is new since the last time")
      .required()
      .one_of({"add", "remove", "list", "run"});
  options.add("QUERY", given->words, "As of fellow search, for add and remove");
  options.footer(
      "Each `fellow update` runs them too, and tells what is new with its summary. What the index holds when a query is added "
      "is not new.");
  return [given, &context]() -> Result<int> {
    std::string query;
    for (const std::string& word : given->words) query += (query.empty() ? "" : " ") + word;
    query = text::trim(query);
    const bool changes = given->what == "add" || given->what == "remove";
    if (changes == query.empty())
      return fail(Code::bad_input, changes ? "say which query" : "takes no query", "watch " + given->what);
    std::optional<WatchesLock> held;
    if (given->what != "list") {
      auto lock = WatchesLock::take(context.data());
      if (!lock) return tl::unexpected(lock.error());
      held.emplace(std::move(*lock));
    }
    auto watches = read_watches(context.data());
    if (!watches) return tl::unexpected(watches.error());
    if (given->what == "run") return run_watches(context, std::move(*watches));
    if (given->what == "list") return list(context, *watches);
    const auto known = std::find_if(watches->begin(), watches->end(), [&](const Watch& watch) { return watch.query == query; });
    if (given->what == "remove") {
      if (known == watches->end()) return fail(Code::not_found, "is not watched: see `fellow watch list`", query);
      watches->erase(known);
    } else {
      if (known != watches->end()) return fail(Code::bad_input, "is watched already", query);
      std::vector<Watch> one{{.query = query, .seen = {}}};
      if (const auto asked = ask_watches(context, one); !asked) return tl::unexpected(asked.error());
      watches->push_back(std::move(one.front()));
    }
    if (const auto kept = write_watches(context.data(), *watches); !kept) return tl::unexpected(kept.error());
    return 0;
  };
}

}  // namespace fellow::cli
