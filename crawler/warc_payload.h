// SPDX-License-Identifier: GPL-3.0-or-later
// What did the server mean to send? The body inside a response record of any crawler: chunks joined, gzip and deflate undone as
// the record's own HTTP header says (crawler/fetch_decode.h). Some archives hold bodies that were decoded already under a
// header that still names the coding (older Common Crawl): what is plainly not coded is taken as it is. br and zstd are not
// decoded (reason decode). Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "crawler/reason.h"
#include "crawler/warc.h"
#include "crawler/warc_reader.h"

namespace fellow::crawler {

// The last HTTP message of a block: after 100 Continue and early hints, if they stand before it.
HttpMessage final_message(std::string_view block);

// The value of the first such field of an HTTP header, trimmed; "" if there is none. Names without case.
std::string_view http_field(std::string_view header, std::string_view name);
// All of them, joined with ", ".
std::string http_fields(std::string_view header, std::string_view name);

struct HttpPayload {
  int status = 0;                // 0 if the block is no HTTP response
  std::string_view header;       // points into the record
  std::string body;              // decoded; with a reason, what could be had of it
  Reason reason = Reason::none;  // protocol, truncated, decode, too_large
  std::string detail;            // for people
};

// Transfer coding undone only.
HttpPayload decode_transfer(const WarcRecord& record);
// All codings undone, at most max_bytes of body.
HttpPayload decode_payload(const WarcRecord& record, std::size_t max_bytes);

}  // namespace fellow::crawler
