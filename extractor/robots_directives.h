// SPDX-License-Identifier: GPL-3.0-or-later
// What does a page ask of robots? meta elements and X-Robots-Tag, for all robots and for ours; the strictest wins (R18).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fellow/page.h"

namespace fellow::extractor {

struct NamedMeta {
  std::string name, content;  // of <meta name= content=>
};

// noindex, nofollow, none (= both), noarchive, nosnippet, unavailable_after (past at the fetch = noindex). In X-Robots-Tag a
// robot's name before a colon holds for the directives that follow it, until the next name.
// Other metas than those for robots are passed over.
// `robot`: our product token.
Directives read_directives(std::span<const NamedMeta> metas, const Page& page, std::string_view robot);

}  // namespace fellow::extractor
