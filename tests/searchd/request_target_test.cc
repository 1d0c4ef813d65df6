// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/request_target.h"

#include <gtest/gtest.h>

namespace fellow::searchd {
namespace {

std::string shown(std::string_view target, const std::vector<std::string_view>& hosts) {
  const auto read = read_target(target, hosts);
  if (!read) return "error";
  return read->host + ":" + std::to_string(read->port) + " " + read->path + " ? " + read->query;
}

TEST(RequestTarget, Rfc9112Section3_2) {
  struct Row {
    std::string_view target;
    std::vector<std::string_view> hosts;
    std::string_view want;
  };
  const Row rows[] = {
      {"/", {"jane.example"}, "jane.example:0 / ? "},
      {"/a?b=c?d", {"Jane.Example:8080"}, "jane.example:8080 /a ? b=c?d"},
      {"/a#b", {"a.example"}, "a.example:0 /a ? "},
      {"/", {"127.0.0.1:80"}, "127.0.0.1:80 / ? "},
      {"/", {"[::1]:80"}, "[::1]:80 / ? "},
      {"/", {"[::1]"}, "[::1]:0 / ? "},
      {"/", {"a.example:"}, "a.example:0 / ? "},
      {"//b.example/x", {"a.example"}, "a.example:0 //b.example/x ? "},
      {"http://b.example/x?y", {"a.example"}, "b.example:0 /x ? y"},
      {"HTTP://b.example:81", {"a.example"}, "b.example:81 / ? "},
      {"https://b.example?q", {"a.example"}, "b.example:0 / ? q"},
      {"/", {}, "error"},
      {"/", {"a.example", "a.example"}, "error"},
      {"/", {""}, "error"},
      {"/", {"a.example:99999"}, "error"},
      {"/", {"a.example:0"}, "error"},
      {"/", {"a.example:8x"}, "error"},
      {"/", {"a.example/"}, "error"},
      {"/", {"a b"}, "error"},
      {"/", {"user@a.example"}, "error"},
      {"/", {"a.example, b.example"}, "error"},
      {"/", {"[::1"}, "error"},
      {"/", {"[x]"}, "error"},
      {"/", {"<script>"}, "error"},
      {"*", {"a.example"}, "error"},
      {"a.example:443", {"a.example"}, "error"},
      {"ftp://a.example/", {"a.example"}, "error"},
      {"http:///x", {"a.example"}, "error"},
      {"http://u@a.example/x", {"a.example"}, "error"},
      {"", {"a.example"}, "error"},
  };
  for (const Row& row : rows) EXPECT_EQ(shown(row.target, row.hosts), row.want) << row.target;
  EXPECT_EQ(shown("/", {std::string(255, 'a')}), std::string(255, 'a') + ":0 / ? ");
  EXPECT_EQ(shown("/", {std::string(256, 'a')}), "error");
}

}  // namespace
}  // namespace fellow::searchd
