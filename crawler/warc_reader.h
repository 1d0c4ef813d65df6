// SPDX-License-Identifier: GPL-3.0-or-later
// What does a WARC file hold? Its whole records in order, from any crawler: one gzip member a record, several records a
// member, or not compressed at all, also mixed; CRLF or LF; target URIs with or without angle brackets. Digests are not
// checked here (crawler/warc_digest.h), damage is not read over (crawler/warc_resync.h). Not thread-safe.
//
//   auto each = [](const WarcRecord& record) { use(record.uri, record.block); return true; };
//   Result<void> done = read_warc("a.warc.gz", each);   // corrupt: what was whole has been given before
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "crawler/warc.h"
#include "fellow/result.h"

namespace fellow::crawler {

// One record as read back.
struct WarcRecord {
  std::string type, uri, date;  // WARC-Type, WARC-Target-URI (without angle brackets), WARC-Date
  std::string content_type;
  std::string block;         // whole block: for a response, HTTP header and body
  std::uint64_t length = 0;  // of the block, as the record says
  std::uint64_t offset = 0;  // of its gzip member, or of the record itself in a file that is not compressed
  std::uint64_t end = 0;     // where the file goes on after that member or record
  bool block_cut = false;    // the block was longer than the reader keeps
  WarcFields fields;         // all named fields as written
};

class WarcReader {
 public:
  static constexpr std::size_t kMaxBlockBytes = 64 << 20;   // the rest of a longer block is read over
  static constexpr std::size_t kMaxHeaderBytes = 64 << 10;  // of a record; longer is corrupt

  // At `offset` a record or a gzip member has to begin. Of each block the first max_block_bytes are kept. not_found or io when
  // the file cannot be opened.
  static Result<WarcReader> open(const std::filesystem::path& file, std::uint64_t offset = 0,
                                 std::size_t max_block_bytes = kMaxBlockBytes);
  WarcReader(WarcReader&&) noexcept;
  WarcReader& operator=(WarcReader&&) noexcept;
  ~WarcReader();

  // The next whole record; nullopt at the end of the file; corrupt (with file:offset) when what follows is no whole record.
  Result<std::optional<WarcRecord>> next();
  // Where what next() read last begins: the record, or what is none.
  std::uint64_t offset() const;

 private:
  struct Impl;
  explicit WarcReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Every whole record of one WARC file in order, until `each` returns false. corrupt after the last whole record if the file
// goes on with something else.
Result<void> read_warc(const std::filesystem::path& file, const std::function<bool(const WarcRecord&)>& each);

}  // namespace fellow::crawler
