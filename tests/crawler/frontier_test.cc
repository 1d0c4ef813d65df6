// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/frontier.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace fellow::crawler {
namespace {

Url at(const std::string& path) { return Url::parse("http://jane.example" + path).value(); }

std::string drain(Frontier& frontier) {
  std::string text;
  while (const auto page = frontier.next()) text += std::string(page->url.target()) + " ";
  return text;
}

TEST(Frontier, best_first) {
  Frontier frontier({});
  frontier.add({at("/talk"), LinkKind::other, 1});
  frontier.add({at("/cv.pdf"), LinkKind::cv, 1});
  frontier.add({at("/deep"), LinkKind::publications, 2});
  frontier.add({at("/pubs"), LinkKind::publications, 1});
  frontier.add({at("/pubs2"), LinkKind::publications, 1});
  frontier.add({at("/pub/one"), LinkKind::publications, 1}, true);
  frontier.add({at("/group"), LinkKind::people, 1});
  frontier.add({at("/about"), LinkKind::about, 3});
  EXPECT_EQ(frontier.queued().front().url, at("/about"));
  EXPECT_EQ(drain(frontier), "/about /pubs /pubs2 /deep /cv.pdf /pub/one /group /talk ");
}

TEST(Frontier, budgets_at_the_limit_and_one_past_it) {
  struct Case {
    const char* what;
    Frontier::Limits limits;
    int offered;
    int given;
  };
  const Case cases[] = {
      {"pages", {.pages = 40}, 40, 40},
      {"pages, one more", {.pages = 40}, 41, 40},
      {"links a page", {.pages = 1000, .links_a_page = 200}, 200, 200},
      {"links a page, one more", {.pages = 1000, .links_a_page = 200}, 201, 200},
  };
  for (const Case& c : cases) {
    Frontier frontier(c.limits);
    std::vector<Link> links;
    for (int i = 0; i < c.offered; ++i) links.push_back({at("/" + std::to_string(i)), LinkKind::other});
    frontier.add_links(links, 0);
    int given = 0;
    while (frontier.next()) ++given;
    EXPECT_EQ(given, c.given) << c.what;
  }
}

TEST(Frontier, depth) {
  Frontier frontier({.depth = 3});
  EXPECT_TRUE(frontier.add({at("/3"), LinkKind::other, 3}));
  EXPECT_FALSE(frontier.add({at("/4"), LinkKind::other, 4}));
}

TEST(Frontier, query_variants_of_one_path) {
  Frontier frontier({.query_variants = 5});
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(frontier.add({at("/list?page=" + std::to_string(i)), LinkKind::other, 1}));
  EXPECT_FALSE(frontier.add({at("/list?page=5"), LinkKind::other, 1}));
  EXPECT_TRUE(frontier.add({at("/list"), LinkKind::other, 1}));
  EXPECT_TRUE(frontier.add({at("/other?page=5"), LinkKind::other, 1}));
}

TEST(Frontier, each_address_once) {
  Frontier frontier({});
  EXPECT_TRUE(frontier.add({at("/a"), LinkKind::other, 1}));
  EXPECT_FALSE(frontier.add({at("/a"), LinkKind::about, 1}));
  EXPECT_TRUE(frontier.had(at("/b")));
  EXPECT_FALSE(frontier.had(at("/b")));
  EXPECT_FALSE(frontier.add({at("/b"), LinkKind::other, 1}));
  EXPECT_TRUE(frontier.had(at("/a")));  // a redirect led there first
  EXPECT_FALSE(frontier.next());
}

TEST(Frontier, properties) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Frontier frontier({.pages = 20, .depth = 2, .query_variants = 2});
    std::set<std::string> given;
    std::map<std::string, int> variants;
    for (int step = 0; step < 400; ++step) {
      if (random() % 4 != 0) {
        const std::string query = random() % 2 ? "?q=" + std::to_string(random() % 5) : "";
        frontier.add({at("/" + std::to_string(random() % 30) + query), static_cast<LinkKind>(random() % 7),
                      static_cast<int>(random() % 4)},
                     random() % 3 == 0);
      } else if (const auto page = frontier.next()) {
        EXPECT_TRUE(given.insert(page->url.text()).second);
        EXPECT_LE(page->depth, 2);
        if (!page->url.query().empty()) {
          EXPECT_LE(++variants[std::string(page->url.path())], 2);
        }
      }
      EXPECT_LE(frontier.queued().size() + given.size(), 20u);
    }
    EXPECT_LE(given.size(), 20u);
  }
}

}  // namespace
}  // namespace fellow::crawler
