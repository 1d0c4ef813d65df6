// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/warc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/digest.h"
#include "crawler/warc_digest.h"
#include "crawler/warc_reader.h"
#include "tests/crawler/warc_samples.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::ElementsAre;

TEST(Digest, KnownValues) {  // RFC 3174 section 7.3, test 1; the empty message
  EXPECT_EQ(sha1_hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(show_hex(sha1("a", "bc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(show_base32(sha1("")), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
}

TEST(WarcHeader, ParseIsTheInverseOfShow) {
  const WarcFields fields{{"WARC-Type", "response"}, {"WARC-Target-URI", "http://r.example/"}, {"Content-Length", "0"}};
  EXPECT_EQ(parse_warc_header(show_warc_header(fields)).value(), fields);
}

TEST(WarcHeader, ValuesCannotBeginAField) {
  EXPECT_EQ(show_warc_header({{"A", "b\r\nContent-Length: 9"}}), "WARC/1.1\r\nA: b  Content-Length: 9\r\n\r\n");
}

TEST(WarcHeader, OddForms) {
  const WarcFields fields = parse_warc_header("WARC/0.18\nA:  b \n c\n\tfolded\nno colon\nD:\n\n").value();
  EXPECT_EQ(field(fields, "a"), "b c folded");
  EXPECT_EQ(field(fields, "d"), "");
  EXPECT_EQ(fields.size(), 2u);
  EXPECT_EQ(parse_warc_header("HTTP/1.1 200 OK\r\n\r\n").error().code, Code::corrupt);
}

TEST(Http, SplitsAtTheFirstEmptyLine) {
  struct Row {
    std::string_view message;
    int status;
    std::string_view header, body;
  };
  const Row rows[] = {
      {"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\r\n\r\n", 200, "HTTP/1.1 200 OK\r\nA: b\r\n\r\n", "body\r\n\r\n"},
      {"HTTP/2 404\nA: b\n\nbody", 404, "HTTP/2 404\nA: b\n\n", "body"},
      {"HTTP/1.1 xyz\r\n\r\n", 0, "HTTP/1.1 xyz\r\n\r\n", ""},
      {"HTTP/1.1\r\n\r\n", 0, "HTTP/1.1\r\n\r\n", ""},
      {"GET / HTTP/1.1\r\n\r\n", 0, "GET / HTTP/1.1\r\n\r\n", ""},
      {"HTTP/1.1 200 OK", 200, "HTTP/1.1 200 OK", ""},
      {"", 0, "", ""},
  };
  for (const Row& row : rows) {
    const HttpMessage parts = split_http(row.message);
    EXPECT_EQ(parts.status, row.status) << row.message;
    EXPECT_EQ(parts.header, row.header);
    EXPECT_EQ(parts.body, row.body);
  }
}

TEST(Http, HeaderIsMadeToFitTheStoredBody) {
  struct Row {
    std::string_view received, kept;
  };
  const Row rows[] = {
      {"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"},
      {"HTTP/1.1 200 OK\r\ncontent-length: 4\r\nContent-Encoding: br\r\n\r\n",
       "HTTP/1.1 200 OK\r\nX-Fellow-Orig-content-length: 4\r\nX-Fellow-Orig-Content-Encoding: br\r\nContent-Length: 7\r\n\r\n"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 7\r\n\r\n",
       "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nX-Fellow-Orig-Content-Length: 7\r\n\r\n"},
      {"HTTP/1.1 200 OK\nTransfer-Encoding:\n chunked\nA: b\n\n",
       "HTTP/1.1 200 OK\r\nX-Fellow-Orig-Transfer-Encoding:\r\n chunked\r\nA: b\r\nContent-Length: 7\r\n\r\n"},
      {"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nTrailer: x\r\n",
       "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 7\r\n\r\n"},
      {"HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"},
      {"", "Content-Length: 7\r\n\r\n"},
  };
  for (const Row& row : rows) EXPECT_EQ(header_for_body(row.received, 7), row.kept) << row.received;
}

std::string gzip(std::string_view text) { return samples::pack(text); }

// What the reader makes of a file: "type uri block@offset" a record, and the error's code if it did not end well.
std::vector<std::string> read(const std::filesystem::path& file, std::string_view bytes) {
  write_file(file, bytes);
  std::vector<std::string> seen;
  const Result<void> done = read_warc(file, [&](const WarcRecord& record) {
    seen.push_back(record.type + " " + record.uri + " " + record.block + "@" + std::to_string(record.offset));
    return true;
  });
  if (!done) seen.push_back(done.error().code == Code::corrupt ? "corrupt" : show(done.error()));
  return seen;
}

const std::string kA =
    "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: <http://a.example/>\r\nContent-Length: 1\r\n\r\na\r\n\r\n";
const std::string kB = "WARC/1.1\nwarc-type: resource\nwarc-target-uri: http://b.example/\ncontent-length: 2\n\nbb\n\n";

TEST(WarcReader, TakesWhatOtherCrawlersWrite) {
  const TemporaryDirectory dir;
  const std::string a = "resource http://a.example/ a@", b = "resource http://b.example/ bb@";
  const auto at = [](const std::string& text, std::size_t offset) { return text + std::to_string(offset); };
  const std::size_t ga = gzip(kA).size();
  const std::filesystem::path file = dir.path() / "x.warc";
  EXPECT_THAT(read(file, ""), ElementsAre());
  EXPECT_THAT(read(file, kA + kB), ElementsAre(at(a, 0), at(b, kA.size())));       // not compressed
  EXPECT_THAT(read(file, gzip(kA) + gzip(kB)), ElementsAre(at(a, 0), at(b, ga)));  // a member a record
  EXPECT_THAT(read(file, gzip(kA + kB)), ElementsAre(at(a, 0), at(b, 0)));         // one member
  EXPECT_THAT(read(file, gzip(kA) + kB + gzip(kA)), ElementsAre(at(a, 0), at(b, ga), at(a, ga + kB.size())));  // mixed
  EXPECT_THAT(read(file, "\r\n" + kA + "\n\n\n" + kB), ElementsAre(at(a, 2), at(b, kA.size() + 5)));           // more line ends
  EXPECT_THAT(read(file, kA.substr(0, kA.size() - 4) + kB), ElementsAre(at(a, 0), at(b, kA.size() - 4)));      // none
  EXPECT_THAT(read(file, gzip(kA) + "\r\n" + gzip(kB)), ElementsAre(at(a, 0), at(b, ga + 2)));
  EXPECT_THAT(read(file, gzip(kA.substr(0, kA.size() - 4)) + gzip("") + gzip(kB)), testing::SizeIs(2));
}

TEST(WarcReader, SaysWhereAFileGoesOnWithSomethingElse) {
  const TemporaryDirectory dir;
  const std::filesystem::path file = dir.path() / "x.warc";
  const std::string a = "resource http://a.example/ a@0";
  EXPECT_THAT(read(file, kA + "<html>"), ElementsAre(a, "corrupt"));
  EXPECT_THAT(read(file, gzip(kA) + std::string(100, '\0')), ElementsAre(a, "corrupt"));
  EXPECT_THAT(read(file, gzip(kA) + gzip("<html>")), ElementsAre(a, "corrupt"));
  EXPECT_THAT(read(file, "WARC/1.1\r\nWARC-Type: resource\r\n\r\n"), ElementsAre("corrupt"));  // no length
  EXPECT_THAT(read(file, "WARC/1.1\r\nContent-Length: -1\r\n\r\n"), ElementsAre("corrupt"));
  EXPECT_THAT(read(file, "WARC/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"), ElementsAre("corrupt"));
  EXPECT_THAT(read(file, "WARC/1.1\r\nContent-Length: 18446744073709551615\r\n\r\nx"), ElementsAre("corrupt"));
  EXPECT_EQ(read_warc(dir.path() / "absent", [](const WarcRecord&) { return true; }).error().code, Code::not_found);
}

TEST(WarcReader, HeaderLimitHoldsAtTheLimitAndOnePastIt) {
  const TemporaryDirectory dir;
  const std::string rest = "\r\nContent-Length: 0\r\n\r\n";
  const auto header = [&](std::size_t bytes) {
    const std::string begin = "WARC/1.1\r\nA: ";
    return begin + std::string(bytes - begin.size() - rest.size(), 'a') + rest;
  };
  EXPECT_THAT(read(dir.path() / "x.warc", header(WarcReader::kMaxHeaderBytes)), ElementsAre("  @0"));
  EXPECT_THAT(read(dir.path() / "x.warc", header(WarcReader::kMaxHeaderBytes + 1)), ElementsAre("corrupt"));
}

TEST(WarcReader, BlockLimitCutsAndReadsOn) {
  const TemporaryDirectory dir;
  for (const std::size_t more : {0, 1}) {
    const std::size_t bytes = WarcReader::kMaxBlockBytes + more;
    write_file(dir.path() / "x.warc",
               "WARC/1.1\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n" + std::string(bytes, 'x') + "\r\n\r\n" + kA);
    Result<WarcReader> reader = WarcReader::open(dir.path() / "x.warc");
    const WarcRecord first = reader->next().value().value();
    EXPECT_EQ(first.block.size(), WarcReader::kMaxBlockBytes);
    EXPECT_EQ(first.block_cut, more == 1);
    EXPECT_EQ(reader->next().value()->uri, "http://a.example/");
  }
}

// Every cut of a file gives the records before the cut, unchanged, and corrupt unless it fell between two.
TEST(WarcReader, StopsCleanlyAtAnyTruncation) {
  const TemporaryDirectory dir;
  const std::filesystem::path file = dir.path() / "x.warc";
  for (const std::string& bytes : {gzip(kA) + gzip(kB) + gzip(kA), gzip(kA + kB), kA + kB, gzip(kA) + kB + gzip(kB)}) {
    const std::vector<std::string> whole = read(file, bytes);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      std::vector<std::string> seen = read(file, std::string_view(bytes).substr(0, cut));
      if (!seen.empty() && seen.back() == "corrupt") seen.pop_back();
      ASSERT_LE(seen.size(), whole.size()) << cut;
      EXPECT_TRUE(std::equal(seen.begin(), seen.end(), whole.begin())) << cut;
    }
  }
}

TEST(WarcReader, AnyFlippedByteEndsCleanly) {
  const TemporaryDirectory dir;
  const std::string bytes = gzip(kA) + gzip(kB) + kA;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int bit : {1, 0x20, 0x80}) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ bit);
      EXPECT_LE(read(dir.path() / "x.warc", flipped).size(), 4u) << at;
    }
  }
}

TEST(WarcReader, DigestsInBothWritings) {
  WarcRecord record;
  record.type = "response";
  record.block = "HTTP/1.1 200 OK\r\n\r\nhello";
  const auto fits = [&](std::string_view name, std::string value) {
    record.fields = {{std::string(name), std::move(value)}};
    return digest_fits(record);
  };
  EXPECT_TRUE(fits("WARC-Payload-Digest", "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"));
  EXPECT_TRUE(fits("WARC-Payload-Digest", "SHA1:aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"));
  EXPECT_FALSE(fits("WARC-Payload-Digest", "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
  EXPECT_TRUE(fits("WARC-Payload-Digest", "md5:whatever"));
  EXPECT_TRUE(fits("WARC-Block-Digest", "sha1:" + show_base32(sha1(record.block))));
  EXPECT_FALSE(fits("WARC-Block-Digest", "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"));
}

}  // namespace
}  // namespace fellow::crawler
