// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <numeric>
#include <vector>

#include "fellow/clock.h"
#include "fellow/text.h"
#include "fellow/version.h"

namespace fellow::cli {
namespace {

Result<void> read_configuration(Context& context) {
  if (context.now_flag) {
    const auto time = parse_time(*context.now_flag);
    if (!time) return fail(Code::bad_input, "write a time as 2026-11-20T03:10:00Z", "--now");
    set_now(*time);
  }
  auto config = read_config_or_default(context.config_flag, context.data());
  if (!config) return tl::unexpected(config.error());
  context.config = std::move(*config);
  return {};
}

void add_common_options(Options& options, const Command& command, Context& context) {
  options.add("--data", context.data_flag, "Data directory (default: $FELLOW_DATA, else the XDG data directory)").named("DIR");
  options.add("--config", context.config_flag, "Configuration file (default: DATA/fellow.toml)").named("FILE");
  options.add("--now", context.now_flag, "Pretend that it is this time, for tests: 2026-11-20T03:10:00Z").named("TIME");
  if (command.prints_facts) options.flag("--json", context.json, "Print JSON");
}

// Letters to be put in, left out or changed to make one word of the other (Levenshtein).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t before = std::exchange(row[0], i + 1);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const std::size_t changed = before + (from[i] == to[k] ? 0 : 1);
      before = row[k + 1];
      row[k + 1] = std::min({changed, before + 1, row[k] + 1});
    }
  }
  return row.back();
}

bool is_command(std::string_view word) {
  return std::any_of(kCommands.begin(), kCommands.end(), [&](const Command& command) { return command.name == word; });
}

int run_command(Context& context, const Command& command, const Run& run) {
  if (const auto ready = read_configuration(context); !ready) context.config_error = ready.error();
  if (context.config_error && !command.examines_configuration) {
    std::cerr << "fellow: " << show(*context.config_error) << "\n";
    return exit_code(*context.config_error);
  }
  const Result<int> code = run();
  if (code) return *code;
  std::cerr << "fellow: " << show(code.error()) << "\n";
  return exit_code(code.error());
}

}  // namespace

std::string_view nearest_command(std::string_view word) {
  word = word.substr(0, 64);  // longer than any command
  return std::min_element(kCommands.begin(), kCommands.end(),
                          [&](const Command& a, const Command& b) { return distance(word, a.name) < distance(word, b.name); })
      ->name;
}

int exit_code(const Error& error) {
  switch (error.code) {
    case Code::bad_input:
      return 64;
    case Code::busy:
      return 3;
    case Code::not_found:
    case Code::refused:
    case Code::timeout:
    case Code::too_big:
    case Code::io:
    case Code::corrupt:
      return 2;
  }
  return 2;
}

int main(int argc, char** argv) {
  std::cout.sync_with_stdio(false);
  if (const std::string_view word = argc > 1 ? argv[1] : "-"; !word.starts_with('-') && !is_command(word)) {
    std::cerr << "fellow: unknown command '" << text::clean(word, 64) << "'; did you mean '" << nearest_command(word)
              << "'? (fellow --help lists them all)\n";
    return 64;
  }
  CLI::App app{"Who works on X at Y? Crawls researchers' homepages, reads who they are, and answers.", "fellow"};
  app.set_version_flag("--version", show_version("fellow"));
  app.require_subcommand(1);
  Context context;
  std::map<const CLI::App*, std::pair<const Command*, Run>> runs;
  for (const Command& command : kCommands) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.purpose));
    Options options(*sub);
    add_common_options(options, command, context);
    runs[sub] = {&command, command.add(options, context)};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && std::string_view(argv[1]) == "search")
      std::cerr << "A query with -words goes into quotes: fellow search \"serverless -HKUST\"\n";
    return code == 0 ? 0 : 64;
  }
  const auto& [command, run] = runs.at(app.get_subcommands().front());
  const int code = run_command(context, *command, run);
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "fellow: could not write the output\n";
    return code == 0 ? 2 : code;
  }
  return code;
}

}  // namespace fellow::cli
