// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a generation? All of them, as they are stored: without e-mail and evidence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "fellow/profile.h"
#include "fellow/result.h"

namespace fellow::indexer {

// By id. corrupt or io when the generation cannot be read. Holds all of them in memory: some 5 KB a person.
Result<std::vector<Profile>> people_of_generation(const std::filesystem::path& directory);
// Numbers of the generations that lie in DATA/index, oldest first.
std::vector<std::uint64_t> generations_kept(const std::filesystem::path& data);

}  // namespace fellow::indexer
