// SPDX-License-Identifier: GPL-3.0-or-later
// A directory as one file, by the system's own tar.
#pragma once

#include <filesystem>

#include "fellow/result.h"

namespace fellow::cli {

// Whether the name is that of a file of tar: .tar, .tar.gz, .tgz, .tar.zst, .tar.xz.
bool is_tarball(const std::filesystem::path& file);
// Writes what lies in the directory to the file, which is there as a whole or not at all. io with what tar had to say.
Result<void> pack(const std::filesystem::path& directory, const std::filesystem::path& file);
// Into the directory, which is there. Never outside of it.
Result<void> unpack(const std::filesystem::path& file, const std::filesystem::path& directory);

}  // namespace fellow::cli
