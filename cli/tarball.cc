// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/tarball.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "indexer/durable.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;

Result<void> tar(std::vector<std::string> arguments, const fs::path& about) {
  arguments.insert(arguments.begin(), "tar");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (const int failed = ::posix_spawnp(&child, "tar", nullptr, nullptr, argv.data(), environ); failed != 0) {
    return fail(Code::io, std::string("tar cannot be run: ") + std::strerror(failed) + "; install it, or name a directory",
                about.string());
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return fail(Code::io, "tar did not come to a good end", about.string());
}

}  // namespace

bool is_tarball(const fs::path& file) {
  constexpr std::array<std::string_view, 5> kEndings{".tar", ".tar.gz", ".tgz", ".tar.zst", ".tar.xz"};
  const std::string name = file.filename();
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

Result<void> pack(const fs::path& directory, const fs::path& file) {
  // The ending stays last: tar takes the compression from it.
  const fs::path unfinished = file.parent_path() / ("unfinished." + file.filename().string());
  std::error_code ignored;
  const auto give_up = [&](const Error& error) {
    fs::remove(unfinished, ignored);
    return tl::unexpected<Error>(error);
  };
  if (const auto made = tar({"--create", "--auto-compress", "--file", unfinished.string(), "--force-local", "--directory",
                             directory.string(), "."},
                            file);
      !made) {
    return give_up(made.error());
  }
  if (const auto synced = indexer::sync_file(unfinished); !synced) return give_up(synced.error());
  if (const auto renamed = indexer::rename_durably(unfinished, file); !renamed) return give_up(renamed.error());
  return {};
}

Result<void> unpack(const fs::path& file, const fs::path& directory) {
  return tar({"--extract", "--file", file.string(), "--force-local", "--no-same-owner", "--directory", directory.string()},
             file);
}

}  // namespace fellow::cli
