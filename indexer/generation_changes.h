// SPDX-License-Identifier: GPL-3.0-or-later
// What did the last generations bring? As fellow/changes.h tells it, without holding a generation: people whose stored
// profile is the same are passed over, the others are compared one by one.
#pragma once

#include <filesystem>
#include <vector>

#include "fellow/changes.h"
#include "fellow/result.h"
#include "fellow/suppress.h"

namespace fellow::indexer {

inline constexpr std::size_t kMostChanges = 10'000;  // people of one comparison; more are left out

// From one generation to another one, by name; `left` is not counted. io or corrupt when one of them cannot be read.
Result<Changes> changes_between(const std::filesystem::path& before, const std::filesystem::path& after,
                                const Suppression& suppression);
// Each generation of DATA/index up to the served one against the one before it, newest first. Empty for fewer than two.
Result<std::vector<Changes>> latest_changes(const std::filesystem::path& data, const Suppression& suppression);

}  // namespace fellow::indexer
