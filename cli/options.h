// SPDX-License-Identifier: GPL-3.0-or-later
// What a command takes: each option bound to the variable that it fills. CLI11 stands behind this, in one file: its header
// costs seconds in every file that includes it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fellow::cli {

// One declared option, to be told more about it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& required();
  Option& named(std::string_view what);                             // what its value is, as help shows it: FILE
  Option& one_of(std::initializer_list<std::string_view> allowed);  // any other text is refused
  Option& between(double least, double most);                       // any other number is refused

 private:
  CLI::Option* option_;
};

// The options of one command. NAME is "--limit" for a flag or an option with a value, "FILE" for a positional argument; the
// bound variable keeps its value where nothing is given, and must live as long as the command line is parsed.
class Options {
 public:
  explicit Options(CLI::App& app) : app_(app) {}

  void footer(std::string_view text);  // shown below the options in --help
  void flag(std::string_view name, bool& variable, std::string_view purpose);
  Option add(std::string_view name, std::string& variable, std::string_view purpose);
  Option add(std::string_view name, int& variable, std::string_view purpose);
  Option add(std::string_view name, double& variable, std::string_view purpose);
  Option add(std::string_view name, std::optional<std::string>& variable, std::string_view purpose);
  Option add(std::string_view name, std::optional<double>& variable, std::string_view purpose);
  // Positional: all the words. With "--": may be repeated, takes one value each time.
  Option add(std::string_view name, std::vector<std::string>& variable, std::string_view purpose);
  // Takes values until the next option, and may be repeated: --seeds a.txt b.csv
  Option add_several(std::string_view name, std::vector<std::string>& variable, std::string_view purpose);

 private:
  CLI::App& app_;
};

}  // namespace fellow::cli
