// SPDX-License-Identifier: GPL-3.0-or-later
// What a night leaves for whoever watches, and the list that a page of people proposes.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Night : public SmallData {
 protected:
  // The pages that were visited, as a web that can be asked.
  std::string web() const {
    const fs::path capture = directory_.path() / "web.warc.gz";
    fs::copy_file(data_ / "archive" / "fellow-000001.warc.gz", capture, fs::copy_options::overwrite_existing);
    return "--warc " + capture.string();
  }
  fs::path file(const char* name) const { return directory_.path() / name; }
  Ran update(const std::string& more) const {
    return fellow("update " + web() + " --report " + file("night.json").string() + " --metrics " + file("night.prom").string() +
                  " " + more);
  }
};

TEST_F(Night, TellsInTwoFiles) {
  ASSERT_EQ(update("").code, 0);
  const auto report = nlohmann::json::parse(read_file(file("night.json")));
  EXPECT_EQ(report["exit"], 0);
  EXPECT_EQ(report["people"], 6);
  EXPECT_EQ(report["seeds"], 6);
  const std::string metrics = read_file(file("night.prom"));
  EXPECT_THAT(metrics, HasSubstr("\n# TYPE fellow_people gauge\nfellow_people 6\n"));
  EXPECT_THAT(metrics, HasSubstr("\nfellow_update_exit_code 0\n"));
  EXPECT_THAT(metrics, HasSubstr("\nfellow_update_last_success_timestamp_seconds " +
                                 std::to_string(now_.time_since_epoch().count()) + "\n"));
}

// A night that changes nothing publishes nothing, and is a night all the same.
TEST_F(Night, IsRememberedAlsoWhereNothingChanged) {
  EXPECT_THAT(fellow("status").out, HasSubstr("last run: none\n"));
  ASSERT_EQ(update("").code, 0);
  EXPECT_THAT(fellow("status").out, HasSubstr("last run: update " + show_time(now_) + ", 0 s: 6 pages "));
  now_ += std::chrono::days(8);
  EXPECT_THAT(fellow("doctor --offline").out, HasSubstr("fail  index: "));
  const Ran quiet = update("");
  EXPECT_THAT(quiet.out, HasSubstr("generation 1 (unchanged)"));
  EXPECT_THAT(fellow("doctor --offline").out, HasSubstr("ok    index: generation 1, 6 people, "));
  now_ += std::chrono::hours(1);
  ASSERT_EQ(fellow("crawl " + web()).code, 0);
  EXPECT_THAT(fellow("status").out, HasSubstr("last run: crawl " + show_time(now_)));
}

TEST_F(Night, SaysWhyItIsNoGoodNight) {
  put_list("http://mara.example/\nhttp://nowhere.example/\n");
  const Ran ran = update("--force");
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("1 of 2 seeds fail"));
  EXPECT_THAT(ran.out, HasSubstr("fellow report --broken"));
  EXPECT_EQ(update("--force --max-failed nan").code, 64);
  EXPECT_EQ(update("--force --max-failed 0.5").code, 0);
}

// A page without results is not "nobody".
TEST_F(Night, WhoIsNotShownIsStillCounted) {
  index();
  for (const char* page : {"--limit 0", "--offset 100"}) {
    const std::string out = fellow("search graph " + std::string(page)).out;
    EXPECT_THAT(out, HasSubstr("6 people")) << page;
    EXPECT_THAT(out, Not(HasSubstr("nobody"))) << page;
  }
  EXPECT_THAT(fellow("search xqzvwk").out, HasSubstr("nobody found"));
}

// One who is not the owner is told so, and not to begin anew.
TEST_F(Night, ADirectoryThatIsClosedIsNoEmptyOne) {
  const fs::path data = file("loop");  // as closed to root as to anybody
  fs::create_symlink(data, data);
  for (const char* command : {"status", "search x"}) {
    const Ran ran = fellow_in(data, command);
    EXPECT_EQ(ran.code, 2) << command;
    EXPECT_THAT(ran.out, HasSubstr("cannot be looked into: ")) << command;
  }
}

TEST_F(Night, TheAlertsAreOfMetricsThatAreWritten) {
  ASSERT_EQ(update("").code, 0);
  const std::string metrics = read_file(file("night.prom")),
                    rules = read_file(fs::path(FELLOW_SOURCE_DIR) / "deploy/prometheus/fellow.rules.yml");
  const std::regex name("fellow_update_[a-z_]+");
  std::size_t named = 0;
  for (std::sregex_iterator at(rules.begin(), rules.end(), name), end; at != end; ++at) {
    ++named;
    EXPECT_THAT(metrics, HasSubstr("\n" + at->str() + " ")) << at->str();
  }
  EXPECT_GE(named, 4u);
}

TEST_F(Night, AFailedNightKeepsTheDayOfTheLastGoodOne) {
  ASSERT_EQ(update("").code, 0);
  const std::string success =
      "\nfellow_update_last_success_timestamp_seconds " + std::to_string(now_.time_since_epoch().count()) + "\n";
  now_ += std::chrono::hours(24);
  EXPECT_EQ(update("--shard 9/3").code, 64);
  const std::string metrics = read_file(file("night.prom"));
  EXPECT_THAT(metrics, HasSubstr("\nfellow_update_exit_code 64\n"));
  EXPECT_THAT(metrics, HasSubstr(success));
  EXPECT_THAT(metrics, Not(HasSubstr("fellow_people")));
  EXPECT_THAT(nlohmann::json::parse(read_file(file("night.json")))["error"].get<std::string>(), HasSubstr("--shard"));
}

TEST_F(Night, AFileThatCannotBeWrittenIsToldBeforeTheNight) {
  for (const char* option : {"--report", "--metrics"}) {
    for (const std::string path : {"/nowhere/at/all.json", directory_.path().c_str()}) {
      const Ran ran = fellow("update " + web() + " " + option + " " + path);
      EXPECT_EQ(ran.code, 64) << ran.out;
      EXPECT_THAT(ran.out, HasSubstr(path + ": cannot be written: "));
    }
  }
  EXPECT_THAT(fellow("status").out, HasSubstr("last run: none\n"));
}

// The night is published all the same, and no alert says that it is not.
TEST_F(Night, AFileThatCannotBeWrittenAnyMoreIsTold) {
  const fs::path swept = data_ / "index" / "9.building";
  fs::create_directories(swept);
  const Ran ran =
      fellow("update " + web() + " --report " + (swept / "night.json").string() + " --metrics " + file("night.prom").string());
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("night.json: cannot be written: "));
  EXPECT_THAT(fellow("search 'graph databases'").out, HasSubstr("Mara Ellingsworth"));
  const std::string metrics = read_file(file("night.prom"));
  EXPECT_THAT(metrics, HasSubstr("\nfellow_update_exit_code 1\n"));
  EXPECT_THAT(metrics, HasSubstr("\nfellow_update_last_success_timestamp_seconds "));
}

TEST_F(Night, WatchesTellWhatIsNewOnce) {
  index();
  ASSERT_EQ(fellow("watch add graph databases EPFL").code, 0);
  EXPECT_EQ(fellow("watch add graph databases EPFL").code, 64);
  EXPECT_EQ(fellow("watch add ' '").code, 64);
  ASSERT_EQ(fellow("watch add graph databases").code, 0);
  EXPECT_EQ(fellow("watch run").out, "");
  EXPECT_THAT(fellow("watch list").out, HasSubstr("graph databases EPFL  (0 people)\ngraph databases  (6 people)\n"));

  now_ += std::chrono::hours(24);
  visit("http://runa.example/", home_page("Runa Isaksdottir", "EPFL", "Graph databases"));
  const Ran night = update("--again");
  EXPECT_EQ(night.code, 0) << night.out;
  EXPECT_THAT(night.out, HasSubstr("new for \"graph databases EPFL\":\n  Runa Isaksdottir  http://runa.example/  id "));
  EXPECT_THAT(night.out, Not(HasSubstr("new for \"graph databases\"")));
  EXPECT_EQ(nlohmann::json::parse(read_file(file("night.json")))["watches"][0]["query"], "graph databases EPFL");
  EXPECT_EQ(fellow("watch run").out, "");

  ASSERT_EQ(fellow("forget http://runa.example/").code, 0);
  ASSERT_EQ(fellow("watch run").code, 0);
  EXPECT_THAT(fellow("watch list").out, HasSubstr("graph databases EPFL  (0 people)"));
  ASSERT_EQ(fellow("watch remove graph databases EPFL").code, 0);
  EXPECT_EQ(fellow("watch remove graph databases EPFL").code, 2);
}

TEST_F(Night, WatchesAddedAtOnceAreAllThere) {
  index();
  std::vector<std::jthread> adding;
  for (int i = 0; i < 8; ++i) adding.emplace_back([this, i] { fellow("watch add topic " + std::to_string(i)); });
  adding.clear();
  const std::string list = fellow("watch list").out;
  for (int i = 0; i < 8; ++i) EXPECT_THAT(list, HasSubstr("topic " + std::to_string(i) + "  ("));
}

TEST_F(Night, AListOfWatchesThatIsNoneIsNamed) {
  index();
  for (const char* text : {R"({"v":"1","watches":[]})", R"({"v":null,"watches":[]})", "[1,2"}) {
    write_file(data_ / "watches.json", text);
    const Ran ran = fellow("watch list");
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_THAT(ran.out, HasSubstr("watches.json"));
  }
  EXPECT_EQ(update("").code, 0);  // the night goes on
}

TEST_F(Night, APageOfPeopleProposesSeeds) {
  visit("http://dept.example/people/",
        "<h1>People</h1><ul><li><a href='/~ellingsworth/'>Mara Ellingsworth</a></li><li>Odo Birnbaum <a "
        "href='http://odo.example/'>homepage</a></li><li><a href='/news/1'>Ilse Vandermolen</a></li>"
        "<li><a href='http://tamsin.example/'>Tamsin Oyelaran</a></li></ul>");
  ASSERT_EQ(fellow("forget http://tamsin.example/").code, 0);
  const Ran ran = fellow("seeds discover http://dept.example/people/ 2>/dev/null " + web());
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, testing::StartsWith("url,name,why\nhttp://dept.example/~ellingsworth/,Mara Ellingsworth,"));
  EXPECT_THAT(ran.out, HasSubstr("\nhttp://odo.example/,Odo Birnbaum,"));
  EXPECT_THAT(ran.out, Not(HasSubstr("Vandermolen")));
  EXPECT_THAT(ran.out, Not(HasSubstr("Oyelaran")));
  write_file(file("list.csv"), ran.out);
  EXPECT_EQ(fellow("seeds check " + file("list.csv").string()).code, 0);  // what comes out can go in
}

TEST_F(Night, APageThatCannotBeHadIsNamedWithItsReason) {
  const Ran ran = fellow("seeds discover http://absent.example/ " + web());
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("http://absent.example/"));
  EXPECT_EQ(fellow("seeds discover nonsense " + web()).code, 64);
  EXPECT_EQ(fellow("seeds discover https://github.com/orgs/x/people " + web()).code, 64);
}

}  // namespace
}  // namespace fellow::cli
