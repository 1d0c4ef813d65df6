// SPDX-License-Identifier: GPL-3.0-or-later
// fellow warc FILE, as a person runs it.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/temporary.h"

namespace fellow::cli {
namespace {

struct Ran {
  int code = 0;
  std::string out, talk;
};

class WarcCommand : public testing::Test {
 protected:
  Ran list(const std::string& bytes) {
    write_file(dir_.path() / "x.warc", bytes);
    return run((dir_.path() / "x.warc").string());
  }
  Ran run(const std::string& file) {
    const std::string talk = (dir_.path() / "talk").string(), out = (dir_.path() / "out").string();
    const std::string command = std::string(FELLOW_BINARY_DIR) + "/fellow warc " + file + " >" + out + " 2>" + talk;
    const int status = std::system(command.c_str());
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = read_file(out), .talk = read_file(talk)};
  }
  TemporaryDirectory dir_;
};

const std::string kRecord =
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://r.example/>\r\nWARC-Date: 2026-11-20T03:10:00Z\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: 63\r\n\r\n"
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n\r\n\r\n";

TEST_F(WarcCommand, PrintsALineARecord) {
  const Ran ran = list(kRecord + kRecord);
  EXPECT_EQ(ran.code, 0) << ran.talk;
  EXPECT_EQ(ran.talk, "");
  const std::string line = ran.out.substr(0, ran.out.find('\n') + 1);
  EXPECT_EQ(ran.out, line + line);
  EXPECT_EQ(nlohmann::json::parse(line), nlohmann::json::parse(R"({"type":"response","uri":"http://r.example/",
    "date":"2026-11-20T03:10:00Z","status":200,"length":5,"sha1":"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"})"));
}

TEST_F(WarcCommand, DamageIsExit2WithItsPlaceAndWhatWasWhole) {
  const Ran ran = list(kRecord + kRecord.substr(0, 100));
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1);
  const std::string place = (dir_.path() / "x.warc").string() + ":" + std::to_string(kRecord.size()) + ": ";
  EXPECT_EQ(ran.talk.rfind(place, 0), 0u) << ran.talk;
}

TEST_F(WarcCommand, AFileThatIsNotThereIsExit2) {
  const Ran ran = run("/nowhere/x.warc");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.talk.find("/nowhere/x.warc"), std::string::npos) << ran.talk;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(run("").code, 64);
}

}  // namespace
}  // namespace fellow::cli
