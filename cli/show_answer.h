// SPDX-License-Identifier: GPL-3.0-or-later
// An answer as a person reads it on a terminal.
#pragma once

#include <string>

#include "fellow/answer.h"

namespace fellow::cli {

// Numbered results, each with why it matched and a snippet, then the facets on a line each. `bold`: <mark> becomes bold.
std::string readable(const Answer& answer, bool bold);

}  // namespace fellow::cli
