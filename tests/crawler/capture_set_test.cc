// SPDX-License-Identifier: GPL-3.0-or-later
// What other crawlers brought, as the crawl asks for it.
#include "crawler/capture_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/archive.h"
#include "crawler/digest.h"
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

// "kind status url type body reason [revisit]".
std::string shown(const ImportedPage& page) {
  std::string line(show(page.kind));
  line += " " + std::to_string(page.status) + " " + page.url.text() + " '" + page.body + "'";
  if (page.location) line += " -> " + page.location->text();
  if (page.reason != Reason::none) line += " " + std::string(show(page.reason));
  if (page.revisit) line += " revisit of " + show_time(page.fetched_at);
  return line;
}

std::string shown(const std::optional<ImportedPage>& page) { return page ? shown(*page) : "nothing"; }

class Captures : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& name, const std::string& bytes) {
    write_file(dir_.path() / name, bytes);
    return dir_.path() / name;
  }
  CaptureSet set(const std::string& bytes) { return CaptureSet::open({file("x.warc", bytes)}).value(); }
  std::vector<std::string> all(const CaptureSet& captures) {
    std::vector<std::string> lines;
    captures.for_each([&](const ImportedPage& page) { lines.push_back(shown(page)); });
    return lines;
  }
  TemporaryDirectory dir_;
};

Sample at(std::string uri, std::string date, std::string block) {
  return {.uri = std::move(uri), .date = std::move(date), .block = std::move(block)};
}

TEST_F(Captures, APageHasWhatACrawlAsksOf) {
  const Sample page =
      at("<HTTP://R.Example:80/a/../cv>", "2026-11-20T03:10:00.123456Z",
         http(pack("<p>cv"),
              "Content-Type: text/html; charset=x\r\nX-Robots-Tag: noarchive\r\nX-Robots-Tag: nofollow\r\nETag: "
              "W/\"1\"\r\nLast-Modified: Fri, 20 Nov 2026 03:00:00 GMT\r\nContent-Encoding: gzip\r\n"));
  const CaptureSet captures = set(pack(show(page)));
  const ImportedPage found = captures.newest(url("http://r.example/cv")).value();
  EXPECT_EQ(found.kind, ImportedKind::page);
  EXPECT_EQ(found.url.text(), "http://r.example/cv");
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(found.content_type, "text/html; charset=x");
  EXPECT_EQ(found.robots_tag, "noarchive, nofollow");
  EXPECT_EQ(found.etag, "W/\"1\"");
  EXPECT_EQ(found.last_modified, "Fri, 20 Nov 2026 03:00:00 GMT");
  EXPECT_EQ(found.body, "<p>cv");
  EXPECT_EQ(found.sha1, sha1_hex("<p>cv"));
  EXPECT_EQ(show_time(found.fetched_at), "2026-11-20T03:10:00Z");
  EXPECT_EQ(found.header.substr(0, 17), "HTTP/1.1 200 OK\r\n");
  EXPECT_EQ(found.reason, Reason::none);
  EXPECT_EQ(shown(captures.newest(url("http://r.example/other"))), "nothing");
  EXPECT_EQ(shown(captures.newest(url("https://r.example/cv"))), "nothing");
}

TEST_F(Captures, KindsOfAnswersAndWhatIsNone) {
  const auto other = [](std::string type, std::string uri, std::string content_type) {
    return show(Sample{.type = std::move(type), .uri = std::move(uri), .block = "x", .content_type = std::move(content_type)});
  };
  const CaptureSet captures = set(
      other("warcinfo", "", "application/warc-fields") +
      other("request", "http://r.example/", "application/http;msgtype=request") +
      other("metadata", "http://r.example/", "application/warc-fields") + other("response", "dns:r.example", "text/dns") +
      other("response", "ftp://r.example/x", "application/octet-stream") +
      other("response", "http://r.example/x", "text/plain") +
      other("resource", "metadata://gnu.org/software/wget/warc/wget.log", "text/plain") +
      show(at("http://r.example/", "2026-11-20T03:10:00Z", http("", "Location: /~j/#top\r\n", "301 Moved"))) +
      show(at("http://r.example/~j/", "2026-11-20T03:10:01Z", http("home"))) +
      show(at("http://r.example/robots.txt", "2026-11-20T03:10:02Z", http("none", "", "404 Not Found"))) +
      show(at("http://r.example/gone", "2026-11-20T03:10:03Z", http("none", "", "410 Gone"))) +
      show(at("http://r.example/nowhere", "2026-11-20T03:10:04Z", http("", "Location: mailto:j@r.example\r\n", "302 Found"))) +
      show(at("http://r.example/br", "2026-11-20T03:10:05Z", http("\x1b\xff", "Content-Encoding: br\r\n"))) +
      show(at("http://r.example/odd", "2026-11-20T03:10:06Z", "<p>no HTTP")) +
      show(at("http://r.example/long", "2026-11-20T03:10:07Z", http("x", "A: " + std::string(64 << 10, 'a') + "\r\n"))));
  EXPECT_THAT(all(captures),
              ElementsAre("redirect 301 http://r.example/ '' -> http://r.example/~j/", "page 200 http://r.example/~j/ 'home'",
                          "robots 404 http://r.example/robots.txt 'none'", "failure 410 http://r.example/gone 'none'",
                          "failure 302 http://r.example/nowhere ''", "page 200 http://r.example/br '' decode",
                          "failure 0 http://r.example/odd '' protocol", "page 200 http://r.example/long '' header"));
  EXPECT_THAT(captures.told(), IsEmpty());
}

TEST_F(Captures, TheNewestAnswerCountsUnlessItMayPass) {
  const std::string u = "http://r.example/";
  const std::string first = show(at(u, "2026-11-18T00:00:00Z", http("first"))),
                    second = show(at(u, "2026-11-19T00:00:00Z", http("second")));
  const std::string same = show(at(u, "2026-11-19T00:00:00Z", http("same second, later in the file")));
  const std::string busy = show(at(u, "2026-11-20T00:00:00Z", http("", "", "503 Busy")));
  const std::string slow = show(at(u, "2026-11-20T00:00:00Z", http("", "", "429 Slow")));
  const std::string gone = show(at(u, "2026-11-21T00:00:00Z", http("", "", "404 Gone")));
  const auto newest = [&](const std::string& bytes) { return shown(set(bytes).newest(url(u))); };
  EXPECT_EQ(newest(first + second), "page 200 http://r.example/ 'second'");
  EXPECT_EQ(newest(second + first), "page 200 http://r.example/ 'second'");
  EXPECT_EQ(newest(first + second + same), "page 200 http://r.example/ 'same second, later in the file'");
  EXPECT_EQ(newest(busy + slow + first), "page 200 http://r.example/ 'first'");
  EXPECT_EQ(newest(busy), "failure 503 http://r.example/ ''");
  EXPECT_EQ(newest(busy + gone + first), "failure 404 http://r.example/ ''");
}

// A record for every way in which crawlers say what they mean; each alone.
TEST_F(Captures, ARevisitHasTheBodyThatItRefersTo) {
  const std::string u = "http://r.example/", digest = "sha1:" + show_base32(sha1("body"));
  Sample page =
      at("http://r.example/other", "2026-11-18T00:00:00Z", http("body", "ETag: \"1\"\r\nContent-Type: text/html\r\n"));
  page.fields = "WARC-Record-ID: <urn:uuid:1>\r\nWARC-Payload-Digest: " + digest + "\r\n";
  Sample newer = at("http://r.example/other", "2026-11-18T12:00:00Z", http("newer"));
  newer.fields = "WARC-Record-ID: <urn:uuid:2>\r\n";
  const std::string before = show(page) + show(newer);
  const auto revisit = [&](const std::string& fields, const std::string& block) {
    Sample sample = at(u, "2026-11-20T00:00:00Z", block);
    sample.type = "revisit";
    sample.fields = fields;
    return show(sample);
  };
  const auto newest = [&](const std::string& bytes) { return shown(set(bytes).newest(url(u))); };
  const std::string unchanged = http("", "ETag: \"2\"\r\nContent-Length: 4\r\n", "304 Not Modified"),
                    again = http("", "ETag: \"3\"\r\n");
  const std::string want = "page 200 http://r.example/ 'body' revisit of 2026-11-20T00:00:00Z";
  EXPECT_EQ(newest(before + revisit("WARC-Refers-To: <urn:uuid:1>\r\n", again)), want);  // wget --warc-dedup
  EXPECT_EQ(
      newest(before +
             revisit("WARC-Refers-To-Target-URI: <http://r.example/other>\r\nWARC-Refers-To-Date: 2026-11-18T00:00:00Z\r\n",
                     unchanged)),
      want);
  EXPECT_EQ(newest(before + revisit("WARC-Payload-Digest: " + digest + "\r\n", again)), want);
  EXPECT_EQ(newest(before + revisit("WARC-Payload-Digest: " + digest + "\r\n", "")), want);  // without its HTTP header
  EXPECT_EQ(newest(revisit("WARC-Refers-To: <urn:uuid:1>\r\n", again) + before), want);      // the other file came first
  // The last one of its own URL, and none that is younger.
  const std::string own = show(at(u, "2026-11-19T00:00:00Z", http("body"))) + show(at(u, "2026-11-17T00:00:00Z", http("old"))) +
                          show(at(u, "2026-11-19T06:00:00Z", http("no", "", "404 No")));
  EXPECT_EQ(newest(own + revisit("", unchanged)), want);
  EXPECT_EQ(newest(own + show(at(u, "2026-11-20T00:00:00Z", unchanged))), want);  // a response record: wget -N
  EXPECT_EQ(newest(revisit("WARC-Refers-To: <urn:uuid:9>\r\n", unchanged)),
            "failure 304 http://r.example/ '' not-modified revisit of 2026-11-20T00:00:00Z");
  // Header: of a 304 the earlier one with the newer ETag; else its own.
  const CaptureSet by_304 = set(before + revisit("WARC-Refers-To: <urn:uuid:1>\r\n", unchanged));
  const ImportedPage found = by_304.newest(url(u)).value();
  EXPECT_EQ(found.etag, "\"2\"");
  EXPECT_EQ(found.content_type, "text/html");
  EXPECT_EQ(found.sha1, sha1_hex("body"));
  EXPECT_EQ(set(before + revisit("WARC-Refers-To: <urn:uuid:1>\r\n", again)).newest(url(u))->etag, "\"3\"");
}

TEST_F(Captures, OurOwnArchiveWithRevisits) {
  {
    Archive archive = Archive::open(dir_.path(), "fellow/test").value();
    Capture capture{.url = url("http://r.example/"),
                    .request = "GET / HTTP/1.1\r\n\r\n",
                    .response_header = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nETag: \"1\"\r\n\r\n",
                    .body = "body",
                    .at = *parse_time("2026-11-18T00:00:00Z")};
    ASSERT_TRUE(archive.append(capture));
    capture.response_header = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n";
    capture.unchanged_since = capture.at;
    capture.at = *parse_time("2026-11-20T00:00:00Z");
    ASSERT_TRUE(archive.append(capture));
  }
  const CaptureSet captures = CaptureSet::open({dir_.path() / "archive" / "fellow-000001.warc.gz"}).value();
  EXPECT_EQ(captures.size(), 2u);
  EXPECT_EQ(shown(captures.newest(url("http://r.example/"))),
            "page 200 http://r.example/ 'body' revisit of 2026-11-20T00:00:00Z");
}

// Records with the fields, and in the order, in which these crawlers write them.
TEST_F(Captures, AsHeritrixWritesThem) {
  const std::string digest = show_base32(sha1("4\r\nbody\r\n0\r\n\r\n"));
  const auto record = [](const std::string& fields, const std::string& block) {
    return pack("WARC/1.0\r\n" + fields + "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n");
  };
  const std::string first = record(
      "WARC-Type: response\r\nWARC-Target-URI: http://r.example/\r\nWARC-Date: 2026-11-18T00:00:00Z\r\nWARC-Payload-Digest: "
      "sha1:" +
          digest +
          "\r\nWARC-IP-Address: 192.0.2.7\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http; "
          "msgtype=response\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n");
  const std::string dns = record(
      "WARC-Type: response\r\nWARC-Target-URI: dns:r.example\r\nWARC-Date: 2026-11-18T00:00:00Z\r\nWARC-IP-Address: "
      "192.0.2.53\r\nWARC-Record-ID: <urn:uuid:2>\r\nContent-Type: text/dns\r\n",
      "20261118000000\nr.example. 300 IN A 192.0.2.7\n");
  const std::string again = record(
      "WARC-Type: revisit\r\nWARC-Target-URI: http://r.example/\r\nWARC-Date: 2026-11-20T00:00:00Z\r\nWARC-Payload-Digest: "
      "sha1:" +
          digest +
          "\r\nWARC-IP-Address: 192.0.2.7\r\nWARC-Profile: "
          "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\nWARC-Truncated: length\r\nWARC-Record-ID: "
          "<urn:uuid:3>\r\nContent-Type: application/http; msgtype=response\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_THAT(all(set(dns + first + again)), ElementsAre("page 200 http://r.example/ 'body'",
                                                         "page 200 http://r.example/ 'body' revisit of 2026-11-20T00:00:00Z"));
  EXPECT_EQ(set(first).newest(url("http://r.example/"))->detail, "");
}

TEST_F(Captures, AsCommonCrawlWritesThem) {
  const auto record = [](const std::string& fields, const std::string& block) {
    return pack(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-11-18T00:00:00Z\r\nWARC-Record-ID: "
        "<urn:uuid:1>\r\nContent-Length: " +
        std::to_string(block.size()) +
        "\r\nContent-Type: application/http; msgtype=response\r\nWARC-Warcinfo-ID: <urn:uuid:0>\r\nWARC-Concurrent-To: "
        "<urn:uuid:2>\r\nWARC-IP-Address: 192.0.2.7\r\n" +
        fields + "WARC-Payload-Digest: sha1:" + show_base32(sha1("body")) +
        "\r\nWARC-Identified-Payload-Type: text/html\r\n\r\n" + block + "\r\n\r\n");
  };
  const CaptureSet captures =
      set(record("WARC-Target-URI: https://r.example/now\r\n",
                 "HTTP/1.1 200 OK\r\nX-Crawl-Content-Encoding: gzip\r\nX-Crawl-Content-Length: 24\r\nContent-Length: "
                 "4\r\nX-Crawl-Transfer-Encoding: chunked\r\n\r\nbody") +
          record("WARC-Target-URI: https://r.example/once\r\n",  // of years ago: decoded under the old header
                 "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\nContent-Length: "
                 "24\r\n\r\nbody") +
          record("WARC-Target-URI: https://r.example/cut\r\nWARC-Truncated: length\r\n",
                 "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"));
  EXPECT_THAT(all(captures), ElementsAre("page 200 https://r.example/now 'body'", "page 200 https://r.example/once 'body'",
                                         "page 200 https://r.example/cut 'body' truncated"));
  EXPECT_EQ(captures.newest(url("https://r.example/now"))->detail + captures.newest(url("https://r.example/once"))->detail, "");
}

// Each way of packing, also a whole file in one gzip member, whose records have no place of their own.
TEST_F(Captures, EveryRecordIsFoundHoweverTheFileIsPacked) {
  std::vector<std::string> records;
  for (int i = 0; i < 30; ++i) {
    records.push_back(
        show(at("http://r.example/" + std::to_string(i), "2026-11-20T03:10:00Z", http("body " + std::to_string(i)))));
  }
  std::string plain, members;
  for (const std::string& record : records) plain += record;
  for (const std::string& record : records) members += pack(record);
  for (const std::string& bytes : {plain, members, pack(plain), pack(plain) + members, members.substr(0, 1000) + pack(plain)}) {
    const CaptureSet captures = set(bytes);
    for (const int i : {29, 0, 17, 1, 28}) {
      const std::string number = std::to_string(i);
      EXPECT_EQ(shown(captures.newest(url("http://r.example/" + number))),
                "page 200 http://r.example/" + number + " 'body " + number + "'");
    }
  }
  CaptureSet moved = set(pack(plain));
  const CaptureSet captures = std::move(moved);
  EXPECT_EQ(all(captures).size(), 30u);
}

TEST_F(Captures, DamageIsToldAndReadOver) {
  Sample broken = at("http://r.example/c", "2026-11-20T03:10:00Z", http("c"));
  broken.fields = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
  const std::string a = pack(show(at("http://r.example/a", "2026-11-20T03:10:00Z", http("a"))));
  const std::string b = pack(show(at("http://r.example/b", "2026-11-20T03:10:00Z", http("b"))));
  const std::string c = pack(show(broken));
  std::string middle = a;
  middle[60] = static_cast<char>(middle[60] ^ 0x80);
  const auto one = file("one.warc.gz", middle + b), two = file("two.warc.gz", c + a.substr(0, a.size() - 20));
  std::vector<std::string> lines;
  const ImportSummary summary =
      import_warcs({one, two}, [&](const ImportedPage& page) { lines.push_back(shown(page)); }).value();
  EXPECT_THAT(lines, ElementsAre("page 200 http://r.example/b 'b'", "page 200 http://r.example/c 'c'"));
  EXPECT_THAT(summary.told,
              ElementsAre(HasSubstr(one.string() + ":0: "), HasSubstr(two.string() + ":" + std::to_string(c.size()) + ": "),
                          "http://r.example/c: the record has not the digest that it states"));
  EXPECT_EQ(summary.kinds.at(ImportedKind::page), 2u);
  EXPECT_THAT(summary.reasons, IsEmpty());
  EXPECT_EQ(CaptureSet::open({one, dir_.path() / "absent.warc"}).error().code, Code::not_found);
}

TEST_F(Captures, ABodyHasTenMebibytesAndNotOneMore) {
  const std::string fits(kMaxImportedBytes, 'x');
  const CaptureSet captures = set(
      pack(show(at("http://r.example/fits", "2026-11-20T03:10:00Z", http(fits)))) +
      pack(show(at("http://r.example/plain", "2026-11-20T03:10:00Z", http(fits + "x")))) +
      pack(show(at("http://r.example/packed", "2026-11-20T03:10:00Z", http(pack(fits + "x"), "Content-Encoding: gzip\r\n")))) +
      pack(show(at("http://r.example/huge", "2026-11-20T03:10:00Z", http(std::string(2 * kMaxImportedBytes, 'x'))))) +
      pack(show(at("http://r.example/after", "2026-11-20T03:10:00Z", http("after")))));
  EXPECT_EQ(captures.newest(url("http://r.example/fits"))->reason, Reason::none);
  EXPECT_EQ(captures.newest(url("http://r.example/fits"))->body.size(), kMaxImportedBytes);
  for (const char* name : {"plain", "packed", "huge"}) {
    EXPECT_EQ(captures.newest(url(std::string("http://r.example/") + name))->reason, Reason::too_large) << name;
  }
  EXPECT_EQ(captures.newest(url("http://r.example/after"))->body, "after");
}

TEST(WarcDate, WithAndWithoutFractions) {
  EXPECT_EQ(show_time(parse_warc_date("2026-11-20T03:10:00Z")), "2026-11-20T03:10:00Z");
  EXPECT_EQ(show_time(parse_warc_date("2026-11-20T03:10:00.999Z")), "2026-11-20T03:10:00Z");
  EXPECT_EQ(show_time(parse_warc_date("2026-11-20")), "2026-11-20T00:00:00Z");
  EXPECT_EQ(parse_warc_date("yesterday, or was it earlier"), Time{});
  EXPECT_EQ(parse_warc_date(""), Time{});
}

}  // namespace
}  // namespace fellow::crawler
