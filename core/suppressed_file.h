// SPDX-License-Identifier: GPL-3.0-or-later
// How does DATA/suppressed look on the disk? Reading, appending and hashing for fellow/suppress.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

#include "fellow/result.h"

struct evp_md_ctx_st;

namespace fellow {

// SHA-256 over a salt and what is added. so_far() may be asked at any time, and more be added after it.
class SaltedHash {
 public:
  explicit SaltedHash(std::string_view salt);
  void add(std::string_view bytes);
  std::string so_far() const;  // 32 bytes

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_, copy_;
};

// What a change of the file changes; all 0 when there is none.
struct FileStamp {
  std::uint64_t inode = 0, bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;
  bool operator==(const FileStamp&) const = default;
};

struct SuppressedFile {
  FileStamp stamp;
  std::string salt;                        // 16 bytes; "" as long as there is no file
  std::unordered_set<std::string> hashes;  // 32 bytes each
  std::uint64_t whole = 0;                 // bytes up to the end of the last whole line

  bool has(std::string_view key) const;
};

// The errors are those of Suppression::read.
Result<FileStamp> stamp_of_suppressed(const std::filesystem::path& data);
Result<SuppressedFile> read_suppressed(const std::filesystem::path& data);

}  // namespace fellow
