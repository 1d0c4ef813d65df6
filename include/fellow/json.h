// SPDX-License-Identifier: GPL-3.0-or-later
// JSON in and out, with the bounds that nlohmann-json leaves to its user: nesting, and bytes that are not UTF-8.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fellow/profile.h"
#include "fellow/result.h"

namespace fellow {

inline constexpr int kMaxJsonDepth = 64;  // R16; deeper input could overflow the stack when written out again

// Keys keep their order. bad_input for what is not JSON or nested deeper than kMaxJsonDepth.
Result<nlohmann::ordered_json> parse_json(std::string_view text);
// One line; ill-formed UTF-8 becomes U+FFFD.
std::string show_json(const nlohmann::ordered_json& json);

nlohmann::ordered_json json_of(const Profile& profile, Shown shown = {});

}  // namespace fellow
