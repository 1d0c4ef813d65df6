// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "crawler/archive_manifest.h"
#include "crawler/archive_member.h"
#include "crawler/archive_tail.h"
#include "crawler/digest.h"
#include "crawler/warc_digest.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kFirst = "archive/fellow-000001.warc.gz";

Capture capture(std::string_view page, std::string body) {
  return {.url = url(page),
          .request = "GET / HTTP/1.1\r\nHost: r.example\r\n\r\n",
          .response_header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n",
          .body = std::move(body),
          .at = *parse_time("2026-11-20T03:10:00Z")};
}

Archive open_archive(const std::filesystem::path& data, std::vector<std::string>* told = nullptr,
                     std::uint64_t roll_bytes = Archive::kRollBytes) {
  Result<Archive> archive = Archive::open(data, "fellow/test", told, roll_bytes);
  CHECK(archive);
  return std::move(*archive);
}

std::vector<WarcRecord> records(const std::filesystem::path& file) {
  std::vector<WarcRecord> all;
  const Result<void> done = read_warc(file, [&](const WarcRecord& record) {
    all.push_back(record);
    return true;
  });
  EXPECT_TRUE(done) << show(done.error());
  return all;
}

std::vector<std::string> types(const std::filesystem::path& file) {
  std::vector<std::string> all;
  for (const WarcRecord& record : records(file)) all.push_back(record.type + " " + record.uri);
  return all;
}

TEST(Archive, BodyComesBackAndSurvivesReopening) {
  const TemporaryDirectory dir;
  ArchivePlace one, two;
  {
    Archive archive = open_archive(dir.path());
    one = archive.append(capture("http://r.example/", "first body")).value();
    EXPECT_EQ(read_body(dir.path(), one).value(), "first body");  // seen as soon as append has returned
    EXPECT_TRUE(archive.sync());
  }
  Archive archive = open_archive(dir.path());
  two = archive.append(capture("http://r.example/cv", std::string(200'000, 'x') + '\0' + "end")).value();
  EXPECT_EQ(one.file, kFirst);
  EXPECT_EQ(two.file, kFirst);
  EXPECT_EQ(read_body(dir.path(), one).value(), "first body");
  EXPECT_EQ(read_body(dir.path(), two).value(), std::string(200'000, 'x') + '\0' + "end");
  EXPECT_EQ(read_response(dir.path(), two).value().status, 200);
  EXPECT_THAT(types(dir.path() / kFirst), ElementsAre("warcinfo ", "response http://r.example/", "request http://r.example/",
                                                      "response http://r.example/cv", "request http://r.example/cv"));
}

TEST(Archive, NothingIsMadeBeforeTheFirstAppend) {
  const TemporaryDirectory dir;
  Archive archive = open_archive(dir.path());
  EXPECT_TRUE(archive.sync());
  EXPECT_TRUE(std::filesystem::is_empty(dir.path() / "archive"));
}

// ISO 28500:2017 sections 5 and 6: what each record has to say.
TEST(Archive, RecordsSayWhatTheStandardAsks) {
  const TemporaryDirectory dir;
  Archive archive = open_archive(dir.path());
  ASSERT_TRUE(archive.append(capture("http://r.example/~j?a=b", "hello")));
  const std::vector<WarcRecord> all = records(dir.path() / kFirst);
  ASSERT_THAT(all, SizeIs(3));
  const WarcRecord &info = all[0], &response = all[1], &request = all[2];
  EXPECT_EQ(field(info.fields, "WARC-Filename"), "fellow-000001.warc.gz");
  EXPECT_THAT(info.block, HasSubstr("software: fellow/test\r\nformat: WARC File Format 1.1\r\n"));
  EXPECT_EQ(response.uri, "http://r.example/~j?a=b");
  EXPECT_EQ(field(response.fields, "WARC-Target-URI"), response.uri);  // without angle brackets
  EXPECT_EQ(response.date, "2026-11-20T03:10:00Z");
  EXPECT_EQ(response.content_type, "application/http;msgtype=response");
  EXPECT_EQ(request.content_type, "application/http;msgtype=request");
  EXPECT_EQ(request.block, "GET / HTTP/1.1\r\nHost: r.example\r\n\r\n");
  EXPECT_EQ(
      response.block,
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Fellow-Orig-Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello");
  // RFC 3174's SHA-1 of "hello" in base32.
  EXPECT_EQ(field(response.fields, "WARC-Payload-Digest"), "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
  EXPECT_EQ(field(request.fields, "WARC-Concurrent-To"), field(response.fields, "WARC-Record-ID"));
  EXPECT_EQ(field(response.fields, "WARC-Concurrent-To"), field(request.fields, "WARC-Record-ID"));
  for (const WarcRecord& record : all) {
    EXPECT_TRUE(digest_fits(record));
    EXPECT_THAT(std::string(field(record.fields, "WARC-Record-ID")),
                testing::MatchesRegex("<urn:uuid:[0-9a-f]+-[0-9a-f]+-4[0-9a-f]+-[89ab][0-9a-f]+-[0-9a-f]+>"));
    EXPECT_FALSE(field(record.fields, "WARC-Block-Digest").empty());
    EXPECT_EQ(field(record.fields, "WARC-Warcinfo-ID"), &record == &info ? "" : field(info.fields, "WARC-Record-ID"));
  }
}

TEST(Archive, MembersAreGzipOnTheirOwn) {
  const TemporaryDirectory dir;
  Archive archive = open_archive(dir.path());
  const ArchivePlace place = archive.append(capture("http://r.example/", "hello")).value();
  const std::string file = read_file(dir.path() / place.file);
  std::string member = file.substr(place.offset);
  z_stream zlib{};
  ASSERT_EQ(inflateInit2(&zlib, MAX_WBITS + 16), Z_OK);
  std::string out(10'000, '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(member.data());
  zlib.avail_in = static_cast<uInt>(member.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&zlib, Z_FINISH), Z_STREAM_END);
  out.resize(zlib.total_out);
  EXPECT_TRUE(out.starts_with("WARC/1.1\r\nWARC-Type: response\r\n"));
  EXPECT_TRUE(out.ends_with("hello\r\n\r\n"));
  // The skip lengths: this member's size, and that of what it holds.
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= static_cast<unsigned>(static_cast<unsigned char>(member[at + i])) << (8 * i);
    return value;
  };
  EXPECT_EQ(number(kSkipLengthsAt), zlib.total_in);
  EXPECT_EQ(number(kSkipLengthsAt + 4), zlib.total_out);
  inflateEnd(&zlib);
}

TEST(Archive, RollsAndBeginsEachFileWithWarcinfo) {
  const TemporaryDirectory dir;
  Archive archive = open_archive(dir.path(), nullptr, 1500);
  std::vector<ArchivePlace> places;
  for (int i = 0; i < 6; ++i) {
    places.push_back(archive.append(capture("http://r.example/" + std::to_string(i), std::to_string(i))).value());
  }
  EXPECT_TRUE(archive.sync());
  EXPECT_NE(places.front().file, places.back().file);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(read_body(dir.path(), places[i]).value(), std::to_string(i));
  const std::vector<std::string> names = archive_file_names(dir.path()).value();
  EXPECT_GT(names.size(), 1u);
  for (const std::string& name : names) {
    const WarcRecord first = records(dir.path() / "archive" / name).at(0);
    EXPECT_EQ(first.type, "warcinfo") << name;
    EXPECT_EQ(field(first.fields, "WARC-Filename"), name);
  }
}

// ISO 28500:2017 section 6.7.3; the header of the 304 as it came: its Content-Length is that of the page (RFC 9110, 8.6).
TEST(Archive, NotModifiedIsARevisitRecord) {
  const TemporaryDirectory dir;
  Archive archive = open_archive(dir.path());
  const ArchivePlace first = archive.append(capture("http://r.example/", "page")).value();
  Capture seen = capture("http://r.example/", "not to be kept");
  seen.response_header = "HTTP/1.1 304 Not Modified\nETag: \"a\"\nContent-Length: 4\nContent-Encoding: gzip\n\n";
  seen.at = *parse_time("2026-11-21T03:10:00Z");
  seen.unchanged_since = parse_time("2026-11-20T03:10:00Z");
  const ArchivePlace place = archive.append(seen).value();
  const std::vector<WarcRecord> all = records(dir.path() / kFirst);
  ASSERT_THAT(all, SizeIs(5));
  const WarcRecord &page = all[1], &revisit = all[3], &request = all[4];
  EXPECT_EQ(place.offset, revisit.offset);
  EXPECT_EQ(revisit.type, "revisit");
  EXPECT_EQ(revisit.date, "2026-11-21T03:10:00Z");
  EXPECT_EQ(field(revisit.fields, "WARC-Profile"), "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
  EXPECT_EQ(field(revisit.fields, "WARC-Refers-To-Target-URI"), page.uri);
  EXPECT_EQ(field(revisit.fields, "WARC-Refers-To-Date"), page.date);
  EXPECT_EQ(field(revisit.fields, "WARC-Payload-Digest"), "");
  EXPECT_EQ(field(revisit.fields, "WARC-Concurrent-To"), field(request.fields, "WARC-Record-ID"));
  EXPECT_EQ(field(request.fields, "WARC-Concurrent-To"), field(revisit.fields, "WARC-Record-ID"));
  EXPECT_EQ(revisit.content_type, "application/http;msgtype=response");
  EXPECT_EQ(revisit.block, "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 4\r\nContent-Encoding: gzip\r\n\r\n");
  EXPECT_TRUE(digest_fits(revisit));
  EXPECT_EQ(read_body(dir.path(), place).error().code, Code::corrupt);  // a revisit has no body
  EXPECT_EQ(read_body(dir.path(), first).value(), "page");
}

// R38: what is handed over by hand or by a server's cookie does not get into the archive, in either direction.
TEST(Archive, SecretsAreLeftOut) {
  const TemporaryDirectory dir;
  Archive archive = open_archive(dir.path());
  Capture secret = capture("http://r.example/", "b");
  secret.request = "GET / HTTP/1.1\r\nHost: r.example\r\nAuthorization: Basic hush\r\ncookie: s=hush\r\nAccept: */*\r\n\r\n";
  secret.response_header =
      "HTTP/1.1 200 OK\r\nSet-Cookie: s=hush;\r\n path=/hush\r\nSET-COOKIE2 : hush\r\nETag: x\r\nContent-Length: 1\r\n\r\n";
  secret.server_address = "192.0.2.7";
  ASSERT_TRUE(archive.append(secret));
  const std::vector<WarcRecord> all = records(dir.path() / kFirst);
  EXPECT_EQ(all[1].block,
            "HTTP/1.1 200 OK\r\nX-Fellow-Removed: Set-Cookie\r\nX-Fellow-Removed: SET-COOKIE2\r\nETag: x\r\nContent-Length: "
            "1\r\n\r\nb");
  EXPECT_EQ(all[2].block,
            "GET / HTTP/1.1\r\nHost: r.example\r\nX-Fellow-Removed: Authorization\r\nX-Fellow-Removed: cookie\r\nAccept: "
            "*/*\r\n\r\n");
  EXPECT_EQ(field(all[1].fields, "WARC-IP-Address"), "192.0.2.7");
  EXPECT_EQ(field(all[2].fields, "WARC-IP-Address"), "192.0.2.7");
}

// R33: after a kill at any byte the next start finds what was whole, and says what it cut.
TEST(Archive, TornTailIsCutAndToldAtEveryByte) {
  const TemporaryDirectory whole;
  ArchivePlace first, second;
  {
    Archive archive = open_archive(whole.path());
    first = archive.append(capture("http://r.example/", "one")).value();
    second = archive.append(capture("http://r.example/2", "two")).value();
  }
  const std::string bytes = read_file(whole.path() / kFirst);
  std::vector<std::uint64_t> ends{0};
  for (const WarcRecord& record : records(whole.path() / kFirst)) ends.push_back(record.end);
  ASSERT_EQ(ends.back(), bytes.size());

  const TemporaryDirectory dir;
  std::filesystem::create_directories(dir.path() / "archive");
  const auto cut_at = [&](std::size_t cut) { write_file(dir.path() / kFirst, std::string_view(bytes).substr(0, cut)); };
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    cut_at(cut);
    const ArchiveTail tail = read_tail(dir.path() / kFirst).value();
    const std::uint64_t kept = *std::prev(std::upper_bound(ends.begin(), ends.end(), cut));
    EXPECT_EQ(tail.whole, kept) << cut;
    EXPECT_EQ(tail.size, cut);
    EXPECT_FALSE(tail.damaged) << cut;
  }
  // Each cut costs an fsync, so the whole way is gone for some: a step that no record length is a multiple of.
  for (std::size_t cut = 0; cut <= bytes.size(); cut += 61) {
    cut_at(cut);
    std::vector<std::string> told;
    Archive archive = open_archive(dir.path(), &told);
    const std::uint64_t kept = *std::prev(std::upper_bound(ends.begin(), ends.end(), cut));
    EXPECT_EQ(std::filesystem::file_size(dir.path() / kFirst), kept) << cut;
    if (kept == cut) {
      EXPECT_THAT(told, IsEmpty()) << cut;
    } else {
      ASSERT_THAT(told, SizeIs(1)) << cut;
      EXPECT_THAT(told[0], HasSubstr("cut " + std::to_string(cut - kept) + " bytes"));
    }
    const ArchivePlace place = archive.append(capture("http://r.example/3", "three")).value();
    EXPECT_EQ(read_body(dir.path(), place).value(), "three") << cut;
    if (kept > first.offset) {
      EXPECT_EQ(read_body(dir.path(), first).value(), "one") << cut;
    }
    EXPECT_EQ(records(dir.path() / kFirst).front().type, "warcinfo") << cut;
  }
}

TEST(Archive, DamageBeforeTheEndIsLeftAloneAndTold) {
  const TemporaryDirectory dir;
  ArchivePlace first, second;
  {
    Archive archive = open_archive(dir.path());
    first = archive.append(capture("http://r.example/", "one")).value();
    second = archive.append(capture("http://r.example/2", "two")).value();
  }
  std::string bytes = read_file(dir.path() / kFirst);
  bytes[first.offset + 60] = static_cast<char>(bytes[first.offset + 60] ^ 1);
  write_file(dir.path() / kFirst, bytes);
  std::vector<std::string> told;
  Archive archive = open_archive(dir.path(), &told);
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_THAT(told[0], HasSubstr("damaged at byte " + std::to_string(first.offset)));
  EXPECT_EQ(read_file(dir.path() / kFirst), bytes);
  EXPECT_EQ(archive.append(capture("http://r.example/3", "three")).value().file, "archive/fellow-000002.warc.gz");
  EXPECT_EQ(read_body(dir.path(), first).error().code, Code::corrupt);
  EXPECT_EQ(read_body(dir.path(), second).value(), "two");
}

// R36: no flipped byte of a member gives another body (gzip's CRC and the digests see each).
TEST(Archive, FlippedBytesNeverGiveAnotherBody) {
  const TemporaryDirectory dir;
  const ArchivePlace place = open_archive(dir.path()).append(capture("http://r.example/", "the body")).value();
  const std::string bytes = read_file(dir.path() / kFirst);
  const std::uint64_t end = records(dir.path() / kFirst)[1].end;
  for (std::uint64_t at = place.offset; at < end; ++at) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    write_file(dir.path() / kFirst, flipped);
    const Result<std::string> body = read_body(dir.path(), place);
    EXPECT_TRUE(body ? *body == "the body" : body.error().code == Code::corrupt) << at;
  }
}

TEST(Archive, PlacesThatHoldNothingAreCorrupt) {
  const TemporaryDirectory dir;
  const ArchivePlace place = open_archive(dir.path()).append(capture("http://r.example/", "b")).value();
  for (const ArchivePlace& wrong : {ArchivePlace{place.file, 0}, ArchivePlace{place.file, place.offset + 1},
                                    ArchivePlace{place.file, 1 << 30}, ArchivePlace{"archive/fellow-000009.warc.gz", 0}}) {
    const Result<std::string> body = read_body(dir.path(), wrong);
    ASSERT_FALSE(body) << wrong.file << wrong.offset;
    EXPECT_EQ(body.error().code, Code::corrupt) << show(body.error());
  }
}

TEST(ArchiveTail, LongFilesAreWalkedByTheirSkipLengths) {
  const TemporaryDirectory dir;
  std::string noise;  // 12 MiB that deflate cannot shrink
  std::uint32_t state = 1;
  {
    Archive archive = open_archive(dir.path());
    for (int i = 0; i < 12; ++i) {
      noise.clear();
      while (noise.size() < 1 << 20) noise.push_back(static_cast<char>((state = state * 1664525 + 1013904223) >> 24));
      ASSERT_TRUE(archive.append(capture("http://r.example/" + std::to_string(i), noise)));
    }
  }
  std::string bytes = read_file(dir.path() / kFirst);
  EXPECT_EQ(read_tail(dir.path() / kFirst).value().whole, bytes.size());
  write_file(dir.path() / kFirst, std::string_view(bytes).substr(0, bytes.size() - 1));
  const ArchiveTail tail = read_tail(dir.path() / kFirst).value();
  EXPECT_FALSE(tail.damaged);
  EXPECT_GT(tail.whole, bytes.size() - (1 << 20));
  EXPECT_LT(tail.whole, bytes.size());
}

// What another crawler got comes without the request: nothing is made up.
TEST(Archive, WithoutARequestThereIsNoRequestRecord) {
  const TemporaryDirectory dir;
  Archive archive = Archive::open(dir.path(), "test").value();
  Capture capture{
      .url = url("http://jane.example/"), .request = "", .response_header = "HTTP/1.1 200 OK\r\n\r\n", .body = "hello"};
  const ArchivePlace place = archive.append(capture).value();
  EXPECT_EQ(read_body(dir.path(), place).value(), "hello");
  std::string types;
  ASSERT_TRUE(read_warc(dir.path() / place.file, [&](const WarcRecord& record) {
    types += record.type + " ";
    EXPECT_EQ(field(record.fields, "WARC-Concurrent-To"), "");
    return true;
  }));
  EXPECT_EQ(types, "warcinfo response ");
}

}  // namespace
}  // namespace fellow::crawler
