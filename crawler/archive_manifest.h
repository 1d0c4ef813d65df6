// SPDX-License-Identifier: GPL-3.0-or-later
// Are the archive files that were closed for good still what they were? DATA/archive/manifest.json names each rolled file with
// its SHA-256, size and number of records. The open file, which still grows, is not in it.
//
//   {"v":1,"files":[{"name":"fellow-000001.warc.gz","sha256":"…","bytes":1000000123,"records":90211}],"sha256":"…"}
//
// The last sum is of the dump of "files", so that damage to the manifest is not taken for damage to a file. Written beside,
// fsynced and renamed: a reader sees the old one or the new one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/result.h"

namespace fellow::crawler {

struct RolledFile {
  std::string name;    // in DATA/archive
  std::string sha256;  // lower-case hex
  std::uint64_t bytes = 0, records = 0;
  bool damaged = false;  // was so when it was closed: the sum says nothing, its records have to be read
  bool operator==(const RolledFile&) const = default;
};

struct ArchiveManifest {
  std::vector<RolledFile> files;  // by name

  const RolledFile* find(std::string_view name) const;  // nullptr if it is not listed
  void put(RolledFile file);                            // instead of the one of that name
  void drop(std::string_view name);
};

// An empty one if there is none. corrupt if it is not byte for byte what was written, refused if a newer program wrote it
// (R37).
Result<ArchiveManifest> read_archive_manifest(const std::filesystem::path& data);
// Durable when this returns.
Result<void> write_archive_manifest(const std::filesystem::path& data, const ArchiveManifest& manifest);
std::filesystem::path archive_manifest_path(const std::filesystem::path& data);

// What the manifest has to say of this file, which is whole and does not grow any more. Reads all of it (1 GB: some 2 s).
Result<RolledFile> describe_rolled(const std::filesystem::path& file);
// SHA-256 of a file in lower-case hex.
Result<std::string> sha256_of_file(const std::filesystem::path& file);

// The names of our archive files, by serial number: "fellow-000001.warc.gz". serial_of is 0 for other files.
std::string archive_file_name(unsigned serial);
unsigned archive_serial(std::string_view name);
// Empty if there is no archive.
Result<std::vector<std::string>> archive_file_names(const std::filesystem::path& data);

}  // namespace fellow::crawler
