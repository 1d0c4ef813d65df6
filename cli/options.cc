// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <CLI/CLI.hpp>

#include "fellow/text.h"

namespace fellow::cli {
namespace {

template <typename Variable>
CLI::Option* declare(CLI::App& app, std::string_view name, Variable& variable, std::string_view purpose) {
  return app.add_option(std::string(name), variable, std::string(purpose));
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::named(std::string_view what) {
  option_->type_name(std::string(what));
  return *this;
}

Option& Option::one_of(std::initializer_list<std::string_view> allowed) {
  option_->check(CLI::IsMember(std::vector<std::string>(allowed.begin(), allowed.end())));
  return *this;
}

Option& Option::between(double least, double most) {
  option_->check(CLI::Range(least, most));
  option_->check(  // not a number is in every range of CLI11
      [](const std::string& text) { return text::lower(text).find("nan") == std::string::npos ? "" : "should be a number"; },
      "");
  return *this;
}

void Options::footer(std::string_view text) { app_.footer(std::string(text)); }

void Options::flag(std::string_view name, bool& variable, std::string_view purpose) {
  app_.add_flag(std::string(name), variable, std::string(purpose));
}

Option Options::add(std::string_view name, std::string& variable, std::string_view purpose) {
  return Option(declare(app_, name, variable, purpose));
}

Option Options::add(std::string_view name, int& variable, std::string_view purpose) {
  return Option(declare(app_, name, variable, purpose));
}

Option Options::add(std::string_view name, double& variable, std::string_view purpose) {
  return Option(declare(app_, name, variable, purpose));
}

Option Options::add(std::string_view name, std::optional<std::string>& variable, std::string_view purpose) {
  return Option(declare(app_, name, variable, purpose));
}

Option Options::add(std::string_view name, std::optional<double>& variable, std::string_view purpose) {
  return Option(declare(app_, name, variable, purpose));
}

Option Options::add(std::string_view name, std::vector<std::string>& variable, std::string_view purpose) {
  CLI::Option* option = declare(app_, name, variable, purpose);
  if (name.starts_with("--")) option->allow_extra_args(false);
  return Option(option);
}

Option Options::add_several(std::string_view name, std::vector<std::string>& variable, std::string_view purpose) {
  return Option(declare(app_, name, variable, purpose));
}

}  // namespace fellow::cli
