// SPDX-License-Identifier: GPL-3.0-or-later
// Where are records kept that cannot be reached in their own file? In an unlinked temporary file, not compressed, one behind
// the other; it goes with the object, and with the process.
#pragma once

#include <cstdint>
#include <filesystem>

#include "crawler/warc_reader.h"
#include "fellow/result.h"

namespace fellow::crawler {

class CaptureSpool {
 public:
  CaptureSpool() = default;
  CaptureSpool(const CaptureSpool&) = delete;
  CaptureSpool& operator=(const CaptureSpool&) = delete;
  ~CaptureSpool();

  // The offset at which a WarcReader of path() finds it again. io when there is no room.
  Result<std::uint64_t> put(const WarcRecord& record);
  // For as long as the object lives.
  std::filesystem::path path() const;

 private:
  Result<void> begin();

  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace fellow::crawler
