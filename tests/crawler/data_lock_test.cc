// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/data_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

TEST(DataLock, OneHolderAtATime) {
  const TemporaryDirectory dir;
  {
    Result<DataLock> first = DataLock::take(dir.path() / "data");
    ASSERT_TRUE(first) << show(first.error());
    const Result<DataLock> second = DataLock::take(dir.path() / "data");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Code::busy);
    EXPECT_THAT(show(second.error()), testing::HasSubstr("process " + std::to_string(::getpid()) + " is writing"));
    DataLock moved = std::move(*first);
    EXPECT_FALSE(DataLock::take(dir.path() / "data"));
  }
  EXPECT_TRUE(DataLock::take(dir.path() / "data"));
}

// R33: a lock goes with its process, however that ends.
TEST(DataLock, AKilledHolderLeavesNoLock) {
  const TemporaryDirectory dir;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Result<DataLock> lock = DataLock::take(dir.path());
    const char byte = lock ? 'y' : 'n';
    if (::write(ready[1], &byte, 1) == 1) ::pause();
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'y');
  EXPECT_EQ(DataLock::take(dir.path()).error().code, Code::busy);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(DataLock::take(dir.path()));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(DataLock, NoDirectoryCanBeMade) {
  const TemporaryDirectory dir;
  write_file(dir.path() / "file", "");
  EXPECT_EQ(DataLock::take(dir.path() / "file").error().code, Code::io);
}

}  // namespace
}  // namespace fellow::crawler
