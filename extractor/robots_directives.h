// SPDX-License-Identifier: GPL-3.0-or-later
// What does a page ask of robots? meta elements and X-Robots-Tag, for all robots and for ours; the strictest wins (R18).
#pragma once

#include <string_view>

#include "extractor/dom.h"
#include "fellow/page.h"

namespace fellow::extractor {

// noindex, nofollow, none (= both), noarchive, nosnippet, unavailable_after (past at the fetch = noindex). In X-Robots-Tag a
// robot's name before a colon holds for the directives that follow it, until the next name.
Directives read_directives(const Dom& dom, const Page& page);

}  // namespace fellow::extractor
