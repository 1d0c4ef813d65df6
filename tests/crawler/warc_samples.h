// SPDX-License-Identifier: GPL-3.0-or-later
// WARC files as other crawlers write them, made here: compressed or not, with CRLF or LF, brackets or none.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

#include "crawler/digest.h"
#include "fellow/check.h"

namespace fellow::crawler::samples {

// Through zlib: window_bits 31 gzip, 15 zlib, -15 raw deflate.
inline std::string pack(std::string_view bytes, int window_bits = 31) {
  z_stream zlib{};
  CHECK(deflateInit2(&zlib, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(bytes.size() + bytes.size() / 100 + 1000, '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  zlib.avail_in = static_cast<uInt>(bytes.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  CHECK(deflate(&zlib, Z_FINISH) == Z_STREAM_END);
  out.resize(zlib.total_out);
  deflateEnd(&zlib);
  return out;
}

struct Sample {
  std::string type = "response", uri = "http://r.example/", date = "2026-11-20T03:10:00Z";
  std::string block;
  std::string fields = {};  // further ones, "Name: value\r\n"
  std::string content_type = "application/http; msgtype=response";
};

inline std::string show(const Sample& sample) {
  std::string text = "WARC/1.0\r\nWARC-Type: " + sample.type + "\r\n";
  if (!sample.uri.empty()) text += "WARC-Target-URI: " + sample.uri + "\r\n";
  text += "WARC-Date: " + sample.date + "\r\n" + sample.fields + "Content-Type: " + sample.content_type +
          "\r\nContent-Length: " + std::to_string(sample.block.size()) + "\r\n\r\n";
  return text + sample.block + "\r\n\r\n";
}

// The record's own lines end in LF; its block is as it is.
inline std::string show_with_lf(const Sample& sample) {
  const std::string text = show(sample);
  const std::size_t header = text.find("\r\n\r\n");
  std::string lines = text.substr(0, header);
  std::erase(lines, '\r');
  return lines + "\n\n" + sample.block + "\n\n";
}

inline std::string http(std::string_view body, std::string_view fields = "Content-Type: text/html\r\n",
                        std::string_view status = "200 OK") {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(fields) + "\r\n" + std::string(body);
}

}  // namespace fellow::crawler::samples
