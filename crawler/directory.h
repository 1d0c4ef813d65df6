// SPDX-License-Identifier: GPL-3.0-or-later
// Is a new file there to stay? Directories made, and fsynced after a name was added (R31).
#pragma once

#include <filesystem>
#include <string>

#include "fellow/result.h"

namespace fellow::crawler {

// Makes the directory and those above it; each new name is durable when this returns. io with the reason when it cannot be.
Result<void> make_directory(const std::filesystem::path& directory);
Result<void> sync_directory(const std::filesystem::path& directory);
// What the system says of errno, as an Error: "doing: No space left on device". not_found for ENOENT, io for the rest.
Error system_error(std::string_view doing, int number, const std::filesystem::path& where);

}  // namespace fellow::crawler
