// SPDX-License-Identifier: GPL-3.0-or-later
// What did the web say? DATA/archive/*.warc.gz: WARC 1.1 (ISO 28500:2017), one gzip member a record, warcinfo first, request
// and response paired by WARC-Concurrent-To, payload digests in SHA-1 base32. Extraction can be redone from it without the web.
//
// A file is rolled when it is full: closed for good, and put into the manifest (crawler/archive_manifest.h). Cookies and
// credentials are left out of what is stored.
//
// One writer; a reader sees every record whose append has returned. A torn tail (a kill in the middle of an append) is cut
// when the archive is opened for writing, and told.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawler/catalog.h"
#include "crawler/warc_reader.h"
#include "fellow/clock.h"
#include "fellow/url.h"

namespace fellow::crawler {

// One exchange as it goes into the archive.
struct Capture {
  Url url;
  std::string request;          // "GET / HTTP/1.1\r\n…\r\n\r\n" as sent
  std::string response_header;  // status line and fields as received, ending in an empty line; one that says how the body was
                                // encoded on the wire is kept as X-Fellow-Orig-…, since the body stored is the decoded one
  std::string body;
  Time at{};
  std::optional<Time> unchanged_since;  // a 304: kept as a revisit record of the capture of that time, without a body
  std::string server_address;           // IP address that answered; "" if not known
};

class Archive {
 public:
  static constexpr std::uint64_t kRollBytes = 1'000'000'000;  // the size that ISO 28500 annex C recommends

  // Appends to the newest file of DATA/archive, or begins one; begins the next when one is past roll_bytes. `told` gets a
  // sentence for each torn tail cut. A file that is damaged before its end is left as it is and told; the next is begun.
  // Files that a kill kept from the manifest are checked and put into it. No WARC file is made before the first append.
  static Result<Archive> open(const std::filesystem::path& data, std::string_view software,
                              std::vector<std::string>* told = nullptr, std::uint64_t roll_bytes = kRollBytes);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  // The place of the response (or revisit) record. io when the disk is full or broken: the file is then as it was before.
  Result<ArchivePlace> append(const Capture& capture);
  // fsync: what was appended is durable. After a failed fsync the file is not trusted again: every later call fails too (R31).
  Result<void> sync();

 private:
  struct Impl;
  explicit Archive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The body of the response record at that place. corrupt if there is no whole record with the digest it states.
Result<std::string> read_body(const std::filesystem::path& data, const ArchivePlace& place);
// The same with the HTTP status that it came with.
struct StoredResponse {
  int status = 0;
  std::string body;
};
Result<StoredResponse> read_response(const std::filesystem::path& data, const ArchivePlace& place);

}  // namespace fellow::crawler
