// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/shard.h"

#include <gtest/gtest.h>

#include "tests/crawler/url_of.h"

namespace fellow::crawler {
namespace {

TEST(Shard, RegistrableDomains) {
  const std::pair<const char*, const char*> rows[] = {
      {"https://www.cl.cam.ac.uk/~jane/", "cam.ac.uk"}, {"http://jane.github.io/", "jane.github.io"},
      {"http://people.csail.mit.edu/", "mit.edu"},      {"http://127.0.0.1:8080/", "127.0.0.1"},
      {"http://[2001:db8::1]/", "[2001:db8::1]"},       {"http://localhost/", "localhost"}};
  for (const auto& [address, domain] : rows) EXPECT_EQ(registrable_domain(url(address)), domain);
}

TEST(Shard, EverySiteIsInExactlyOnePart) {
  std::size_t least = 1000;
  for (unsigned i = 1; i <= 4; ++i) {
    std::size_t ours = 0;
    for (int site = 0; site < 1000; ++site) {
      const Url page = url("http://www.site" + std::to_string(site) + ".example/");
      int parts = 0;
      for (unsigned part = 1; part <= 4; ++part) parts += Shard{part, 4}.has(page);
      ASSERT_EQ(parts, 1);
      const bool is_ours = Shard{i, 4}.has(page);
      EXPECT_EQ(is_ours, (Shard{i, 4}.has(url("https://lab.site" + std::to_string(site) + ".example/x"))));
      ours += is_ours;
    }
    least = std::min(least, ours);
  }
  EXPECT_GT(least, 200U);
}

TEST(Shard, IsWrittenIOfN) {
  EXPECT_EQ(parse_shard("2/4")->number, 2U);
  EXPECT_EQ(parse_shard("2/4")->of, 4U);
  for (const char* text : {"", "2", "0/4", "5/4", "1/0", "1/4x", "a/b", "1/99999"}) {
    EXPECT_EQ(parse_shard(text).error().code, Code::bad_input) << text;
  }
}

}  // namespace
}  // namespace fellow::crawler
