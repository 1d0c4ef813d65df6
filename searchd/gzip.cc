// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/gzip.h"

#include <zlib.h>

#include "fellow/text.h"

namespace fellow::searchd {
namespace {

constexpr int kLevel = 5;
constexpr int kGzipWindow = 15 + 16;

// "q=0", "q=0.000".
bool is_refused(std::string_view weight) {
  return weight.starts_with("q=0") && weight.find_first_not_of("0.", 2) == std::string_view::npos;
}

}  // namespace

bool takes_gzip(std::string_view accept_encoding) {
  bool any = false;
  for (const std::string_view item : text::split(accept_encoding, ',')) {
    const auto parts = text::split(item, ';');
    const std::string coding = text::lower(text::trim(parts.front()));
    const bool refused = parts.size() > 1 && is_refused(text::lower(text::trim(parts[1])));
    if (coding == "gzip" || coding == "x-gzip") return !refused;
    if (coding == "*") any = !refused;
  }
  return any;
}

std::string gzip(std::string_view body) {
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, static_cast<uLong>(body.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));  // zlib's own name for const
  stream.avail_in = static_cast<uInt>(body.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace fellow::searchd
