// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to a generation, and is it still as it was written? manifest.json beside its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fellow/result.h"

namespace fellow::indexer {

struct ManifestFile {
  std::string path;  // beside the manifest
  std::uint64_t bytes = 0;
  std::string sha256;
};

struct Manifest {
  // Raised whenever the files of a generation change their meaning; a newer one is refused, an older one built anew.
  static constexpr int kSchema = 8;
  static constexpr const char* kName = "manifest.json";
  static constexpr const char* kPeople = "people.glass";  // compacted Xapian database, one file
  static constexpr const char* kColumns = "columns";
  static constexpr const char* kCards = "cards";
  int schema = kSchema;
  std::uint64_t generation = 0;
  std::string built_at;  // fellow::show_time
  std::int64_t profiles = 0;
  std::string basis;   // of what makes documents of profiles: program, schema, fields and tables
  std::string digest;  // of what was indexed: the basis and every profile
  std::vector<ManifestFile> files;
};

std::string show(const Manifest& manifest);
// refused for a newer schema, by name; corrupt for anything else that is none. `where` is for the error.
Result<Manifest> parse_manifest(const std::string& text, const std::string& where);
// not_found without a manifest; refused for a newer schema, by name; corrupt for anything else that is none.
Result<Manifest> read_manifest(const std::filesystem::path& directory);
// Reads every file of the generation, the manifest with its own sum too, and compares: one error for each that is damaged or
// missing (R36). Writes nothing.
std::vector<Error> check_files(const std::filesystem::path& directory, const Manifest& manifest);

}  // namespace fellow::indexer
