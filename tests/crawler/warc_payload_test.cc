// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc_payload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/digest.h"
#include "crawler/warc_digest.h"
#include "tests/crawler/warc_samples.h"

namespace fellow::crawler {
namespace {

using samples::http;
using samples::pack;

constexpr std::size_t kLimit = 1000;

WarcRecord response(std::string block, std::string fields = {}) {
  WarcRecord record;
  record.type = "response";
  record.block = std::move(block);
  record.fields = parse_warc_header("WARC/1.0\r\n" + fields + "\r\n").value();
  return record;
}

// "body", or "reason: body".
std::string decoded(const WarcRecord& record) {
  const HttpPayload payload = decode_payload(record, kLimit);
  return payload.reason == Reason::none ? payload.body : std::string(show(payload.reason)) + ": " + payload.body;
}

TEST(WarcPayload, IsDecodedAsTheHeaderSays) {
  const std::string page = "<p>page";
  const std::string chunks = "3\r\n<p>\r\n4;x=y\r\npage\r\n0\r\n\r\n";
  const std::string gz = pack(page);
  struct Row {
    std::string block, body;
  };
  const Row rows[] = {
      {http(page), page},
      {http(page, "Content-Length: 7\r\n"), page},
      {http(page, "Content-Length: 8\r\n"), "truncated: " + page},
      {http("", "Content-Length: 0\r\n"), ""},
      {http(chunks, "Transfer-Encoding: chunked\r\n"), page},
      {http("3\n<p>\n4 \npage\n0\n\n", "transfer-encoding:Chunked\r\n"), page},
      {http("3\r\n<p>\r\n4\r\npage\r\n0\r\nTrailer: x\r\n\r\n", "Transfer-Encoding: chunked\r\n"), page},
      {http("3\r\n<p>\r\n4\r\npa", "Transfer-Encoding: chunked\r\n"), "truncated: <p>pa"},
      {http("3\r\n<p>\r\n", "Transfer-Encoding: chunked\r\n"), "truncated: <p>"},
      {http("3\r\n<p>\r\nxyz", "Transfer-Encoding: chunked\r\n"), "truncated: <p>"},
      {http("ffffffffffffffff\r\n<p>", "Transfer-Encoding: chunked\r\n"), "truncated: <p>"},
      {http(page, "Transfer-Encoding: chunked\r\n"), page},  // joined already
      {http(gz, "Content-Encoding: gzip\r\n"), page},
      {http(gz, "Content-Encoding: X-GZIP\r\n"), page},
      {http(pack("<p>") + pack("page"), "Content-Encoding: gzip\r\n"), page},
      {http(gz + "rubbish", "Content-Encoding: gzip\r\n"), page},
      {http(pack(page, 15), "Content-Encoding: deflate\r\n"), page},
      {http(pack(page, -15), "Content-Encoding: deflate\r\n"), page},
      {http(pack(pack(page, 15)), "Content-Encoding: deflate, gzip\r\n"), page},
      {http(pack(pack(page, 15)), "Content-Encoding: deflate\r\nContent-Encoding: gzip\r\n"), page},
      {http(pack(page), "Content-Encoding: gzip, gzip, gzip, gzip\r\n"), "decode: "},
      {http(gz.substr(0, gz.size() - 4), "Content-Encoding: gzip\r\n"), "decode: "},
      {http(gz.substr(0, 10) + "\xff\xff\xff\xff", "Content-Encoding: gzip\r\n"), "decode: "},
      {http("\x1b\x03\x80\x01\xff", "Content-Encoding: br\r\n"), "decode: "},
      {http(std::string("\x28\xb5\x2f\xfd\x00", 5), "Content-Encoding: zstd\r\n"), "decode: "},
      // Decoded by the archive, under the header as it was.
      {http(page, "Content-Encoding: gzip\r\nContent-Length: 20\r\n"), page},
      {http(page, "Content-Encoding: br\r\n"), page},
      {http(page, "Content-Encoding: deflate\r\n"), page},
      {http(page, "Content-Encoding: identity\r\n"), page},
      {http("a", "", "100 Continue") + "", "a"},
      {"HTTP/1.1 100 Continue\r\n\r\n" + http(page), page},
      {"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + http(page), page},
      {"<p>page", "protocol: "},
      {"", "protocol: "},
  };
  for (const Row& row : rows) EXPECT_EQ(decoded(response(row.block)), row.body) << row.block;
  EXPECT_EQ(decoded(response(http(pack("3\r\n<p>\r\n4\r\npage\r\n0\r\n\r\n"), "Transfer-Encoding: chunked\r\n"))).substr(0, 4),
            pack("x").substr(0, 4));  // the other way round is nobody's
  EXPECT_EQ(decoded(response(http(
                "5\r\n" + gz.substr(0, 5) + "\r\n" +
                    [&] {
                      const std::string rest = gz.substr(5);
                      char size[16];
                      std::snprintf(size, sizeof size, "%zx", rest.size());
                      return size + ("\r\n" + rest);
                    }() +
                    "\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n"))),
            page);
}

TEST(WarcPayload, LimitHoldsAtTheLimitAndOnePastIt) {
  const std::string at(kLimit, 'x'), past(kLimit + 1, 'x');
  EXPECT_EQ(decoded(response(http(at))), at);
  EXPECT_EQ(decoded(response(http(past))), "too-large: " + at);
  EXPECT_EQ(decoded(response(http(pack(at), "Content-Encoding: gzip\r\n"))), at);
  EXPECT_EQ(decoded(response(http(pack(past), "Content-Encoding: gzip\r\n"))), "too-large: ");
  EXPECT_EQ(decoded(response(http(pack(std::string(50'000'000, '\0')), "Content-Encoding: gzip\r\n"))).substr(0, 9),
            "too-large");
}

TEST(WarcPayload, WhatTheCrawlerCutIsTruncated) {
  EXPECT_EQ(decoded(response(http("half"), "WARC-Truncated: length\r\n")), "truncated: half");
  WarcRecord cut = response(http("half"));
  cut.block_cut = true;
  EXPECT_EQ(decoded(cut), "too-large: half");
}

TEST(WarcPayload, FieldsWithoutCase) {
  const std::string_view header = "HTTP/1.1 200 OK\r\nX-Robots-Tag:  a \r\nETags: no\r\netag: \"x\"\nx-robots-tag: b\r\n\r\n";
  EXPECT_EQ(http_field(header, "ETag"), "\"x\"");
  EXPECT_EQ(http_fields(header, "X-Robots-Tag"), "a, b");
  EXPECT_EQ(http_field(header, "Missing"), "");
}

// Crawlers hash the payload as it is stored, without chunks, or decoded; each is right, and nothing else is.
TEST(WarcDigest, OfThePayloadInAnyOfItsForms) {
  const std::string page = "<p>page", gz = pack(page);
  const std::string chunked = samples::http(
      [&] {
        char size[16];
        std::snprintf(size, sizeof size, "%zx", gz.size());
        return size + ("\r\n" + gz) + "\r\n0\r\n\r\n";
      }(),
      "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n");
  const std::string stored = chunked.substr(chunked.find("\r\n\r\n") + 4);
  const auto fits = [&](const std::string& digest) {
    return digest_fits(response(chunked, "WARC-Payload-Digest: " + digest + "\r\n"));
  };
  for (const std::string& form : {stored, gz, page}) {
    EXPECT_TRUE(fits("sha1:" + show_base32(sha1(form))));
    EXPECT_TRUE(fits("sha1:" + show_hex(sha1(form))));
    EXPECT_TRUE(fits("sha256:" + show_hex(sha256(form))));
    EXPECT_TRUE(fits("SHA-256:" + show_base32(sha256(form)) + "===="));
  }
  EXPECT_FALSE(fits("sha1:" + show_base32(sha1("other"))));
  EXPECT_FALSE(fits("sha256:" + show_hex(sha256("other"))));
  EXPECT_FALSE(fits("sha1:"));
  EXPECT_TRUE(fits("md5:whatever"));
  EXPECT_TRUE(fits("whatever"));
}

TEST(WarcDigest, KnownSha256) {  // FIPS 180-2, appendix B.1; RFC 4648 section 10 for the base32
  EXPECT_EQ(show_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(show_base32(std::string_view("foob")), "MZXW6YQ");
}

}  // namespace
}  // namespace fellow::crawler
