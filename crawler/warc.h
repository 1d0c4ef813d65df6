// SPDX-License-Identifier: GPL-3.0-or-later
// What does one WARC record look like? The text of WARC 1.1 records (ISO 28500:2017, section 4) and of the HTTP messages in
// them: printing and parsing, no files. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fellow/result.h"

namespace fellow::crawler {

// Named fields in order, values without blanks at either end.
using WarcFields = std::vector<std::pair<std::string, std::string>>;

// The value of the first field of that name (case of letters does not matter); "" if there is none.
std::string_view field(const WarcFields& fields, std::string_view name);

// The header of a record, empty line included: "WARC/1.1\r\nWARC-Type: response\r\n…\r\n\r\n". Control characters in a
// value become blanks, so that no value can begin a field.
std::string show_warc_header(const WarcFields& fields);
// Inverse of show_warc_header; also takes bare LF, WARC/0.17 to 1.x, fields folded over lines, lines without a colon
// (skipped). corrupt when it does not begin with "WARC/".
Result<WarcFields> parse_warc_header(std::string_view header);

// "<urn:uuid:…>": a random UUID (RFC 4122 section 4.4), new on each call.
std::string new_record_id();

// An HTTP message cut at its first empty line; the views point into `message`.
struct HttpMessage {
  std::string_view header;  // empty line included
  std::string_view body;
  int status = 0;  // 0 if this is no response
};
HttpMessage split_http(std::string_view message);

// The header that goes with a stored body of that size: of several blocks (100 Continue, early hints) the last that begins
// with "HTTP/", its line ends CRLF; Content-Encoding, Transfer-Encoding and a Content-Length that does not fit are renamed
// X-Fellow-Orig-…, and the Content-Length that fits is added. Without secrets.
std::string header_for_body(std::string_view received, std::uint64_t body_bytes);

// The header of a request, or of an answer that has no body by its nature (304, where Content-Length is that of the page: RFC
// 9110 section 8.6): as it was, line ends CRLF, without secrets.
std::string header_without_body(std::string_view received);

// Secrets are the values of Authorization, Cookie, Set-Cookie and their like: a line "X-Fellow-Removed: Set-Cookie" says that
// there was one.
bool is_secret_field(std::string_view name);

}  // namespace fellow::crawler
