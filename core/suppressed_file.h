// SPDX-License-Identifier: GPL-3.0-or-later
// How does DATA/suppressed look on the disk? Reading, appending and hashing for fellow/suppress.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_set>

#include "fellow/result.h"

namespace fellow {

// What a change of the file changes; all 0 when there is none.
struct FileStamp {
  std::uint64_t inode = 0, bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;
  bool operator==(const FileStamp&) const = default;
};

// Stands beside every key of an address: that its host has one at all.
std::string site_key(std::string_view bare_host);

struct SuppressedFile {
  FileStamp stamp;
  std::string salt;                        // 16 bytes; "" as long as there is no file
  std::unordered_set<std::string> hashes;  // 32 bytes each
  std::uint64_t whole = 0;                 // bytes up to the end of the last whole line
  bool checked = false;                    // each line carries a check (version 2)
  std::string check;                       // of the last line

  bool has(std::string_view key) const { return has_salted(salt + std::string(key)); }
  // `salted`: salt and key as they stand in one piece.
  bool has_salted(std::string_view salted) const;
};

// The errors are those of Suppression::read.
Result<FileStamp> stamp_of_suppressed(const std::filesystem::path& data);
Result<SuppressedFile> read_suppressed(const std::filesystem::path& data);

}  // namespace fellow
