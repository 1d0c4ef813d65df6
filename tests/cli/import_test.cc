// SPDX-License-Identifier: GPL-3.0-or-later
// fellow import FILE…, and what index makes of it: people merged, told and parted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/temporary.h"

namespace fellow::cli {
namespace {

using testing::HasSubstr;

struct Ran {
  int code = 0;
  std::string out, talk;
};

class ImportCommand : public testing::Test {
 protected:
  Ran run(const std::string& arguments) {
    const std::string talk = (dir_.path() / "talk").string(), out = (dir_.path() / "out").string();
    const std::string command = std::string(FELLOW_BINARY_DIR) + "/fellow " + arguments + " --data " +
                                (dir_.path() / "data").string() + " >" + out + " 2>" + talk;
    const int status = std::system(command.c_str());
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = read_file(out), .talk = read_file(talk)};
  }
  std::string file(const std::string& lines) {
    write_file(dir_.path() / "p.jsonl", lines);
    return (dir_.path() / "p.jsonl").string();
  }
  std::size_t people() {
    const Ran ran = run("index --force --json");
    EXPECT_EQ(ran.code, 0) << ran.talk;
    return ran.code == 0 ? nlohmann::json::parse(ran.out)["people"].get<std::size_t>() : 0;
  }
  TemporaryDirectory dir_;
};

const std::string kJane =
    R"({"v":1,"url":"https://jane.example/","name":"Jane Doe","identifiers":{"orcid":"1"},"interests":[{"name":"Wombat ecology"}]})"
    "\n";
const std::string kOld = R"({"v":1,"url":"https://old.example/~jane","name":"J. Doe","identifiers":{"orcid":"1"}})"
                         "\n";
const std::string kMax = R"({"v":1,"url":"https://max.example","name":"Max Muster"})"
                         "\n";

TEST_F(ImportCommand, TakesInWhatIndexPublishes) {
  const Ran ran = run("import " + file(kJane + "\n{}\n" + kMax + kMax + "x\n") + " --json");
  EXPECT_EQ(ran.code, 0) << ran.talk;
  EXPECT_EQ(nlohmann::json::parse(ran.out), nlohmann::json::parse(R"({"profiles":2,"again":1,"forgotten":0,"bad":2})"));
  EXPECT_THAT(ran.talk, HasSubstr("p.jsonl:3: "));
  EXPECT_EQ(people(), 2u);
  EXPECT_THAT(run("search wombat --json").out, HasSubstr("\"https://jane.example/\""));
  // What export prints is taken in again, and says the same.
  const std::string before = run("export").out;
  EXPECT_EQ(run("import " + file(before)).code, 0);
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(run("export").out, before);
  // The list is replaced as a whole.
  EXPECT_EQ(run("import " + file(kMax)).code, 0);
  EXPECT_EQ(people(), 1u);
  EXPECT_NE(run("import " + file("x")).code, 0);
  EXPECT_EQ(people(), 1u);
}

TEST_F(ImportCommand, KeepsOutWhoAskedToBeForgotten) {
  EXPECT_EQ(run("import " + file(kJane + kMax)).code, 0);
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(run("forget https://max.example/").code, 0);
  EXPECT_THAT(run("import " + file(kJane + kMax) + " --json").out, HasSubstr("\"forgotten\":1"));
  EXPECT_EQ(people(), 1u);
}

TEST_F(ImportCommand, PeopleAreMergedToldAndPartedByHand) {
  const auto merges = dir_.path() / "data" / "merges.tsv";
  EXPECT_EQ(run("import " + file(kJane + kOld + kMax)).code, 0);
  EXPECT_EQ(people(), 2u);
  std::string told = read_file(merges);
  EXPECT_THAT(told, HasSubstr("\nmerged\thttps://jane.example/\thttps://old.example/~jane\torcid 1; the same name\n"));
  told.replace(told.find("\nmerged") + 1, 6, "different");
  write_file(merges, told);
  EXPECT_EQ(people(), 3u);
  EXPECT_THAT(read_file(merges), HasSubstr("\ndifferent\thttps://jane.example/"));
  write_file(merges, "same\thttps://max.example/\thttps://old.example/~jane\n");
  EXPECT_EQ(people(), 1u);  // and Jane with them: her ORCID
  write_file(merges, "sam\thttps://max.example/\thttps://old.example/~jane\n");
  EXPECT_THAT(run("index").talk, HasSubstr("merges.tsv:1"));
}

}  // namespace
}  // namespace fellow::cli
