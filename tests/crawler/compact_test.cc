// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/compact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "crawler/archive.h"
#include "crawler/archive_manifest.h"
#include "crawler/archive_verify.h"
#include "crawler/digest.h"
#include "crawler/sqlite.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

Time at(std::string_view text) { return *parse_time(text); }

// Jane is listed; Eve is listed, and asks to be forgotten; Bob is in no list any more.
class Compact : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(catalog_.put_list(
        parse_seeds("http://jane.example/\nhttp://uni.example/~eve/\nftp://uni.example/~eve/Evelina\n", "cs.txt").value()));
    keep("http://jane.example/", "jane, as she was", "2026-11-18T03:00:00Z");
    keep("http://uni.example/~eve/", "Evelina Secret", "2026-11-18T03:00:10Z");
    keep("http://uni.example/~eve/cv", "Evelina's life", "2026-11-18T03:00:20Z");
    keep("http://bob.example/", "Bobby Left", "2026-11-18T03:00:30Z");
    keep("http://jane.example/cv", "jane's life", "2026-11-18T03:00:40Z");
    keep("http://jane.example/", "jane today", "2026-11-19T03:00:00Z");
    row("http://jane.example/old", "http://jane.example/cv");
    row("http://jane.example/broken");
    row("http://friends.example/eve", "http://uni.example/~eve/");
    row("http://nobodys.example/");
    pages("http://jane.example/", {"http://jane.example/", "http://jane.example/old", "http://uni.example/~eve/"});
    pages("http://uni.example/~eve/", {"http://uni.example/~eve/", "http://uni.example/~eve/cv", "http://friends.example/eve"});
    pages("http://bob.example/", {"http://bob.example/"});
    profile("http://uni.example/~eve/", "Evelina Secret");
    profile("http://bob.example/", "Bobby Left");
    profile("http://jane.example/", "Jane");
  }

  void keep(const std::string& address, const std::string& body, const char* when) {
    Archive archive = Archive::open(data_, "test").value();
    const auto place = archive.append({.url = url(address),
                                       .request = "GET / HTTP/1.1\r\nHost: " + std::string(url(address).host()) + "\r\n\r\n",
                                       .response_header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                                       .body = body,
                                       .at = at(when),
                                       .server_address = "192.0.2.7"});
    ASSERT_TRUE(place && archive.sync());
    UrlState state;
    state.url = url(address);
    state.sha1 = sha1_hex(body);
    state.etag = "\"e\"";
    state.place = *place;
    state.fetched_at = at(when);
    ASSERT_TRUE(catalog_.put_url_state(state));
  }
  void row(const std::string& address, const std::string& moved_to = "") {
    UrlState state;
    state.url = url(address);
    state.outcome = Outcome::failed;
    if (!moved_to.empty()) state.moved_to = url(moved_to);
    ASSERT_TRUE(catalog_.put_url_state(state));
  }
  void pages(const std::string& seed, const std::vector<std::string>& addresses) {
    std::vector<SeedPage> all;
    for (const std::string& address : addresses) all.push_back({url(address), LinkKind::other, 0});
    ASSERT_TRUE(catalog_.put_seed_pages(url(seed), all));
  }
  void profile(const std::string& seed, const std::string& name) {
    Profile p;
    p.url = seed;
    p.id = person_id(url(seed));
    p.name = name;
    ASSERT_TRUE(catalog_.put_profile({url(seed), "1", show(p)}));
  }
  void forget_eve() { ASSERT_TRUE(suppress(data_, {key_of_folder(url("http://uni.example/"), "/~eve/")})); }

  Compaction plan() { return Compaction::plan(data_, catalog_, Suppression::read(data_).value()).value(); }
  Compacted compact() {
    auto done = plan().run("test");
    EXPECT_TRUE(done) << (done ? "" : show(done.error()));
    return done.value_or(Compacted{});
  }
  // Every row with the body that its place holds.
  std::string rows() {
    std::string out;
    const std::vector<UrlState> all = catalog_.all_urls().value();
    for (const UrlState& state : all) {
      out += state.url.text();
      if (!state.place.file.empty()) {
        const auto body = read_body(data_, state.place);
        out += " " + (body ? *body : show(body.error()));
      }
      out += "\n";
    }
    return out;
  }
  // All text in the archive, decompressed, and all bytes of every other file.
  std::string bytes() const {
    std::string out;
    for (const auto& entry : fs::recursive_directory_iterator(data_)) {
      if (!entry.is_regular_file()) continue;
      if (!entry.path().string().ends_with(".warc.gz")) {
        out += read_file(entry.path());
        continue;
      }
      EXPECT_TRUE(read_warc(entry.path(), [&](const WarcRecord& record) {
        out += show_warc_header(record.fields) + record.block;
        return true;
      }));
    }
    return out;
  }
  std::vector<std::string> files() const { return archive_file_names(data_).value(); }

  static constexpr const char* kAll =
      "http://bob.example/ Bobby Left\n"
      "http://friends.example/eve\n"
      "http://jane.example/ jane today\n"
      "http://jane.example/broken\n"
      "http://jane.example/cv jane's life\n"
      "http://jane.example/old\n"
      "http://nobodys.example/\n"
      "http://uni.example/~eve/ Evelina Secret\n"
      "http://uni.example/~eve/cv Evelina's life\n";
  static constexpr const char* kJane =
      "http://jane.example/ jane today\n"
      "http://jane.example/broken\n"
      "http://jane.example/cv jane's life\n"
      "http://jane.example/old\n";

  TemporaryDirectory directory_;
  const fs::path data_ = directory_.path() / "data";
  Catalog catalog_ = Catalog::open(data_).value();
};

TEST_F(Compact, LeavesTheNewestBodiesOfThoseWhoStay) {
  ASSERT_EQ(rows(), kAll);
  forget_eve();
  const Compacted done = compact();
  EXPECT_EQ(rows(), kJane);
  EXPECT_EQ(done.bodies, 2u);
  EXPECT_EQ(done.seeds, 2u);
  EXPECT_EQ(done.addresses, 5u);
  EXPECT_LT(done.archive_after, done.archive_before);
  EXPECT_THAT(done.told, testing::IsEmpty());
  EXPECT_EQ(files().size(), 1u);
  const std::string text = bytes();
  for (const char* gone : {"Evelina", "~eve", "Bobby", "bob.example", "as she was", "friends.example", "nobodys"}) {
    EXPECT_THAT(text, Not(HasSubstr(gone)));
  }
  const auto seeds = catalog_.seeds().value();
  ASSERT_EQ(seeds.size(), 1u);
  EXPECT_EQ(seeds[0].seed.url.text(), "http://jane.example/");
  EXPECT_EQ(catalog_.seed_pages(url("http://jane.example/"))->size(), 2u);
  EXPECT_EQ(catalog_.profiles()->size(), 1u);
}

TEST_F(Compact, KeepsEachExchangeWithItsDate) {
  compact();
  const auto state = catalog_.url_state(url("http://jane.example/cv")).value();
  EXPECT_EQ(state->etag, "\"e\"");
  EXPECT_EQ(state->fetched_at, at("2026-11-18T03:00:40Z"));
  std::string records;
  ASSERT_TRUE(read_warc(data_ / "archive" / files()[0], [&](const WarcRecord& record) {
    records +=
        record.type + " " + record.date + " " + record.uri + " " + std::string(field(record.fields, "WARC-IP-Address")) + "\n";
    const bool is_request = record.type == "request", is_response = record.type == "response";
    EXPECT_EQ(record.block.starts_with("GET / HTTP/1.1\r\nHost: "), is_request);
    EXPECT_EQ(record.block.starts_with("HTTP/1.1 200 OK\r\n"), is_response);
    return true;
  }));
  EXPECT_THAT(records, HasSubstr("\nresponse 2026-11-18T03:00:40Z http://jane.example/cv 192.0.2.7\n"
                                 "request 2026-11-18T03:00:40Z http://jane.example/cv 192.0.2.7\n"));
  EXPECT_TRUE(records.starts_with("warcinfo "));
}

TEST_F(Compact, AKillAfterAnyStepLeavesEveryPlaceReadable) {
  forget_eve();
  ASSERT_TRUE(plan().copy("test"));  // and there it was killed
  EXPECT_EQ(rows(), kAll);
  EXPECT_GT(files().size(), 1u);
  {
    Compaction second = plan();
    ASSERT_TRUE(second.copy("test"));
    ASSERT_TRUE(second.commit());
  }
  EXPECT_EQ(rows(), kJane);
  EXPECT_THAT(bytes(), HasSubstr("Evelina"));
  {
    Compaction third = plan();
    ASSERT_TRUE(third.copy("test"));
    ASSERT_TRUE(third.commit());
    ASSERT_TRUE(third.sweep());
  }
  EXPECT_EQ(rows(), kJane);
  compact();
  EXPECT_EQ(rows(), kJane);
  EXPECT_THAT(bytes(), Not(HasSubstr("Evelina")));
  EXPECT_EQ(files().size(), 1u);
  EXPECT_TRUE(verify_archive(data_)->empty());
}

TEST_F(Compact, WhatCannotBeCommittedIsTakenBack) {
  forget_eve();
  const auto before = files();
  Sqlite other = Sqlite::open(data_ / "catalog.db").value();
  ASSERT_TRUE(other.run("BEGIN IMMEDIATE"));
  const auto done = plan().run("test");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::busy) << show(done.error());
  ASSERT_TRUE(other.run("ROLLBACK"));
  EXPECT_EQ(files(), before);
  EXPECT_EQ(rows(), kAll);
  EXPECT_TRUE(verify_archive(data_)->empty());
}

TEST_F(Compact, ADamagedBodyIsToldAndAskedForAnew) {
  const auto place = catalog_.url_state(url("http://jane.example/cv")).value()->place;
  std::fstream file(data_ / place.file, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(place.offset) + 200);
  file.put('\x7f').put('\x7f').put('\x7f');
  file.close();
  const Compacted done = compact();
  ASSERT_FALSE(done.told.empty());
  EXPECT_THAT(done.told.back(), HasSubstr("fetched anew"));
  const auto state = catalog_.url_state(url("http://jane.example/cv")).value();
  EXPECT_EQ(state->place.file, "");
  EXPECT_EQ(state->etag, "");
  EXPECT_LE(state->next_due, now());
  EXPECT_THAT(rows(), HasSubstr("http://jane.example/ jane today\n"));
}

TEST_F(Compact, NothingIsAnEmptyArchive) {
  const TemporaryDirectory empty;
  Catalog catalog = Catalog::open(empty.path()).value();
  const auto done = Compaction::plan(empty.path(), catalog, Suppression())->run("test");
  ASSERT_TRUE(done) << show(done.error());
  EXPECT_EQ(done->bodies, 0u);
  ASSERT_TRUE(catalog_.put_list(parse_seeds("http://new.example/\n", "cs.txt").value()));
  compact();
  EXPECT_EQ(rows(), "");
  EXPECT_TRUE(files().empty());
}

TEST_F(Compact, AForgottenProfileTakesItsSeedAlong) {
  Profile p;
  p.url = "http://jane.example/";
  p.id = person_id(url(p.url));
  p.identifiers = {{"orcid", "0000-0001"}};
  ASSERT_TRUE(catalog_.put_profile({url(p.url), "1", show(p)}));
  ASSERT_TRUE(suppress(data_, {key_of_identifier("orcid", "0000-0001")}));
  EXPECT_EQ(plan().seeds().size(), 1u);
  compact();
  EXPECT_EQ(rows(),
            "http://friends.example/eve\nhttp://uni.example/~eve/ Evelina Secret\nhttp://uni.example/~eve/cv Evelina's life\n");
}

}  // namespace
}  // namespace fellow::crawler
