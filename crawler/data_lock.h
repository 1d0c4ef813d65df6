// SPDX-License-Identifier: GPL-3.0-or-later
// Who may write? One process a data directory: flock on DATA/lock, gone with its process. Whoever gives it back leaves a sum of
// the catalog behind (crawler/catalog_seal.h), and the next one looks whether the catalog is still the same.
#pragma once

#include <filesystem>

#include "fellow/result.h"

namespace fellow::crawler {

class DataLock {
 public:
  // Creates DATA if missing. busy at once when another process holds it; corrupt when the catalog is not as the
  // last holder left it.
  static Result<DataLock> take(const std::filesystem::path& data);
  DataLock(DataLock&& other) noexcept;
  DataLock& operator=(DataLock&&) noexcept;
  ~DataLock();

 private:
  DataLock(int fd, std::filesystem::path data) : fd_(fd), data_(std::move(data)) {}
  int fd_ = -1;
  std::filesystem::path data_;
};

}  // namespace fellow::crawler
