// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a person runs it: exit codes, what goes to stdout and stderr, wrong input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/command.h"
#include "cli/crawl_step.h"
#include "cli/progress.h"
#include "cli/show_profile.h"
#include "fellow/export_formats.h"
#include "tests/temporary.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int code = 0;
  std::string out;  // stdout and stderr
};

Ran fellow(const std::string& arguments) {
  const std::string command = std::string(FELLOW_BINARY_DIR) + "/fellow " + arguments + " 2>&1";
  Ran ran;
  std::FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) ran.out.append(buffer, got);
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

class Cli : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return (folder_ / name).string();
  }
  std::string data() const { return "--data " + (folder_ / "data").string() + " "; }
  TemporaryDirectory directory_;
  fs::path folder_ = directory_.path();
};

TEST_F(Cli, EveryCommandHasHelp) {
  for (const Command& command : kCommands) {
    const Ran ran = fellow(std::string(command.name) + " --help");
    EXPECT_EQ(ran.code, 0) << command.name;
    EXPECT_NE(ran.out.find(command.purpose), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("--data"), std::string::npos);
  }
  EXPECT_THAT(fellow("--version").out,
              ::testing::MatchesRegex("fellow [0-9][^\n]*\nwith Xapian [0-9].*, libcurl [0-9].*, nlohmann-json [0-9].*\n"));
}

TEST_F(Cli, WrongUseIsExit64AndSaysWhatToDo) {
  EXPECT_EQ(fellow("").code, 64);
  EXPECT_EQ(fellow("nonsense").code, 64);
  EXPECT_EQ(fellow("search").code, 64);
  EXPECT_EQ(fellow("url http://r.example/").code, 64);
  EXPECT_EQ(fellow("export --format xml").code, 64);
  const Ran no_contact = fellow("crawl " + data() + "--seeds " + file("s.txt", "http://r.example/\n"));
  EXPECT_EQ(no_contact.code, 64);
  EXPECT_NE(no_contact.out.find("--contact"), std::string::npos) << no_contact.out;
  const Ran hasty =
      fellow("crawl " + data() + "--contact https://s.example/ --delay 0.1 --seeds " + file("s.txt", "http://r.example/\n"));
  EXPECT_EQ(hasty.code, 64);
  EXPECT_NE(hasty.out.find("--connect-to"), std::string::npos) << hasty.out;
  const Ran no_list = fellow("update " + data() + "--contact https://s.example/ --seeds /nowhere/list.csv");
  EXPECT_NE(no_list.code, 0);
  EXPECT_NE(no_list.out.find("/nowhere/list.csv"), std::string::npos) << no_list.out;
  const Ran no_config = fellow("search x --config /nowhere/fellow.toml");
  EXPECT_NE(no_config.code, 0);
  EXPECT_NE(no_config.out.find("/nowhere/fellow.toml"), std::string::npos);
}

TEST_F(Cli, LimitsOfTheCrawlAreFlags) {
  const std::string seeds = "--contact https://s.example/ --seeds " + file("s.txt", "http://r.example/\n");
  const struct {
    const char *flags, *told;
  } rows[] = {
      {"--pages 0", "--pages: should be a whole number, from 1 to 1000"},
      {"--revisit-first soon", "--revisit-first: should be a time like 90s, 30m, 20h or 30d, from 1m to 365d"},
      {"--wire-bytes 1GiB", "--wire-bytes: should be a size like 2000, 64KiB or 5MiB, from 1 to 16MiB"},
      {"--revisit-last 1h", "revisit_last: should be no shorter than revisit_first"},
  };
  for (const auto& [flags, told] : rows) {
    for (const char* command : {"crawl ", "update "}) {
      const Ran ran = fellow(command + data() + seeds + " " + flags);
      EXPECT_EQ(ran.code, 64) << flags;
      EXPECT_NE(ran.out.find(told), std::string::npos) << ran.out;
    }
  }
  const std::string help = fellow("crawl --help").out;
  EXPECT_NE(help.find("--revisit-last TIME"), std::string::npos) << help;
  EXPECT_NE(help.find("(default 30d; revisit_last in [crawl])"), std::string::npos) << help;
}

TEST_F(Cli, AnUnknownCommandIsNamedAndTheNearestOneSuggested) {
  const struct {
    const char *word, *nearest;
  } rows[] = {{"serach", "search"}, {"updte", "update"}, {"crwal", "crawl"}, {"reports", "report"}, {"foget", "forget"},
              {"exprot", "export"}, {"shwo", "show"},    {"urls", "url"},    {"indx", "index"},     {"demos", "demo"}};
  for (const auto& [word, nearest] : rows) EXPECT_EQ(nearest_command(word), nearest) << word;
  const Ran ran = fellow("serach 'graph databases' --limit 3");
  EXPECT_EQ(ran.code, 64);
  EXPECT_EQ(ran.out, "fellow: unknown command 'serach'; did you mean 'search'? (fellow --help lists them all)\n");
  EXPECT_NE(fellow("foo").out.find("unknown command 'foo'; did you mean '"), std::string::npos);
  EXPECT_NE(fellow("$(printf 'a\\033b')").out.find("unknown command 'a"), std::string::npos);
  EXPECT_EQ(fellow("$(printf 'a\\033b')").out.find('\033'), std::string::npos);
  EXPECT_EQ(fellow("''").code, 64);
}

TEST_F(Cli, SearchSaysWhatWasMeant) {
  const struct {
    const char *arguments, *told;
  } rows[] = {
      {"hkust -stanco", "goes into quotes: fellow search \""},
      {"x --filter year=abc", "--filter year: wanted: a number or a range"},
      {"$(printf %2000s x | tr ' ' x)", "QUERY: wanted: at most 1024 bytes"},
      {"x --limit 101", "--limit: wanted: a number from 0 to 100"},
  };
  for (const auto& [arguments, told] : rows) {
    const Ran ran = fellow("search " + data() + arguments);
    EXPECT_EQ(ran.code, 64) << arguments;
    EXPECT_NE(ran.out.find(told), std::string::npos) << ran.out;
  }
}

TEST_F(Cli, SearchWithoutAnIndexSaysHowToGetOne) {
  const Ran ran = fellow("search x " + data());
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.out.find("fellow update"), std::string::npos) << ran.out;
}

TEST_F(Cli, ASecondWriterEndsAtOnceWithExit3) {
  fs::create_directories(folder_ / "data");
  const std::string lock = (folder_ / "data" / "lock").string();
  const std::string command =
      "flock " + lock + " " + std::string(FELLOW_BINARY_DIR) + "/fellow index " + data() + " >/dev/null 2>&1";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST_F(Cli, Url) {
  EXPECT_EQ(fellow("url https://r.example/~j/ '../a b.pdf#x'").out, "https://r.example/a%20b.pdf\n");
  EXPECT_EQ(fellow("url https://r.example/ mailto:j@r.example").code, 1);
  EXPECT_EQ(fellow("url https://r.example/ http://j@r.example/").code, 1);
  EXPECT_EQ(fellow("url nonsense x").code, 64);
}

TEST_F(Cli, Robots) {
  const std::string rules = file("robots.txt", "User-agent: FellowBot\nDisallow: /private/\nUser-agent: *\nDisallow: /\n");
  const Ran open = fellow("robots --agent FellowBot --url http://r.example/x " + rules);
  EXPECT_EQ(open.out, "allowed\n");
  EXPECT_EQ(open.code, 0);
  const Ran closed = fellow("robots --agent FellowBot --url http://r.example/private/x " + rules);
  EXPECT_EQ(closed.out, "disallowed\n");
  EXPECT_EQ(closed.code, 1);
  EXPECT_EQ(fellow("robots --agent other --url http://r.example/x " + rules).code, 1);
  EXPECT_EQ(fellow("robots --url http://r.example/x /nowhere/robots.txt").code, 2);
}

TEST_F(Cli, Text) {
  const std::string page = file("p.html", "<title>T</title><p>One &amp; two</p><script>no</script><ul><li>three</li></ul>");
  const Ran ran = fellow("text " + page);
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("One & two\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("three\n"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("no"), std::string::npos) << ran.out;
}

TEST_F(Cli, Extract) {
  const std::string page = file("index.html",
                                "<html><head><title>Mara Ellingsworth</title></head><body><h1>Mara Ellingsworth</h1><p>I am a "
                                "PhD student at ETH Zurich.</p>"
                                "<h2>Research interests</h2><ul><li>Graph databases</li></ul></body></html>");
  const Ran ran = fellow("extract --url https://m.example/ " + page);
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("\"name\":\"Mara Ellingsworth\""), std::string::npos) << ran.out;
  const Ran explained = fellow("extract --explain --url https://m.example/ " + page);
  EXPECT_NE(explained.out.find("<https://m.example/>"), std::string::npos) << explained.out;
  EXPECT_NE(explained.out.find("left out: name  "), std::string::npos) << explained.out;  // what, and by which rule
  EXPECT_NE(explained.out.find(": not the shape of a person's name"), std::string::npos) << explained.out;
  EXPECT_EQ(fellow("extract --url nonsense " + page).code, 64);
  EXPECT_EQ(fellow("extract --url https://m.example/ /nowhere").code, 2);
  fs::create_directories(folder_ / "site" / "papers");
  fs::create_symlink("loop", folder_ / "site" / "loop");
  file("site/index.html", read_file(page));
  const Ran folder = fellow("extract --url https://m.example/ " + (folder_ / "site").string());
  EXPECT_EQ(folder.code, 0) << folder.out;
  EXPECT_NE(folder.out.find("\"name\":\"Mara Ellingsworth\""), std::string::npos) << folder.out;
}

TEST(Duration, IsReadInItsUnits) {
  EXPECT_EQ(parse_duration("90")->count(), 90);
  EXPECT_EQ(parse_duration("90s")->count(), 90);
  EXPECT_EQ(parse_duration("30m")->count(), 1800);
  EXPECT_EQ(parse_duration("2h")->count(), 7200);
  for (const char* wrong : {"", "h", "2d", "-1h", "0", "2 h"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Progress, TellsWhatIsDoneAndLeft) {
  crawler::CrawlProgress progress;
  progress.pages = 30;
  progress.seeds_done = 5;
  progress.seeds = 20;
  progress.hosts = 6;
  progress.bytes = 2048;
  EXPECT_EQ(show(progress, std::chrono::duration<double>(10)),
            "30 pages, 5/20 seeds, 6 hosts, 0 errors, 2 KiB, 3.0 pages/s, about 0:30 left");
}

Profile somebody() {
  Profile p;
  p.id = "abc";
  p.url = "https://m.example/";
  p.name = "Mara \"M\" Ellingsworth";
  p.email = "mara@m.example";
  p.affiliations = {{.name = "ETH Zurich", .country = "CH"}};
  p.interests = {{.name = "=Graphs, large"}};
  p.identifiers = {{"orcid", "0000-0000-0000-0001"}};
  p.papers = {{.title = "On {braces}", .authors = {"M. Ellingsworth", "J. Doe"}, .year = 2024, .venue = "VLDB"}};
  return p;
}

TEST(Formats, Csv) {
  EXPECT_EQ(
      csv_of(somebody()),
      "abc,https://m.example/,\"Mara \"\"M\"\" Ellingsworth\",ETH Zurich,,\" =Graphs, large\",CH,0000-0000-0000-0001,,1\r\n");
}

TEST(Formats, Bibtex) {
  EXPECT_EQ(bibtex_of(somebody()),
            "@article{abc:1,\n  title = {On braces},\n  author = {M. Ellingsworth and J. Doe},\n  year = {2024},\n  journal = "
            "{VLDB}\n}\n\n");
}

TEST(Formats, JsonLdHasNoAddressAndKnowsTheTerms) {
  const std::string json = json_ld_of(somebody());
  EXPECT_EQ(json.find("mara@"), std::string::npos);
  for (const char* term : {"\"@type\":\"Person\"", "\"knowsAbout\":[\"=Graphs, large\"]",
                           "https://orcid.org/0000-0000-0000-0001", "\"datePublished\":\"2024\""}) {
    EXPECT_NE(json.find(term), std::string::npos) << json;
  }
}

TEST(Explained, TracesEachFact) {
  Profile p = somebody();
  p.evidence["/interests/0"] = {"https://m.example/r.html", "section", 0.8, ""};
  const std::string text = explained(p);
  EXPECT_NE(text.find("=Graphs, large\n                <https://m.example/r.html> section 0.80"), std::string::npos) << text;
  EXPECT_EQ(text.find("mara@"), std::string::npos);
}

}  // namespace
}  // namespace fellow::cli
