// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as servers and archives pack them.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

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

}  // namespace fellow::crawler::samples
