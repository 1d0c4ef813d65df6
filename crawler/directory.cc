// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

namespace fellow::crawler {

Error system_error(std::string_view doing, int number, const std::filesystem::path& where) {
  return {number == ENOENT ? Code::not_found : Code::io, std::string(doing) + ": " + std::generic_category().message(number),
          where.string()};
}

Result<void> sync_directory(const std::filesystem::path& directory) {
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot open the directory", errno, directory));
  const int failed = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (failed != 0) return tl::unexpected<Error>(system_error("cannot fsync the directory", failed, directory));
  return {};
}

Result<void> make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> missing;
  std::filesystem::path at = std::filesystem::absolute(directory, error).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();  // "data/"
  while (!error && !std::filesystem::exists(at, error) && at.has_relative_path()) {
    missing.push_back(at);
    at = at.parent_path();
  }
  for (; !missing.empty(); missing.pop_back()) {
    if (::mkdir(missing.back().c_str(), 0777) != 0 && errno != EEXIST) {
      return tl::unexpected<Error>(system_error("cannot make the directory", errno, missing.back()));
    }
    if (Result<void> synced = sync_directory(missing.back().parent_path()); !synced) return synced;
  }
  if (!std::filesystem::is_directory(directory, error)) return fail(Code::io, "is not a directory", directory.string());
  return {};
}

}  // namespace fellow::crawler
