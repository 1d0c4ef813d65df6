// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/archive.h"
#include "crawler/digest.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::HasSubstr;

// A data directory whose rows are put as a crawl puts them.
class SiteTest : public testing::Test {
 protected:
  UrlState state(std::string_view address, Outcome outcome = Outcome::ok) {
    UrlState state;
    state.url = url(address);
    state.outcome = outcome;
    state.status = 200;
    return state;
  }
  UrlState body(std::string_view address, const std::string& text) {
    UrlState page = state(address);
    page.content_type = "text/html";
    page.sha1 = sha1_hex(text);
    page.fetched_at = *parse_time("2026-11-20T03:10:00Z");
    page.place = archive_
                     .append({.url = page.url,
                              .request = "GET / HTTP/1.1\r\n\r\n",
                              .response_header = "HTTP/1.1 200 OK\r\n\r\n",
                              .body = text,
                              .at = page.fetched_at,
                              .unchanged_since = {}})
                     .value();
    return page;
  }
  void put(const UrlState& state) { CHECK(catalog_.put_url_state(state)); }
  void moved(std::string_view from, std::string_view to) {
    UrlState row = state(from);
    row.moved_to = url(to);
    put(row);
  }
  void pages(std::string_view seed, const std::vector<std::string>& addresses) {
    std::vector<SeedPage> all;
    for (const std::string& address : addresses) all.push_back({.url = url(address)});
    CHECK(catalog_.put_seed_pages(url(seed), all));
  }
  Result<Site> read(std::string_view seed) {
    return read_site(dir_.path(), catalog_,
                     {.seed = {.url = url(seed), .name = "Jane", .affiliation = "HKUST"}, .list = "cs.txt"});
  }
  // "url=body" a page, then "<alias" each; or the error.
  std::string printed(std::string_view seed) {
    const Result<Site> site = read(seed);
    if (!site) return std::string(site.error().code == Code::not_found ? "none: " : "error: ") + show(site.error());
    std::string out;
    for (const Page& page : site->pages) out += page.url.text() + "=" + page.body + " ";
    for (const Url& alias : site->aliases) out += "<" + alias.text() + " ";
    return out;
  }

  TemporaryDirectory dir_;
  Catalog catalog_ = Catalog::open(dir_.path()).value();
  Archive archive_ = Archive::open(dir_.path(), "fellow/test").value();
};

TEST_F(SiteTest, PagesInOrderWithAllThatTheCrawlKnows) {
  UrlState home = body("http://r.example/", "home");
  home.robots_tag = "noarchive";
  put(home);
  put(body("http://r.example/cv", "cv"));
  pages("http://r.example/", {"http://r.example/", "http://r.example/cv"});
  EXPECT_EQ(printed("http://r.example/"), "http://r.example/=home http://r.example/cv=cv ");
  const Site site = read("http://r.example/").value();
  EXPECT_EQ(site.seed.text(), "http://r.example/");
  EXPECT_EQ(site.source, "cs.txt");
  EXPECT_EQ(site.listed_name, "Jane");
  EXPECT_EQ(site.listed_affiliation, "HKUST");
  EXPECT_EQ(site.pages[0].robots_tag, "noarchive");
  EXPECT_EQ(site.pages[0].content_type, "text/html");
  EXPECT_EQ(site.pages[0].status, 200);
  EXPECT_EQ(site.pages[0].sha1, sha1_hex("home"));
  EXPECT_EQ(show_time(site.pages[0].fetched_at), "2026-11-20T03:10:00Z");
}

TEST_F(SiteTest, AddressesThatLedHomeAreAliases) {
  moved("http://old.example/~r", "http://shell.example/");
  UrlState shell = body("http://shell.example/", "<frameset>");
  shell.moved_to = url("http://r.example/");
  put(shell);
  put(body("http://r.example/", "home"));
  pages("http://old.example/~r", {"http://r.example/"});
  EXPECT_EQ(printed("http://old.example/~r"), "http://r.example/=home <http://old.example/~r <http://shell.example/ ");
}

TEST_F(SiteTest, NoMoreBytesThanAskedFor) {
  put(body("http://r.example/", "home"));
  put(body("http://r.example/cv", "cv"));
  pages("http://r.example/", {"http://r.example/", "http://r.example/cv"});
  const SiteRows rows = read_site_rows(catalog_, {.seed = {.url = url("http://r.example/")}, .list = "cs.txt"}).value();
  EXPECT_EQ(read_site(dir_.path(), catalog_, rows, 6).value().pages.size(), 2U);
  EXPECT_EQ(read_site(dir_.path(), catalog_, rows, 5).error().code, Code::too_big);
}

TEST_F(SiteTest, RowsAreAllThatASiteIsMadeOf) {
  moved("http://old.example/~r", "http://r.example/");
  put(body("http://r.example/", "home"));
  pages("http://old.example/~r", {"http://r.example/", "http://r.example/unvisited"});
  const SiteRows rows = read_site_rows(catalog_, {.seed = {.url = url("http://old.example/~r")}, .list = "cs.txt"}).value();
  std::string printed;
  const auto add = [&](const std::vector<UrlState>& way) {
    for (const UrlState& row : way) printed += row.url.text() + " ";
    printed += "| ";
  };
  add(rows.way);
  for (const auto& page : rows.pages) add(page);
  EXPECT_EQ(printed, "http://old.example/~r http://r.example/ | http://r.example/ | | ");
}

TEST_F(SiteTest, APageUnderTwoAddressesIsReadOnce) {
  put(body("http://r.example/", "home"));
  moved("http://r.example/index.html", "http://r.example/");
  pages("http://r.example/", {"http://r.example/", "http://r.example/index.html"});
  EXPECT_EQ(printed("http://r.example/"), "http://r.example/=home ");
}

TEST_F(SiteTest, OnlyPagesThatStandAreTaken) {
  put(body("http://r.example/", "home"));
  UrlState gone = body("http://r.example/a", "a"), refused = body("http://r.example/b", "b"),
           failed = body("http://r.example/c", "c");
  gone.outcome = Outcome::gone;
  refused.outcome = Outcome::refused;
  failed.outcome = Outcome::failed;  // tonight; the body is of an earlier night
  for (const UrlState& row : {gone, refused, failed, state("http://r.example/d", Outcome::failed), state("http://r.example/e")})
    put(row);
  pages("http://r.example/", {"http://r.example/", "http://r.example/a", "http://r.example/b", "http://r.example/c",
                              "http://r.example/d", "http://r.example/e", "http://r.example/never"});
  EXPECT_EQ(printed("http://r.example/"), "http://r.example/=home http://r.example/c=c ");
}

TEST_F(SiteTest, WithoutAHomePageTheReasonIsSaid) {
  EXPECT_EQ(printed("http://r.example/"), "none: http://r.example/: was never visited");
  UrlState refused = state("http://r.example/", Outcome::refused);
  refused.reason = "robots";
  refused.detail = "Disallow: /";
  put(refused);
  EXPECT_EQ(printed("http://r.example/"), "none: http://r.example/: refused (robots): Disallow: /");
  moved("http://s.example/", "http://r.example/");
  EXPECT_EQ(printed("http://s.example/"), "none: http://s.example/: refused (robots): Disallow: /");
  put(state("http://t.example/"));
  pages("http://t.example/", {"http://t.example/"});
  EXPECT_EQ(printed("http://t.example/"), "none: http://t.example/: has no body in the archive");
  // A shell is no home page when what it shows must not be had.
  put(body("http://u.example/", "<frameset>"));
  EXPECT_EQ(printed("http://u.example/"), "none: http://u.example/: has no page of its own");
}

TEST_F(SiteTest, MovesInACircleEnd) {
  moved("http://a.example/", "http://b.example/");
  moved("http://b.example/", "http://a.example/");
  pages("http://a.example/", {"http://a.example/"});
  EXPECT_THAT(printed("http://a.example/"), HasSubstr("none: "));
}

TEST_F(SiteTest, DamageIsNotPassedOver) {
  put(body("http://r.example/", "home"));
  UrlState page = body("http://r.example/a", "a");
  page.place.offset += 1;
  put(page);
  pages("http://r.example/", {"http://r.example/", "http://r.example/a"});
  EXPECT_EQ(read("http://r.example/").error().code, Code::corrupt);
}

}  // namespace
}  // namespace fellow::crawler
