// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above the text of a Markdown or Org file? "---" YAML "---", "+++" TOML "+++".
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fellow::extractor {

struct FrontMatter {
  nlohmann::json front;   // null if there is none
  std::string_view body;  // what follows; a view of the text
  bool truncated = false;
};

// Blank lines and a byte order mark may precede it. Without a closing line, it ends at the first blank line, or at the first
// line that is neither key nor continuation; a "---" that no key follows is a rule and no front matter.
FrontMatter split_front_matter(std::string_view text);

}  // namespace fellow::extractor
