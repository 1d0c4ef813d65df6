// SPDX-License-Identifier: GPL-3.0-or-later
// Has a site changed since it was extracted, and does its person have to leave? Judged by what the catalog says of it.
#pragma once

#include <cstdint>
#include <string>

#include "crawler/site.h"

namespace fellow::cli {

// Everything the profile is made from, as it is kept beside the profile: a site with the same one need not be extracted again.
// When an unchanged page was asked for last, and the like, is left out.
std::string digest_of(const crawler::SiteRows& site);

// Of those rows as they are, for one run: a site with the same stamp gives the same profile to the byte.
std::uint64_t stamp_of(const crawler::SiteRows& site);

// Whether the person must leave the index: the home page is gone, or may not be had any more, or what it is only a shell
// around. No failure that may pass (R40).
bool takes_leave(const crawler::SiteRows& site);

}  // namespace fellow::cli
