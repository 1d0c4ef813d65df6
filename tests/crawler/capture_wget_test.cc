// SPDX-License-Identifier: GPL-3.0-or-later
// A capture by wget itself, of pages served here; wget takes the test's server for its proxy, so all hosts come to it. Skipped
// where there is no wget.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "crawler/capture_set.h"
#include "crawler/digest.h"
#include "crawler/warc_listing.h"
#include "tests/crawler/loopback_server.h"
#include "tests/crawler/url_of.h"
#include "tests/crawler/warc_samples.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

class Wget : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("wget --version >/dev/null 2>&1") != 0) {
      ASSERT_EQ(std::getenv("FELLOW_CI"), nullptr) << "FELLOW_CI is set, and this machine has no wget";
      GTEST_SKIP() << "wget is not installed: apt install wget";
    }
    const auto page = [&](const std::string& path, const ScriptedAnswer& scripted) {
      const std::string host = "jane.example";
      web_.script(host + "http://" + host + path, [scripted](const ScriptedRequest&) { return scripted; });
    };
    page("/", answer(200, home_, "Content-Type: text/html\r\nETag: \"h\"\r\nX-Robots-Tag: noarchive\r\n"));
    page("/robots.txt", answer(200, "User-agent: *\nDisallow: /private\n", "Content-Type: text/plain\r\n"));
    page("/old", answer(301, "", "Location: /papers\r\n"));
    page("/papers", {.pieces = {{"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"},
                                {"6\r\npapers\r\n"},
                                {"4\r\n, 2 \r\n0\r\n\r\n"}}});
    page("/cv",
         answer(200, samples::pack("packed though not asked for"), "Content-Type: text/html\r\nContent-Encoding: gzip\r\n"));
  }

  // The capture NAME.warc.gz (or .warc).
  void capture(const std::string& name, const std::string& options) {
    const std::string command =
        "cd " + dir_.path().string() +
        " && wget -q -r -l 3 -P out --no-hsts -e use_proxy=on -e http_proxy=127.0.0.1:" + std::to_string(web_.port()) +
        " --tries=1 --timeout=20 --warc-file=" + name + " " + options + " http://jane.example/";
    const int status = std::system(command.c_str());
    ASSERT_EQ(WEXITSTATUS(status), 8) << command;  // "server issued an error response": the 404
  }

  static std::string shown(const std::optional<ImportedPage>& page) {
    if (!page) return "nothing";
    return std::string(show(page->kind)) + " " + std::to_string(page->status) + " '" + page->body + "'" +
           (page->reason == Reason::none ? "" : " " + std::string(show(page->reason)));
  }

  void expect_everything(const CaptureSet& captures) {
    const auto newest = [&](const std::string& path) { return shown(captures.newest(url("http://jane.example" + path))); };
    EXPECT_EQ(newest("/"), "page 200 '" + home_ + "'");
    EXPECT_EQ(newest("/robots.txt"), "robots 200 'User-agent: *\nDisallow: /private\n'");
    EXPECT_EQ(newest("/old"), "redirect 301 ''");
    EXPECT_EQ(newest("/papers"), "page 200 'papers, 2 '");
    EXPECT_EQ(newest("/cv"), "page 200 'packed though not asked for'");
    EXPECT_EQ(newest("/missing"), "failure 404 'none'");
    EXPECT_EQ(newest("/private"), "nothing");
    EXPECT_THAT(captures.told(), IsEmpty());
    const ImportedPage home = captures.newest(url("http://jane.example/")).value();
    EXPECT_EQ(home.sha1, sha1_hex(home_));
    EXPECT_EQ(home.etag, "\"h\"");
    EXPECT_EQ(home.robots_tag, "noarchive");
    EXPECT_EQ(captures.newest(url("http://jane.example/old"))->location->text(), "http://jane.example/papers");
    captures.for_each(
        [](const ImportedPage& page) { EXPECT_EQ(page.detail, "") << page.url.text(); });  // its digests are right
  }

  const std::string home_ = "<a href=/old>papers</a> <a href=/cv>cv</a> <a href=/missing>m</a> <a href=/private>p</a>";
  TemporaryDirectory dir_;
  LoopbackServer web_;
};

TEST_F(Wget, ACaptureIsRead) {
  capture("packed", "");
  expect_everything(CaptureSet::open({dir_.path() / "packed.warc.gz"}).value());
  capture("plain", "--no-warc-compression");
  expect_everything(CaptureSet::open({dir_.path() / "plain.warc"}).value());
}

TEST_F(Wget, ASecondCaptureRefersToTheFirst) {
  capture("first", "--warc-cdx");
  capture("second", "--warc-dedup=first.cdx");
  std::vector<std::string> lines, told;
  const Result<bool> whole = list_warc(
      dir_.path() / "second.warc.gz", [&](const std::string& line) { lines.push_back(line); },
      [&](const std::string& sentence) { told.push_back(sentence); });
  EXPECT_TRUE(whole && *whole);
  EXPECT_THAT(told, IsEmpty());
  EXPECT_THAT(lines, Contains(HasSubstr(R"({"type":"revisit","uri":"http://jane.example/papers")")));
  expect_everything(CaptureSet::open({dir_.path() / "first.warc.gz", dir_.path() / "second.warc.gz"}).value());
  // Alone, it says that a body is missing.
  const CaptureSet second = CaptureSet::open({dir_.path() / "second.warc.gz"}).value();
  EXPECT_EQ(shown(second.newest(url("http://jane.example/papers"))), "page 200 '' not-modified");
}

}  // namespace
}  // namespace fellow::crawler
