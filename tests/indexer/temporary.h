// SPDX-License-Identifier: GPL-3.0-or-later
// Where may a test write? A fresh directory that goes with the object.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "fellow/check.h"

namespace fellow::indexer {

class Temporary {
 public:
  Temporary() {
    std::string name = (std::filesystem::temp_directory_path() / "fellow-index-XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Temporary() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace fellow::indexer
