// SPDX-License-Identifier: GPL-3.0-or-later
// A profile as a person reads it: each fact on a line with the page it came from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "extractor/extractor.h"
#include "fellow/profile.h"

namespace fellow::cli {

// Lines "field: value   <url> method confidence", and where on the page it stands (JSON pointer -> place); without e-mail
// address.
std::string explained(const Profile& profile, const std::map<std::string, std::string>& places = {});
// "left out: field  value   <url> method confidence: rule", a line each; e-mail addresses only if asked for.
std::string left_out(const std::vector<extractor::Rejection>& rejected, bool email = false);

}  // namespace fellow::cli
