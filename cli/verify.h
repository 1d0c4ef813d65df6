// SPDX-License-Identifier: GPL-3.0-or-later
// Is everything in the data directory what was written? Archive, catalog, generations, suppression list (R36). Changes nothing,
// needs no lock, and may run beside everything else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "crawler/archive_verify.h"
#include "fellow/result.h"

namespace fellow::cli {

struct Verified {
  std::vector<crawler::Damage> damages;  // by store: archive, catalog, index, suppressed
  std::vector<std::string> notes;        // what is no damage, but good to know: checked less than fully, and why
  std::size_t generations = 0;
  bool sound() const;  // no damage but records that a kill cut short
};

// io when a store is there and cannot be read.
Result<Verified> verify_stores(const std::filesystem::path& data);
// "archive/fellow-000001.warc.gz:4096: the record is damaged"
std::string show(const crawler::Damage& damage);

}  // namespace fellow::cli
