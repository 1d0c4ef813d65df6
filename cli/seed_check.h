// SPDX-License-Identifier: GPL-3.0-or-later
// What would the crawl make of this seed list?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawler/seeds.h"
#include "fellow/suppress.h"

namespace fellow::cli {

struct SeedCheck {
  std::size_t seeds = 0, hosts = 0;  // that would be crawled, once each
  std::size_t bad = 0, repeated = 0, same_page = 0, never_crawled = 0, forgotten = 0;
  std::vector<std::string> lines;                           // "file:line: what", in the order of these numbers
  bool fine() const { return lines.empty() && seeds > 0; }  // people who asked to be forgotten are no mistake of the list
};

// Lines that cannot be read; whose URL stood before; whose page another line names in another form (http and https, with and
// without "www."); on hosts that are never crawled. `file` is the name that the list was parsed under.
SeedCheck check_seeds(const crawler::SeedList& list, std::string_view file, const Suppression& suppression);

}  // namespace fellow::cli
