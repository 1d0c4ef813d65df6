// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch_decode.h"

#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "hostile_server.h"
#include "tests/crawler/packed.h"

namespace fellow::crawler {
namespace {

std::string brotli(const std::string& bytes) {
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size());
  std::string out(size, '\0');
  BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(),
                        reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                        reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

std::string zstd(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

std::string outcome(const Decoded& decoded) {
  return decoded.reason == Reason::none ? decoded.body : "(" + std::string(show(decoded.reason)) + ")";
}

TEST(Decode, what_comes_out) {
  const std::string text = "words and words and words", packed = gzip(text);
  struct Row {
    const char* what;
    std::string body;
    const char* codings;
    std::string out;
  };
  const Row rows[] = {
      {"none", text, "", text},
      {"identity", text, "identity", text},
      {"gzip", packed, "gzip", text},
      {"x-gzip, capitals, blanks", packed, " X-GZIP ,", text},
      {"zlib", samples::pack(text, 15), "deflate", text},
      {"bare deflate", samples::pack(text, -15), "deflate", text},
      {"the last named is undone first", gzip(samples::pack(text, 15)), "deflate, gzip", text},
      {"not in the order said", gzip(samples::pack(text, 15)), "gzip, deflate", "(decode)"},
      {"three", gzip(gzip(packed)), "gzip,gzip,gzip", text},
      {"four", gzip(gzip(gzip(packed))), "gzip,gzip,gzip,gzip", "(decode)"},
      {"four of nothing", "", "gzip,gzip,gzip,gzip", "(decode)"},
      {"members one after the other (RFC 1952, 2.2)", packed + packed, "gzip", text + text},
      {"zeros after the end", packed + std::string(100, '\0'), "gzip", text},
      {"not packed at all", text, "gzip", "(decode)"},
      {"cut", packed.substr(0, packed.size() - 9), "gzip", "(decode)"},
      {"a check sum that does not hold", packed.substr(0, packed.size() - 8) + std::string(8, 'x'), "gzip", "(decode)"},
      {"unknown", text, "compress", "(decode)"},
      {"unknown among known", packed, "compress, gzip", "(decode)"},
      {"br", brotli(text), "br", text},
      {"br that is cut", brotli(text).substr(0, 3), "br", "(decode)"},
      {"br that is none", text, "br", "(decode)"},
      {"zstd", zstd(text), "zstd", text},
      {"zstd frames one after the other", zstd(text) + zstd("more"), "zstd", text + "more"},
      {"zstd that is cut", zstd(text).substr(0, 12), "zstd", "(decode)"},
      {"zstd that is none", text, "zstd", "(decode)"},
      {"nested", gzip(zstd(brotli(text))), "br, zstd, gzip", text},
      {"nothing is packed as nothing", "", "gzip", ""},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(outcome(decode(row.body, row.codings, {.bytes = 1000})), row.out) << row.what;
  }
}

TEST(Decode, each_step_is_bounded) {
  const auto size = [](std::size_t bytes, std::size_t limit) {
    const Decoded decoded = decode(gzip(std::string(bytes, 'x')), "gzip", {.bytes = limit});
    return decoded.reason == Reason::none ? std::to_string(decoded.body.size()) : std::string(show(decoded.reason));
  };
  EXPECT_EQ(size(100'000, 100'000), "100000");
  EXPECT_EQ(size(100'001, 100'000), "too-large");
  EXPECT_EQ(outcome(decode(gzip_bomb(50 << 20), "gzip", {})), "(too-large)");
  // In between it would be 50 MiB, in the end next to nothing.
  EXPECT_EQ(outcome(decode(gzip(gzip_bomb(50 << 20)), "gzip, gzip, gzip", {})), "(too-large)");
  EXPECT_EQ(outcome(decode(std::string(1001, 'x'), "", {.bytes = 1000})), "(too-large)");
}

TEST(Decode, enough_is_no_fault) {
  const std::string packed = gzip(std::string(100'000, 'x'));
  EXPECT_EQ(decode(packed, "gzip", {.enough_bytes = 5000}).body.size(), 5000u);
  EXPECT_EQ(outcome(decode(gzip("words").substr(0, 18), "gzip", {.enough_bytes = 5000})).substr(0, 2), "wo");
  EXPECT_EQ(outcome(decode("no gzip", "gzip", {.enough_bytes = 5000})), "(decode)");
}

TEST(Decode, codings_are_counted) {
  EXPECT_EQ(count_codings(""), 0);
  EXPECT_EQ(count_codings("identity"), 0);
  EXPECT_EQ(count_codings("gzip, ,deflate"), 2);
  EXPECT_EQ(count_codings("gzip, br, zstd"), 3);
  EXPECT_EQ(count_codings("gzip, compress"), std::nullopt);
}

}  // namespace
}  // namespace fellow::crawler
