// SPDX-License-Identifier: GPL-3.0-or-later
// YAML and TOML as people write them in site sources -> JSON.
//
// Every scalar stays a string as written ("2018", "2018-05-01", "1.0"), but for plain true and false and for nothing at all
// (null): YAML guesses would turn a year, a version or a country (no) into something else. TOML, which has types, is held to
// the same rule: numbers and dates are printed. At most 10 000 nodes, aliases counted each time they are used, and 64 levels
// (R16).
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

// Where the text as a whole is no YAML or TOML (a title with a colon, a tab), each of its top-level keys is read for itself,
// and what is no value then is the rest of the line as a string. null if there are no keys at all. Beyond the limit of nodes
// the rest is left out and *truncated set.
nlohmann::json parse_yaml(std::string_view text, bool* truncated);
nlohmann::json parse_toml(std::string_view text, bool* truncated);

int claim_yaml(const Clue& clue);
void read_yaml(const Page& page, Document& document);  // into front

}  // namespace fellow::extractor
