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

// A profile that came without a page is no seed that failed.
TEST_F(ImportCommand, IsReportedAsWhatItIs) {
  ASSERT_EQ(run("import " + file(kJane + kMax)).code, 0);
  EXPECT_THAT(run("index --force").talk, HasSubstr("0 unchanged, 2 imported, 0 without a home page"));
  const Ran report = run("report");
  EXPECT_THAT(report.out, HasSubstr("https://jane.example/  imported, not visited yet\n"));
  EXPECT_THAT(report.talk, HasSubstr("seeds: 2 ok, 0 refused, 0 failed, 0 gone\n"));
  EXPECT_THAT(run("report --problems").out, testing::Not(HasSubstr("jane.example")));
}

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

TEST_F(ImportCommand, OnlyTheUrlMustBeThere) {
  EXPECT_EQ(run("import " + file("\xEF\xBB\xBF{\"url\":\"https://max.example\"}\r\n")).code, 0);
  EXPECT_EQ(people(), 1u);
  EXPECT_THAT(run("export").out, HasSubstr(R"("url":"https://max.example/")"));
  EXPECT_EQ(run("import " + file(R"({"v":2,"url":"https://max.example"})")).code, 64);
}

// A line that is too deep for a reader of its own stack is one bad line.
TEST_F(ImportCommand, ADeepLineIsSkipped) {
  const std::string deep(1'000'000, '['), shut(1'000'000, ']');
  const Ran ran = run("import " + file("{\"url\":\"https://deep.example/\",\"x\":" + deep + shut + "}\n" + kMax) + " --json");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr(R"("profiles":1,)"));
  EXPECT_THAT(ran.talk, HasSubstr("p.jsonl:1: "));
}

// R17, R41: what is written elsewhere is held to what a page is held to.
TEST_F(ImportCommand, WhatStrangersWriteIsCutToMeasure) {
  const std::string many(300, 'x');
  std::string prose = "Call +41 44 632 11 11 or write";
  for (int i = 0; i < 120; ++i) prose += " to somebody" + std::to_string(i) + "@h.example,";
  const std::string line = R"j({"url":"http://h.example/","name":"Ada\u202e\u0000 Nought","alternate_names":[")j" + many +
                           R"j("],"seeds":["nonsense"],"photo_url":"data:image/png,x","biography":")j" + prose +
                           R"j(","advisors":[{"name":"Eve","url":"javascript:alert(1)"}],"papers":[{"title":"On wombats",)j"
                           R"j("url":"javascript:alert(2)"},{"title":"On quolls","url":"https://h.example/q"}]})j";
  EXPECT_EQ(run("import " + file(line)).code, 0);
  EXPECT_EQ(people(), 1u);
  const auto ada = nlohmann::json::parse(run("export").out);
  EXPECT_EQ(ada["name"], "Ada Nought");
  EXPECT_EQ(ada["alternate_names"][0].get<std::string>().size(), 200u);
  EXPECT_EQ(ada["seeds"], nlohmann::json::parse(R"(["http://h.example/"])"));
  EXPECT_EQ(ada["biography"].get<std::string>().find('@'), std::string::npos) << ada["biography"];
  EXPECT_EQ(ada["biography"].get<std::string>().find("632"), std::string::npos) << ada["biography"];
  EXPECT_FALSE(ada.contains("photo_url"));
  EXPECT_FALSE(ada["advisors"][0].contains("url"));
  EXPECT_FALSE(ada["papers"][0].contains("url"));
  EXPECT_EQ(ada["papers"][1]["url"], "https://h.example/q");
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

// A record of ORCID (tests/extractor/orcid_record.json: Mara Ellingsworth) beside pages.
class ImportOrcid : public ImportCommand {
 protected:
  static constexpr const char* kIri = "https://orcid.org/0009-0001-0000-0014";
  const std::string record_ = std::string(FELLOW_SOURCE_DIR) + "/tests/extractor/orcid_record.json";

  void page(const std::string& name, const std::string& orcid) {
    nlohmann::json mara{
        {"v", 1},
        {"url", "http://mara.example/"},
        {"name", name},
        {"interests", {{{"name", "Wombat ecology"}}}},
        {"evidence", {{"/interests/0", {{"url", "http://mara.example/"}, {"method", "section"}, {"confidence", 0.9}}}}}};
    if (!orcid.empty()) mara["identifiers"]["orcid"] = orcid;
    EXPECT_EQ(run("import " + file(mara.dump() + "\n" + kMax)).code, 0);
  }
  nlohmann::json person(const std::string& address) {
    const Ran ran = run("show " + address + " --json");
    EXPECT_EQ(ran.code, 0) << ran.talk;
    return ran.code == 0 ? nlohmann::json::parse(ran.out) : nlohmann::json();
  }
};

TEST_F(ImportOrcid, JoinsTheProfileThatCarriesTheId) {
  page("Mara Ellingsworth", "0009-0001-0000-0014");
  EXPECT_EQ(people(), 2u);
  const std::string id = person("http://mara.example/")["id"];
  EXPECT_EQ(nlohmann::json::parse(run("import --json --orcid " + record_).out)["profiles"], 1);
  EXPECT_EQ(people(), 2u);
  const auto mara = person("http://mara.example/");
  EXPECT_EQ(mara["id"], id);  // the page stays who she is, though the record says more
  EXPECT_EQ(mara["url"], "http://mara.example/");
  EXPECT_EQ(mara["papers"].size(), 2u);
  EXPECT_EQ(mara["evidence"]["/papers/0"]["url"], kIri);
  EXPECT_EQ(mara["evidence"]["/education/0"]["url"], kIri);
  EXPECT_EQ(mara["evidence"]["/interests/0"]["url"], "http://mara.example/");
  EXPECT_EQ(mara["evidence"]["/interests/1"]["url"], kIri);
  EXPECT_THAT(run("search 'unasked questions' --json").out, HasSubstr(id));
  EXPECT_THAT(read_file(dir_.path() / "data" / "merges.tsv"), HasSubstr("orcid 0009-0001-0000-0014; the same name"));
  // Again, and by its own address: the same person.
  EXPECT_EQ(run("import --orcid " + record_).code, 0);
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(person(kIri)["id"], id);
  EXPECT_THAT(run("report --json").out, HasSubstr(R"("lists":["orcid"],"outcome":"ok")"));
  // The crawl never asks for the record, and what it said stays.
  const Ran crawl = run("crawl --list other --seeds " + file("http://nowhere.invalid/\n") +
                        " --contact https://x.example/ --connect-to ::127.0.0.1:9 --delay 0 --now 2030-01-01");
  EXPECT_EQ(crawl.code, 0) << crawl.talk;
  EXPECT_THAT(run("report --problems").out, testing::Not(HasSubstr("orcid.org")));  // and nothing is amiss
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(person("http://mara.example/")["papers"].size(), 2u);
}

TEST_F(ImportOrcid, NeverMakesTwoOfOne) {
  // Somebody of that name without an iD may be her: the record waits, and it is told.
  const auto merges = dir_.path() / "data" / "merges.tsv";
  EXPECT_EQ(run("import --orcid " + record_).code, 0);
  EXPECT_EQ(people(), 1u);  // nobody else yet: a person of its own
  page("M. Ellingsworth", "");
  EXPECT_EQ(people(), 2u);
  std::string told = read_file(merges);
  EXPECT_THAT(told, HasSubstr(std::string("apart\thttp://mara.example/\t") + kIri + "\tthe same name"));
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(read_file(merges), told);
  // The operator knows.
  std::string ruled = told;
  ruled.replace(ruled.find("\napart") + 1, 5, "different");
  write_file(merges, ruled);
  EXPECT_EQ(people(), 3u);
  ruled = told;
  ruled.replace(ruled.find("\napart") + 1, 5, "same");
  write_file(merges, ruled);
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(person("http://mara.example/")["papers"].size(), 2u);
}

TEST_F(ImportOrcid, ANamesakeWithAnotherIdIsSomebodyElse) {
  page("Mara Ellingsworth", "0009-0001-0000-0022");
  EXPECT_EQ(run("import --orcid " + record_).code, 0);
  EXPECT_EQ(people(), 3u);
}

TEST_F(ImportOrcid, AnIdUnderAnotherNameMakesTheRecordWait) {
  page("Ottoline Brandt", "0009-0001-0000-0014");  // a copied template, or a name that was changed: not for us to say
  EXPECT_EQ(run("import --orcid " + record_).code, 0);
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(person("http://mara.example/").contains("papers"), false);
  EXPECT_THAT(read_file(dir_.path() / "data" / "merges.tsv"), HasSubstr("orcid 0009-0001-0000-0014; other names"));
}

TEST_F(ImportOrcid, ForgetsThePersonAndNotTheRegistry) {
  page("Mara Ellingsworth", "0009-0001-0000-0014");
  EXPECT_EQ(run("import --orcid " + record_).code, 0);
  EXPECT_EQ(people(), 2u);
  const Ran forgotten = run("forget http://mara.example/");
  EXPECT_EQ(forgotten.code, 0);
  EXPECT_THAT(forgotten.out + forgotten.talk, testing::Not(HasSubstr("everything on orcid.org")));
  EXPECT_THAT(run("import --json --orcid " + record_).out, HasSubstr("\"forgotten\":1"));
  auto other = nlohmann::json::parse(read_file(record_));
  other["orcid-identifier"]["path"] = "0009-0001-0000-0022";
  other["person"]["name"]["family-name"]["value"] = "Somebody";
  other["person"]["name"]["given-names"]["value"] = "Else";
  other["person"]["name"]["credit-name"] = nullptr;
  other["person"]["other-names"] = nullptr;
  EXPECT_THAT(run("import --json --orcid " + file(other.dump())).out, HasSubstr("\"profiles\":1"));
  EXPECT_EQ(people(), 2u);
}

TEST_F(ImportOrcid, SeveralFilesAreOneListAndLinesAreRecords) {
  auto other = nlohmann::json::parse(read_file(record_));
  const std::string first = other.dump();
  other["orcid-identifier"]["path"] = "0009-0001-0000-0022";
  const Ran lines = run("import --json --orcid " + file(first + "\nno record\n" + other.dump() + "\n"));
  EXPECT_EQ(nlohmann::json::parse(lines.out), nlohmann::json::parse(R"({"profiles":2,"again":0,"forgotten":0,"bad":1})"));
  EXPECT_THAT(lines.talk, HasSubstr("p.jsonl:2: "));
  EXPECT_EQ(people(), 2u);
  EXPECT_EQ(nlohmann::json::parse(run("import --json --orcid " + record_ + " " + record_).out)["again"], 1);
  EXPECT_EQ(people(), 1u);  // the list is replaced
  EXPECT_EQ(run("import --orcid " + (dir_.path() / "none.json").string()).code, 2);
  EXPECT_EQ(people(), 1u);
}

}  // namespace
}  // namespace fellow::cli
