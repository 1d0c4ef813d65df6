// SPDX-License-Identifier: GPL-3.0-or-later
// Is it on the disk? Writing, renaming and digesting files so that a kill or a power cut leaves the old or the new state.
//
// "Done" is only said after fsync of the file and of its directory (R31). Errors are io with the path.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "fellow/result.h"

namespace fellow::indexer {

// Of an open file; closes on every way out.
class Descriptor {
 public:
  // open(2) with these flags; get() is -1, and errno says why, if it cannot be.
  Descriptor(const std::filesystem::path& path, int flags);
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

using Done = Result<std::string>;  // nothing to say but the path it was about

Done write_durably(const std::filesystem::path& file, std::string_view bytes);
Done sync_file(const std::filesystem::path& file);
Done sync_directory(const std::filesystem::path& directory);
// Renames and syncs the directory of `to`.
Done rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);
// Makes `link` point to `target` (a name beside it), replacing what it pointed to in one step.
Done point_durably(const std::filesystem::path& link, const std::string& target);

Result<std::string> read_whole(const std::filesystem::path& file);
// Lower-case hex.
std::string sha256(std::string_view bytes);
Result<std::string> sha256_of_file(const std::filesystem::path& file);

}  // namespace fellow::indexer
