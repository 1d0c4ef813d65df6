// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a line for people: those that are known, with separators between.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::cli {

inline std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ") {
  std::string out;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (!out.empty()) out += separator;
    out += part;
  }
  return out;
}

}  // namespace fellow::cli
