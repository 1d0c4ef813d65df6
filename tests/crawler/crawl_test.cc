// SPDX-License-Identifier: GPL-3.0-or-later
// Whole crawls of scripted hosts: what is asked, what is kept, what is said of each address.
#include "crawl_fixture.h"
#include "crawler/politeness.h"
#include "crawler/visitor.h"

namespace fellow::crawler {
namespace {

using std::chrono::hours;

constexpr const char* kHome = "http://jane.example/";

ScriptedAnswer to(const std::string& location, int status = 302) {
  return answer(status, "", "Location: " + location + "\r\n");
}

TEST_F(Crawl, home_page_and_what_it_leads_to) {
  web_.page("jane.example/", "<a href=\"/talk\"> <a href=\"pubs.html\"> <a href=\"/cv.pdf\"> <a href=\"/img.png\">");
  web_.page("jane.example/pubs.html", "<a href=\"/papers.bib\">");
  web_.page("jane.example/papers.bib", "@book{x}", "Content-Type: text/plain\r\n");
  web_.page("jane.example/cv.pdf", "%PDF-1", "Content-Type: application/pdf\r\n");
  web_.page("jane.example/img.png", "png", "Content-Type: image/png\r\n");
  web_.page("jane.example/talk", "talk");
  const RunSummary summary = run({kHome});
  EXPECT_EQ(web_.requests("jane.example").front(), "/robots.txt");
  EXPECT_EQ(asked("jane.example"), "/ /pubs.html /papers.bib /cv.pdf /talk /img.png");
  EXPECT_EQ(pages(kHome), "/ /pubs.html /papers.bib /cv.pdf /talk");
  EXPECT_EQ(outcome("http://jane.example/img.png"), "refused content-type");
  EXPECT_EQ(body("http://jane.example/papers.bib"), "@book{x}");
  EXPECT_EQ(row(kHome).sha1.size(), 40u);
  EXPECT_EQ(summary.pages, 5);
  EXPECT_EQ(summary.refused, 1);
  EXPECT_EQ(committed_.size(), 5u);
  EXPECT_EQ(committed_.front(), kHome);
}

TEST_F(Crawl, robots_txt_decides) {
  struct Row {
    const char* what;
    ScriptedAnswer robots;
    const char* outcome;
    const char* asked;
  };
  const Row rows[] = {
      {"none", answer(404, "no"), "ok", "/"},
      {"403", answer(403, "no"), "ok", "/"},
      {"forbids all", answer(200, "User-agent: *\nDisallow: /\n"), "refused robots", ""},
      {"forbids all but us", answer(200, "User-agent: *\nDisallow: /\nUser-agent: FellowBot\nDisallow:\n"), "ok", "/"},
      {"503", answer(503, "no"), "failed unavailable", ""},
      {"429", answer(429, "no"), "failed unavailable", ""},
      {"reset", {.pieces = {}, .close = true}, "failed unavailable", ""},
      {"redirected", to("http://rules.example/r"), "refused robots", ""},
      {"redirected in a loop", to("/robots.txt"), "ok", "/"},
      {"redirected to a private address", to("http://10.0.0.1/robots.txt"), "ok", "/"},  // connect_to maps that host as well
      {"Crawl-delay of 31 s", answer(200, "User-agent: *\nCrawl-delay: 31\n"), "refused robots", ""},
  };
  web_.page("rules.example/r", "User-agent: *\nDisallow: /\n");
  int number = 0;
  for (const Row& row : rows) {
    const std::string host = "h" + std::to_string(++number) + ".example";
    web_.page(host + "/", "hello");
    web_.script(host + "/robots.txt", [&](const ScriptedRequest&) { return row.robots; });
    run({"http://" + host + "/"});
    EXPECT_EQ(outcome("http://" + host + "/"), row.outcome) << row.what;
    EXPECT_EQ(asked(host), row.asked) << row.what;
  }
}

TEST_F(Crawl, redirects) {
  web_.page("b.example/home", "hello");
  web_.script("a.example/", [](const ScriptedRequest&) { return to("http://b.example/home", 301); });
  web_.script("loop.example/", [](const ScriptedRequest&) { return to("/x"); });
  web_.script("loop.example/x", [](const ScriptedRequest&) { return to("/"); });
  for (int i = 0; i < 7; ++i) {
    web_.script("long.example/" + std::to_string(i), [i](const ScriptedRequest&) { return to("/" + std::to_string(i + 1)); });
  }
  web_.page("long.example/6", "six");
  web_.script("ftp.example/", [](const ScriptedRequest&) { return to("ftp://b.example/"); });
  web_.script("none.example/", [](const ScriptedRequest&) { return answer(302, "", ""); });
  web_.script("hub.example/", [](const ScriptedRequest&) { return to("https://github.com/jane"); });
  web_.page("shut.example/robots.txt", "User-agent: *\nDisallow: /private\n");
  web_.script("toshut.example/", [](const ScriptedRequest&) { return to("http://shut.example/private"); });
  run({"http://a.example/", "http://loop.example/", "http://long.example/0", "http://long.example/1", "http://ftp.example/",
       "http://none.example/", "http://hub.example/", "http://toshut.example/"});

  EXPECT_EQ(outcome("http://a.example/"), "ok");
  EXPECT_EQ(row("http://a.example/").moved_to, Url::parse("http://b.example/home").value());
  EXPECT_EQ(pages("http://a.example/"), "/home");
  EXPECT_EQ(body("http://b.example/home"), "hello");
  EXPECT_EQ(outcome("http://loop.example/"), "failed redirect");
  EXPECT_EQ(outcome("http://loop.example/x"), "failed redirect");
  EXPECT_EQ(outcome("http://long.example/0"), "failed redirect");  // six
  EXPECT_EQ(outcome("http://long.example/1"), "ok");               // five
  EXPECT_EQ(outcome("http://ftp.example/"), "refused scheme");
  EXPECT_EQ(outcome("http://none.example/"), "failed redirect");
  EXPECT_EQ(outcome("http://hub.example/"), "failed redirect");
  EXPECT_EQ(outcome("https://github.com/jane"), "-");
  EXPECT_EQ(outcome("http://toshut.example/"), "refused robots");
  EXPECT_EQ(outcome("http://shut.example/private"), "refused robots");
  EXPECT_EQ(asked("shut.example"), "");
}

TEST_F(Crawl, private_addresses_are_refused) {
  CrawlOptions only = options();
  only.connect_to = {"a.example:80:127.0.0.1:" + std::to_string(web_.port())};
  const std::string inside = "http://127.0.0.1:" + std::to_string(web_.port() + 0) + "/";
  web_.script("a.example/", [](const ScriptedRequest&) { return to("http://127.0.0.2:1/x"); });
  run({"http://a.example/", "http://127.0.0.3/", "http://[::1]/"}, only);
  EXPECT_EQ(outcome("http://a.example/"), "refused private-address");
  EXPECT_EQ(outcome("http://127.0.0.2:1/x"), "refused private-address");
  EXPECT_EQ(outcome("http://127.0.0.3/"), "refused private-address");
  EXPECT_EQ(outcome("http://[::1]/"), "refused private-address");
}

TEST_F(Crawl, shells_are_looked_through) {
  web_.page("jane.example/", "<meta http-equiv=refresh content=\"0; url=http://new.example/me\">");
  web_.page("new.example/me", "<a href=\"/pubs\">");
  web_.page("new.example/pubs", "list");
  run({kHome});
  EXPECT_EQ(pages(kHome), "/me /pubs");
  EXPECT_EQ(row(kHome).moved_to, Url::parse("http://new.example/me").value());
  EXPECT_EQ(outcome(kHome), "ok");
}

TEST_F(Crawl, shells_that_are_not_modified_still_lead_on) {
  const auto shell = [](const ScriptedRequest& request) {
    if (request.field("If-None-Match") == "\"1\"") return answer(304, "", "ETag: \"1\"\r\n");
    return answer(200, "<meta content=\"0; url=/me\">", "Content-Type: text/html\r\nETag: \"1\"\r\n");
  };
  web_.script("jane.example/", shell);
  web_.page("jane.example/me", "hello");
  CrawlOptions again = options();
  again.again = true;
  run({kHome});
  run({kHome}, again);
  EXPECT_EQ(pages(kHome), "/me");
}

TEST_F(Crawl, robots_directives_of_pages) {
  web_.page("jane.example/", "<meta name=robots content=\"noindex\"> <a href=\"/pubs\">");
  web_.page("tom.example/", "<a href=\"/pubs\"> <a href=\"/cv\">");
  web_.page("tom.example/pubs", "secret", "Content-Type: text/html\r\nX-Robots-Tag: noindex\r\n");
  web_.page("tom.example/cv", "passing", "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\n");
  web_.page("ann.example/", "<meta name=robots content=\"nofollow\"> <a href=\"/pubs\">");
  run({kHome, "http://tom.example/", "http://ann.example/"});
  EXPECT_EQ(outcome(kHome), "refused noindex");
  EXPECT_EQ(pages(kHome), "");
  EXPECT_EQ(asked("jane.example"), "/");
  EXPECT_EQ(outcome("http://tom.example/pubs"), "refused noindex");
  EXPECT_EQ(body("http://tom.example/pubs"), "(no body)");
  EXPECT_EQ(pages("http://tom.example/"), "/ /cv");
  EXPECT_EQ(outcome("http://tom.example/cv"), "ok");
  EXPECT_EQ(body("http://tom.example/cv"), "(no body)");
  EXPECT_EQ(row("http://tom.example/cv").sha1.size(), 40u);
  EXPECT_EQ(asked("ann.example"), "/");
}

TEST_F(Crawl, not_modified) {
  const auto page = [](const std::string& body) {
    return [body](const ScriptedRequest& request) {
      const std::string fields = "Content-Type: text/html\r\nETag: W/\"1\"\r\n";
      return request.field("If-None-Match") == "W/\"1\"" ? answer(304, "", fields) : answer(200, body, fields);
    };
  };
  web_.script("jane.example/", page("<a href=\"/pubs\">"));
  web_.script("jane.example/pubs", page("<a href=\"/deep\">"));
  web_.page("jane.example/deep", "no validator");
  EXPECT_EQ(run({kHome}).not_modified, 0);
  const UrlState first = row(kHome);
  CrawlOptions again = options();
  again.again = true;
  const RunSummary second = run({kHome}, again);
  EXPECT_EQ(second.pages, 3);
  EXPECT_EQ(second.not_modified, 3);  // two by 304, one by its bytes
  EXPECT_EQ(pages(kHome), "/ /pubs /deep");
  EXPECT_EQ(row(kHome).sha1, first.sha1);
  EXPECT_EQ(row(kHome).place, first.place);
  EXPECT_EQ(row(kHome).status, 304);
  EXPECT_EQ(row(kHome).outcome, Outcome::ok);
}

TEST_F(Crawl, copies_of_a_page) {
  std::string home = "<a href=\"/copy\">";
  const auto page = [](const std::string* body) {
    return [body](const ScriptedRequest& request) {
      const std::string fields = "Content-Type: text/html\r\nETag: \"" + std::to_string(body->size()) + "\"\r\n";
      if (request.field("If-None-Match") == "\"" + std::to_string(body->size()) + "\"") return answer(304, "", fields);
      return answer(200, *body, fields);
    };
  };
  const std::string copy = home;
  web_.script("jane.example/", page(&home));
  web_.script("jane.example/copy", page(&copy));
  web_.page("jane.example/robots.txt", "Sitemap: /sitemap.xml");
  web_.page("jane.example/sitemap.xml", "<loc>http://jane.example/copy</loc>", "Content-Type: application/xml\r\n");
  CrawlOptions again = options();
  again.again = true;
  run({kHome});
  EXPECT_EQ(outcome("http://jane.example/copy"), "refused duplicate");
  run({kHome}, again);
  EXPECT_EQ(outcome("http://jane.example/copy"), "refused duplicate");
  EXPECT_EQ(row("http://jane.example/copy").status, 304);
  home += " changed";  // now the other one is no copy any more
  run({kHome}, again);
  EXPECT_EQ(outcome("http://jane.example/copy"), "ok");
  EXPECT_EQ(body("http://jane.example/copy"), copy);
}

TEST_F(Crawl, pages_that_did_not_change_keep_their_order) {
  const auto page = [](const std::string& body) {
    return [body](const ScriptedRequest& request) {
      const std::string fields = "Content-Type: text/html\r\nETag: \"1\"\r\n";
      return request.field("If-None-Match").empty() ? answer(200, body, fields) : answer(304, "", fields);
    };
  };
  const auto loc = [](const std::string& path) { return "<loc>http://jane.example" + path + "</loc>"; };
  web_.page("jane.example/robots.txt", "Sitemap: /sitemap.xml");
  web_.page("jane.example/sitemap.xml", loc("/publication/x/cite.bib") + loc("/publication/x/") + loc("/pubs"),
            "Content-Type: application/xml\r\n");
  web_.script("jane.example/", page("<a href=\"/pub1\"> <a href=\"/talk\">"));
  for (const std::string path : {"pubs", "pub1", "talk", "publication/x/", "publication/x/cite.bib"}) {
    web_.script("jane.example/" + path, page(path));
  }
  CrawlOptions again = options();
  again.again = true;
  run({kHome});
  EXPECT_EQ(pages(kHome), "/ /pub1 /pubs /publication/x/cite.bib /publication/x/ /talk");
  run({kHome}, again);
  EXPECT_EQ(pages(kHome), "/ /pub1 /pubs /publication/x/cite.bib /publication/x/ /talk");
}

TEST_F(Crawl, nothing_is_asked_before_it_is_due) {
  web_.page("jane.example/", "hello");
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  set_now(start);
  run({kHome});
  EXPECT_EQ(row(kHome).next_due, start + hours(20));
  web_.forget();
  set_now(start + hours(19));
  run({kHome});
  EXPECT_TRUE(web_.all().empty());
  set_now(start + hours(20));
  run({kHome});
  EXPECT_EQ(row(kHome).next_due, start + hours(20 + 40));  // unchanged: doubled
  web_.page("jane.example/", "hello again");
  set_now(start + hours(60));
  run({kHome});
  EXPECT_EQ(row(kHome).next_due, start + hours(60 + 20));  // changed: from the beginning
}

TEST_F(Crawl, gone_is_two_visits_20_hours_apart) {
  const Time start = parse_time("2026-11-21T00:00:00Z").value();
  set_now(start);
  web_.page("jane.example/", "hello");
  run({kHome});
  web_.script("jane.example/", [](const ScriptedRequest&) { return answer(404, "no"); });
  CrawlOptions again = options();
  again.again = true;
  set_now(start + hours(24));
  run({kHome}, again);
  EXPECT_EQ(outcome(kHome), "failed status");
  EXPECT_EQ(pages(kHome), "/");  // kept, for now
  set_now(start + hours(24 + 19));
  run({kHome}, again);
  EXPECT_EQ(outcome(kHome), "failed status");
  set_now(start + hours(24 + 20));
  run({kHome}, again);
  EXPECT_EQ(outcome(kHome), "gone status");
  EXPECT_EQ(pages(kHome), "");
}

TEST_F(Crawl, failures_keep_what_was_there) {
  web_.page("jane.example/", "<a href=\"/pubs\">");
  web_.page("jane.example/pubs", "list");
  run({kHome});
  web_.script("jane.example/pubs", [](const ScriptedRequest&) { return answer(500, "no"); });
  CrawlOptions again = options();
  again.again = true;
  run({kHome}, again);
  EXPECT_EQ(outcome("http://jane.example/pubs"), "failed status");
  EXPECT_EQ(row("http://jane.example/pubs").failures, 1);
  EXPECT_EQ(pages(kHome), "/ /pubs");
  EXPECT_EQ(body("http://jane.example/pubs"), "list");
  web_.script("jane.example/", [](const ScriptedRequest&) { return answer(500, "no"); });
  run({kHome}, again);
  EXPECT_EQ(pages(kHome), "/ /pubs");
}

TEST_F(Crawl, sitemaps) {
  const auto loc = [](const std::string& path) { return "<url><loc>http://jane.example" + path + "</loc></url>"; };
  web_.page("jane.example/robots.txt", "Sitemap: http://jane.example/sitemap.xml\nSitemap: http://other.example/s.xml\n");
  web_.page("jane.example/sitemap.xml", "<sitemapindex><sitemap><loc>http://jane.example/s1.xml</loc></sitemap></sitemapindex>",
            "Content-Type: application/xml\r\n");
  web_.page("jane.example/s1.xml",
            "<urlset>" + loc("/about.md") + loc("/_bibliography/papers.bib") + loc("/style.css") +
                loc("/publication/x/index.md") + loc("/tags/a/") + loc("/publications.md") + "</urlset>",
            "Content-Type: application/xml\r\n");
  for (const char* path : {"about.md", "_bibliography/papers.bib", "publication/x/index.md", "publications.md"}) {
    web_.page(std::string("jane.example/") + path, path, "Content-Type: text/markdown\r\n");
  }
  run({"http://jane.example/about.md"});
  EXPECT_EQ(asked("jane.example"),
            "/about.md /sitemap.xml /s1.xml /publications.md /_bibliography/papers.bib /publication/x/index.md");
  EXPECT_EQ(asked("other.example"), "");
}

TEST_F(Crawl, seeds_of_one_host_keep_to_their_folders) {
  const auto loc = [](const std::string& path) { return "<loc>http://lab.example" + path + "</loc>"; };
  web_.page("lab.example/robots.txt", "Sitemap: /sitemap.xml\n");
  web_.page("lab.example/sitemap.xml", loc("/jane/cv.html") + loc("/tom/cv.html") + loc("/about.html"),
            "Content-Type: application/xml\r\n");
  web_.page("lab.example/jane/", "<a href=\"/tom/\"> <a href=\"pubs\">");
  web_.page("lab.example/tom/", "tom");
  web_.page("lab.example/jane/pubs", "list");
  web_.page("lab.example/jane/cv.html", "jane's");
  web_.page("lab.example/tom/cv.html", "tom's");
  run({"http://lab.example/jane/", "http://lab.example/tom/"});
  EXPECT_EQ(pages("http://lab.example/jane/"), "/jane/ /jane/pubs /jane/cv.html");
  EXPECT_EQ(pages("http://lab.example/tom/"), "/tom/ /tom/cv.html");
}

TEST_F(Crawl, two_seeds_that_lead_to_one_home_page) {
  web_.script("old.example/", [](const ScriptedRequest&) { return to("http://jane.example/", 301); });
  web_.script("jane.example/", [](const ScriptedRequest& request) {
    const std::string fields = "Content-Type: text/html\r\nETag: \"1\"\r\n";
    return request.field("If-None-Match").empty() ? answer(200, "<a href=\"/pubs\">", fields) : answer(304, "", fields);
  });
  web_.page("jane.example/pubs", "list");
  run({kHome, "http://old.example/"});
  EXPECT_EQ(pages(kHome), "/ /pubs");
  EXPECT_EQ(pages("http://old.example/"), "/ /pubs");
}

TEST_F(Crawl, subpages_do_not_lead_off_the_site) {
  web_.page("jane.example/", "<a href=\"/out\"> <a href=\"/www\"> <a href=\"/same\"> <a href=\"/copy\">");
  web_.script("jane.example/out", [](const ScriptedRequest&) { return to("http://tom.example/"); });
  web_.script("jane.example/www", [](const ScriptedRequest&) { return to("http://www.jane.example/w"); });
  web_.script("jane.example/same", [](const ScriptedRequest&) { return to("/copy"); });
  web_.page("www.jane.example/w", "w");
  web_.page("jane.example/copy", "<a href=\"/out\"> <a href=\"/www\"> <a href=\"/same\"> <a href=\"/copy\">");
  run({kHome});
  EXPECT_EQ(outcome("http://jane.example/out"), "failed redirect");
  EXPECT_EQ(asked("tom.example"), "");
  EXPECT_EQ(outcome("http://www.jane.example/w"), "ok");
  EXPECT_EQ(outcome("http://jane.example/copy"), "refused duplicate");
  EXPECT_EQ(pages(kHome), "/ /w");
}

TEST_F(Crawl, places_that_are_never_crawled) {
  run({"https://github.com/jane", "https://www.linkedin.com/in/jane"});
  EXPECT_EQ(outcome("https://github.com/jane"), "refused url");
  EXPECT_EQ(outcome("https://www.linkedin.com/in/jane"), "refused url");
  EXPECT_TRUE(web_.all().empty());
}

TEST_F(Crawl, without_bodies) {
  web_.page("jane.example/", "hello");
  CrawlOptions none = options();
  none.keep = KeepBodies::none;
  run({kHome}, none);
  EXPECT_EQ(outcome(kHome), "ok");
  EXPECT_EQ(row(kHome).place.file, "");
  EXPECT_EQ(row(kHome).sha1, "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
}

TEST_F(Crawl, refuses_to_start) {
  const auto start = [&](CrawlOptions with) {
    const auto result = Crawler(*catalog_, *archive_, read_test_links, std::move(with)).run({});
    return result ? std::string("ran") : result.error().where;
  };
  CrawlOptions nobody = options(), fast = options(), odd = options();
  nobody.contact = "";
  fast.connect_to = {};
  odd.connect_to = {"nonsense"};
  EXPECT_EQ(start(nobody), "contact");
  EXPECT_EQ(start(fast), "delay");
  EXPECT_EQ(start(odd), "--connect-to nonsense");
  EXPECT_EQ(start(options()), "ran");
}

// R10: the good site of a crawl full of hostile ones comes out as it does alone.
TEST_F(Crawl, hostile_sites_change_nothing_for_others) {
  web_.page("jane.example/", "<a href=\"/pubs\">");
  web_.page("jane.example/pubs", "list");
  web_.script("a.example/", [](const ScriptedRequest&) {
    return answer(200, gzip(std::string(50 << 20, 'x')), "Content-Encoding: gzip\r\n");
  });
  web_.script("b.example/", [](const ScriptedRequest&) { return ScriptedAnswer{.pieces = {}, .close = true}; });
  web_.script("c.example/", [](const ScriptedRequest&) {
    return ScriptedAnswer{.pieces = {{"HTTP/1.1 200 OK\r\nX: " + std::string(90'000, 'x') + "\r\n"}}, .close = true};
  });
  web_.script("d.example/", [](const ScriptedRequest&) { return answer(200, "x", "Content-Encoding: nonsense\r\n"); });
  web_.script("e.example/",
              [](const ScriptedRequest&) { return ScriptedAnswer{.pieces = {{"SSH-2.0-x\r\n"}}, .close = true}; });
  web_.script("f.example/robots.txt", [](const ScriptedRequest&) { return answer(200, std::string(3 << 20, '*')); });
  web_.page("f.example/", "f");
  run({"http://a.example/", "http://b.example/", kHome, "http://c.example/", "http://d.example/", "http://e.example/",
       "http://f.example/"});
  EXPECT_EQ(pages(kHome), "/ /pubs");
  EXPECT_EQ(body("http://jane.example/pubs"), "list");
  EXPECT_EQ(outcome("http://a.example/"), "failed too-large");
  EXPECT_EQ(outcome("http://b.example/"), "failed empty");
  EXPECT_EQ(outcome("http://c.example/"), "failed header");
  EXPECT_EQ(outcome("http://d.example/"), "failed decode");
  EXPECT_EQ(outcome("http://e.example/"), "failed protocol");
  EXPECT_EQ(outcome("http://f.example/"), "ok");
}

}  // namespace
}  // namespace fellow::crawler
