// SPDX-License-Identifier: GPL-3.0-or-later
// fellow restore FILE|DIR
#include <iostream>

#include "cli/backup.h"
#include "cli/commands/commands.h"
#include "cli/tarball.h"
#include "crawler/catalog_seal.h"
#include "crawler/data_lock.h"
#include "fellow/json.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;

bool holds_something(const fs::path& data) {
  std::error_code error;
  for (const char* store : {"catalog.db", "archive", "index"}) {
    if (fs::exists(fs::symlink_status(data / store, error))) return true;
  }
  return false;
}

// A directory with the backup in it; a file is unpacked below DATA.
Result<fs::path> open_backup(const fs::path& from, const fs::path& unpacked) {
  std::error_code error;
  if (!fs::exists(from, error)) return fail(Code::not_found, "there is no such backup", from.string());
  if (fs::is_directory(from, error)) return from;
  fs::remove_all(unpacked, error);
  fs::create_directories(unpacked, error);
  if (error) return fail(Code::io, "cannot make the directory: " + error.message(), unpacked.string());
  if (const auto done = unpack(from, unpacked); !done) return tl::unexpected(done.error());
  return unpacked;
}

}  // namespace

Run add_restore(Options& options, Context& context) {
  struct Given {
    std::string from;
    bool force = false;
  };
  auto given = std::make_shared<Given>();
  options.add("BACKUP", given->from, "What `fellow backup` wrote").required();
  options.flag("--force", given->force, "In the place of what the data directory holds");
  options.footer(
      "Nothing is touched before the whole backup was read and found sound. The suppression lists of the backup and of the "
      "data "
      "directory become one: nobody who asked to be forgotten comes back. Interrupted: run it again with --force. Then run "
      "`fellow index`, and restart searchd.");
  return [given, &context]() -> Result<int> {
    const fs::path data = context.data();
    if (holds_something(data) && !given->force) {
      return fail(Code::refused, "holds data: name an empty directory with --data, or replace what is there with --force",
                  data.string());
    }
    if (given->force) {  // the catalog may be damaged, which is what backups are for
      if (const auto broken = crawler::break_seal(data); !broken) return tl::unexpected(broken.error());
    }
    const auto lock = crawler::DataLock::take(data);
    if (!lock) return tl::unexpected(lock.error());
    const fs::path unpacked = data / "restore.unpacked";
    const auto directory = open_backup(given->from, unpacked);
    const auto restored = directory ? restore_backup(*directory, data) : tl::unexpected(directory.error());
    std::error_code error;
    fs::remove_all(unpacked, error);
    if (!restored) return tl::unexpected(restored.error());
    if (context.json) {
      std::cout << show_json({{"made_at", restored->backup.made_at},
                              {"files", restored->backup.files.size()},
                              {"suppressed", restored->suppressed}})
                << "\n";
    } else {
      std::cerr << "restored what was backed up at " << restored->backup.made_at << "; " << restored->suppressed
                << " keys are on the suppression list. Now run `fellow index`, and restart searchd\n";
    }
    return 0;
  };
}

}  // namespace fellow::cli
