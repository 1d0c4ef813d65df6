// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

UrlState state(std::string_view address, Outcome outcome, std::string reason = "", std::string detail = "") {
  UrlState state;
  state.url = url(address);
  state.outcome = outcome;
  state.reason = std::move(reason);
  state.detail = std::move(detail);
  state.visited_at = *parse_time("2026-11-20T03:10:00Z");
  return state;
}

// A catalog in which each kind of row stands once.
Report example(const std::filesystem::path& data) {
  Catalog catalog = Catalog::open(data).value();
  UrlState home = state("http://a.example/", Outcome::ok);
  home.status = 200;
  home.sha1 = "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d";
  UrlState moved = state("http://b.example/", Outcome::ok);
  moved.moved_to = url("http://a.example/");
  for (const UrlState& row : {home, moved, state("http://a.example/cv", Outcome::failed, "status", "HTTP 503\x1b[2J"),
                              state("http://c.example/", Outcome::refused, "robots", "Disallow: /")}) {
    CHECK(catalog.put_url_state(row));
  }
  CHECK(catalog.put_list(
      parse_seeds(
          "http://a.example/\nHTTP://B.example\nhttp://c.example/\nhttp://new.example/\nftp://d.example/\nwww.e.example\n",
          "cs.txt")
          .value()));
  CHECK(catalog.put_list(parse_seeds("http://a.example/\n", "bio.txt").value()));
  return read_report(catalog).value();
}

TEST(Report, EveryUrlTriedAndEverySeedAsWritten) {
  const TemporaryDirectory dir;
  std::string lines;
  for (const Report report = example(dir.path()); const ReportRow& row : report.rows) lines += show_json(row) + "\n";
  EXPECT_EQ(
      lines,
      R"({"url":"HTTP://B.example","seed":true,"lists":["cs.txt"],"tried":"http://b.example/","outcome":"ok","moved_to":"http://a.example/","visited_at":"2026-11-20T03:10:00Z"}
{"url":"ftp://d.example/","seed":true,"lists":["cs.txt"],"outcome":"refused","reason":"scheme","detail":"cs.txt:5: \"ftp://d.example/\": only http and https are fetched, not ftp:"}
{"url":"http://a.example/","seed":true,"lists":["bio.txt","cs.txt"],"outcome":"ok","status":200,"sha1":"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d","visited_at":"2026-11-20T03:10:00Z"}
{"url":"http://a.example/cv","outcome":"failed","reason":"status","detail":"HTTP 503\u001b[2J","visited_at":"2026-11-20T03:10:00Z"}
{"url":"http://b.example/","outcome":"ok","moved_to":"http://a.example/","visited_at":"2026-11-20T03:10:00Z"}
{"url":"http://c.example/","seed":true,"lists":["cs.txt"],"outcome":"refused","reason":"robots","detail":"Disallow: /","visited_at":"2026-11-20T03:10:00Z"}
{"url":"http://new.example/","seed":true,"lists":["cs.txt"],"outcome":"failed","reason":"budget","detail":"not visited yet"}
{"url":"www.e.example","seed":true,"lists":["cs.txt"],"outcome":"refused","reason":"url","detail":"cs.txt:6: \"www.e.example\" does not say http:// or https://: write https://www.e.example"}
)");
}

TEST(Report, TableForPeople) {
  const TemporaryDirectory dir;
  const std::string table = show_table(example(dir.path()));
  EXPECT_THAT(table, testing::StartsWith(
                         "OUTCOME  REASON           VISITED               SHA1                                      URL\n"
                         "ok       -                2026-11-20T03:10:00Z  -                                         "
                         "HTTP://B.example  -> http://a.example/\n"));
  EXPECT_THAT(table,
              testing::HasSubstr("\nfailed   status           2026-11-20T03:10:00Z  -                                         "
                                 "http://a.example/cv  HTTP 503"));
  EXPECT_THAT(table, testing::Not(testing::HasSubstr("\x1b")));
}

TEST(Report, SummaryCountsEachOnce) {
  const TemporaryDirectory dir;
  const ReportSummary summary = summarise(example(dir.path()));
  EXPECT_EQ(show(summary),
            "seeds: 2 ok, 3 refused, 1 failed, 0 gone\nURLs: 2 ok, 1 refused, 1 failed, 0 gone\n  robots           1\n  status "
            "          1\n");
  EXPECT_EQ(
      show_json(summary),
      R"({"seeds":{"ok":2,"refused":3,"failed":1,"gone":0},"urls":{"ok":2,"refused":1,"failed":1,"gone":0},"reasons":{"robots":1,"status":1}})");
}

TEST(Report, AnEmptyCatalogHasNoRows) {
  const TemporaryDirectory dir;
  Catalog catalog = Catalog::open(dir.path()).value();
  EXPECT_TRUE(read_report(catalog).value().rows.empty());
}

}  // namespace
}  // namespace fellow::crawler
