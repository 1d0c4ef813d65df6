// SPDX-License-Identifier: GPL-3.0-or-later
// Which seeds does a department's page of people propose?
#pragma once

#include "cli/crawl_step.h"
#include "extractor/people_list.h"

namespace fellow::cli {

// Asks for that one page as a crawl would (robots.txt first), in a data directory of its own, and reads whom it lists. Nobody
// who asked to be forgotten, no host that is never crawled. bad_input for an address that is none or a wish that cannot be
// granted; not_found, with the reason, when the page cannot be had.
Result<std::vector<extractor::ListedPerson>> discover_people(const std::string& address, const CrawlWish& wish,
                                                             const Context& context);

}  // namespace fellow::cli
