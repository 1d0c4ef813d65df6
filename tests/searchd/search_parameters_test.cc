// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/search_parameters.h"

#include <gtest/gtest.h>

#include "searchd/answer_json.h"

namespace fellow::searchd {
namespace {

// What was understood, as the query string that asks for it; or the parameter at fault.
std::string shown(const std::string& query) {
  const auto parameters = parse_query_string(query);
  if (!parameters) return "error " + parameters.error().where;
  const auto request = read_search(*parameters);
  return request ? show_query_string(show_search(*request)) : "error " + request.error().where;
}

TEST(SearchParameters, WhatIsGoodComesBack) {
  for (const char* query : {"",
                            "q=serverless%20inference",
                            "match=all",
                            "match=any",
                            "sort=name",
                            "sort=papers",
                            "sort=recent",
                            "limit=0",
                            "limit=100",
                            "offset=10000",
                            "facets=affiliation%2Cyear",
                            "facet_limit=200",
                            "facets=interest&facet_q.interest=serv",
                            "affiliation=hkust&affiliation=hust",
                            "year=2020..2024",
                            "year=2020..",
                            "year=..2024",
                            "year=2020",
                            "deadline_ms=50",
                            "deadline_ms=5000",
                            "sources=a%2Cb",
                            "on_error=fail",
                            "explain=1"}) {
    EXPECT_EQ(shown(query), query);
  }
}

TEST(SearchParameters, DefaultsAndEqualFormsAreLeftOut) {
  const std::pair<const char*, const char*> rows[] = {
      {"match=auto&sort=relevance&limit=10&offset=0&facet_limit=10&deadline_ms=1000&on_error=skip&explain=0&q=", ""},
      {"facets=year&facets=affiliation,year", "facets=year%2Caffiliation"},
      {"facet_q.interest=serv&facets=interest", "facets=interest&facet_q.interest=serv"},
      {"affiliation=hkust&affiliation=hkust", "affiliation=hkust"},
      {"sources=a&sources=b", "sources=a%2Cb"},
      {"affiliation=a,b", "affiliation=a%2Cb"},  // commas separate facets and sources only
  };
  for (const auto& [query, want] : rows) EXPECT_EQ(shown(query), want) << query;
}

TEST(SearchParameters, WhatIsBadIsNamed) {
  const std::pair<std::string, const char*> rows[] = {
      {"limit=101", "limit"},
      {"limit=-1", "limit"},
      {"limit=", "limit"},
      {"limit=1x", "limit"},
      {"limit=%201", "limit"},
      {"limit=+1", "limit"},
      {"limit=99999999999999", "limit"},
      {"limit=1&limit=1", "limit"},
      {"offset=10001", "offset"},
      {"offset=-1", "offset"},
      {"match=some", "match"},
      {"match=ALL", "match"},
      {"sort=age", "sort"},
      {"facets=height", "facets"},
      {"facets=", "facets"},
      {"facets=year,,year", "facets"},
      {"facet_limit=0", "facet_limit"},
      {"facet_limit=201", "facet_limit"},
      {"facet_q.interest=x", "facet_q.interest"},
      {"facet_q.height=x", "facet_q.height"},
      {"facet_q.=x", "facet_q."},
      {"facets=interest&facet_q.interest=a&facet_q.interest=b", "facet_q.interest"},
      {"affiliation=", "affiliation"},
      {"affiliation=" + std::string(257, 'a'), "affiliation"},
      {"year=x", "year"},
      {"year=..", "year"},
      {"year=2020...2024", "year"},
      {"year=2020-2024", "year"},
      {"deadline_ms=49", "deadline_ms"},
      {"deadline_ms=5001", "deadline_ms"},
      {"sources=", "sources"},
      {"sources=a,", "sources"},
      {"on_error=ignore", "on_error"},
      {"explain=2", "explain"},
      {"explain=true", "explain"},
      {"page=2", "page"},
      {"Q=x", "Q"},
      {"=x", ""},
      {"callback=f", "callback"},
      {"q=a&q=b", "q"},
      {"q=" + std::string(1025, 'a'), "q"},
      {"q=%ff", "q"},
  };
  for (const auto& [query, want] : rows) EXPECT_EQ(shown(query), std::string("error ") + want) << query;
}

TEST(SearchParameters, LimitsOfTheQueryHoldToTheLast) {
  EXPECT_NE(shown("q=" + std::string(1024, 'a')), "error q");
  std::string words = "q=a0";
  for (int i = 1; i < 64; ++i) words += "+a" + std::to_string(i);
  EXPECT_NE(shown(words), "error q");
  EXPECT_EQ(shown(words + "+b"), "error q");
  std::string values = "affiliation=0";
  for (int i = 1; i < 64; ++i) values += "&affiliation=" + std::to_string(i);
  EXPECT_NE(shown(values), "error affiliation");
  EXPECT_EQ(shown(values + "&affiliation=x"), "error affiliation");
}

}  // namespace
}  // namespace fellow::searchd
