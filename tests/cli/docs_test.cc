// SPDX-License-Identifier: GPL-3.0-or-later
// Every command line in docs/ and README.md does what is written there: the blocks marked `sh` run, in order, one document
// after the other, with captures instead of the web and the paths of the test. What is for root, or builds, changes the
// machine: it is read by sh, what it takes from here has to be here, and what it copies is copied into a tree of the test's.
#include <gmock/gmock.h>

#include <regex>
#include <sstream>

#include "cli/command.h"
#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kSource = FELLOW_SOURCE_DIR;

struct Block {
  std::string language, file;  // "sh", "html lantern.html"
  std::vector<std::string> lines;
};

// Also of a list: what the fence is indented by is taken off.
std::vector<Block> blocks_of(const std::string& markdown) {
  std::vector<Block> out;
  bool inside = false;
  std::size_t indent = 0;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(begin, 3, "```") == 0) {
      inside = !inside;
      if (!inside) continue;
      indent = begin;
      const std::string info = line.substr(begin + 3);
      const std::size_t blank = std::min(info.find(' '), info.size());
      out.push_back({.language = info.substr(0, blank), .file = info.substr(std::min(blank + 1, info.size())), .lines = {}});
    } else if (inside) {
      out.back().lines.push_back(line.substr(std::min(indent, begin)));
    }
  }
  return out;
}

// It changes the machine, or builds.
bool not_run(const Block& block) {
  return !block.lines.empty() &&
         (block.lines.front().starts_with("# as root") || block.lines.front().starts_with("# in a checkout"));
}

// Lines of sh that belong together: a line, or one with its here-document.
std::vector<std::string> commands_of(const Block& block) {
  std::vector<std::string> out;
  std::string end;
  for (const std::string& line : block.lines) {
    if (!end.empty()) {
      out.back() += "\n" + line;
      if (line == end) end.clear();
      continue;
    }
    if (line.empty() || line.starts_with("#")) continue;
    out.push_back(line);
    if (const std::size_t at = line.find("<<"); at != std::string::npos) end = line.substr(at + 2);
  }
  return out;
}

// The exit code that a comment promises: "# exit 2: …"; else 0.
int promised(const std::string& line) {
  std::smatch found;
  return std::regex_search(line, found, std::regex("# exit (\\d+)")) ? std::stoi(found[1]) : 0;
}

class Docs : public SmallData {
 protected:
  void SetUp() override {
    SmallData::SetUp();
    root_ = directory_.path() / "root";
    for (const char* directory : {"bin", "etc/fellow", "etc/systemd/system", "etc/nginx/conf.d", "usr/bin", "var/lib",
                                  "var/log", "mnt/backup", "srv/orcid", "work", "home"})
      fs::create_directories(root_ / directory);
    fs::create_directory_symlink(kSource / "seeds", root_ / "work" / "seeds");
    fs::copy_file(kSource / "tests/extractor/orcid_record.json", root_ / "srv/orcid/0009-0001-0000-0014.json");
    visit("https://www.cs.example.edu/~jane/", home_page("Jane Hallgrimsdottir", "ETH Zurich", "Graph databases"));
    visit("https://cs.example.edu/people/",
          "<html><body><h1>People</h1><ul><li><a href='https://www.cs.example.edu/~jane/'>Jane Hallgrimsdottir</a></li>"
          "<li><a href='http://odo.example/'>Odo Birnbaum</a></li></ul></body></html>");
    capture();
    const std::string program = FELLOW_BINARY_DIR, root = root_.string();
    script("fellow", "case \"$1 $2\" in\n  update*|crawl*|'seeds discover') more='--warc " + root +
                         "/capture.warc.gz' ;;\n  doctor*) more=--offline ;;\nesac\nexec " + program +
                         "/fellow \"$@\" --now $(cat " + root + "/now) $more\n");
    // Until it listens, then as when it is told to stop.
    script("searchd", program + "/searchd $(echo \"$@\" | sed 's/:8080/:0/') > " + root +
                          "/said & pid=$!\nfor i in $(seq 200); do grep -q listening " + root +
                          "/said && break; sleep 0.05; done\nkill -TERM $pid\nwait $pid\n");
  }
  void script(const std::string& name, const std::string& text) const {
    write_file(root_ / "bin" / name, "#!/bin/sh\n" + text);
    fs::permissions(root_ / "bin" / name, fs::perms::owner_all);
  }
  // The web of these tests is the archive that SmallData wrote.
  void capture() const {
    fs::copy_file(data_ / "archive" / "fellow-000001.warc.gz", root_ / "capture.warc.gz", fs::copy_options::overwrite_existing);
    write_file(root_ / "now", show_time(now_ + std::chrono::hours(1)));
  }
  // With the directories of the test in the place of the machine's.
  std::string here(const std::string& line) const {
    return std::regex_replace(line, std::regex("(^|[ =])/(etc/|usr/bin|var/l|mnt|srv)"), "$1" + root_.string() + "/$2");
  }
  Ran run(const std::string& line, const std::string& environment = "") const {
    return shell("cd " + (root_ / "work").string() + "; export HOME=" + (root_ / "home").string() +
                 " PATH=" + (root_ / "bin").string() + ":$PATH; unset XDG_DATA_HOME; " +
                 (environment.empty() ? "export FELLOW_DATA=" + (root_ / "var/lib/fellow").string() : environment) + "; " +
                 here(line));
  }
  void run_document(const std::string& name, std::size_t least) {
    const auto blocks = blocks_of(read_file(kSource / "docs" / name));
    ASSERT_FALSE(blocks.empty()) << name;
    std::size_t commands = 0;
    for (const Block& block : blocks) {
      std::string text;
      for (const std::string& line : block.lines) text += line + "\n";
      if (block.language == "toml" || block.language == "csv")
        write_file(root_ / "etc/fellow" / (block.language == "toml" ? "fellow.toml" : "seeds.csv"), text);
      if (block.language == "html") write_file(root_ / "work" / block.file, text);
      if (block.language != "sh" || not_run(block)) continue;
      for (const std::string& line : commands_of(block)) {
        ++commands;
        const Ran ran = run(line);
        EXPECT_EQ(ran.code, promised(line)) << name << ": " << line << "\n" << ran.out;
      }
    }
    EXPECT_GE(commands, least) << name;
  }
  fs::path root_;
};

TEST_F(Docs, EveryCommandLineRuns) {
  run_document("install.md", 5);
  EXPECT_THAT(run("fellow search 'graph databases'").out, HasSubstr("Mara Ellingsworth"));
  now_ += std::chrono::hours(24);
  visit("http://mara.example/", home_page("Mara Ellingsworth", "EPFL", "Graph databases"));
  capture();
  run_document("operator.md", 30);
  EXPECT_EQ(run("fellow verify").code, 0);
  EXPECT_THAT(read_file(root_ / "work" / "proposed.csv"), HasSubstr("https://www.cs.example.edu/~jane/"));
}

TEST_F(Docs, TheWalkCanBeWalked) {
  run_document("architecture.md", 6);
  EXPECT_THAT(run("fellow search 'serverless inference HKUST' --data walk").out, HasSubstr("Linfeng Auyeung"));
  run_document("themes.md", 1);
}

// With an address, an id and files in the place of the words that stand for them.
TEST_F(Docs, TheReadmeRuns) {
  const std::string home = "unset FELLOW_DATA";
  const fs::path profiles = root_ / "work" / "profiles.jsonl";
  write_file(profiles, R"({"v":1,"url":"https://max.example/","name":"Max Muster","interests":[{"name":"Graph databases"}]})"
                       "\n");
  fs::create_directory_symlink(root_ / "srv/orcid", root_ / "work" / "records");
  std::size_t commands = 0;
  for (const Block& block : blocks_of(read_file(kSource / "README.md"))) {
    if (block.language != "sh") continue;
    for (std::string line : commands_of(block)) {
      if (line.starts_with("deploy/")) continue;  // what the continuous integration does
      line = std::regex_replace(line, std::regex("--contact …"), "--contact https://search.example.edu/about");
      line = std::regex_replace(line, std::regex("^fellow warc FILE"), "fellow warc " + (root_ / "capture.warc.gz").string());
      if (line.starts_with("fellow show ID")) {
        const std::string found = run("fellow search Hallgrimsdottir --json", home).out;
        std::smatch id;
        ASSERT_TRUE(std::regex_search(found, id, std::regex("\"id\":\"([a-z0-9]{16})\""))) << found;
        line.replace(line.find("ID"), 2, id[1].str());
      }
      ++commands;
      const Ran ran = run(line, home);
      EXPECT_EQ(ran.code, promised(line)) << line << "\n" << ran.out;
    }
  }
  EXPECT_GE(commands, 20u);
}

// The lines for root that copy something, into a tree of the test's and without the users of the machine.
TEST_F(Docs, WhatRootCopiesIsThere) {
  std::size_t copied = 0;
  for (const Block& block : blocks_of(read_file(kSource / "docs/install.md"))) {
    if (block.language != "sh" || !not_run(block)) continue;
    for (std::string line : commands_of(block)) {
      if (!line.starts_with("install ")) continue;
      line = std::regex_replace(line, std::regex("-o fellow -g fellow "), "");
      line = std::regex_replace(line, std::regex("build/release/bin"), std::string(FELLOW_BINARY_DIR));
      line = std::regex_replace(line, std::regex(" deploy/"), " " + (kSource / "deploy/").string());
      const Ran ran = run(line);
      EXPECT_EQ(ran.code, 0) << line << "\n" << ran.out;
      ++copied;
    }
  }
  EXPECT_GE(copied, 5u);
  EXPECT_TRUE(fs::exists(root_ / "usr/bin/searchd"));
  EXPECT_TRUE(fs::exists(root_ / "etc/systemd/system/searchd.socket"));
}

// The first crawl fills what the units serve: as their user, in their directory, before the first command that writes.
TEST_F(Docs, TheFirstCrawlIsThatOfTheNights) {
  const std::string unit = read_file(kSource / "deploy/systemd/fellow-update.service"),
                    text = read_file(kSource / "docs/install.md");
  std::smatch user, data;
  ASSERT_TRUE(std::regex_search(unit, user, std::regex("\nUser=(\\w+)\n")));
  ASSERT_TRUE(std::regex_search(unit, data, std::regex("\nEnvironment=(FELLOW_DATA=\\S+)\n")));
  const std::size_t shell = text.find("\nrunuser -u " + user[1].str() + " -- env " + data[1].str() + " sh\n");
  ASSERT_NE(shell, std::string::npos);
  EXPECT_LT(shell, text.find("\nfellow update"));
  EXPECT_THAT(read_file(kSource / "deploy/systemd/searchd.service"), HasSubstr("--data " + data[1].str().substr(12) + " "));
}

std::vector<fs::path> documents() {
  std::vector<fs::path> out{kSource / "README.md", kSource / "CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator(kSource / "docs"))
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  return out;
}

TEST_F(Docs, WhatIsForRootIsShAndTakesWhatIsHere) {
  std::size_t files = 0;
  for (const fs::path& document : documents()) {
    for (const Block& block : blocks_of(read_file(document))) {
      if (block.language != "sh") continue;
      std::string script;
      for (const std::string& line : block.lines) script += line + "\n";
      write_file(directory_.path() / "script", script);
      EXPECT_EQ(shell("sh -n " + (directory_.path() / "script").string()).code, 0) << script;
      const std::regex path("(^|[ \n])(deploy/[A-Za-z0-9_./-]+)");
      for (std::sregex_iterator at(script.begin(), script.end(), path), end; at != end; ++at, ++files) {
        EXPECT_TRUE(fs::exists(kSource / (*at)[2].str())) << (*at)[2];
      }
    }
  }
  EXPECT_GE(files, 5u);
}

// `fellow X --option` inside a sentence: the command is there, and has the option.
TEST_F(Docs, SentencesNameCommandsThatExist) {
  std::size_t named = 0;
  for (const fs::path& document : documents()) {
    const std::string text = read_file(document);
    const std::regex quoted("`fellow ([a-z]+)([^`\n]*)`"), option("--[a-z-]+");
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at, ++named) {
      const Ran help = shell(std::string(FELLOW_BINARY_DIR) + "/fellow " + (*at)[1].str() + " --help");
      EXPECT_EQ(help.code, 0) << at->str();
      const std::string rest = (*at)[2];
      for (std::sregex_iterator word(rest.begin(), rest.end(), option); word != end; ++word) {
        EXPECT_THAT(help.out, HasSubstr(word->str())) << at->str();
      }
    }
  }
  EXPECT_GT(named, 10u);
}

}  // namespace
}  // namespace fellow::cli
