// SPDX-License-Identifier: GPL-3.0-or-later
// Has anything changed since the served generation was built? Sums of profiles, of what makes documents of them, and of both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fellow/profile.h"

namespace fellow::indexer {

// What tells that a profile need not be indexed again: of its stored form (indexer/document.h), from which everything in its
// document follows.
std::uint64_t sum_of(const Profile& profile, const std::string& stored);
// On all cores.
std::vector<std::uint64_t> sums_of(const std::vector<const Profile*>& people);
// Equal for builds that make the same documents of the same profiles.
std::string basis_of_documents();
std::string digest_of(const std::string& basis, const std::vector<std::uint64_t>& sums);

}  // namespace fellow::indexer
