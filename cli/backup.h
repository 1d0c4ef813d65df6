// SPDX-License-Identifier: GPL-3.0-or-later
// How does a data directory survive its disk? A copy of one moment of it, made while everything else runs, and put back whole.
//
//   backup.json       {"v":1,"fellow":"0.1.0","made_at":"…","files":[{"path","bytes","sha256"}],"sha256":"…"}
//   catalog.db, archive/, index/<n>/, index/current, suppressed, merges.tsv, fellow.toml as in DATA: a backup can be searched
//   in place
//
// The catalog is taken first, and the archive, which only grows, after it: nothing that the catalog names is missing. When
// compact rewrites the archive meanwhile, the copy is begun anew.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fellow/result.h"

namespace fellow::cli {

struct BackupFile {
  std::string path;  // below the backup
  std::uint64_t bytes = 0;
  std::string sha256;
};

struct Backup {
  std::string made_at;
  std::vector<BackupFile> files;  // by path
  std::uint64_t bytes() const;
};

// Into a directory that is not there yet, and appears when it is whole. refused if something lies there, not_found if DATA
// holds nothing, busy if it was rewritten again and again.
Result<Backup> make_backup(const std::filesystem::path& data, const std::filesystem::path& to);
// corrupt, with the file, unless everything is as it was backed up.
Result<Backup> read_backup(const std::filesystem::path& directory);

struct Restored {
  Backup backup;
  std::size_t suppressed = 0;  // on the list afterwards
};
// Puts the backup in the place of what is in DATA. Whoever is on either suppression list is on the list after that. Nothing is
// touched before all of the backup was read and found whole. The caller holds DATA/lock.
Result<Restored> restore_backup(const std::filesystem::path& directory, const std::filesystem::path& data);

}  // namespace fellow::cli
