// SPDX-License-Identifier: GPL-3.0-or-later
// Which profile is this line of a file that somebody else wrote? What it says is held to what a page is held to (R17, R41).
#pragma once

#include <string>

#include "fellow/profile.h"
#include "fellow/result.h"

namespace fellow::cli {

// A line in the form of export. Only "url" must be there: the id follows from it, without "v" it is of version 1. Names and
// titles come without control characters and cut to their lengths, the biography without e-mail addresses and telephone
// numbers, links are of http, https or mailto. A profile that export wrote comes back as it was. bad_input or corrupt for what
// is none.
Result<Profile> read_foreign_profile(std::string line);

}  // namespace fellow::cli
