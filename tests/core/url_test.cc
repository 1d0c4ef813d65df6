// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/url.h"

#include <gtest/gtest.h>

namespace fellow {
namespace {

std::string shown(const Result<Url>& url) { return url ? url->text() : "error: " + url.error().what; }

struct Row {
  const char* given;
  const char* normal;  // "" = refused
};

class Parse : public testing::TestWithParam<Row> {};

TEST_P(Parse, GivesTheNormalForm) {
  const auto url = Url::parse(GetParam().given);
  if (*GetParam().normal == '\0') {
    EXPECT_FALSE(url) << shown(url);
  } else {
    EXPECT_EQ(shown(url), GetParam().normal);
    EXPECT_EQ(shown(Url::parse(GetParam().normal)), GetParam().normal) << "the normal form is its own normal form";
  }
}

INSTANTIATE_TEST_SUITE_P(CaseAndPort, Parse,
                         testing::Values(Row{"HTTP://Jane.Example:80/A", "http://jane.example/A"},
                                         Row{"https://r.example:443", "https://r.example/"},
                                         Row{"http://r.example:443/", "http://r.example:443/"},
                                         Row{"http://r.example:/x", "http://r.example/x"}, Row{"http://r.example:99999/", ""},
                                         Row{"http://r.example:8o/", ""}));
INSTANTIATE_TEST_SUITE_P(DotSegments, Parse,
                         testing::Values(Row{"http://r.example/a/./b/../c", "http://r.example/a/c"},
                                         Row{"http://r.example/../../x", "http://r.example/x"},
                                         Row{"http://r.example/a/%2e%2e/b", "http://r.example/b"},
                                         Row{"http://r.example/..", "http://r.example/"}));
INSTANTIATE_TEST_SUITE_P(Escapes, Parse,
                         testing::Values(Row{"http://r.example/%7euser", "http://r.example/~user"},
                                         Row{"http://r.example/a%2fb", "http://r.example/a%2Fb"},
                                         Row{"http://r.example/a b", "http://r.example/a%20b"},
                                         Row{"http://r.example/\xc3\xbc.html", "http://r.example/%C3%BC.html"},
                                         Row{"http://r.example/100%", "http://r.example/100%25"},
                                         Row{"http://r.example/a|b^c", "http://r.example/a%7Cb%5Ec"},
                                         Row{"http://r.example/?q=a b", "http://r.example/?q=a%20b"}));
INSTANTIATE_TEST_SUITE_P(
    Mended, Parse,
    testing::Values(Row{"  http://r.example/x \n", "http://r.example/x"}, Row{"ht\ntp://r.example/a\tb", "http://r.example/ab"},
                    Row{"http:\\\\r.example\\a", "http://r.example/a"},
                    Row{"http://r.example/?a\\b", "http://r.example/?a%5Cb"},
                    Row{"http://a\\@b.example/", "http://a/@b.example/"}, Row{"http://r.ex\tample/", "http://r.example/"},
                    Row{"\thttp://r.example/x\t", "http://r.example/x"}, Row{"http:///r.example/a", "http://r.example/a"},
                    Row{"http://r.example/x#part", "http://r.example/x"}, Row{"http://r.example?q", "http://r.example/?q"}));
INSTANTIATE_TEST_SUITE_P(Hosts, Parse,
                         testing::Values(Row{"http://m\xc3\xbcller.example/", "http://xn--mller-kva.example/"},
                                         Row{"http://stra\xc3\x9f"
                                             "e.example/",
                                             "http://xn--strae-oqa.example/"},
                                         Row{"http://r\xe3\x80\x82"
                                             "example/",
                                             "http://r.example/"},
                                         Row{"http://r\xc2\xad.example/", "http://r.example/"},
                                         Row{"http://XN--MLLER-KVA.example/", "http://xn--mller-kva.example/"},
                                         Row{"http://xn--a.example/", ""}, Row{"http://r.example./x", "http://r.example/x"},
                                         Row{"http://127.0.0.1./", "http://127.0.0.1/"}, Row{"http://./", ""},
                                         Row{"http://0x7f.1/", "http://127.0.0.1/"},
                                         Row{"http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"},
                                         Row{"http://ex%61mple.org/", "http://example.org/"}, Row{"http://a b/", ""},
                                         Row{"http://256.1.1.1/", ""}, Row{"http://", ""}, Row{"http://[::1", ""}));
INSTANTIATE_TEST_SUITE_P(Refused, Parse,
                         testing::Values(Row{"ftp://r.example/", ""}, Row{"r.example/x", ""}, Row{"javascript:alert(1)", ""},
                                         Row{"http://jane@r.example/", ""}, Row{"http://jane:pw@r.example/", ""}, Row{"", ""},
                                         Row{"mailto:j@r.example", ""}));

struct Link {
  const char* base;
  const char* href;
  const char* meant;
};

class Resolve : public testing::TestWithParam<Link> {};

TEST_P(Resolve, GivesWhatABrowserWouldAskFor) {
  const auto url = Url::parse(GetParam().base)->resolve(GetParam().href);
  if (*GetParam().meant == '\0') {
    EXPECT_FALSE(url) << shown(url);
  } else {
    EXPECT_EQ(shown(url), GetParam().meant);
  }
}

constexpr const char* kBase = "https://r.example/~jane/pubs/list.html?page=2";
INSTANTIATE_TEST_SUITE_P(Relative, Resolve,
                         testing::Values(Link{kBase, "cv.pdf", "https://r.example/~jane/pubs/cv.pdf"},
                                         Link{kBase, "../cv.pdf", "https://r.example/~jane/cv.pdf"},
                                         Link{kBase, "/cv.pdf", "https://r.example/cv.pdf"},
                                         Link{kBase, "?page=3", "https://r.example/~jane/pubs/list.html?page=3"},
                                         Link{kBase, "", "https://r.example/~jane/pubs/list.html?page=2"},
                                         Link{kBase, "#top", "https://r.example/~jane/pubs/list.html?page=2"},
                                         Link{kBase, "./", "https://r.example/~jane/pubs/"}, Link{kBase, "a:b.html", ""},
                                         Link{kBase, "..\\cv.pdf", "https://r.example/~jane/cv.pdf"}));
INSTANTIATE_TEST_SUITE_P(Absolute, Resolve,
                         testing::Values(Link{kBase, "//s.example/x", "https://s.example/x"},
                                         Link{kBase, "http://s.example", "http://s.example/"},
                                         Link{kBase, "https:/x.html", "https://r.example/x.html"},
                                         Link{kBase, "http:/s.example/x", "http://s.example/x"},
                                         Link{kBase, " cv 1.pdf ", "https://r.example/~jane/pubs/cv%201.pdf"},
                                         Link{kBase, "cv\n.p\tdf", "https://r.example/~jane/pubs/cv.pdf"},
                                         Link{kBase, "/\\s.example\\x", "https://s.example/x"},
                                         Link{kBase, "https:x.html", "https://r.example/~jane/pubs/x.html"},
                                         Link{kBase, "mailto:j@r.example", ""}));
INSTANTIATE_TEST_SUITE_P(Localhost, Resolve,
                         testing::Values(Link{kBase, "http://localhost:4000/cv/", "https://r.example/cv/"},
                                         Link{kBase, "//127.0.0.1/cv/", "https://r.example/cv/"},
                                         Link{kBase, "http://0.0.0.0:1313/pubs/?a=b", "https://r.example/pubs/?a=b"},
                                         Link{"http://localhost:8080/", "http://localhost:4000/cv/",
                                              "http://localhost:4000/cv/"}));

// A theme's left-over points at the machine that built the site, in whatever way that is written.
TEST(Url, EverySpellingOfThisMachineIsThePagesOwnOrigin) {
  const Url page = Url::parse("https://r.example:8443/~jane/").value();
  for (const char* host : {"localhost",
                           "LOCALHOST",
                           "localhost.",
                           "LocalHost%2E",
                           "\uFF4Cocalhost",
                           "jane.localhost",
                           "localhost.localdomain",
                           "localhost6",
                           "localhost6.localdomain6",
                           "localhost4",
                           "ip6-localhost",
                           "ip6-loopback",
                           "127.0.0.1",
                           "127.0.0.1.",
                           "127.0.0.2",
                           "127.255.255.254",
                           "127.1",
                           "0177.0.0.1",
                           "0x7f000001",
                           "2130706433",
                           "0.0.0.0",
                           "0",
                           "[::1]",
                           "[0:0:0:0:0:0:0:1]",
                           "[0000::0001]",
                           "[::]",
                           "[::ffff:127.0.0.1]",
                           "[::FFFF:7f00:2]",
                           "[::ffff:0.0.0.0]"}) {
    EXPECT_EQ(shown(page.resolve("http://" + std::string(host) + ":4000/cv/?a=b")), "https://r.example:8443/cv/?a=b") << host;
    EXPECT_EQ(shown(page.resolve("//" + std::string(host) + "/cv/")), "https://r.example:8443/cv/") << host;
    const Url local = Url::parse("http://" + std::string(host) + "/").value();
    EXPECT_EQ(shown(local.resolve("http://localhost:4000/x")), "http://localhost:4000/x") << host;
  }
}

TEST(Url, WhatOnlyLooksLikeThisMachineIsNot) {
  const Url page = Url::parse("https://r.example/").value();
  for (const char* address : {"http://127.example/", "http://127.0.0.1.example/", "http://localhost.example/",
                              "http://notlocalhost/", "http://128.0.0.1/", "http://0.0.0.1/", "http://[::2]/",
                              "http://10.0.0.1/", "http://[fe80::1]/", "http://localhosts/"}) {
    EXPECT_EQ(shown(page.resolve(address)), address);
  }
}

TEST(Url, HasParts) {
  const Url url = Url::parse("https://r.example:8443/a/b?x=1").value();
  EXPECT_EQ(url.scheme(), "https");
  EXPECT_EQ(url.host(), "r.example");
  EXPECT_EQ(url.host_port(), "r.example:8443");
  EXPECT_EQ(url.port(), 8443);
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "x=1");
  EXPECT_EQ(url.target(), "/a/b?x=1");
  EXPECT_EQ(url.origin(), "https://r.example:8443");
  EXPECT_EQ(Url::parse("http://[::1]/")->host(), "[::1]");
  EXPECT_EQ(Url::parse("http://[::1]/")->port(), 80);
}

TEST(Url, IsBounded) {
  const std::string fits = "http://r.example/" + std::string(Url::kMaxBytes - 17, 'a');
  EXPECT_TRUE(Url::parse(fits));
  EXPECT_FALSE(Url::parse(fits + "a"));
}

TEST(PersonId, IsSixteenCharactersOfBase32) {
  // printf %s http://r.example/ | sha256sum | cut -c1-20 | xxd -r -p | base32 | head -c 16, lower case
  EXPECT_EQ(person_id(Url::parse("http://R.example").value()), person_id(Url::parse("http://r.example/").value()));
  EXPECT_EQ(person_id(Url::parse("http://r.example/").value()).size(), 16U);
  EXPECT_NE(person_id(Url::parse("http://r.example/").value()), person_id(Url::parse("https://r.example/").value()));
}

}  // namespace
}  // namespace fellow
