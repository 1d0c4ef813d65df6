// SPDX-License-Identifier: GPL-3.0-or-later
// The daemon as its operator has it: configurations read again, the service manager told, sockets handed over, the access log,
// a new generation while everybody searches.
#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "fellow/json.h"
#include "fellow/url.h"
#include "indexer/indexer.h"
#include "tests/searchd/daemon_process.h"
#include "tests/searchd/fake_source.h"
#include "tests/searchd/plain_client.h"
#include "tests/temporary.h"

namespace fellow::searchd {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// Whether it is so within 10 s.
template <class Check>
bool soon(Check check) {
  for (int i = 0; i < 500; ++i) {
    if (check()) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}

class Operated : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(std::string(FELLOW_BINARY_DIR) + "/searchd")) GTEST_SKIP() << "searchd is not built";
    ASSERT_TRUE(indexer::publish(data.path(), made_up_people()));
  }
  std::vector<std::string> arguments() const { return {"--data", data.path().string(), "--listen", "127.0.0.1:0"}; }
  void configure(std::string_view text) const { write_file(data.path() / "fellow.toml", text); }
  std::string read(std::string_view name) const { return read_file(data.path() / name); }

  TemporaryDirectory data;
};

// A generation that cannot be opened is passed over, and so is one of a newer program: the operator is told once of each, and
// when all is well again.
TEST_F(Operated, TellsOnceOfAGenerationThatCannotBeOpened) {
  Process daemon(arguments());
  const std::uint16_t port = daemon.port();
  const auto publish_more = [&](const std::string& more) {
    auto people = made_up_people();
    people[0].biography += more;
    const auto published = indexer::publish(data.path(), people);
    EXPECT_TRUE(published);
    return published ? published->generation : 0;
  };
  const auto replace_current = [&](std::string_view name) {  // in one step, as a new generation would come
    const fs::path link = data.path() / "index" / "link";
    fs::create_symlink(name, link);
    fs::rename(link, data.path() / "index" / "current");
  };
  fs::copy(data.path() / "index" / "1", data.path() / "index" / "2");
  write_file(data.path() / "index" / "2" / "columns", "not columns");
  replace_current("2");
  EXPECT_THAT(daemon.read_to("until then\n"),
              HasSubstr("searchd: source local: " + (data.path() / "index" / "2" / "columns").string() +
                        ": the facet columns are damaged; run `fellow index` to build the index anew; generation 1 is served"));
  std::this_thread::sleep_for(3s);  // looked at several times meanwhile
  EXPECT_EQ(get(port, "/api/v1/search?q=serverless").status, 200);

  fs::create_directory(data.path() / "index" / "3");
  write_file(data.path() / "index" / "3" / "manifest.json", R"({"schema": 1000})");
  replace_current("3");
  const std::string text = daemon.read_to("schema 1000); update this program; generation 1 is served until then\n");
  EXPECT_EQ(text.find("damaged"), text.rfind("damaged")) << text;

  fs::remove_all(data.path() / "index" / "3");
  replace_current("1");
  EXPECT_EQ(publish_more("new"), 3U);
  EXPECT_THAT(daemon.read_to("is served\n"), HasSubstr("source local: generation 3 is served\n"));
}

TEST_F(Operated, SighupReadsTheConfigurationAgain) {
  const std::string log = "[log]\naccess = \"" + (data.path() / "access.log").string() + "\"\n";
  Process daemon(arguments());
  const std::uint16_t port = daemon.port();
  EXPECT_EQ(get(port, "/api/v1/search").headers.count("access-control-allow-origin"), 0U);

  configure("contact = \"https://other.example/\"\n[answers]\ncors = \"*\"\n" + log + "[listen]\nworkers = 3\n");
  daemon.signal(SIGHUP);
  EXPECT_TRUE(soon([&] { return get(port, "/api/v1/search").headers.count("access-control-allow-origin") == 1; }));
  EXPECT_THAT(get(port, "/about").body, HasSubstr("https://other.example/"));
  EXPECT_THAT(daemon.read_to("next start\n"), HasSubstr("listen.workers takes effect at the next start"));

  // What is wrong is told, and what was good stays.
  configure("contact = \"https://third.example/\"\nnonsense = 1\n");
  daemon.signal(SIGHUP);
  EXPECT_THAT(daemon.read_to("nonsense"), HasSubstr("the configuration stays as it was: "));
  EXPECT_EQ(get(port, "/api/v1/search").headers.count("access-control-allow-origin"), 1U);
  EXPECT_THAT(get(port, "/about").body, HasSubstr("https://other.example/"));
  EXPECT_THAT(get(port, "/metrics").body, HasSubstr("fellow_reloads_total{result=\"bad\"} 1\n"));

  // A log that was moved away is written anew.
  fs::rename(data.path() / "access.log", data.path() / "access.log.1");
  configure(log);
  daemon.signal(SIGHUP);
  EXPECT_TRUE(soon([&] { return get(port, "/healthz"), read("access.log").find("/healthz") != std::string::npos; }));
  EXPECT_THAT(read("access.log.1"), HasSubstr("\"path\":\"/about\""));
}

// R42.
TEST_F(Operated, TheAccessLogHoldsNoQueriesAndNoWholeAddresses) {
  for (const bool queries : {false, true}) {
    const std::string name = queries ? "with.log" : "without.log";
    configure("trusted_proxies = [\"127.0.0.0/8\"]\n[log]\naccess = \"" + (data.path() / name).string() +
              "\"\nqueries = " + (queries ? "true" : "false") + "\n");
    Process daemon(arguments());
    const std::uint16_t port = daemon.port();
    PlainClient client(port);
    client.send(
        "GET /api/v1/search?q=secret+words HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: 192.0.2.77\r\n"
        "Referer: https://a.example/?q=secret\r\nUser-Agent: secret\r\n\r\n");
    EXPECT_EQ(client.read()->status, 200);
    PlainClient broken(port);
    broken.send("nonsense secret\r\n\r\n");
    EXPECT_EQ(broken.read()->status, 400);
    daemon.signal(SIGTERM);
    EXPECT_EQ(daemon.exit_code(), 0);
    std::istringstream lines(read(name));
    std::vector<nlohmann::ordered_json> rows;
    for (std::string line; std::getline(lines, line);) rows.push_back(parse_json(line).value_or(nullptr));
    ASSERT_EQ(rows.size(), 2U) << read(name);
    EXPECT_EQ(rows[0]["client"], "192.0.2.0/24");
    EXPECT_EQ(rows[0]["method"], "GET");
    EXPECT_EQ(rows[0]["path"], "/api/v1/search");
    EXPECT_EQ(rows[0]["status"], 200);
    EXPECT_GT(rows[0]["bytes"], 100);
    EXPECT_TRUE(rows[0]["us"].is_number());
    EXPECT_TRUE(rows[0]["time"].get<std::string>().starts_with("20"));
    EXPECT_EQ(rows[1]["client"], "127.0.0.0/24");
    EXPECT_EQ(rows[1]["status"], 400);
    if (queries) {
      EXPECT_EQ(rows[0]["query"], "q=secret+words");
    } else {
      EXPECT_THAT(read(name), Not(HasSubstr("secret")));
    }
  }
}

// What a service manager hears, datagram by datagram.
class Manager {
 public:
  explicit Manager(const fs::path& path) : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Manager() { ::close(fd_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  // The next message but WATCHDOG=1; "" if there is none in 10 s.
  std::string next(bool watchdog = false) {
    while (true) {
      pollfd wish{fd_, POLLIN, 0};
      if (::poll(&wish, 1, 10'000) <= 0) return {};
      std::array<char, 4096> text{};
      const ssize_t got = ::recv(fd_, text.data(), text.size(), 0);
      const std::string message(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if ((message == "WATCHDOG=1") == watchdog) return message;
    }
  }

 private:
  int fd_;
};

TEST_F(Operated, TheServiceManagerIsTold) {
  Manager manager(data.path() / "notify");
  Process daemon(arguments(), {"NOTIFY_SOCKET=" + (data.path() / "notify").string(), "WATCHDOG_USEC=600000"});
  EXPECT_EQ(manager.next(), "READY=1");
  EXPECT_EQ(get(daemon.port(), "/healthz").status, 200);  // ready is when it answers
  EXPECT_EQ(manager.next(true), "WATCHDOG=1");
  EXPECT_EQ(manager.next(true), "WATCHDOG=1");
  daemon.signal(SIGHUP);
  EXPECT_TRUE(manager.next().starts_with("RELOADING=1\nMONOTONIC_USEC="));
  EXPECT_EQ(manager.next(), "READY=1");
  daemon.signal(SIGTERM);
  EXPECT_EQ(manager.next(), "STOPPING=1");
  EXPECT_EQ(daemon.exit_code(), 0);
}

TEST_F(Operated, ServesOnASocketThatIsHandedOver) {
  const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listening, 16), 0);
  socklen_t size = sizeof address;
  ::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size);
  PlainClient early(ntohs(address.sin_port));  // before anybody answers
  early.send("GET /readyz HTTP/1.1\r\nHost: a.example\r\n\r\n");
  // LISTEN_PID is the daemon's own number, which sh knows before it becomes the daemon.
  const std::string program = std::string(FELLOW_BINARY_DIR) + "/searchd";
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(listening, 3);
    ::fcntl(3, F_SETFD, 0);
    ::setenv("LISTEN_FDS", "1", 1);
    ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
    ::execl(program.c_str(), "searchd", "--data", data.path().c_str(), nullptr);
    ::_exit(127);
  }
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_EQ(early.read().value_or(PlainResponse{}).status, 200);
  EXPECT_EQ(get(ntohs(address.sin_port), "/api/v1/sources").status, 200);
  ::kill(pid, SIGTERM);
  int status = -1;
  ::waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
  ::close(listening);
}

TEST_F(Operated, MetricsHaveAnAddressOfTheirOwn) {
  const int probe = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  socklen_t size = sizeof address;
  ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(probe);
  const std::uint16_t own = ntohs(address.sin_port);
  configure("[metrics]\naddress = \"127.0.0.1:" + std::to_string(own) + "\"\n");
  Process daemon(arguments());
  const std::uint16_t port = daemon.port();
  EXPECT_EQ(get(port, "/metrics").status, 404);
  EXPECT_THAT(get(own, "/metrics").body, HasSubstr("fellow_requests_total{route=\"\",status=\"404\"} 1\n"));
  EXPECT_EQ(get(own, "/readyz").status, 200);
  EXPECT_EQ(get(own, "/api/v1/search").status, 404);
}

std::size_t entries_in(const fs::path& directory) {
  std::error_code gone;
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory, gone), fs::directory_iterator()));
}

std::string opened_by(pid_t pid) {
  std::string out;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd", gone))
    out += fs::read_symlink(entry.path(), gone).string() + "\n";
  return out;
}

// R28: in 5 s, without a failed request, the number never falls, and nothing of the old one stays open.
TEST_F(Operated, TakesUpGenerationsUnderLoadAndLetsTheOldOnesGo) {
  Process daemon(arguments());
  const std::uint16_t port = daemon.port();
  const std::string threads = "/proc/" + std::to_string(daemon.pid()) + "/task";
  std::atomic<bool> done{false};
  std::atomic<int> good{0}, bad{0}, fallen{0};
  std::atomic<std::uint64_t> seen{0};
  std::vector<std::thread> load;
  for (int t = 0; t < 4; ++t)
    load.emplace_back([&, t] {
      PlainClient client(port);
      std::uint64_t newest = 0;
      for (int i = 0; !done; ++i) {
        // Half of them are asked for the first time, half are kept.
        const std::string q = i % 2 == 0 ? "serverless" : "serverless+" + std::to_string(t) + "x" + std::to_string(i);
        client.send("GET /api/v1/search?match=any&facets=affiliation&q=" + q + " HTTP/1.1\r\nHost: a.example\r\n\r\n");
        const auto response = client.read();
        const auto json =
            response ? parse_json(response->body) : Result<nlohmann::ordered_json>(fail(Code::io, "nothing came"));
        if (!json || response->status != 200) {
          ++bad;
          return;
        }
        const auto generation = (*json)["generation"].get<std::uint64_t>();
        fallen += generation < newest;
        newest = generation;
        seen = std::max(seen.load(), generation);
        ++good;
      }
    });
  std::size_t threads_before = 0;
  auto people = made_up_people();
  for (std::uint64_t number = 2; number <= 6; ++number) {
    people[0].papers.push_back({.title = "Paper number " + std::to_string(number)});
    ASSERT_TRUE(indexer::publish(data.path(), people));
    const auto begin = std::chrono::steady_clock::now();
    while (seen < number && std::chrono::steady_clock::now() - begin < 20s && bad == 0) std::this_thread::sleep_for(20ms);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
    if (number == 3) threads_before = entries_in(threads);
  }
  done = true;
  for (auto& thread : load) thread.join();
  EXPECT_EQ(bad, 0);
  EXPECT_EQ(fallen, 0);
  EXPECT_GT(good, 100);
  EXPECT_EQ(seen, 6U);
  EXPECT_TRUE(soon([&] { return opened_by(daemon.pid()).find("/index/5/") == std::string::npos; })) << opened_by(daemon.pid());
  for (const char* old : {"/index/1/", "/index/2/", "/index/3/", "/index/4/"})
    EXPECT_THAT(opened_by(daemon.pid()), Not(HasSubstr(old)));
  EXPECT_LE(entries_in(threads), threads_before + 1);

  // The feed tells what they brought: once it asks, of each generation that is kept.
  const auto feed = get(port, "/feed?q=" + people[0].name.substr(0, 3));
  EXPECT_EQ(feed.status, 200) << feed.body;
  EXPECT_THAT(feed.body, HasSubstr("new paper: Paper number 6"));
  EXPECT_THAT(get(port, "/feed?q=nobodyiscalledso").body, Not(HasSubstr("<entry>")));
}

// R29: a damaged index is a 503, the process lives, and the next good generation is taken up.
TEST_F(Operated, OutlivesADamagedIndex) {
  std::vector<Profile> many = made_up_people();
  for (int i = 0; i < 300; ++i) {  // more than the engine keeps of it in memory
    Profile person = many[0];
    person.url = "https://p" + std::to_string(i) + ".example/";
    person.id = person_id(Url::parse(person.url).value());
    person.seeds = {person.url};
    person.name = "Person " + std::to_string(i);
    person.biography = std::string(2000, 'b') + " word" + std::to_string(i);
    many.push_back(person);
  }
  ASSERT_TRUE(indexer::publish(data.path(), many));
  Process daemon(arguments());
  const std::uint16_t port = daemon.port();
  EXPECT_EQ(get(port, "/api/v1/search?q=serverless").status, 200);
  {
    std::fstream file(data.path() / "index" / "current" / "people.glass", std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::size_t>(fs::file_size(data.path() / "index" / "current" / "people.glass"));
    const std::string noise(size, '\x5a');
    file.write(noise.data(), static_cast<std::streamsize>(noise.size()));
  }
  int refused = 0;
  for (const char* target : {"/api/v1/search?q=word77", "/api/v1/search?q=hkust&facets=affiliation&offset=200", "/?q=word250",
                             "/api/v1/suggest?q=person+1", "/feed?q=word12"}) {
    const auto response = get(port, target);
    EXPECT_TRUE(response.status == 200 || response.status == 503) << target << " " << response.status;
    refused += response.status == 503;
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(get(port, "/healthz").status, 200);
  ASSERT_TRUE(indexer::publish(data.path(), made_up_people()));
  EXPECT_TRUE(soon([&] { return get(port, "/api/v1/search?q=serverless+inference+again").status == 200; }));
}

}  // namespace
}  // namespace fellow::searchd
