// SPDX-License-Identifier: GPL-3.0-or-later
// A directory of its own for one test, removed with everything in it when the test ends.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "fellow/check.h"
#include "fellow/url.h"

namespace fellow::crawler {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "fellow-crawler-XXXXXX").string();
    CHECK(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Removes an old file first: ext4 flushes a file that was truncated and written again, which takes 3 ms each time.
inline void write_file(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::remove(file);
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  CHECK(out.good());
}

inline Url url(std::string_view text) { return Url::parse(text).value(); }

}  // namespace fellow::crawler
