// SPDX-License-Identifier: GPL-3.0-or-later
// The program as it is started: over a published index, as a process with signals and exit codes.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "fellow/json.h"
#include "indexer/indexer.h"
#include "searchd/api.h"
#include "searchd/http_server.h"
#include "tests/searchd/daemon_process.h"
#include "tests/searchd/fake_source.h"
#include "tests/searchd/plain_client.h"
#include "tests/temporary.h"

namespace fellow::searchd {
namespace {

namespace fs = std::filesystem;

nlohmann::ordered_json json_at(std::uint16_t port, std::string_view target) {
  return parse_json(get(port, target).body).value_or(nullptr);
}

// R28: the next generation is served without a restart, and before the first there are no matches.
TEST(Daemon, ServesWhatIsPublishedAndTakesUpTheNextGeneration) {
  const TemporaryDirectory data;
  const auto server =
      HttpServer::start({}, make_api({indexer::open_source("local", data.path() / "index" / "current")}, Config{}));
  ASSERT_TRUE(server);
  const std::uint16_t port = (*server)->port();
  EXPECT_EQ(get(port, "/readyz").status, 503);
  EXPECT_EQ(json_at(port, "/api/v1/search?q=serverless")["total"]["value"], 0);

  std::vector<Profile> people = made_up_people();
  people.pop_back();
  ASSERT_TRUE(indexer::publish(data.path(), {people[0], people[1]}));
  const auto wait_for = [&](int profiles) {
    for (int i = 0; i < 100 && json_at(port, "/api/v1/sources")["sources"][0]["profiles"] != profiles; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return json_at(port, "/api/v1/search?q=serverless+inference&facets=affiliation");
  };
  auto answer = wait_for(2);
  EXPECT_EQ(answer["results"][0]["display_name"], "Ada Muster");
  EXPECT_EQ(answer["facets"]["affiliation"][0]["value"], "hkust");
  EXPECT_EQ(get(port, "/readyz").status, 200);
  const auto generation = answer["generation"].get<std::uint64_t>();

  ASSERT_TRUE(indexer::publish(data.path(), people));
  answer = wait_for(3);
  EXPECT_EQ(answer["total"]["value"], 2);
  EXPECT_GT(answer["generation"].get<std::uint64_t>(), generation);
  EXPECT_EQ(json_at(port, "/api/v1/researchers/" + people[0].id)["papers"][0]["venue"], "SIGCOMM");
  EXPECT_EQ(get(port, "/api/v1/search?limit=100").body.find('@'), std::string::npos);
}

class DaemonProcess : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(std::string(FELLOW_BINARY_DIR) + "/searchd")) GTEST_SKIP() << "searchd is not built";
  }

  fs::path write(std::string_view name, std::string_view text) const {
    write_file(data.path() / name, text);
    return data.path() / name;
  }

  TemporaryDirectory data;
};

TEST_F(DaemonProcess, StopsOnSigtermAndSigint) {
  for (const int number : {SIGTERM, SIGINT}) {
    Process daemon({"--data", data.path().string(), "--listen", "127.0.0.1:0"});
    const std::string line = daemon.read_to("\n");
    ASSERT_TRUE(line.starts_with("listening on http://127.0.0.1:")) << line;
    const auto port = static_cast<std::uint16_t>(std::atoi(line.c_str() + line.rfind(':') + 1));
    EXPECT_EQ(get(port, "/healthz").status, 200);
    PlainClient idle(port);
    const auto begin = std::chrono::steady_clock::now();
    daemon.signal(number);
    EXPECT_EQ(daemon.exit_code(), 0);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  }
}

TEST_F(DaemonProcess, SaysWhatIsWrongWithExitCodes) {
  const auto taken = HttpServer::start({}, [](const HttpRequest&) { return HttpResponse{}; });
  const fs::path remote =
      write("remote.toml", "[[source]]\nname = \"cmu\"\nkind = \"xapian\"\nurl = \"https://cmu.example\"\n");
  const fs::path twice = write(
      "twice.toml",
      "[[source]]\nname = \"a\"\nkind = \"index\"\npath = \"x\"\n[[source]]\nname = \"a\"\nkind = \"index\"\npath = \"y\"\n");
  const fs::path broken = write("broken.toml", "contact = \n");
  write("file", "x");
  const fs::path log = write("log.toml", "[log]\naccess = \"/nowhere/access.log\"\n");
  const fs::path proxies = write("proxies.toml", "trusted_proxies = [\"10.0.0.0/99\"]\n");
  const fs::path metrics = write("metrics.toml", "[metrics]\naddress = \"here\"\n");
  struct Row {
    std::vector<std::string> arguments;
    int code;
    std::string_view says;
  };
  const Row rows[] = {
      {{"--version"}, 0, "searchd 0"},
      {{"--help"}, 0, "--listen"},
      {{"--nonsense"}, 64, "--nonsense"},
      {{"--listen", "nowhere"}, 64, "nowhere: "},
      {{"--listen", "127.0.0.1:" + std::to_string((*taken)->port())}, 2, "cannot listen"},
      {{"--config", (data.path() / "missing.toml").string()}, 64, "missing.toml"},
      {{"--config", broken.string()}, 64, "broken.toml:1"},
      {{"--config", remote.string()}, 64, "source cmu: a source of kind xapian needs a url of the form tcp://HOST:PORT"},
      {{"--config", twice.string()}, 64, "name of its own"},
      {{"--data", (data.path() / "nowhere").string()}, 64, "nowhere: there is no such data directory"},
      {{"--data", (data.path() / "file").string()}, 64, "file: there is no such data directory"},
      {{"--config", log.string()}, 2, "the access log cannot be opened"},
      {{"--check-config", "--config", broken.string()}, 64, "broken.toml:1"},
      {{"--check-config", "--config", proxies.string()}, 64, "not a network"},
      {{"--check-config", "--config", log.string()}, 2, "the access log cannot be opened"},
      {{"--check-config", "--listen", "nowhere"}, 64, "nowhere: "},
      {{"--check-config", "--config", metrics.string()}, 64, "here: not an address"},
      {{"--check-config"}, 0, "source local: nothing published yet\nthe configuration is good"},
  };
  for (const Row& row : rows) {
    std::vector<std::string> arguments;
    if (row.arguments.front() != "--data") arguments = {"--data", data.path().string()};
    arguments.insert(arguments.end(), row.arguments.begin(), row.arguments.end());
    Process daemon(arguments);
    const std::string said = daemon.read_to(std::string_view("\0", 1));
    EXPECT_NE(said.find(row.says), std::string::npos) << said;
    EXPECT_EQ(daemon.exit_code(), row.code) << said;
  }
}

}  // namespace
}  // namespace fellow::searchd
