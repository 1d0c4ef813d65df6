// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/scope.h"

#include <gtest/gtest.h>

namespace fellow::crawler {
namespace {

Url url(const std::string& text) { return Url::parse(text).value(); }

TEST(Scope, prefix_of_a_home_page) {
  struct Row {
    const char* home;
    std::vector<std::string> neighbours;
    const char* prefix;
  };
  const Row rows[] = {
      {"http://jane.example/", {}, "/"},
      {"http://jane.example/about.md", {}, "/"},
      {"http://jane.example/content/authors/admin/_index.md", {}, "/"},
      {"http://jane.example/files/cv.pdf", {}, "/"},
      {"http://cs.example/~jane/", {}, "/~jane/"},
      {"http://cs.example/dept/~jane/cv.html", {}, "/dept/~jane/"},
      {"http://cs.example/~jane", {}, "/~jane"},
      {"http://www.northsea.edu/people/jane/", {}, "/people/jane/"},
      {"http://www.northsea.edu/people/jane/home/en/", {}, "/people/jane/"},
      {"http://www.northsea.edu/people/jane", {}, "/people/jane"},
      {"http://jane.northsea.ac.uk/", {}, "/"},
      {"http://jane.northsea.ac.uk/index_en.html", {}, "/"},
      {"http://lab.example/people/jane/", {"http://lab.example/people/tom/"}, "/people/jane/"},
      {"http://lab.example/people/jane/", {"http://other.example/people/tom/"}, "/"},
      {"http://lab.example/jane/index.html", {"http://www.lab.example/tom/index.html"}, "/jane/"},
      {"http://www.northsea.edu/people/jane.html", {"http://www.northsea.edu/people/tom.html"}, "/people/jane"},
      {"https://sites.google.com/view/jane/home", {}, "/view/jane/"},
      {"https://sites.google.com/view/jane", {}, "/view/jane"},
  };
  for (const Row& row : rows) {
    std::vector<Url> neighbours;
    for (const std::string& neighbour : row.neighbours) neighbours.push_back(url(neighbour));
    EXPECT_EQ(Scope::of(url(row.home), neighbours).prefix(), row.prefix) << row.home;
  }
}

TEST(Scope, contains) {
  struct Row {
    const char* home;
    const char* address;
    bool inside;
  };
  const Row rows[] = {
      {"http://jane.example/", "https://www.jane.example/cv", true},
      {"http://www.jane.example/", "http://jane.example/cv", true},
      {"http://jane.example/", "http://blog.jane.example/", false},
      {"http://cs.example/~jane/", "http://cs.example/~jane/cv", true},
      {"http://cs.example/~jane/", "http://cs.example/~jane", true},
      {"http://cs.example/~jane/", "http://cs.example/~janet/", false},
      {"http://cs.example/~jane", "http://cs.example/~janet", false},
      {"http://cs.example/~jane", "http://cs.example/~jane/cv", true},
      {"http://cs.example/~jane/", "http://cs.example/", false},
      {"http://www.northsea.edu/people/jane", "http://www.northsea.edu/people/jane/cv", true},
      {"http://www.northsea.edu/people/jane", "http://www.northsea.edu/people/janet", false},
  };
  for (const Row& row : rows)
    EXPECT_EQ(Scope::of(url(row.home)).contains(url(row.address)), row.inside) << row.home << " " << row.address;
}

TEST(Scope, places_never_crawled) {
  struct Row {
    const char* address;
    bool never;
  };
  const Row rows[] = {
      {"https://scholar.google.com/citations?user=x", true},
      {"https://scholar.google.co.uk/citations?user=x", true},
      {"https://orcid.org/0000-0000-0000-0000", true},
      {"https://dblp.org/pid/0/1.html", true},
      {"https://github.com/jane", true},
      {"https://jane.github.io/", false},
      {"https://gist.github.com/jane", true},
      {"https://www.linkedin.com/in/jane", true},
      {"https://x.com/jane", true},
      {"https://ex.com/jane", false},
      {"https://sites.google.com/view/jane", false},
      {"https://jane.example/github.com", false},
  };
  for (const Row& row : rows) EXPECT_EQ(never_crawled(url(row.address)), row.never) << row.address;
}

}  // namespace
TEST(Scope, canonical) {
  const struct {
    const char *home, *address, *canonical;
  } rows[] = {
      {"http://jane.example/", "https://jane.example/cv?a=1", "http://jane.example/cv?a=1"},
      {"https://jane.example/", "http://jane.example/cv", "https://jane.example/cv"},
      {"https://jane.example/", "https://jane.example/cv", "https://jane.example/cv"},
      {"https://jane.example/", "http://www.jane.example/cv", "http://www.jane.example/cv"},
      {"https://jane.example/", "http://jane.example:8080/cv", "http://jane.example:8080/cv"},
      {"https://jane.example:8443/", "http://jane.example/cv", "http://jane.example/cv"},
  };
  for (const auto& row : rows) EXPECT_EQ(Scope::of(url(row.home)).canonical(url(row.address)).text(), row.canonical);
}

}  // namespace fellow::crawler
