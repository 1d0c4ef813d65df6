// SPDX-License-Identifier: GPL-3.0-or-later
// A profile as a person reads it: each fact on a line with the page it came from.
#pragma once

#include <string>

#include "fellow/profile.h"

namespace fellow::cli {

// Lines "field: value   <url> method confidence"; without e-mail address.
std::string explained(const Profile& profile);

}  // namespace fellow::cli
