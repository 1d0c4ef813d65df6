// SPDX-License-Identifier: GPL-3.0-or-later
// What was said to be committed is there after a kill at any moment, and a full disk is an error that leaves the stores whole
// (R31, R33, R35). Each case runs the writer in a child process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "crawler/archive.h"
#include "crawler/archive_manifest.h"
#include "crawler/archive_verify.h"
#include "crawler/catalog.h"
#include "crawler/data_lock.h"
#include "crawler/digest.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

constexpr int kPagesACommit = 3;

std::string body_of(int number) {
  return "body " + std::to_string(number) + std::string(static_cast<std::size_t>(number % 700) * 50, 'x');
}

Url page_of(int number) { return url("http://r.example/" + std::to_string(number)); }

Capture capture(int number) {
  return {.url = page_of(number),
          .request = "GET / HTTP/1.1\r\n\r\n",
          .response_header = "HTTP/1.1 200 OK\r\n\r\n",
          .body = body_of(number),
          .at = *parse_time("2026-11-20T03:10:00Z"),
          .unchanged_since = {}};
}

Result<void> put_page(Archive& archive, Catalog& catalog, int number) {
  Result<ArchivePlace> place = archive.append(capture(number));
  if (!place) return tl::unexpected<Error>(place.error());
  UrlState state;
  state.url = page_of(number);
  state.sha1 = sha1_hex(body_of(number));
  state.place = *place;
  return catalog.put_url_state(state);
}

// Writes pages from `number` on for ever; each commit's last page number goes down the pipe once it is durable.
[[noreturn]] void write_until_killed(const std::filesystem::path& data, int number, int pipe) {
  Result<DataLock> lock = DataLock::take(data);
  Result<Archive> archive = Archive::open(data, "fellow/test", nullptr, 100'000);
  Result<Catalog> catalog = Catalog::open(data);
  while (lock && archive && catalog) {
    if (!catalog->begin()) break;
    for (int i = 0; i < kPagesACommit; ++i) {
      if (!put_page(*archive, *catalog, number++)) ::_exit(1);
    }
    if (!archive->sync() || !catalog->commit()) break;
    if (::write(pipe, &number, sizeof number) != sizeof number) break;
  }
  ::_exit(1);
}

// Reads what the child says it has committed for that time, then kills it. The last number it said.
int kill_after(pid_t child, int pipe, std::chrono::microseconds time) {
  std::thread killer([&] {
    std::this_thread::sleep_for(time);
    ::kill(child, SIGKILL);
  });
  int number = 0, last = 0;
  while (::read(pipe, &number, sizeof number) == sizeof number) last = number;
  killer.join();
  ::waitpid(child, nullptr, 0);
  return last;
}

TEST(Durability, NothingCommittedIsLostByAKill) {
  const TemporaryDirectory dir;
  const auto seed = static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::uint32_t random = seed;
  int committed = 0;
  for (int round = 0; round < 12; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(ends[0]);
      write_until_killed(dir.path(), committed, ends[1]);
    }
    ::close(ends[1]);
    random = random * 1664525 + 1013904223;
    const int last = kill_after(child, ends[0], std::chrono::microseconds(20'000 + (random >> 8) % 150'000));
    ::close(ends[0]);
    if (last > committed) committed = last;

    const std::vector<Damage> damages = verify_archive(dir.path()).value();
    for (const Damage& damage : damages) EXPECT_TRUE(damage.torn_tail) << damage.what;
    // The next start needs no hand.
    const Result<DataLock> lock = DataLock::take(dir.path());
    ASSERT_TRUE(lock) << show(lock.error());
    const Result<Archive> archive = Archive::open(dir.path(), "fellow/test");
    ASSERT_TRUE(archive) << show(archive.error());
    EXPECT_TRUE(verify_archive(dir.path()).value().empty());
    const ArchiveManifest manifest = read_archive_manifest(dir.path()).value();
    std::vector<std::string> closed = archive_file_names(dir.path()).value();
    if (!closed.empty()) closed.pop_back();
    for (const std::string& name : closed) EXPECT_NE(manifest.find(name), nullptr) << name;
    Result<Catalog> catalog = Catalog::open(dir.path());
    ASSERT_TRUE(catalog) << show(catalog.error());
    for (int number = 0; number < committed; ++number) {
      const Result<std::optional<UrlState>> state = catalog->url_state(page_of(number));
      ASSERT_TRUE(state && *state) << number;
      const Result<std::string> body = read_body(dir.path(), (*state)->place);
      ASSERT_TRUE(body) << show(body.error());
      EXPECT_EQ(*body, body_of(number));
    }
    // Rows come in whole commits, and none points to a body that is not there.
    const std::vector<UrlState> all = catalog->all_urls().value();
    EXPECT_EQ(all.size() % kPagesACommit, 0u);
    for (const UrlState& state : all) EXPECT_TRUE(read_body(dir.path(), state.place)) << state.url.text();
  }
  EXPECT_GT(committed, 0);
}

void limit_files(rlim_t bytes) {
  rlimit limit{};
  CHECK(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  CHECK(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

// Runs in a child, since the limit holds for the process. 0, or the number of the step that did not go as it should.
int fill_the_disk(const std::filesystem::path& data) {
  ::signal(SIGXFSZ, SIG_IGN);
  Result<Archive> archive = Archive::open(data, "fellow/test");
  Result<Catalog> catalog = Catalog::open(data);
  if (!archive || !catalog || !put_page(*archive, *catalog, 0) || !archive->sync()) return 1;
  const std::filesystem::path file = data / "archive" / "fellow-000001.warc.gz";
  const std::uintmax_t before = std::filesystem::file_size(file);

  limit_files(before + 100);  // the next record fits in part
  const Result<ArchivePlace> failed = archive->append(capture(1));
  if (failed || failed.error().code != Code::io) return 2;
  if (failed.error().what.find("cannot write: ") != 0 || failed.error().where.find("fellow-000001") == std::string::npos)
    return 3;
  if (std::filesystem::file_size(file) != before) return 4;  // what was written of it is cut off again

  if (!catalog->begin()) return 5;
  UrlState state;
  state.detail = std::string(4000, 'x');
  Result<void> put;
  for (int i = 0; i < 3000 && put; ++i) {  // more than SQLite's cache, so that it writes before the commit
    state.url = page_of(10 + i);
    put = catalog->put_url_state(state);
  }
  const Result<void> done = put ? catalog->commit() : catalog->commit().and_then([&]() -> Result<void> { return put; });
  if (put && done) return 6;
  if (!put && put.error().code != Code::io) return 7;
  if (!done && done.error().code != Code::io) return 8;

  limit_files(RLIM_INFINITY);  // room again: both stores go on
  if (catalog->all_urls()->size() != 1) return 9;
  if (!put_page(*archive, *catalog, 2) || !archive->sync()) return 10;
  if (read_body(data, catalog->url_state(page_of(2)).value()->place) != body_of(2)) return 11;
  return read_body(data, catalog->url_state(page_of(0)).value()->place) == body_of(0) ? 0 : 12;
}

TEST(Durability, AFullDiskIsAnErrorAndLeavesTheStoresWhole) {
  const TemporaryDirectory dir;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(fill_the_disk(dir.path()));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace fellow::crawler
