// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/query_string.h"

#include <gtest/gtest.h>

namespace fellow::searchd {
namespace {

std::string shown(std::string_view query) {
  const auto parameters = parse_query_string(query);
  if (!parameters) return "error " + parameters.error().where;
  std::string out;
  for (const auto& [name, value] : *parameters) out += "[" + name + "=" + value + "]";
  return out;
}

TEST(QueryString, AsFormsSendIt) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", ""},
      {"q=a+b", "[q=a b]"},
      {"q=a%20b%2Bc", "[q=a b+c]"},
      {"q=%C3%A9&q=é", "[q=é][q=é]"},
      {"a=1&&b=2&", "[a=1][b=2]"},
      {"a", "[a=]"},
      {"a=b=c", "[a=b=c]"},
      {"facet_q.interest=x", "[facet_q.interest=x]"},
      {"q=%", "error q"},
      {"q=%4", "error q"},
      {"q=%4g", "error q"},
      {"q=%ff", "error q"},
      {"q=%c0%80", "error q"},
      {"q=%ed%a0%80", "error q"},
      {"%zz=1", "error "},
  };
  for (const auto& [query, want] : rows) EXPECT_EQ(shown(query), want) << query;
}

TEST(QueryString, ShowIsTheInverse) {
  const Parameters parameters = {{"q", "a b&c=d%é\n"}, {"x y", ""}, {"q", "~-._"}};
  EXPECT_EQ(parse_query_string(show_query_string(parameters)).value(), parameters);
  EXPECT_EQ(show_query_string(parameters), "q=a%20b%26c%3Dd%25%C3%A9%0A&x%20y=&q=~-._");
}

TEST(QueryString, AtMost256Parameters) {
  std::string query = "a=1";
  for (int i = 1; i < 256; ++i) query += "&a=1";
  EXPECT_TRUE(parse_query_string(query));
  EXPECT_FALSE(parse_query_string(query + "&a=1"));
}

}  // namespace
}  // namespace fellow::searchd
