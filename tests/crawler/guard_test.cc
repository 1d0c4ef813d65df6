// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/guard.h"

#include <gtest/gtest.h>

namespace fellow::crawler {
namespace {

TEST(Guard, only_public_addresses) {
  struct Row {
    const char* address;
    bool open;
  };
  const Row rows[] = {
      {"8.8.8.8", true},
      {"1.1.1.1", true},
      {"0.0.0.0", false},
      {"0.1.2.3", false},
      {"10.0.0.1", false},
      {"9.255.255.255", true},
      {"11.0.0.0", true},
      {"100.63.255.255", true},
      {"100.64.0.0", false},
      {"100.127.255.255", false},
      {"100.128.0.0", true},
      {"127.0.0.1", false},
      {"127.255.255.255", false},
      {"128.0.0.1", true},
      {"169.254.169.254", false},
      {"172.15.255.255", true},
      {"172.16.0.0", false},
      {"172.31.255.255", false},
      {"172.32.0.0", true},
      {"192.0.0.8", false},
      {"192.0.2.1", false},
      {"192.168.1.1", false},
      {"192.169.0.1", true},
      {"198.18.0.1", false},
      {"198.19.255.255", false},
      {"198.51.100.7", false},
      {"203.0.113.7", false},
      {"224.0.0.1", false},
      {"239.255.255.255", false},
      {"240.0.0.1", false},
      {"255.255.255.255", false},
      {"192.88.99.1", false},
      {"2606:4700::1111", true},
      {"2a00:1450::1", true},
      {"::", false},
      {"::1", false},
      {"::ffff:127.0.0.1", false},
      {"::ffff:8.8.8.8", true},
      {"::ffff:10.0.0.1", false},
      {"::8.8.8.8", false},
      {"64:ff9b::8.8.8.8", false},
      {"64:ff9b:1::1", false},
      {"100::1", false},
      {"2001::1", false},
      {"2001:db8::1", false},
      {"2001:200::1", true},
      {"2002:7f00:1::1", false},
      {"2002:808:808::1", false},
      {"fc00::1", false},
      {"fd12:3456::1", false},
      {"fe80::1", false},
      {"fec0::1", false},
      {"ff02::1", false},
      {"3fff::1", false},
      {"4000::1", false},
  };
  for (const Row& row : rows) {
    const auto address = parse_address(row.address);
    ASSERT_TRUE(address) << row.address;
    EXPECT_EQ(is_public(*address), row.open) << row.address;
  }
  EXPECT_EQ(parse_address("0x7f.1"), std::nullopt);
  EXPECT_EQ(parse_address("jane.example"), std::nullopt);
  EXPECT_EQ(parse_address("[::1]"), parse_address("::1"));
}

TEST(Guard, what_the_operator_names_is_allowed) {
  const Guard guard = Guard::make({"::127.0.0.1:8480", "jane.example:80:[::1]:"}).value();
  EXPECT_TRUE(guard.allows(*parse_address("127.0.0.1"), 8480));
  EXPECT_FALSE(guard.allows(*parse_address("127.0.0.1"), 8481));
  EXPECT_FALSE(guard.allows(*parse_address("127.0.0.2"), 8480));
  EXPECT_TRUE(guard.allows(*parse_address("::1"), 1234));
  EXPECT_TRUE(guard.allows(*parse_address("8.8.8.8"), 80));
}

TEST(Guard, detours) {
  struct Row {
    const char* rule;
    const char* url;
    const char* detour;
  };
  const Row rows[] = {
      {"::127.0.0.1:8480", "http://jane.example/", "::jane.example:8480 +jane.example:8480:127.0.0.1"},
      {"jane.example:80:127.0.0.1:1", "http://jane.example/", "::jane.example:1 +jane.example:1:127.0.0.1"},
      {"JANE.example:80:127.0.0.1:1", "http://jane.example/", "::jane.example:1 +jane.example:1:127.0.0.1"},
      {"jane.example:80:127.0.0.1:1", "https://jane.example/", ""},
      {"jane.example::127.0.0.1:1", "https://jane.example/", "::jane.example:1 +jane.example:1:127.0.0.1"},
      {"jane.example::127.0.0.1:1", "http://www.jane.example/", ""},
      {"*.example::127.0.0.1:1", "http://a.b.example/", "::a.b.example:1 +a.b.example:1:127.0.0.1"},
      {"*.example::127.0.0.1:1", "http://badexample/", ""},
      {":443:[::1]:8443", "https://jane.example/", "::jane.example:8443 +jane.example:8443:[::1]"},
      {"::127.0.0.1:", "https://jane.example/", "::jane.example: +jane.example:443:127.0.0.1"},
      {":::8480", "http://jane.example/", ":::8480 "},
      {"::127.0.0.1:1", "http://192.0.2.1/", "::127.0.0.1:1 "},
      {"::no-such-host.invalid:1", "http://jane.example/", "::no-such-host.invalid:1 "},
  };
  for (const Row& row : rows) {
    const auto detour = Guard::make({row.rule}).value().detour(Url::parse(row.url).value());
    EXPECT_EQ(detour ? detour->connect_to + " " + detour->resolve : "", row.detour) << row.rule << " " << row.url;
  }
  for (const char* bad : {"", "a", "a:b:c:d", "a:1:b", "a:1:b:c", "a:1:b:70000", "a:1:b:2:3", "a*:1:b:2", "*.a*:1:b:2"}) {
    EXPECT_FALSE(Guard::make({bad})) << bad;
  }
}

}  // namespace
}  // namespace fellow::crawler
