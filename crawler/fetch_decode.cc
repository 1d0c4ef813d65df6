// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch_decode.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr int kGzip = MAX_WBITS + 16, kZlib = MAX_WBITS, kRaw = -MAX_WBITS;
constexpr std::size_t kStep = 64 << 10;
constexpr int kZstdWindow = 23;  // log2 of bytes

enum class Ending { whole, cut, broken, too_large };

class Inflate {
 public:
  explicit Inflate(int window_bits) { CHECK(inflateInit2(&stream_, window_bits) == Z_OK); }
  ~Inflate() { inflateEnd(&stream_); }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;

  // Takes streams one after the other from the front of `in`, as gzip allows; what comes after the last is left alone.
  Ending run(std::string_view in, std::size_t limit, std::string& out) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    while (true) {
      const std::size_t had = out.size();
      out.resize(had + std::min(kStep, limit + 1 - had));
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + had);
      stream_.avail_out = static_cast<uInt>(out.size() - had);
      const int code = inflate(&stream_, Z_NO_FLUSH);
      const bool full = stream_.avail_out == 0;
      out.resize(out.size() - stream_.avail_out);
      if (out.size() > limit) return Ending::too_large;
      if (code == Z_STREAM_END) {
        const bool more = stream_.avail_in >= 2 && stream_.next_in[0] == 0x1f && stream_.next_in[1] == 0x8b;
        if (!more || inflateReset(&stream_) != Z_OK) return Ending::whole;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        return Ending::broken;
      } else if (stream_.avail_in == 0 && !full) {
        return Ending::cut;
      }
    }
  }

 private:
  z_stream stream_{};
};

Ending unpack_brotli(std::string_view in, std::size_t limit, std::string& out) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
  CHECK(state != nullptr);
  const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
  std::size_t left_in = in.size();
  while (true) {
    const std::size_t had = out.size();
    out.resize(had + std::min(kStep, limit + 1 - had));
    auto* next_out = reinterpret_cast<std::uint8_t*>(out.data() + had);
    std::size_t left_out = out.size() - had;
    const BrotliDecoderResult code =
        BrotliDecoderDecompressStream(state.get(), &left_in, &next_in, &left_out, &next_out, nullptr);
    out.resize(out.size() - left_out);
    if (out.size() > limit) return Ending::too_large;
    if (code == BROTLI_DECODER_RESULT_SUCCESS) return Ending::whole;
    if (code == BROTLI_DECODER_RESULT_ERROR) return Ending::broken;
    if (code == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) return Ending::cut;
  }
}

// Frames one after the other (RFC 8878 section 3).
Ending unpack_zstd(std::string_view in, std::size_t limit, std::string& out) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> state(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  CHECK(state != nullptr && ZSTD_isError(ZSTD_DCtx_setParameter(state.get(), ZSTD_d_windowLogMax, kZstdWindow)) == 0);
  ZSTD_inBuffer input{in.data(), in.size(), 0};
  while (true) {
    const std::size_t had = out.size();
    out.resize(had + std::min(kStep, limit + 1 - had));
    ZSTD_outBuffer output{out.data() + had, out.size() - had, 0};
    const std::size_t code = ZSTD_decompressStream(state.get(), &output, &input);
    const bool full = output.pos == output.size;
    out.resize(had + output.pos);
    if (ZSTD_isError(code) != 0) return Ending::broken;
    if (out.size() > limit) return Ending::too_large;
    if (code == 0 && input.pos == input.size) return Ending::whole;
    if (code != 0 && input.pos == input.size && !full) return Ending::cut;
  }
}

// "deflate" means the zlib format; some servers send the bare stream.
bool has_zlib_header(std::string_view in) {
  if (in.size() < 2) return false;
  const auto first = static_cast<unsigned char>(in[0]), second = static_cast<unsigned char>(in[1]);
  return (first & 0x0f) == 8 && (first * 256 + second) % 31 == 0;
}

std::vector<std::string> codings_of(std::string_view content_encoding) {
  std::vector<std::string> codings;
  for (const std::string_view part : text::split(content_encoding, ',')) {
    std::string coding = text::lower(text::trim(part));
    if (!coding.empty() && coding != "identity") codings.push_back(std::move(coding));
  }
  return codings;
}

bool is_known(const std::string& coding) {
  return coding == "gzip" || coding == "x-gzip" || coding == "deflate" || coding == "br" || coding == "zstd";
}

Ending unpack(const std::string& coding, std::string_view in, std::size_t limit, std::string& out) {
  if (coding == "br") return unpack_brotli(in, limit, out);
  if (coding == "zstd") return unpack_zstd(in, limit, out);
  const int window = coding != "deflate" ? kGzip : has_zlib_header(in) ? kZlib : kRaw;
  return Inflate(window).run(in, limit, out);
}

}  // namespace

std::optional<int> count_codings(std::string_view content_encoding) {
  const std::vector<std::string> codings = codings_of(content_encoding);
  if (!std::all_of(codings.begin(), codings.end(), is_known)) return std::nullopt;
  return static_cast<int>(codings.size());
}

Decoded decode(std::string body, std::string_view content_encoding, const DecodeLimits& limits) {
  const auto refused = [](Reason reason, std::string detail) { return Decoded{reason, std::move(detail), ""}; };
  const std::vector<std::string> codings = codings_of(content_encoding);
  if (codings.size() > static_cast<std::size_t>(limits.codings))
    return refused(Reason::decode, "content codings nested too deep");
  const bool part_is_fine = limits.enough_bytes > 0;
  const std::size_t limit = part_is_fine ? std::min(limits.enough_bytes, limits.bytes) : limits.bytes;
  for (auto coding = codings.rbegin(); coding != codings.rend() && !body.empty(); ++coding) {
    if (!is_known(*coding)) return refused(Reason::decode, "unknown content coding " + coding->substr(0, 40));
    std::string out;
    const Ending ending = unpack(*coding, body, limit, out);
    if (ending == Ending::broken) return refused(Reason::decode, *coding + " that is damaged");
    if (ending == Ending::cut && !part_is_fine) return refused(Reason::decode, *coding + " without its end");
    if (ending == Ending::too_large && !part_is_fine)
      return refused(Reason::too_large, "more than " + std::to_string(limit >> 10) + " KiB after decoding");
    if (out.size() > limit) out.resize(limit);
    out.shrink_to_fit();  // it grew by doubling, and many may be at hand at a time
    body = std::move(out);
  }
  if (body.size() > limits.bytes) return refused(Reason::too_large, "more than " + std::to_string(limits.bytes >> 10) + " KiB");
  return {Reason::none, "", std::move(body)};
}

}  // namespace fellow::crawler
