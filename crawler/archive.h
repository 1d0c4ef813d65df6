// SPDX-License-Identifier: GPL-3.0-or-later
// What did the web say? DATA/archive/*.warc.gz: WARC 1.1 (ISO 28500:2017), one gzip member a record, warcinfo first, request
// and response paired by WARC-Concurrent-To, payload digests in SHA-1 base32. Extraction can be redone from it without the web.
//
// One writer; a reader sees every record whose append has returned. A torn tail (a kill in the middle of an append) is cut
// when the archive is opened for writing, and told.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "crawler/catalog.h"
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
};

// One record as read back.
struct WarcRecord {
  std::string type, uri, date;   // WARC-Type, WARC-Target-URI (without angle brackets), WARC-Date
  std::string content_type;
  std::string block;             // whole block: for a response, HTTP header and body
  std::uint64_t offset = 0;      // of its gzip member
};

class Archive {
 public:
  // Appends to the newest file of DATA/archive, or begins one; rolls at 1 GB. `told` gets a sentence for each torn tail cut.
  static Result<Archive> open(const std::filesystem::path& data, std::string_view software, std::vector<std::string>* told = nullptr);
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  Result<ArchivePlace> append(const Capture& capture);
  Result<void> sync();  // fsync: what was appended is durable

 private:
  struct Impl;
  explicit Archive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// The body of the response record at that place. corrupt if there is no whole record with the digest it states.
Result<std::string> read_body(const std::filesystem::path& data, const ArchivePlace& place);
// Every whole record of one WARC file in order, until `each` returns false. corrupt after the last whole record if the file
// goes on with something else.
Result<void> read_warc(const std::filesystem::path& file, const std::function<bool(const WarcRecord&)>& each);

}  // namespace fellow::crawler
