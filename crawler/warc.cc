// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// The next line without its LF or CRLF; takes it off `rest`.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_folded(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

std::string one_line(std::string_view value) {
  std::string line(value);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line;
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The last block of a header dump that is a response's.
std::string_view last_response(std::string_view received) {
  std::size_t begin = received.rfind("\nHTTP/");
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  return received.substr(begin);
}

// The lines of a header up to its empty line, which is not copied; secrets left out. Fields for which `rename` says so are
// renamed X-Fellow-Orig-….
template <class Rename>
std::string copy_header(std::string_view rest, Rename rename) {
  std::string header;
  bool leaving_out = false;  // also the folded lines of a secret
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    if (line.empty()) break;
    if (!is_folded(line)) {
      const std::size_t colon = line.find(':');
      const std::string_view name = text::trim(line.substr(0, colon == std::string_view::npos ? 0 : colon));
      leaving_out = is_secret_field(name);
      if (leaving_out) header.append("X-Fellow-Removed: ").append(name).append("\r\n");
      if (!name.empty() && rename(name, text::trim(line.substr(colon + 1)))) header += "X-Fellow-Orig-";
    }
    if (!leaving_out) header.append(line).append("\r\n");
  }
  return header;
}

}  // namespace

std::string_view field(const WarcFields& fields, std::string_view name) {
  for (const auto& [key, value] : fields) {
    if (text::same_letters(key, name)) return value;
  }
  return {};
}

std::string show_warc_header(const WarcFields& fields) {
  std::string header = "WARC/1.1\r\n";
  for (const auto& [name, value] : fields) header += name + ": " + one_line(value) + "\r\n";
  return header + "\r\n";
}

Result<WarcFields> parse_warc_header(std::string_view header) {
  if (!header.starts_with("WARC/")) return fail(Code::corrupt, "no WARC record begins here");
  take_line(header);
  WarcFields fields;
  while (!header.empty()) {
    const std::string_view line = take_line(header);
    if (line.empty()) break;
    if (is_folded(line)) {
      if (!fields.empty()) fields.back().second.append(" ").append(text::trim(line));
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    fields.emplace_back(text::trim(line.substr(0, colon)), text::trim(line.substr(colon + 1)));
  }
  return fields;
}

std::string new_record_id() {
  // Asked for 64 at a time: setting the generator going costs more than what it gives.
  static thread_local std::array<unsigned char, 64 * 16> random;
  static thread_local std::size_t used = random.size();
  if (used == random.size()) {
    CHECK(RAND_bytes(random.data(), static_cast<int>(random.size())) == 1);
    used = 0;
  }
  std::array<unsigned char, 16> bytes{};
  std::copy_n(random.begin() + static_cast<std::ptrdiff_t>(used), bytes.size(), bytes.begin());
  used += bytes.size();
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);  // version 4
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);  // variant
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string id = "<urn:uuid:";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) id.push_back('-');
    id.push_back(kDigits[bytes[i] >> 4]);
    id.push_back(kDigits[bytes[i] & 15]);
  }
  return id + ">";
}

HttpMessage split_http(std::string_view message) {
  HttpMessage parts;
  std::string_view rest = message;
  const std::string_view first = take_line(rest);
  if (first.starts_with("HTTP/")) {
    const std::size_t blank = first.find(' ');
    const std::string_view code = blank == std::string_view::npos ? std::string_view() : first.substr(blank + 1, 3);
    if (const auto number = parse_number(code); number && *number >= 100) parts.status = static_cast<int>(*number);
  }
  while (!rest.empty() && !take_line(rest).empty()) {
  }
  parts.body = rest;
  parts.header = message.substr(0, message.size() - rest.size());
  return parts;
}

bool is_secret_field(std::string_view name) {
  static constexpr std::string_view kSecret[] = {"authorization", "proxy-authorization", "cookie",
                                                 "cookie2",       "authentication-info", "proxy-authentication-info",
                                                 "set-cookie",    "set-cookie2"};
  return std::any_of(std::begin(kSecret), std::end(kSecret),
                     [&](std::string_view secret) { return text::same_letters(secret, name); });
}

std::string header_for_body(std::string_view received, std::uint64_t body_bytes) {
  bool length_fits = false;
  std::string header = copy_header(last_response(received), [&](std::string_view name, std::string_view value) {
    if (text::same_letters(name, "Content-Encoding") || text::same_letters(name, "Transfer-Encoding")) return true;
    if (!text::same_letters(name, "Content-Length")) return false;
    const bool fits = !length_fits && parse_number(value) == body_bytes;
    length_fits = length_fits || fits;
    return !fits;
  });
  if (!length_fits) header += "Content-Length: " + std::to_string(body_bytes) + "\r\n";
  return header + "\r\n";
}

std::string header_without_body(std::string_view received) {
  return copy_header(last_response(received), [](std::string_view, std::string_view) { return false; }) + "\r\n";
}

}  // namespace fellow::crawler
