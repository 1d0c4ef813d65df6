// SPDX-License-Identifier: GPL-3.0-or-later
// A WARC file is damaged somewhere: where does it go on? A compressed file at the next gzip member that holds a whole record,
// one that is not compressed at the next line "WARC/…" that begins one. What follows damage inside a single gzip member is
// lost.
//
//   read_warc_past_damage(file, each, [](const Error& damage) { std::cerr << show(damage) << "\n"; });
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "crawler/warc_reader.h"
#include "fellow/result.h"

namespace fellow::crawler {

// Where the first whole record at or after that byte begins; nullopt if there is none, or after 10 000 places that looked like
// one. A byte inside a whole record may give a record that the former has in its block. io or not_found if it cannot be read.
Result<std::optional<std::uint64_t>> next_record_after(const std::filesystem::path& file, std::uint64_t from);

// Every whole record of the file in order, until `each` returns false; each damaged place is given to `told` once, with
// file:offset, and read over. io or not_found if the file cannot be read.
Result<void> read_warc_past_damage(const std::filesystem::path& file, const std::function<bool(const WarcRecord&)>& each,
                                   const std::function<void(const Error&)>& told,
                                   std::size_t max_block_bytes = WarcReader::kMaxBlockBytes);

}  // namespace fellow::crawler
