// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/sitemap.h"

#include <gtest/gtest.h>

#include "loopback_server.h"

namespace fellow::crawler {
namespace {

std::string read(std::string_view file) {
  const Sitemap sitemap = parse_sitemap(file, Url::parse("https://jane.example/sitemap.xml").value());
  std::string text = sitemap.index ? "index:" : "";
  for (const SitemapEntry& entry : sitemap.entries) {
    text += " " + std::string(entry.url.target());
    if (entry.changed) text += "@" + show_time(*entry.changed);
  }
  return text;
}

TEST(Sitemap, addresses) {
  struct Row {
    const char* file;
    const char* addresses;
  };
  const Row rows[] = {
      {"<?xml version=\"1.0\"?><urlset><url><loc>https://jane.example/a</loc></url><url><loc>\n https://jane.example/b "
       "\n</loc></url></urlset>",
       " /a /b"},
      {"<urlset><url><loc>https://jane.example/?a=1&amp;b=2</loc></url></urlset>", " /?a=1&b=2"},
      {"<urlset><url><loc><![CDATA[https://jane.example/a]]></loc></url></urlset>", " /a"},
      {"<urlset><url><loc>https://jane.example/a</loc><image:loc>https://jane.example/a.png</image:loc></url></urlset>", " /a"},
      {"<urlset><url><loc>https://tom.example/a</loc></url><url><loc>http://www.jane.example/b</loc></url></urlset>", " /b"},
      {"<urlset><url><loc>/a</loc></url><url><loc>ftp://jane.example/</loc></url></urlset>", ""},
      {"<urlset><url><loc>https://jane.example/a</loc></url><url><loc>https://jane.example/a#x</loc></url></urlset>", " /a"},
      {"<sitemapindex><sitemap><loc>https://jane.example/s1.xml</loc></sitemap></sitemapindex>", "index: /s1.xml"},
      {"<urlset><url><loc>https://jane.example/a", ""},
      {"\xEF\xBB\xBFhttps://jane.example/a\r\nhttps://jane.example/b\n", " /a /b"},
      {"", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(read(row.file), row.addresses) << row.file;
}

TEST(Sitemap, says_when_pages_changed) {
  struct Row {
    const char* lastmod;
    const char* shown;
  };
  const Row rows[] = {{"2026-11-20", " /a@2026-11-20T00:00:00Z"},
                      {"2026-11-20T03:10:00Z", " /a@2026-11-20T03:10:00Z"},
                      {" 2026-11-20T03:10:00+02:00\n", " /a@2026-11-20T01:10:00Z"},
                      {"2026-11-20T23:10:00.123-01:30", " /a@2026-11-21T00:40:00Z"},
                      {"yesterday, I think", " /a"},
                      {"2026", " /a"}};
  for (const Row& row : rows) {
    const std::string entry = "<url><loc>https://jane.example/a</loc><lastmod>" + std::string(row.lastmod) + "</lastmod></url>";
    EXPECT_EQ(read("<urlset>" + entry), row.shown) << row.lastmod;
    EXPECT_EQ(read("<urlset><url><loc>https://jane.example/b</loc></url>" + entry), " /b" + std::string(row.shown));
  }
}

TEST(Sitemap, is_shown_as_it_is_read) {
  for (const char* file : {"<urlset><loc>https://jane.example/?a=1&amp;b=2</loc><lastmod>2026-11-20</lastmod></urlset>",
                           "<sitemapindex><loc>https://jane.example/s.xml</loc></sitemapindex>", "https://jane.example/a\n"}) {
    const Url address = Url::parse("https://jane.example/sitemap.xml").value();
    EXPECT_EQ(read(show(parse_sitemap(file, address))), read(file)) << file;
  }
}

TEST(Sitemap, gzipped) {
  const std::string file = gzip("<urlset><loc>https://jane.example/a</loc></urlset>");
  EXPECT_EQ(read(file), " /a");
  EXPECT_EQ(read(file.substr(0, file.size() / 2)), "");
  EXPECT_EQ(read(gzip("<urlset><loc>https://jane.example/a</loc>" + std::string(100 << 20, ' '))), " /a");
}

TEST(Sitemap, at_most_200) {
  for (const std::size_t count : {kMaxSitemapUrls, kMaxSitemapUrls + 1}) {
    std::string file = "<urlset>";
    for (std::size_t i = 0; i < count; ++i) file += "<loc>https://jane.example/" + std::to_string(i) + "</loc>";
    EXPECT_EQ(parse_sitemap(file, Url::parse("https://jane.example/s").value()).entries.size(), kMaxSitemapUrls);
  }
}

}  // namespace
}  // namespace fellow::crawler
