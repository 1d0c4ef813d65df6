// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/visitor.h"

#include <gtest/gtest.h>

#include "tests/crawler/url_of.h"

namespace fellow::crawler {
namespace {

TEST(RedirectTarget, by_location) {
  struct Row {
    const char* location;
    const char* target;
  };
  const Row rows[] = {
      {"/x", "http://jane.example/x"},
      {"x", "http://jane.example/a/x"},
      {"//tom.example/x", "http://tom.example/x"},
      {"https://tom.example", "https://tom.example/"},
      {"http://127.0.0.1/", "http://127.0.0.1/"},
      {"ftp://x/", "refused"},
      {"javascript:alert(1)", "refused"},
      {"", "bad"},
      {"http://user:word@tom.example/", "bad"},
      {"http://", "bad"},
  };
  for (const Row& row : rows) {
    const auto target = redirect_target(Url::parse("http://jane.example/a/b").value(), row.location);
    EXPECT_EQ(target ? target->text() : target.error().code == Code::refused ? "refused" : "bad", row.target) << row.location;
  }
}

TEST(ReadableType, by_header_and_ending) {
  struct Row {
    const char* type;
    const char* path;
    bool readable;
  };
  const Row rows[] = {
      {"text/html; charset=x", "/", true},
      {"Text/HTML", "/", true},
      {"application/xhtml+xml", "/", true},
      {"application/pdf", "/", true},
      {"image/png", "/x.html", false},
      {"application/octet-stream", "/papers.bib", true},
      {"application/octet-stream", "/x", false},
      {"", "/about", true},
      {"", "/x.png", false},
      {"", "/x.org", true},
      {"application/zip", "/x.md", false},
      {"text/x-bibtex", "/x", true},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(readable_type(row.type, Url::parse(std::string("http://jane.example") + row.path).value()), row.readable)
        << row.type << " " << row.path;
  }
}

}  // namespace
}  // namespace fellow::crawler
