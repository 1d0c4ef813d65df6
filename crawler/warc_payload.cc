// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_payload.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "crawler/fetch_decode.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxCodings = 3;
constexpr int kMaxInterim = 8;

template <class Each>
void for_fields(std::string_view header, std::string_view name, Each each) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find('\n'), header.size() - 1) + 1;
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(end);
    if (line.size() > name.size() && line[name.size()] == ':' && text::same_letters(line.substr(0, name.size()), name)) {
      each(text::trim(line.substr(name.size() + 1)));
    }
  }
}

std::optional<std::uint64_t> parse_number(std::string_view digits, int base) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

struct Dechunked {
  std::string body;
  bool chunked = false;  // the bytes begin with a chunk
  bool whole = false;    // and end with the last one
};

// RFC 9112 section 7.1; also bare LF, and blanks behind a size.
Dechunked join_chunks(std::string_view rest) {
  Dechunked joined;
  while (true) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return joined;
    std::string_view line = rest.substr(0, end);
    const auto size = parse_number(text::trim(line.substr(0, line.find(';'))), 16);
    if (!size) return joined;
    joined.chunked = true;
    rest.remove_prefix(end + 1);
    if (*size == 0) {
      joined.whole = true;
      return joined;
    }
    joined.body.append(rest.substr(0, *size));
    if (*size > rest.size()) return joined;
    rest.remove_prefix(*size);
    if (rest.starts_with('\r')) rest.remove_prefix(1);
    if (rest.starts_with('\n')) rest.remove_prefix(1);
  }
}

// Plain text to the eye, as no compressed stream is: 512 bytes of UTF-8 without control characters.
bool is_text(std::string_view bytes) {
  std::string_view begin = bytes.substr(0, 512);
  if (bytes.size() > begin.size()) begin = begin.substr(0, begin.find_last_of(' ') + 1);  // not in the middle of a character
  if (begin.empty() || text::valid_utf8(begin) != begin) return false;
  return std::none_of(begin.begin(), begin.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f';
  });
}

void set(HttpPayload& payload, Reason reason, std::string detail) {
  payload.reason = reason;
  payload.detail = std::move(detail);
}

// Whether the archive has undone this coding already, and left the header as it was.
bool is_undone(std::string_view body, std::string_view coding) {
  const bool is_gzip = coding == "gzip" || coding == "x-gzip";
  return is_gzip ? !body.starts_with("\x1f\x8b") : is_text(body);
}

// The codings as they were applied, in lower case, without those that change nothing.
std::vector<std::string> codings(std::string_view header) {
  std::vector<std::string> found;
  const std::string list = text::lower(http_fields(header, "Content-Encoding"));
  for (std::string_view coding : text::split(list, ',')) {
    coding = text::trim(coding);
    if (!coding.empty() && coding != "identity" && coding != "none") found.emplace_back(coding);
  }
  return found;
}

}  // namespace

HttpMessage final_message(std::string_view block) {
  HttpMessage message = split_http(block);
  for (int i = 0; i < kMaxInterim && message.status / 100 == 1 && message.body.starts_with("HTTP/"); ++i) {
    message = split_http(message.body);
  }
  return message;
}

std::string_view http_field(std::string_view header, std::string_view name) {
  std::optional<std::string_view> value;
  for_fields(header, name, [&](std::string_view found) {
    if (!value) value = found;
  });
  return value.value_or(std::string_view());
}

std::string http_fields(std::string_view header, std::string_view name) {
  std::string values;
  for_fields(header, name, [&](std::string_view found) {
    if (!values.empty()) values += ", ";
    values += found;
  });
  return values;
}

HttpPayload decode_transfer(const WarcRecord& record) {
  const HttpMessage message = final_message(record.block);
  HttpPayload payload;
  payload.status = message.status;
  payload.header = message.header;
  if (message.status == 0) {
    set(payload, Reason::protocol, "the record holds no HTTP response");
    return payload;
  }
  if (text::lower(http_fields(message.header, "Transfer-Encoding")).find("chunked") != std::string::npos) {
    Dechunked joined = join_chunks(message.body);
    if (joined.chunked) {
      payload.body = std::move(joined.body);
      if (!joined.whole) set(payload, Reason::truncated, "the body ends inside a chunk");
      return payload;
    }
  } else if (const auto stated = parse_number(http_field(message.header, "Content-Length"), 10);
             stated && *stated > message.body.size() && message.status != 304 &&
             http_field(message.header, "Content-Encoding").empty()) {
    set(payload, Reason::truncated, std::to_string(message.body.size()) + " bytes of " + std::to_string(*stated));
  }
  payload.body = message.body;
  return payload;
}

HttpPayload decode_payload(const WarcRecord& record, std::size_t max_bytes) {
  HttpPayload payload = decode_transfer(record);
  if (payload.status == 0) return payload;
  std::vector<std::string> applied = codings(payload.header);
  if (applied.size() > kMaxCodings) {
    payload.body.clear();
    set(payload, Reason::decode, "content codings nested too deep");
    return payload;
  }
  for (; !applied.empty() && !payload.body.empty(); applied.pop_back()) {
    if (is_undone(payload.body, applied.back())) continue;
    Decoded decoded = decode(std::move(payload.body), applied.back(), {.bytes = max_bytes});
    payload.body = std::move(decoded.body);
    // Of a body that was cut, a coding cannot be undone to its end.
    if (decoded.reason != Reason::none && payload.reason == Reason::none)
      set(payload, decoded.reason, std::move(decoded.detail));
  }
  if (payload.reason != Reason::too_large && payload.body.size() > max_bytes) {
    payload.body.resize(max_bytes);
    set(payload, Reason::too_large, "more than " + std::to_string(max_bytes >> 20) + " MiB");
  }
  const std::string_view cut = field(record.fields, "WARC-Truncated");
  if (payload.reason == Reason::none && (record.block_cut || !cut.empty())) {
    set(payload, record.block_cut ? Reason::too_large : Reason::truncated,
        cut.empty() ? "longer than what is read of a record" : "the crawler cut it: " + std::string(cut.substr(0, 40)));
  }
  return payload;
}

}  // namespace fellow::crawler
