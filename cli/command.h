// SPDX-License-Identifier: GPL-3.0-or-later
// What can a person type? `fellow COMMAND`: one row of kCommands and one file in cli/commands/ each: parse, wire, run, report.
//
// Results go to stdout, talk to stderr. A command returns its exit code or an Error, which exit_code() turns into one.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "fellow/config.h"
#include "fellow/result.h"

namespace fellow::cli {

// What every command has: --data, --config, --now, and the configuration they lead to.
struct Context {
  std::optional<std::string> data_flag, config_flag, now_flag;
  bool json = false;
  Config config;
  std::optional<Error> config_error;  // only for commands that run all the same

  std::filesystem::path data() const { return data_directory(data_flag); }
};

using Run = std::function<Result<int>()>;

struct Command {
  std::string_view name, purpose;
  bool prints_facts;                               // takes --json
  Run (*add)(Options& options, Context& context);  // declares the options; the Run is called when they are parsed
  bool examines_configuration = false;             // runs with one that cannot be read: Context::config_error
};
extern const std::span<const Command> kCommands;

// The command that is written most like the word.
std::string_view nearest_command(std::string_view word);

// 0 done, 2 nothing published or a damaged store, 3 locked, 64 usage.
int exit_code(const Error& error);

// The whole program: parses the command line, runs one command. Never throws.
int main(int argc, char** argv);

}  // namespace fellow::cli
