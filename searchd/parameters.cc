// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/parameters.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <vector>

#include "fellow/text.h"

namespace fellow::searchd {
namespace {

using Kind = Parameter::Kind;

std::optional<int> read_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool is_in(std::string_view words, std::string_view one) {
  const auto all = text::split(words, '|');
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool are_in(std::string_view words, std::string_view list) {
  const auto all = text::split(list, ',');
  return std::all_of(all.begin(), all.end(),
                     [&](std::string_view one) { return !one.empty() && (words.empty() || is_in(words, one)); });
}

bool is_range(std::string_view text) {
  constexpr int kMost = 99'999;
  const auto is_end = [](std::string_view end) {
    const auto number = read_number(end);
    return end.empty() || (number && *number >= 0 && *number <= kMost);
  };
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return !text.empty() && is_end(text);
  const std::string_view from = text.substr(0, dots), to = text.substr(dots + 2);
  return (!from.empty() || !to.empty()) && is_end(from) && is_end(to);
}

// "auto, all or any".
std::string listed(std::string_view words) {
  const auto all = text::split(words, '|');
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) out += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + std::string(all[i]);
  return out;
}

nlohmann::ordered_json schema(const Parameter& row) {
  nlohmann::ordered_json out;
  switch (row.kind) {
    case Kind::number:
      out = {{"type", "integer"}, {"minimum", row.least}, {"maximum", row.most}};
      if (!row.usual.empty()) out["default"] = read_number(row.usual).value_or(0);
      return out;
    case Kind::range:
      return {{"type", "string"}, {"pattern", "^([0-9]{1,5}|[0-9]{1,5}\\.\\.[0-9]{0,5}|\\.\\.[0-9]{1,5})$"}};
    case Kind::text:
      out = {{"type", "string"}, {"maxLength", row.most}};
      if (row.least > 0) out["minLength"] = row.least;
      break;
    case Kind::word:
    case Kind::words:
      out["type"] = "string";
      if (!row.words.empty()) out["enum"] = text::split(row.words, '|');
      break;
  }
  if (!row.usual.empty()) out["default"] = row.usual;
  return out;
}

}  // namespace

bool fits(const Parameter& row, std::string_view value) {
  switch (row.kind) {
    case Kind::text:
      return value.size() >= static_cast<std::size_t>(row.least) && value.size() <= static_cast<std::size_t>(row.most);
    case Kind::number: {
      const auto number = read_number(value);
      return number && *number >= row.least && *number <= row.most;
    }
    case Kind::word:
      return is_in(row.words, value);
    case Kind::words:
      return are_in(row.words, value);
    case Kind::range:
      return is_range(value);
  }
  return false;
}

std::string wanted(const Parameter& row) {
  const std::string most = std::to_string(row.most);
  switch (row.kind) {
    case Kind::text:
      return row.least > 0 ? "a value of " + std::to_string(row.least) + " to " + most + " bytes"
                           : "at most " + most + " bytes";
    case Kind::number:
      return "a number from " + std::to_string(row.least) + " to " + most;
    case Kind::word:
      return listed(row.words);
    case Kind::words:
      return row.words.empty() ? "names with commas between them"
                               : "some of " + listed(row.words) + ", with commas between them";
    case Kind::range:
      return "a number or a range as 2020..2024";
  }
  return {};
}

Result<void> check(std::span<const Parameter> rows, const Parameters& given) {
  std::set<std::string_view> seen;
  for (const auto& [name, value] : given) {
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&asked = name](const Parameter& one) { return one.name == asked; });
    if (row == rows.end()) return fail(Code::bad_input, "unknown parameter", name);
    if (!seen.insert(name).second && !row->repeats) return fail(Code::bad_input, "is given twice", name);
    if (!fits(*row, value)) return fail(Code::bad_input, "wanted: " + wanted(*row), name);
  }
  return {};
}

std::string_view value_of(const Parameter& row, const Parameters& given) {
  const auto at = std::find_if(given.begin(), given.end(), [&](const auto& one) { return one.first == row.name; });
  return at == given.end() ? row.usual : std::string_view(at->second);
}

int number_of(const Parameter& row, const Parameters& given) { return read_number(value_of(row, given)).value_or(0); }

nlohmann::ordered_json openapi(const Parameter& row) {
  nlohmann::ordered_json out{{"name", row.name}, {"in", "query"}, {"description", row.about}};
  if (row.kind == Kind::words) {
    out["schema"] = {{"type", "array"}, {"items", schema(row)}};
    out["style"] = "form", out["explode"] = false;
  } else if (row.repeats) {
    out["schema"] = {{"type", "array"}, {"items", schema(row)}};
    out["style"] = "form", out["explode"] = true;
  } else {
    out["schema"] = schema(row);
  }
  return out;
}

}  // namespace fellow::searchd
