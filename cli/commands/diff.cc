// SPDX-License-Identifier: GPL-3.0-or-later
// fellow diff [GEN GEN] [--format text|json|atom]
#include <charconv>
#include <iostream>

#include "cli/commands/commands.h"
#include "cli/joined.h"
#include "fellow/changes.h"
#include "indexer/generation_people.h"
#include "indexer/manifest.h"

namespace fellow::cli {
namespace {

std::string listed(const std::vector<std::uint64_t>& numbers) {
  std::vector<std::string> words;
  for (const std::uint64_t number : numbers) words.push_back(std::to_string(number));
  return words.empty() ? "none" : joined(words, ", ");
}

Result<Compared> read_generation(const std::filesystem::path& data, std::uint64_t number) {
  const auto directory = data / "index" / std::to_string(number);
  const auto manifest = indexer::read_manifest(directory);
  if (!manifest) return tl::unexpected(manifest.error());
  auto people = indexer::people_of_generation(directory);
  if (!people) return tl::unexpected(people.error());
  return Compared{.generation = number, .built_at = manifest->built_at, .people = std::move(*people)};
}

Result<std::uint64_t> parse_generation(const std::string& text, const std::vector<std::uint64_t>& kept) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return fail(Code::bad_input, "a generation is a number: `fellow status` shows the current one", text);
  }
  if (std::find(kept.begin(), kept.end(), number) == kept.end()) {
    return fail(Code::not_found, "this generation is not kept; kept are: " + listed(kept), text);
  }
  return number;
}

// Those named, else the one that is served and the newest before it.
Result<std::pair<std::uint64_t, std::uint64_t>> choose(const std::filesystem::path& data,
                                                       const std::vector<std::string>& named) {
  const auto kept = indexer::generations_kept(data);
  if (!named.empty()) {
    if (named.size() != 2) return fail(Code::bad_input, "name two generations or none", "GEN");
    const auto from = parse_generation(named[0], kept), to = parse_generation(named[1], kept);
    if (!from) return tl::unexpected(from.error());
    if (!to) return tl::unexpected(to.error());
    return std::pair(*from, *to);
  }
  const auto current = indexer::read_manifest(data / "index" / "current");
  if (!current) return tl::unexpected(current.error());
  const auto at = std::lower_bound(kept.begin(), kept.end(), current->generation);
  if (at == kept.begin()) {
    return fail(Code::not_found, "there is no generation before the current one to compare it with", (data / "index").string());
  }
  return std::pair(*(at - 1), current->generation);
}

}  // namespace

Run add_diff(Options& options, Context& context) {
  struct Given {
    std::vector<std::string> generations;
    std::string format = "text";
  };
  auto given = std::make_shared<Given>();
  options.add("GEN", given->generations, "Two generations; without them: the current one, and the one before it");
  options.add("--format", given->format, "text (default), json or atom").one_of({"text", "json", "atom"});
  options.footer("A night that changed nothing publishes no generation. Nobody who asked to be forgotten is named.");
  return [given, &context]() -> Result<int> {
    const auto chosen = choose(context.data(), given->generations);
    if (!chosen) return tl::unexpected(chosen.error());
    const auto suppression = Suppression::read(context.data());
    if (!suppression) return tl::unexpected(suppression.error());
    const auto before = read_generation(context.data(), chosen->first);
    if (!before) return tl::unexpected(before.error());
    const auto after = read_generation(context.data(), chosen->second);
    if (!after) return tl::unexpected(after.error());
    const Changes changes = compare(*before, *after, *suppression);
    if (context.json || given->format == "json") {
      std::cout << as_json(changes) << "\n";
    } else {
      std::cout << (given->format == "atom" ? as_atom({changes}) : as_text(changes));
    }
    return 0;
  };
}

}  // namespace fellow::cli
