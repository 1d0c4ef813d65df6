// SPDX-License-Identifier: GPL-3.0-or-later
// A data directory for one command alone, gone with it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "fellow/result.h"

namespace fellow::cli {

class Scratch {
 public:
  static Result<Scratch> make() {
    std::string name = (std::filesystem::temp_directory_path() / "fellow-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) return fail(Code::io, "cannot make a temporary directory: give one with --data", name);
    return Scratch(name);
  }
  explicit Scratch(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Scratch(Scratch&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace fellow::cli
