// SPDX-License-Identifier: GPL-3.0-or-later
// Who may write? One process a data directory: flock on DATA/lock, gone with its process.
#pragma once

#include <filesystem>

#include "fellow/result.h"

namespace fellow::crawler {

class DataLock {
 public:
  // Creates DATA if missing. busy at once when another process holds it.
  static Result<DataLock> take(const std::filesystem::path& data);
  DataLock(DataLock&& other) noexcept;
  DataLock& operator=(DataLock&&) noexcept;
  ~DataLock();

 private:
  explicit DataLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace fellow::crawler
