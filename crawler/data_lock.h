// SPDX-License-Identifier: GPL-3.0-or-later
// Who may write? One process a data directory: flock on DATA/lock, gone with its process. Whoever gives it back leaves a sum of
// the catalog behind (crawler/catalog_seal.h), and the next one looks whether the catalog is still the same.
#pragma once

#include <filesystem>
#include <string>

#include "fellow/result.h"

namespace fellow::crawler {

class DataLock {
 public:
  // Creates DATA if missing. busy at once when another process holds it.
  static Result<DataLock> take(const std::filesystem::path& data);
  DataLock(DataLock&& other) noexcept;
  DataLock& operator=(DataLock&&) noexcept;
  ~DataLock();
  // How the catalog is not as the last holder left it, "" if it is. Damage is never sealed: what a holder writes after it has
  // no sum.
  const std::string& damage() const { return damage_; }

 private:
  explicit DataLock(int fd) : fd_(fd) {}
  int fd_ = -1;
  std::filesystem::path data_;  // "": nothing to seal
  std::string damage_;
};

}  // namespace fellow::crawler
