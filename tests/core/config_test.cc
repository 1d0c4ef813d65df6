// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/config.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/temporary.h"

namespace fellow {
namespace {

class ConfigFile : public testing::Test {
 protected:
  Result<Config> read(std::string_view text) {
    write_file(file_, text);
    return read_config(file_);
  }
  std::string told(std::string_view text) {
    const auto config = read(text);
    if (config) return "no error";
    const std::string shown = show(config.error());
    return shown.substr(shown.find("config.toml"));
  }
  TemporaryDirectory directory_;
  std::filesystem::path file_ = directory_.path() / "config.toml";
};

TEST_F(ConfigFile, LimitsOfTheCrawlAreKeysOfCrawl) {
  const auto config =
      read("[crawl]\nrevisit_first = \"6h\"\nrevisit_last = \"14d\"\nwire_bytes = \"1MiB\"\nslow_rate = 50\npages = 12\n");
  ASSERT_TRUE(config) << show(config.error());
  EXPECT_EQ(config->crawl.revisit_first, std::chrono::hours(6));
  EXPECT_EQ(config->crawl.revisit_last, std::chrono::hours(14 * 24));
  EXPECT_EQ(config->crawl.wire_bytes, 1 << 20);
  EXPECT_EQ(config->crawl.slow_rate, 50);
  EXPECT_EQ(config->crawl.pages, 12);
  EXPECT_EQ(config->crawl.depth, CrawlLimits{}.depth);
  EXPECT_EQ(told("[crawl]\npages = 0\n"), "config.toml:2: crawl.pages should be a whole number, from 1 to 1000");
  EXPECT_EQ(told("[crawl]\n\nfirst_byte = \"soon\"\n"),
            "config.toml:3: crawl.first_byte should be a time like 90s, 30m, 20h or 30d, from 1s to 10m");
  EXPECT_EQ(told("[crawl]\nwire_bytes = 1.5\n"),
            "config.toml:2: crawl.wire_bytes should be a size like 2000, 64KiB or 5MiB, from 1 to 16MiB");
  EXPECT_EQ(told("[crawl]\npaegs = 3\n"), "config.toml:2: unknown key crawl.paegs");
  EXPECT_EQ(told("[crawl]\nrevisit_last = \"1h\"\n"),
            "config.toml:1: crawl.revisit_last should be no shorter than revisit_first");
}

TEST_F(ConfigFile, SetsWhatItNamesAndKeepsTheDefaults) {
  const auto config = read(R"(contact = "https://s.example/about"
delay = 0.5
public_email = true
trusted_proxies = ["127.0.0.0/8"]
[listen]
address = "127.0.0.1:9000"
[[source]]
name = "hkust"
kind = "index"
path = "index/current"
)");
  ASSERT_TRUE(config) << show(config.error());
  EXPECT_EQ(config->contact, "https://s.example/about");
  EXPECT_EQ(config->delay.count(), 500);
  EXPECT_TRUE(config->public_email);
  EXPECT_EQ(config->listen, "127.0.0.1:9000");
  EXPECT_EQ(config->user_agent, "FellowBot");
  ASSERT_EQ(config->sources.size(), 1U);
  EXPECT_EQ(config->sources[0].name, "hkust");
  EXPECT_EQ(read("")->delay.count(), 1000);
}

TEST_F(ConfigFile, SetsHowTheDaemonServes) {
  const auto config = read(R"([listen]
url = "https://s.example/"
io_threads = 3
workers = 7
queue = 0
connections = 2000
connections_per_address = 128
header_seconds = 5
body_seconds = 0.5
idle_seconds = 60
write_seconds = 20
[answers]
cors = "*"
cache_mb = 0
postings_mb = 200
[log]
access = "-"
queries = true
[metrics]
address = "127.0.0.1:9100"
)");
  ASSERT_TRUE(config) << show(config.error());
  const ServeConfig& serve = config->serve;
  EXPECT_EQ(serve.url, "https://s.example");
  EXPECT_EQ(serve.io_threads, 3);
  EXPECT_EQ(serve.workers, 7);
  EXPECT_EQ(serve.queue, 0);
  EXPECT_EQ(serve.connections, 2000);
  EXPECT_EQ(serve.connections_per_address, 128);
  EXPECT_EQ(serve.header.count(), 5000);
  EXPECT_EQ(serve.body.count(), 500);
  EXPECT_EQ(serve.idle.count(), 60'000);
  EXPECT_EQ(serve.write.count(), 20'000);
  EXPECT_TRUE(serve.any_origin);
  EXPECT_EQ(serve.cache_mb, 0);
  EXPECT_EQ(serve.postings_mb, 200);
  EXPECT_EQ(ServeConfig().postings_mb, std::nullopt) << "by the number of people";
  EXPECT_EQ(serve.access_log, "-");
  EXPECT_TRUE(serve.log_queries);
  EXPECT_EQ(serve.metrics, "127.0.0.1:9100");
}

TEST_F(ConfigFile, TellsLineAndKeyOfWhatIsWrong) {
  EXPECT_EQ(told("[listen]\nqueue = -1\n"), "config.toml:2: listen.queue should be a number from 0 to 100000");
  EXPECT_EQ(told("[answers]\npostings_mb = \"48 MB\"\n"),
            "config.toml:2: answers.postings_mb should be a number from 0 to 65536");
  EXPECT_EQ(told("[listen]\nqueue = 1.5\n"), "config.toml:2: listen.queue should be a number from 0 to 100000");
  EXPECT_EQ(told("[listen]\nconnections = 0\n"), "config.toml:2: listen.connections should be a number from 1 to 1000000");
  EXPECT_EQ(told("[listen]\nidle_seconds = 0\n"), "config.toml:2: listen.idle_seconds should be 0.1 to 3600 seconds");
  EXPECT_EQ(told("[listen]\nurl = \"s.example\"\n"),
            "config.toml:2: listen.url should be an address as https://search.example.edu");
  EXPECT_EQ(told("[answers]\ncors = \"a.example\"\n"), "config.toml:2: answers.cors should be \"closed\" or \"*\"");
  EXPECT_EQ(told("[log]\nlevel = 3\n"), "config.toml:2: unknown key log.level");
  EXPECT_EQ(told("a = 1\n"), "config.toml:1: unknown key a");
  EXPECT_EQ(told("\ncontact = 3\n"), "config.toml:2: contact should be a string in quotes");
  EXPECT_EQ(told("delay = -1\n"), "config.toml:1: delay should be a number from 0 on");
  for (const char* agent : {"", "Bad Bot", "Bot/9", "B\u00f6t", "x(y)"})
    EXPECT_EQ(told("user_agent = \"" + std::string(agent) + "\"\n"),
              "config.toml:1: user_agent should be one word of letters, digits, - and _, without a version");
  EXPECT_EQ(told("delay = nan\n"), "config.toml:1: delay should be a number from 0 on");
  EXPECT_EQ(told("[listen]\nport = 3\n"), "config.toml:2: unknown key listen.port");
  EXPECT_EQ(told("[[source]]\nname = \"x\"\nkind = \"ftp\"\n"),
            "config.toml:1: source should have a kind: index, xapian or searchd");
  const auto row = [](const std::string& keys) { return "[[source]]\nname = \"x\"\n" + keys; };
  const std::pair<std::string, std::string> rows[] = {
      {row("kind = \"index\"\n"), "source x: a source of kind index needs a path"},
      {row("kind = \"index\"\npath = \"a\"\nurl = \"http://a.example/\"\n"),
       "source x: a source of kind index takes a path, no url"},
      {row("kind = \"searchd\"\nurl = \"tcp://a.example:1\"\n"),
       "source x: a source of kind searchd needs a url that begins with https:// or http://"},
      {row("kind = \"searchd\"\npath = \"a\"\n"), "source x: a source of kind searchd takes a url, no path"},
      {row("kind = \"xapian\"\nurl = \"http://a.example/\"\n"),
       "source x: a source of kind xapian needs a url of the form tcp://HOST:PORT"},
      {row("kind = \"xapian\"\nurl = \"tcp://a.example:1\"\ntoken_file = \"t\"\n"),
       "source x: token_file and ca_file are for the kind searchd only: xapian-tcpsrv knows neither"},
      {row("kind = \"index\"\npath = \"a\"\ntimeout_ms = 10\n"), "source x: timeout_ms should be from 50 to 5000"},
  };
  for (const auto& [text, what] : rows) EXPECT_EQ(told(text), "config.toml:1: " + what);
  EXPECT_EQ(told(row("kind = \"index\"\npath = \"a\"\n") + row("kind = \"index\"\npath = \"b\"\n")),
            "config.toml:5: source x: every source needs a name of its own");
  EXPECT_TRUE(told("contact = \n").starts_with("config.toml:1: not valid TOML")) << told("contact = \n");
  EXPECT_EQ(read_config("/nowhere/fellow.toml").error().code, Code::not_found);
}

TEST(DataDirectory, FlagBeatsEnvironmentBeatsXdg) {
  setenv("FELLOW_DATA", "/f", 1);
  EXPECT_EQ(data_directory("/given"), "/given");
  EXPECT_EQ(data_directory(std::nullopt), "/f");
  unsetenv("FELLOW_DATA");
  setenv("XDG_DATA_HOME", "/x", 1);
  EXPECT_EQ(data_directory(std::nullopt), "/x/fellow");
  unsetenv("XDG_DATA_HOME");
}

}  // namespace
}  // namespace fellow
