// SPDX-License-Identifier: GPL-3.0-or-later
// Where do the bytes of an answer wait until it is whole? The first in memory, what comes after them in a nameless file.
//
// Hundreds of answers are under way at a time and each may be megabytes: what a hostile host sends must not add up in memory.
// A file that cannot be had (disk full, no descriptor left) is no fault of the page: the bytes then stay in memory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace fellow::crawler {

class FetchBody {
 public:
  static constexpr std::size_t kInMemory = 256 << 10;  // beyond the pages of nearly everyone (mean: 10 KB)

  FetchBody() = default;
  ~FetchBody() { clear(); }
  FetchBody(const FetchBody&) = delete;
  FetchBody& operator=(const FetchBody&) = delete;

  // Where the files are made; "" = the system's folder for temporary files.
  void spool_in(const std::filesystem::path& folder) { folder_ = folder; }
  void append(std::string_view bytes);
  std::size_t size() const { return in_file_ + in_memory_.size(); }
  bool spooled() const { return in_file_ > 0; }
  // All of it, and the body is empty again. False: the file could not be read back, and what it held is lost.
  bool take(std::string& into);
  void clear();

 private:
  bool write_out();

  std::filesystem::path folder_;
  std::string in_memory_;  // after what is in the file
  std::size_t in_file_ = 0;
  int file_ = -1;
  bool no_file_ = false;
};

}  // namespace fellow::crawler
