// SPDX-License-Identifier: GPL-3.0-or-later
// JSON from the web: JSON-LD in pages, JSON Resume and other files.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

inline constexpr int kMaxJsonDepth = 64;  // R16; what nlohmann-json writes or frees deeper than that ends in its recursion

// nullopt for what is no JSON or too deep. Comments, and a comment or CDATA wrapper around the whole, are allowed as they are
// common in JSON-LD.
std::optional<nlohmann::json> parse_json(std::string_view text);

int claim_json(const Clue& clue);
void read_json(const Page& page, Document& document);  // into front

}  // namespace fellow::extractor
