// SPDX-License-Identifier: GPL-3.0-or-later
// Two profiles of one person: which says more, and what does the other add?
#pragma once

#include <cstddef>

#include "fellow/profile.h"

namespace fellow::indexer {

// How many things the profile states.
std::size_t count_facts(const Profile& profile);
// Adds the other profile's facts to the one that stays, with their evidence; what both say stays as the base says it. The
// other's address becomes an alias.
void add_facts(Profile& base, const Profile& other);

}  // namespace fellow::indexer
