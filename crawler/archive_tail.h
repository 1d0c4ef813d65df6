// SPDX-License-Identifier: GPL-3.0-or-later
// Where does the last whole record of an archive file end, and is what follows a torn tail or damage?
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "fellow/result.h"

namespace fellow::crawler {

struct ArchiveTail {
  std::uint64_t whole = 0;  // records are whole up to here
  std::uint64_t size = 0;   // of the file
  bool damaged = false;     // whole records follow what is not whole: no kill did that, nothing may be cut
  std::string warcinfo_id;  // of the file's first record; "" if that is no warcinfo
};

// How many members of ours the file is made of, by their skip lengths; nullopt unless they end where it does.
std::optional<std::uint64_t> count_members(const std::filesystem::path& file);

// Walks the skip lengths and reads only the last 4 MiB record by record, so 1 GB takes a fraction of a second; a file
// without skip lengths is read whole. io or not_found if it cannot be read.
Result<ArchiveTail> read_tail(const std::filesystem::path& file);

}  // namespace fellow::crawler
