// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/seeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

using testing::HasSubstr;

// "url|name|affiliation|source|scholar_id" a seed, "line: what" a bad line.
std::string printed(std::string_view text, std::string_view file) {
  const Result<SeedList> list = parse_seeds(text, file);
  if (!list) return "error " + show(list.error());
  std::string out;
  for (const Seed& seed : list->seeds) {
    std::string line = seed.url.text() + "|" + seed.name + "|" + seed.affiliation + "|" + seed.source + "|" + seed.scholar_id;
    while (line.ends_with('|')) line.pop_back();
    out += line + "\n";
  }
  for (const Error& bad : list->bad) out += show(bad) + "\n";
  return out;
}

TEST(Seeds, PlainText) {
  EXPECT_EQ(
      printed(
          "\xef\xbb\xbf# people\r\nhttps://a.example/~j\r\n\r\n  HTTP://B.example:80/#x   # why\n#c\n\thttp://c.example/a#b",
          "x.txt"),
      "https://a.example/~j\nhttp://b.example/\nhttp://c.example/a\n");
  EXPECT_EQ(printed("", "x.txt"), "");
  EXPECT_EQ(printed("# nobody\n", "x.txt"), "");
}

TEST(Seeds, ALineWhoseUrlStoodBeforeIsTold) {
  const SeedList list = parse_seeds("# a\nhttp://a.example\nhttp://b.example/\nHTTP://A.example:80/\n", "x").value();
  ASSERT_EQ(list.repeated.size(), 1u);
  EXPECT_EQ(show(list.repeated[0]), "x:4: stands in line 2 already: http://a.example/");
}

TEST(Seeds, EachUrlOnceInTheNormalForm) {
  EXPECT_EQ(printed("http://a.example\nHTTP://A.example:80/\nhttp://a.example/b/../\n", "x"), "http://a.example/\n");
  EXPECT_EQ(printed("url,name\nhttp://a.example/,First\nhttp://a.example,Second\n", "x"), "http://a.example/|First\n");
}

TEST(Seeds, BadLinesAreToldWithFileAndLine) {
  const std::string text = printed(
      "http://a.example/\nwww.b.example/~y\nmailto:x@y.example\nhttp://c.example/ Jane "
      "Doe\nftp://d.example/\nhttp://e.example/\n",
      "x.txt");
  EXPECT_THAT(text, HasSubstr("http://a.example/\nhttp://e.example/\n"));
  EXPECT_THAT(text,
              HasSubstr("x.txt:2: \"www.b.example/~y\" does not say http:// or https://: write https://www.b.example/~y\n"));
  EXPECT_THAT(text, HasSubstr("x.txt:3: \"mailto:x@y.example\": "));
  EXPECT_THAT(text, HasSubstr("x.txt:4: \"http://c.example/ Jane Doe\" is not one URL: "));
  EXPECT_THAT(text, HasSubstr("x.txt:5: "));
  // Line ends of old: one line, and no address of both.
  EXPECT_THAT(printed("http://a.example/\rhttp://b.example/\r", "x.txt"), HasSubstr(" is not one URL: "));
}

TEST(Seeds, CsvColumnsInAnyOrder) {
  EXPECT_EQ(printed("url,name,affiliation,source\nhttp://a.example/,Ann,HKUST,hk\n", "x.csv"),
            "http://a.example/|Ann|HKUST|hk\n");
  EXPECT_EQ(printed("Name , URL,note\nAnn,http://a.example/,x\n", "x.csv"), "http://a.example/|Ann\n");
  EXPECT_EQ(printed("url\nhttp://a.example/\n", "x.csv"), "http://a.example/\n");
  EXPECT_EQ(printed("url,name\nhttp://a.example/\nhttp://b.example/,Bo,,\n", "x.csv"),
            "http://a.example/\nhttp://b.example/|Bo\n");
}

TEST(Seeds, CsvIsKnownByItsHeaderUnderAnyFileName) {
  EXPECT_EQ(printed("# list\nurl,name\nhttp://a.example/,Ann\n", "people"), "http://a.example/|Ann\n");
}

TEST(Seeds, CsRankings) {
  EXPECT_EQ(printed("name,affiliation,homepage,scholarid\n"
                    "Ann Lee 0001,Univ. of Somewhere,https://a.example/~ann,AbC_dEfAAAAJ\n"
                    "Bo Ek,Tech,https://b.example/,NOSCHOLARPAGE\n"
                    "Cy Om,Tech,,NOSCHOLARPAGE\n",
                    "csrankings-a.csv"),
            "https://a.example/~ann|Ann Lee 0001|Univ. of Somewhere||AbC_dEfAAAAJ\n"
            "https://b.example/|Bo Ek|Tech\n"
            "csrankings-a.csv:4: has no URL\n");
}

// RFC 4180 section 2, rules 5 to 7.
TEST(Seeds, Quoting) {
  EXPECT_EQ(printed("url,name,affiliation\r\n"
                    "http://a.example/,\"Doe, \"\"J\"\"\",\"Two\r\nlines\"\r\n"
                    "\"http://b.example/\",O\"Neil,x\r\n",
                    "x.csv"),
            "http://a.example/|Doe, \"J\"|Two lines\nhttp://b.example/|O\"Neil|x\n");
}

TEST(Seeds, ALostQuoteCostsOneLine) {
  EXPECT_EQ(
      printed("url,name\nhttp://a.example/,\"Ann\nhttp://b.example/,Bo\nhttp://c.example/,\"C\"x\nhttp://d.example/,\"D\"\n",
              "x.csv"),
      "http://b.example/|Bo\nhttp://d.example/|D\n"
      "x.csv:2: goes on after the closing quote of a field: write a quote inside a field twice\n"
      "x.csv:4: goes on after the closing quote of a field: write a quote inside a field twice\n");
  EXPECT_EQ(printed("url,name\nhttp://b.example/,Bo\nhttp://a.example/,\"Ann\n", "x.csv"),
            "http://b.example/|Bo\nx.csv:3: has a quote that is not closed\n");
}

TEST(Seeds, AnUnquotedCommaIsTold) {
  EXPECT_EQ(printed("url,name\nhttp://a.example/,Doe, Ann\n", "x.csv"),
            "x.csv:2: has 3 fields where the header has 2: put quotes around a field with a comma in it\n");
}

TEST(Seeds, LineNumbersCountLineEndsInQuotes) {
  EXPECT_THAT(printed("url,name\nhttp://a.example/,\"A\nB\n\"\nnonsense,x\n", "x.csv"), HasSubstr("\nx.csv:5: \"nonsense\": "));
}

TEST(Seeds, FilesThatAreNoSeedList) {
  EXPECT_THAT(printed("a,b\n1,2\n", "x.csv"), HasSubstr("error x.csv:1: the first line names no column url or homepage"));
  EXPECT_THAT(printed("http://a.example/\n", "x.csv"), HasSubstr("error x.csv:1: "));
  EXPECT_THAT(printed(std::string_view("\xff\xfeh\0", 4), "x.txt"), HasSubstr("error x.txt: is UTF-16"));
}

TEST(Seeds, AnyBytesAreRead) {
  std::uint32_t state = 7;
  for (int round = 0; round < 2000; ++round) {
    std::string text = round % 2 == 0 ? "url,name\n" : "";
    for (int i = 0; i < 60; ++i) {
      state = state * 1664525 + 1013904223;
      text.push_back("\",\n\r#a/:. \xff\0http"[(state >> 20) % 16]);
    }
    EXPECT_TRUE(parse_seeds(text, "x.csv").has_value() || round % 2 == 1) << text;
  }
}

TEST(Seeds, ReadFromAFile) {
  const TemporaryDirectory dir;
  write_file(dir.path() / "cs.txt", "http://a.example/\n");
  const SeedList list = read_seeds(dir.path() / "cs.txt").value();
  EXPECT_EQ(list.name, "cs.txt");
  EXPECT_EQ(list.seeds.size(), 1u);
  EXPECT_EQ(read_seeds(dir.path() / "absent").error().code, Code::not_found);
  EXPECT_EQ(read_seeds(dir.path()).error().code, Code::io);
}

}  // namespace
}  // namespace fellow::crawler
