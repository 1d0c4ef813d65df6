// SPDX-License-Identifier: GPL-3.0-or-later
// Whose home pages does a department's list of people link to?
#pragma once

#include <string>
#include <vector>

#include "fellow/page.h"

namespace fellow::extractor {

struct ListedPerson {
  Url home;
  std::string name;
  std::string why;  // "the link is the name; address of a user (~)"
};

// Links that look like researchers' home pages, in the order of the page, one a person: a site of her own before her page among
// others'. A link counts when its text is a name, or says "home page" in a row, card or paragraph that holds one name alone;
// and when its address is that of a person: a user's folder (~), a folder of people, the name itself, or another host. Pages of
// navigation, registries (Scholar, ORCID, GitHub …) and files are none. At most kMostListed. Pure, never fails: a page that
// cannot be read lists nobody.
inline constexpr std::size_t kMostListed = 5000;
std::vector<ListedPerson> listed_people(const Page& page);

}  // namespace fellow::extractor
