// SPDX-License-Identifier: GPL-3.0-or-later
// Is this page about the person of that name? For a home page that moved: a host that was sold names nobody.
#pragma once

#include <string>

#include "fellow/page.h"

namespace fellow::extractor {

// Whether the visible text or the title has one word of the name that is longer than two letters, or, of names without such a
// word, the whole name; case and accents do not count. Lenient: people are called by nicknames, and names are written in two
// scripts. Pure, thread-safe.
bool names_person(const Page& page, const std::string& name);

}  // namespace fellow::extractor
