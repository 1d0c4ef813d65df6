// SPDX-License-Identifier: GPL-3.0-or-later
// WARC files as other crawlers write them, made here: compressed or not, with CRLF or LF, brackets or none.
#pragma once

#include <string>
#include <string_view>

#include "crawler/digest.h"
#include "tests/crawler/packed.h"

namespace fellow::crawler::samples {

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
