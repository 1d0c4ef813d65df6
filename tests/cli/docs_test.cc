// SPDX-License-Identifier: GPL-3.0-or-later
// Every command line in docs/ does what is written there: the blocks marked `sh` run, in order, one document after the other,
// with captures instead of the web and the paths of the test. What is for root changes the machine: it is read by sh, and what
// it takes from here has to be here.
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
  std::string language;
  std::vector<std::string> lines;
};

std::vector<Block> blocks_of(const std::string& markdown) {
  std::vector<Block> out;
  bool inside = false;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) out.push_back({.language = line.substr(3), .lines = {}});
    } else if (inside) {
      out.back().lines.push_back(line);
    }
  }
  return out;
}

bool for_root(const Block& block) { return !block.lines.empty() && block.lines.front().starts_with("# as root"); }

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
    for (const char* directory : {"bin", "etc/fellow", "var/lib", "mnt/backup", "srv"})
      fs::create_directories(root_ / directory);
    capture();
    const std::string program = std::string(FELLOW_BINARY_DIR) + "/fellow", root = root_.string();
    write_file(root_ / "bin" / "fellow", "#!/bin/sh\ncase $1 in\n  update|crawl) more='--warc " + root +
                                             "/capture.warc.gz' ;;\n  doctor) more=--offline ;;\nesac\nexec " + program +
                                             " \"$@\" --now $(cat " + root + "/now) $more\n");
    fs::permissions(root_ / "bin" / "fellow", fs::perms::owner_all);
  }
  // The web of these tests is the archive that SmallData wrote.
  void capture() const {
    fs::copy_file(data_ / "archive" / "fellow-000001.warc.gz", root_ / "capture.warc.gz", fs::copy_options::overwrite_existing);
    write_file(root_ / "now", show_time(now_ + std::chrono::hours(1)));
  }
  // With the directories of the test in the place of the machine's.
  std::string here(const std::string& line) const {
    return std::regex_replace(line, std::regex("(^|[ =])/(etc/fellow|var/lib|mnt|srv)"), "$1" + root_.string() + "/$2");
  }
  Ran run(const std::string& line) const {
    return shell("export PATH=" + (root_ / "bin").string() + ":$PATH FELLOW_DATA=" + (root_ / "var/lib/fellow").string() +
                 "; " + here(line));
  }
  void run_document(const std::string& name) {
    const auto blocks = blocks_of(read_file(kSource / "docs" / name));
    ASSERT_FALSE(blocks.empty()) << name;
    std::size_t commands = 0;
    for (const Block& block : blocks) {
      if (block.language == "toml" || block.language == "csv") {
        std::string text;
        for (const std::string& line : block.lines) text += line + "\n";
        write_file(root_ / "etc/fellow" / (block.language == "toml" ? "fellow.toml" : "seeds.csv"), text);
      }
      if (block.language != "sh" || for_root(block)) continue;
      for (const std::string& line : block.lines) {
        if (line.empty() || line.starts_with("#")) continue;
        ++commands;
        const Ran ran = run(line);
        EXPECT_EQ(ran.code, promised(line)) << name << ": " << line << "\n" << ran.out;
      }
    }
    EXPECT_GT(commands, 4u) << name;
  }
  fs::path root_;
};

TEST_F(Docs, EveryCommandLineRuns) {
  run_document("install.md");
  EXPECT_THAT(run("fellow search 'graph databases'").out, HasSubstr("Mara Ellingsworth"));
  now_ += std::chrono::hours(24);
  visit("http://mara.example/", home_page("Mara Ellingsworth", "EPFL", "Graph databases"));
  capture();
  run_document("operator.md");
  EXPECT_EQ(run("fellow verify").code, 0);
}

std::vector<fs::path> documents() {
  std::vector<fs::path> out;
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
