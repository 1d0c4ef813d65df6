// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/catalog_copy.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "crawler/catalog_seal.h"
#include "crawler/directory.h"
#include "crawler/sqlite.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;

Result<void> sync_file(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return tl::unexpected<Error>(system_error("cannot open", errno, file));
  const int failed = ::fsync(fd) == 0 ? 0 : errno;
  ::close(fd);
  if (failed != 0) return tl::unexpected<Error>(system_error("cannot write", failed, file));
  return {};
}

}  // namespace

Result<void> copy_catalog(const fs::path& data, const fs::path& to) {
  const fs::path from = data / "catalog.db", copy = to / "catalog.db";
  std::error_code error;
  if (!fs::exists(from, error)) return fail(Code::not_found, "there is no catalog", from.string());
  if (Result<void> sound = check_seal(data); !sound) return sound;  // the copy would carry a sum that says that all is well
  {
    auto db = Sqlite::open(from);
    if (!db) return tl::unexpected<Error>(db.error());
    if (Result<void> copied = db->put("VACUUM INTO ?", copy.string()); !copied) return copied;
  }
  {
    auto db = Sqlite::open(copy);
    if (!db) return tl::unexpected<Error>(db.error());
    if (Result<void> set = db->run("PRAGMA journal_mode = WAL"); !set) return set;  // SQLite leaves that behind
  }
  if (Result<void> synced = sync_file(copy); !synced) return synced;
  seal_catalog(to);
  return sync_directory(to);
}

}  // namespace fellow::crawler
