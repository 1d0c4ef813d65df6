// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch_body.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

std::string pieces(FetchBody& body, std::size_t size) {
  std::string all;
  for (std::size_t at = 0; at < size; at += 1000) {
    std::string piece(std::min<std::size_t>(1000, size - at), static_cast<char>('a' + at / 1000 % 26));
    body.append(piece);
    all += piece;
  }
  return all;
}

TEST(FetchBody, the_same_bytes_come_back_wherever_they_were) {
  const TemporaryDirectory directory;
  FetchBody body;
  body.spool_in(directory.path());
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, FetchBody::kInMemory, FetchBody::kInMemory + 1, 3 * FetchBody::kInMemory + 17}) {
    const std::string all = pieces(body, size);
    EXPECT_EQ(body.size(), size);
    EXPECT_EQ(body.spooled(), size > FetchBody::kInMemory) << size;
    std::string back;
    EXPECT_TRUE(body.take(back));
    EXPECT_TRUE(back == all) << size;
    EXPECT_EQ(body.size(), 0u);
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(FetchBody, without_a_file_memory_will_do) {
  FetchBody body;
  body.spool_in("/no/such/folder");
  const std::string all = pieces(body, 2 * FetchBody::kInMemory);
  EXPECT_FALSE(body.spooled());
  std::string back;
  EXPECT_TRUE(body.take(back));
  EXPECT_TRUE(back == all);
}

// As when the disk is full half way.
TEST(FetchBody, a_file_that_takes_no_more_is_read_back_with_what_came_after) {
  const TemporaryDirectory directory;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto ignored = signal(SIGXFSZ, SIG_IGN);
  FetchBody body;
  body.spool_in(directory.path());
  std::string all = pieces(body, FetchBody::kInMemory + 1000);
  ASSERT_TRUE(body.spooled());
  rlimit none = before;
  none.rlim_cur = body.size();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  all += pieces(body, 2 * FetchBody::kInMemory);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, ignored);
  EXPECT_EQ(body.size(), all.size());
  std::string back;
  EXPECT_TRUE(body.take(back));
  EXPECT_TRUE(back == all);
}

}  // namespace
}  // namespace fellow::crawler
