// SPDX-License-Identifier: GPL-3.0-or-later
// What `fellow warc` prints of files of all crawlers, whole and damaged.
#include "crawler/warc_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/archive.h"
#include "tests/crawler/url_of.h"
#include "tests/crawler/warc_samples.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using samples::http;
using samples::pack;
using samples::Sample;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Listed {
  std::vector<std::string> lines, told;
  bool whole = false;
};

Listed list(const std::filesystem::path& file) {
  Listed listed;
  const Result<bool> whole = list_warc(
      file, [&](const std::string& line) { listed.lines.push_back(line); },
      [&](const std::string& sentence) { listed.told.push_back(sentence); });
  EXPECT_TRUE(whole);
  listed.whole = whole && *whole;
  return listed;
}

Listed list(const TemporaryDirectory& dir, std::string_view bytes) {
  write_file(dir.path() / "x.warc", bytes);
  return list(dir.path() / "x.warc");
}

const Sample kInfo{.type = "warcinfo", .uri = "", .block = "software: x\r\n", .content_type = "application/warc-fields"};
const Sample kA{.uri = "<http://r.example/a>", .block = http("hello")};
const Sample kB{.uri = "http://r.example/b", .block = http(pack("hello"), "Content-Encoding: gzip\r\n", "404 Not Found")};
// SHA-1 of "hello" (as in RFC 3174's manner: printf hello | sha1sum).
const std::string kHello = R"("length":5,"sha1":"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"})";
const std::string kLineA =
    R"({"type":"response","uri":"http://r.example/a","date":"2026-11-20T03:10:00Z","status":200,)" + kHello;
const std::string kLineB =
    R"({"type":"response","uri":"http://r.example/b","date":"2026-11-20T03:10:00Z","status":404,)" + kHello;

TEST(WarcListing, AnyWayOfWritingGivesTheSameLines) {
  const TemporaryDirectory dir;
  const std::string info = show(kInfo), a = show(kA), b = show(kB);
  const std::string bytes[] = {
      info + a + b,
      pack(info) + pack(a) + pack(b),
      pack(info + a + b),
      pack(info) + a + pack(b),
      show_with_lf(kInfo) + show_with_lf(kA) + show_with_lf(kB),
      pack(show_with_lf(kInfo)) + pack(show_with_lf(kA)) + pack(show_with_lf(kB)),
  };
  for (std::size_t i = 0; i < std::size(bytes); ++i) {
    const Listed listed = list(dir, bytes[i]);
    ASSERT_EQ(listed.lines.size(), 3u) << i;
    EXPECT_THAT(listed.lines[0], HasSubstr(R"({"type":"warcinfo","date":"2026-11-20T03:10:00Z","length":13,"sha1":")"));
    EXPECT_EQ(listed.lines[1], kLineA) << i;
    EXPECT_EQ(listed.lines[2], kLineB) << i;
    EXPECT_THAT(listed.told, IsEmpty()) << i;
    EXPECT_TRUE(listed.whole) << i;
  }
}

TEST(WarcListing, OurOwnFiles) {
  const TemporaryDirectory dir;
  {
    Archive archive = Archive::open(dir.path(), "fellow/test").value();
    Capture capture{.url = url("http://r.example/a"),
                    .request = "GET /a HTTP/1.1\r\n\r\n",
                    .response_header = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n",
                    .body = "hello",
                    .at = *parse_time("2026-11-20T03:10:00Z")};
    ASSERT_TRUE(archive.append(capture));
    capture.response_header = "HTTP/1.1 304 Not Modified\r\n\r\n";
    capture.unchanged_since = capture.at;
    ASSERT_TRUE(archive.append(capture));
  }
  const Listed listed = list(dir.path() / "archive" / "fellow-000001.warc.gz");
  ASSERT_EQ(listed.lines.size(), 5u);
  EXPECT_EQ(listed.lines[1], kLineA);
  EXPECT_EQ(listed.lines[2], R"({"type":"request","uri":"http://r.example/a","date":"2026-11-20T03:10:00Z","length":0,)"
                             R"("sha1":"da39a3ee5e6b4b0d3255bfef95601890afd80709"})");
  EXPECT_EQ(listed.lines[3],
            R"({"type":"revisit","uri":"http://r.example/a","date":"2026-11-20T03:10:00Z","status":304,"length":0})");
  EXPECT_TRUE(listed.whole);
}

TEST(WarcListing, WhatIsOddIsToldAndNotFatal) {
  const TemporaryDirectory dir;
  Sample broken = kA, coded = kB, cut = kA;
  broken.fields = "WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
  coded.block = http("\x1b\xff\x80", "Content-Encoding: compress\r\n");
  cut.block = http("hello", "Content-Length: 6\r\n");
  const Listed listed = list(dir, show(broken) + show(coded) + show(cut));
  EXPECT_THAT(
      listed.lines,
      ElementsAre(kLineA, R"({"type":"response","uri":"http://r.example/b","date":"2026-11-20T03:10:00Z","status":200})",
                  kLineA));
  const std::string file = (dir.path() / "x.warc").string();
  EXPECT_THAT(listed.told,
              ElementsAre(file + ":0: the record has not the digest that it states",
                          HasSubstr("decode: unknown content coding compress"), HasSubstr("truncated: 5 bytes of 6")));
  EXPECT_TRUE(listed.whole);
}

// Every cut and every flipped byte: what is whole is printed, the rest is told, with file:offset.
TEST(WarcListing, ATornTailIsToldWithItsPlace) {
  const TemporaryDirectory dir;
  const std::string file = (dir.path() / "x.warc").string();
  for (const bool packed : {true, false}) {
    const std::string a = packed ? pack(show(kA)) : show(kA), b = packed ? pack(show(kB)) : show(kB);
    const std::size_t whole = packed ? b.size() : b.size() - 4;  // the line ends behind a plain record may be missing
    for (std::size_t cut = 1; cut < whole; ++cut) {
      const Listed listed = list(dir, a + b.substr(0, cut));
      EXPECT_THAT(listed.lines, ElementsAre(kLineA)) << cut;
      ASSERT_EQ(listed.told.size(), 1u) << cut;
      EXPECT_EQ(listed.told[0].rfind(file + ":" + std::to_string(a.size()) + ": ", 0), 0u) << listed.told[0];
      EXPECT_FALSE(listed.whole) << cut;
    }
  }
}

TEST(WarcListing, DamageInTheMiddleIsReadOver) {
  const TemporaryDirectory dir;
  const std::string a = pack(show(kA)), b = pack(show(kB));
  for (std::size_t at = 0; at < b.size(); ++at) {
    std::string damaged = b;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x80);
    const Listed listed = list(dir, a + damaged + a + a);
    if (listed.whole) continue;  // a byte of the gzip header that says nothing, such as its time
    ASSERT_EQ(listed.lines.size(), 3u) << at;
    EXPECT_THAT(listed.lines, testing::Each(kLineA)) << at;
    EXPECT_THAT(listed.told, ElementsAre(HasSubstr(":" + std::to_string(a.size()) + ": "))) << at;
  }
  // Not compressed: a length that is too long or too short, and bytes that are none of WARC's.
  const std::string plain = show(kA);
  std::string wrong = show(kB);
  wrong.replace(wrong.find("Content-Length: ") + 16, 2, "99999");
  for (const std::string& damage :
       {wrong, std::string("rubbish\r\n\r\n"), std::string("\x1f\x8b\x08 not gzip"), std::string(200'000, '\0')}) {
    const Listed listed = list(dir, plain + damage + plain);
    EXPECT_THAT(listed.lines, ElementsAre(kLineA, kLineA)) << damage.substr(0, 20);
    EXPECT_EQ(listed.told.size(), 1u) << damage.substr(0, 20);
    EXPECT_FALSE(listed.whole);
  }
}

// A record may begin anywhere with respect to the pieces in which the file is searched.
TEST(WarcListing, TheNextRecordIsFoundAtEveryPlace) {
  const TemporaryDirectory dir;
  for (const bool packed : {true, false}) {
    const std::string a = packed ? pack(show(kA)) : show(kA);
    for (std::size_t more = 0; more < 40; ++more) {
      const std::string rubbish(65'536 - 20 + more, 'x');
      const Listed listed = list(dir, a + rubbish + "\n" + a);
      EXPECT_THAT(listed.lines, ElementsAre(kLineA, kLineA)) << more;
    }
  }
  const Listed none = list(dir, "x");
  EXPECT_FALSE(none.whole);
  EXPECT_THAT(none.lines, IsEmpty());
  EXPECT_EQ(list_warc(
                dir.path() / "absent", [](const std::string&) {}, [](const std::string&) {})
                .error()
                .code,
            Code::not_found);
}

TEST(WarcListing, LinesAreJsonWhateverARecordHolds) {
  const TemporaryDirectory dir;
  Sample odd = kA;
  odd.uri = "http://r.example/\"\xff\x01";
  odd.date = "";
  const Listed listed = list(dir, show(odd));
  EXPECT_THAT(
      listed.lines,
      ElementsAre("{\"type\":\"response\",\"uri\":\"http://r.example/\\\"\xEF\xBF\xBD\\u0001\",\"status\":200," + kHello));
}

}  // namespace
}  // namespace fellow::crawler
