// SPDX-License-Identifier: GPL-3.0-or-later
// Is the archive whole? A read-only check of DATA/archive: rolled files by the SHA-256 in the manifest, the open file (and any
// that the manifest does not list) record by record: framing, checksums, digests, every byte accounted for (R36).
//
// Needs no lock and may run beside a crawl.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fellow/result.h"

namespace fellow::crawler {

struct Damage {
  std::string file;          // relative to DATA
  std::uint64_t offset = 0;  // where the record begins that is not whole; 0 for a whole file
  std::string what;
  // The file ends inside a record that is right as far as it goes, as after a kill, or while a crawl appends to it: nothing
  // that was committed is lost, and the next crawl cuts it. Not a reason to call the store damaged.
  bool torn_tail = false;
};

// Every damage, by file and offset; none if there is no archive. io when a file is there but cannot be read.
Result<std::vector<Damage>> verify_archive(const std::filesystem::path& data);

// The record by record check of one file; at most 1000 damages are given.
Result<std::vector<Damage>> verify_records(const std::filesystem::path& data, const std::string& name);

}  // namespace fellow::crawler
