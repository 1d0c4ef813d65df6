// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/robots.h"

#include <gtest/gtest.h>

#include <random>

namespace fellow::crawler {
namespace {

struct Row {
  const char* section;  // of RFC 9309, or what else the row rests on
  const char* file;
  const char* path;
  bool allowed;
};

void check(const Row& row, const char* agent = "FellowBot") {
  const Url url = Url::parse(std::string("http://jane.example") + row.path).value();
  EXPECT_EQ(Robots::parse(row.file, agent).allows(url), row.allowed) << row.section << "\n" << row.file << "\n" << row.path;
}

TEST(Robots, groups) {
  const Row rows[] = {
      {"2.2.1 no file", "", "/a", true},
      {"2.2.1 star", "User-agent: *\nDisallow: /a", "/a", false},
      {"2.2.1 own group", "User-agent: FellowBot\nDisallow: /a", "/a", false},
      {"2.2.1 case", "user-AGENT: fellowBOT\ndisALLOW: /a", "/a", false},
      {"2.2.1 other's group", "User-agent: OtherBot\nDisallow: /a", "/a", true},
      {"2.2.1 own group beats star", "User-agent: *\nDisallow: /a\nUser-agent: FellowBot\nDisallow: /b", "/a", true},
      {"2.2.1 own group beats star, earlier", "User-agent: FellowBot\nDisallow: /b\n\nUser-agent: *\nDisallow: /a", "/a", true},
      {"2.2.1 own group without rules", "User-agent: *\nDisallow: /\nUser-agent: FellowBot\n", "/a", true},
      {"2.2.1 merged", "User-agent: FellowBot\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: fellowbot\nDisallow: /b",
       "/b", false},
      {"2.2.1 merged, first",
       "User-agent: FellowBot\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: fellowbot\nDisallow: /b", "/a", false},
      {"2.2.1 merged, not the other",
       "User-agent: FellowBot\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: fellowbot\nDisallow: /b", "/c", true},
      {"2.2.1 two agents", "User-agent: x\nUser-agent: FellowBot\nDisallow: /a", "/a", false},
      {"2.2.1 two agents, blank line", "User-agent: FellowBot\n\nUser-agent: x\nDisallow: /a", "/a", false},
      {"2.2.1 with version", "User-agent: FellowBot/2.0\nDisallow: /a", "/a", false},
      {"2.2.1 no prefix match", "User-agent: Fellow\nDisallow: /a", "/a", true},
      {"2.2.1 no suffix match", "User-agent: FellowBot-Images\nDisallow: /a", "/a", true},
      {"2.2.1 rules before a group", "Disallow: /a\nUser-agent: x\nDisallow: /b", "/a", true},
      {"2.2.4 sitemap is no separator",
       "User-agent: FellowBot\nSitemap: http://jane.example/s.xml\nUser-agent: x\nDisallow: /a", "/a", false},
      {"2.2.4 other records", "User-agent: *\nNoise: /a\nDisallow: /b", "/b", false},
  };
  for (const Row& row : rows) check(row);
}

TEST(Robots, matching) {
  const Row rows[] = {
      {"2.2.2 prefix", "User-agent: *\nDisallow: /fish", "/fishing", false},
      {"2.2.2 case of paths", "User-agent: *\nDisallow: /fish", "/Fish", true},
      {"2.2.2 longest", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true},
      {"2.2.2 longest, other order", "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", true},
      {"2.2.2 longest forbids", "User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b/c", false},
      {"2.2.2 tie allows", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true},
      {"2.2.2 tie allows, other order", "User-agent: *\nAllow: /a\nDisallow: /a", "/a", true},
      {"2.2.2 empty rule", "User-agent: *\nDisallow:", "/a", true},
      {"2.2.2 query", "User-agent: *\nDisallow: /a?x", "/a?x=1", false},
      {"2.2.2 robots.txt itself", "User-agent: *\nDisallow: /", "/robots.txt", true},
      {"2.2.2 non-ASCII, pattern raw", "User-agent: *\nDisallow: /foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84", false},
      {"2.2.2 non-ASCII, pattern encoded", "User-agent: *\nDisallow: /foo/bar/%e3%83%84", "/foo/bar/\xE3\x83\x84", false},
      {"2.2.2 encoded unreserved", "User-agent: *\nDisallow: /%7Ejane", "/~jane/", false},
      {"2.2.2 encoded in the path", "User-agent: *\nDisallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false},
      {"2.2.2 octets that a URL encodes", "User-agent: *\nDisallow: /private[1]/", "/private%5B1%5D/cv", false},
      {"2.2.2 octets that a URL encodes, bar", "User-agent: *\nDisallow: /a|b", "/a%7Cb", false},
      {"2.2.2 octets that a URL encodes, braces", "User-agent: *\nDisallow: /{id}", "/%7Bid%7D", false},
      {"2.2.2 octets that a URL encodes, percent", "User-agent: *\nDisallow: /50%off/", "/50%25off/", false},
      {"2.2.2 octets that a URL encodes, query", "User-agent: *\nDisallow: /*?q=<", "/x?q=%3C1", false},
      {"2.2.2 encoded slash differs", "User-agent: *\nDisallow: /a%2Fb", "/a/b", true},
      {"2.2.3 star", "User-agent: *\nDisallow: /*.php", "/x/y.php5", false},
      {"2.2.3 star matches nothing", "User-agent: *\nDisallow: /a*b", "/ab", false},
      {"2.2.3 end", "User-agent: *\nDisallow: /*.php$", "/x.php?y", true},
      {"2.2.3 end fits", "User-agent: *\nDisallow: /*.php$", "/x.php/y.php", false},
      {"2.2.3 end without star", "User-agent: *\nDisallow: /a$", "/a/", true},
      {"2.2.3 end may not overlap", "User-agent: *\nDisallow: /ab*ba$", "/aba", true},
      {"2.2.3 star at the end", "User-agent: *\nDisallow: /a*", "/abc", false},
      {"2.2.3 star dollar", "User-agent: *\nDisallow: /a*$", "/abc", false},
      {"2.2.3 verbatim star", "User-agent: *\nDisallow: /file-with-a-%2A.html", "/file-with-a-*.html", false},
      {"2.2.3 verbatim dollar", "User-agent: *\nDisallow: /path/foo-%24", "/path/foo-$", false},
      {"2.2.3 verbatim dollar, more", "User-agent: *\nDisallow: /path/foo-%24$", "/path/foo-$x", true},
      {"2.2.3 dollar inside", "User-agent: *\nDisallow: /a$b", "/a$b", false},
      {"5.1 example", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/", "/x.gif", false},
      {"5.1 example", "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/", "/publications/x", true},
      {"5.2 example", "User-Agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif",
       "/example/page/disallowed.gif", false},
      {"no slash at the front", "User-agent: *\nDisallow: a", "/a", true},
  };
  for (const Row& row : rows) check(row);
}

TEST(Robots, lines) {
  const Row rows[] = {
      {"2.2 CR", "User-agent: *\rDisallow: /a\r", "/a", false},
      {"2.2 CRLF", "User-agent: *\r\nDisallow: /a\r\n", "/a", false},
      {"2.2 comments", "# x\nUser-agent: * # y\nDisallow: /a # z", "/a", false},
      {"2.2 blanks", " \tUser-agent \t: *\n Disallow\t: \t/a \t", "/a", false},
      {"2.3 BOM", "\xEF\xBB\xBFUser-agent: *\nDisallow: /a", "/a", false},
      {"Google: no colon", "user-agent *\ndisallow /a", "/a", false},
      {"Google: no colon, three words", "user-agent *\ndisallow /a b", "/a", true},
      {"Google: misspelt", "useragent: *\ndisalow: /a", "/a", false},
      {"not a robots.txt", "<!doctype html><html><body>Disallow: /</body></html>", "/a", true},
  };
  for (const Row& row : rows) check(row);
}

TEST(Robots, only_the_first_500_kib_count) {  // section 2.5
  const std::string rule = "User-agent: *\nDisallow: /a\n";
  const Url url = Url::parse("http://jane.example/a").value();
  const std::string fits = std::string(Robots::kMaxBytes - rule.size(), '\n') + rule;
  EXPECT_FALSE(Robots::parse(fits, "FellowBot").allows(url));
  EXPECT_TRUE(Robots::parse("\n" + fits.substr(0, fits.size() - 3) + "bc\n", "FellowBot").allows(url));
}

TEST(Robots, crawl_delay_and_sitemaps) {
  const Robots robots = Robots::parse(
      "Sitemap: http://jane.example/a.xml\nUser-agent: *\nCrawl-delay: 7\nDisallow: /x\n"
      "User-agent: FellowBot\nCrawl-delay: 2.5\nsitemap:/b.xml # here\n",
      "FellowBot");
  EXPECT_EQ(robots.crawl_delay(), std::chrono::milliseconds(2500));
  EXPECT_EQ(robots.sitemaps(), (std::vector<std::string>{"http://jane.example/a.xml", "/b.xml"}));
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: 7\n", "FellowBot").crawl_delay(), std::chrono::seconds(7));
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: soon\n", "FellowBot").crawl_delay(), std::nullopt);
  EXPECT_EQ(Robots::parse("User-agent: *\nCrawl-delay: -1\n", "FellowBot").crawl_delay(), std::nullopt);
  EXPECT_EQ(Robots::parse("User-agent: x\nCrawl-delay: 9\nUser-agent: *\nDisallow: /a", "FellowBot").crawl_delay(),
            std::nullopt);
}

TEST(Robots, all_or_nothing) {
  const Url url = Url::parse("http://jane.example/a").value();
  EXPECT_TRUE(Robots::allow_all().allows(url));
  EXPECT_FALSE(Robots::disallow_all().allows(url));
  EXPECT_TRUE(Robots::disallow_all().allows(Url::parse("http://jane.example/robots.txt").value()));
}

// The greedy matcher against one that tries every split.
bool slow_match(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern[0] == '*') {
    for (std::size_t i = 0; i <= path.size(); ++i) {
      if (slow_match(pattern.substr(1), path.substr(i))) return true;
    }
    return false;
  }
  return !path.empty() && path[0] == pattern[0] && slow_match(pattern.substr(1), path.substr(1));
}

TEST(Robots, wildcards_agree_with_a_slow_matcher) {
  std::mt19937 random(20);
  const auto word = [&](std::string_view letters, std::size_t longest) {
    std::string text;
    for (std::size_t n = random() % (longest + 1); n > 0; --n) text += letters[random() % letters.size()];
    return text;
  };
  for (int round = 0; round < 20'000; ++round) {
    const std::string pattern = "/" + word("ab*", 6) + (random() % 3 == 0 ? "$" : ""), path = "/" + word("ab", 7);
    const Url url = Url::parse("http://jane.example" + path).value();
    EXPECT_EQ(Robots::parse("User-agent: *\nDisallow: " + pattern, "x").allows(url), !slow_match(pattern, path))
        << pattern << " " << path;
  }
}

}  // namespace
}  // namespace fellow::crawler
