// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator does between two nights: status, seeds check, forget, compact, report --broken; and what leaves the index.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "cli/command.h"
#include "cli/index_step.h"
#include "cli/seed_check.h"
#include "cli/status.h"
#include "crawler/archive.h"
#include "crawler/digest.h"
#include "crawler/verdict.h"
#include "crawler/warc_reader.h"
#include "fellow/json.h"
#include "indexer/sources.h"
#include "tests/temporary.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using crawler::Outcome;
using crawler::Reason;
using testing::HasSubstr;
using testing::Not;

Url url(std::string_view text) { return Url::parse(text).value(); }
Time at(std::string_view text) { return *parse_time(text); }

struct Ran {
  int code = 0;
  std::string out;  // stdout and stderr
};

std::string home_page(const std::string& name, const std::string& more) {
  return "<html><head><title>" + name + "</title></head><body><h1>" + name + "</h1><p>I am a PhD student at ETH Zurich.</p>" +
         more + "</body></html>";
}
std::string interests(const std::string& what) { return "<h2>Research interests</h2><ul><li>" + what + "</li></ul>"; }

// A data directory as a crawl leaves it, without one: six people, of whom Mara has a second page.
class Upkeep : public testing::Test {
 protected:
  void SetUp() override {
    std::string seeds;
    for (const auto& [name, host] : kPeople) seeds += "http://" + host + "/\n";
    ASSERT_TRUE(catalog().put_list(crawler::parse_seeds(seeds, "cs.txt").value()));
    for (const auto& [name, host] : kPeople) {
      const std::string home = "http://" + host + "/";
      visit(home, home_page(name, interests("Graph databases")));
      pages(home, {home});
    }
    visit("http://mara.example/research.html", home_page("Research", interests("Wombat telemetry")));
    pages("http://mara.example/", {"http://mara.example/", "http://mara.example/research.html"});
  }

  crawler::Catalog catalog() const { return crawler::Catalog::open(data_).value(); }

  void visit(const std::string& address, const std::string& body) {
    auto archive = crawler::Archive::open(data_, "test").value();
    const auto place = archive.append({.url = url(address),
                                       .request = "GET / HTTP/1.1\r\n\r\n",
                                       .response_header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                                       .body = body,
                                       .at = now_});
    ASSERT_TRUE(place && archive.sync());
    auto rows = catalog();
    auto state = crawler::judged(url(address), rows.url_state(url(address)).value(), {.status = 200}, now_);
    state.sha1 = crawler::sha1_hex(body);
    state.content_type = "text/html";
    state.place = *place;
    state.fetched_at = now_;
    ASSERT_TRUE(rows.put_url_state(state));
  }
  // As the crawl writes a visit that did not come out well, `later` after the last.
  void fails(const std::string& address, const crawler::Verdict& verdict, std::chrono::hours later = std::chrono::hours(20)) {
    now_ += later;
    auto rows = catalog();
    ASSERT_TRUE(rows.put_url_state(crawler::judged(url(address), rows.url_state(url(address)).value(), verdict, now_)));
  }
  void pages(const std::string& seed, const std::vector<std::string>& addresses) {
    std::vector<crawler::SeedPage> all;
    for (const std::string& address : addresses) all.push_back({url(address), LinkKind::other, 0});
    ASSERT_TRUE(catalog().put_seed_pages(url(seed), all));
  }

  Ran fellow(const std::string& arguments) const {
    const std::string command = std::string(FELLOW_BINARY_DIR) + "/fellow " + arguments + " --now " + show_time(now_) +
                                " --data " + data_.string() + " 2>&1";
    Ran ran;
    std::FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) ran.out.append(buffer, got);
    const int status = pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
  }
  void index() const {
    const Ran ran = fellow("index");
    ASSERT_EQ(ran.code, 0) << ran.out;
  }
  std::string search(const std::string& words) const { return fellow("search '" + words + "'").out; }

  // All that lies in the data directory, decompressed where it is compressed.
  std::string bytes() const {
    std::string out;
    for (const auto& entry : fs::recursive_directory_iterator(data_)) {
      if (entry.is_symlink() || !entry.is_regular_file()) continue;
      out += read_file(entry.path());
      if (!entry.path().string().ends_with(".warc.gz")) continue;
      EXPECT_TRUE(crawler::read_warc(entry.path(), [&](const crawler::WarcRecord& record) {
        out += crawler::show_warc_header(record.fields) + record.block;
        return true;
      }));
    }
    return out;
  }

  const std::vector<std::pair<std::string, std::string>> kPeople{
      {"Mara Ellingsworth", "mara.example"}, {"Odo Birnbaum", "odo.example"},     {"Ilse Vandermolen", "ilse.example"},
      {"Tamsin Oyelaran", "tamsin.example"}, {"Piet Lachapelle", "piet.example"}, {"Runa Isaksdottir", "runa.example"}};
  TemporaryDirectory directory_;
  const fs::path data_ = directory_.path() / "data";
  Time now_ = at("2026-11-20T03:00:00Z");
};

TEST_F(Upkeep, ForgetNeedsNoLockAndTakesThePersonOutOfEverySearch) {
  index();
  ASSERT_THAT(search("graph databases"), HasSubstr("Odo Birnbaum"));
  const int lock = ::open((data_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);  // an update is running
  const Ran forgotten = fellow("forget http://www.odo.example");
  ::close(lock);
  EXPECT_EQ(forgotten.code, 0) << forgotten.out;
  EXPECT_EQ(forgotten.out,
            "forgotten: one person\n  everything on odo.example\n`fellow compact` takes what is stored of it off the disk\n");
  EXPECT_THAT(search("graph databases"), Not(HasSubstr("Birnbaum")));
  EXPECT_THAT(search("graph databases"), HasSubstr("5 people"));
  EXPECT_THAT(search("odo birnbaum"), Not(HasSubstr("Birnbaum")));
  EXPECT_EQ(fellow("show http://odo.example/").code, 2);
  EXPECT_THAT(fellow("export").out, Not(HasSubstr("Birnbaum")));
  EXPECT_THAT(fellow("report").out, Not(HasSubstr("odo.example")));
  EXPECT_THAT(fellow("report").out, HasSubstr("1 addresses of people who asked to be forgotten are not shown"));
  EXPECT_THAT(fellow("forget http://odo.example/").out, HasSubstr("(was so before)"));
}

TEST_F(Upkeep, ForgetByIdAndOfWhomNobodyKnows) {
  index();
  const Ran by_id = fellow("forget " + person_id(url("http://runa.example/")));
  EXPECT_THAT(by_id.out, HasSubstr("everything on runa.example"));
  EXPECT_THAT(search("graph databases"), Not(HasSubstr("Isaksdottir")));
  const Ran unknown = fellow("forget https://unheard.example/");
  EXPECT_EQ(unknown.code, 0);
  EXPECT_THAT(unknown.out, HasSubstr("nobody is known by it; kept out all the same"));
  EXPECT_TRUE(Suppression::read(data_)->has(url("http://www.unheard.example/any/page")));
  EXPECT_EQ(fellow("forget nonsense").code, 64);
}

TEST_F(Upkeep, WhatThereIsNoTimeToExtractKeepsItsOldProfileAndIsExtractedNextTime) {
  index();
  visit("http://odo.example/", home_page("Odo Birnbaum", interests("Quokka census")));
  ASSERT_TRUE(catalog().hold_body(url("http://odo.example/held"), "not archived"));
  Context context;
  context.data_flag = data_.string();
  const auto late = index_step(context, {.publish = {}, .extract_until = std::chrono::steady_clock::now()});
  ASSERT_TRUE(late) << late.error().what;
  EXPECT_EQ((std::array{late->extracted, late->waiting, late->unchanged, late->people}),
            (std::array<std::size_t, 4>{0, 1, 5, 6}));
  EXPECT_THAT(show(*late), HasSubstr("; 1 wait for time to be extracted"));
  EXPECT_THAT(search("graph databases"), HasSubstr("Odo Birnbaum"));
  EXPECT_TRUE(catalog().held_body(url("http://odo.example/held")).value());
  const Ran ran = fellow("index");
  EXPECT_THAT(ran.out, HasSubstr("(1 extracted, 5 unchanged"));
  EXPECT_THAT(ran.out, Not(HasSubstr("wait for time")));
  EXPECT_THAT(search("quokka census"), HasSubstr("Odo Birnbaum"));
  EXPECT_FALSE(catalog().held_body(url("http://odo.example/held")).value());
}

TEST_F(Upkeep, IndexLeavesTheForgottenOutWhateverShareTheyAre) {
  index();
  for (const char* host : {"odo", "ilse", "piet"})
    EXPECT_EQ(fellow("forget http://" + std::string(host) + ".example/").code, 0);
  const Ran ran = fellow("index");
  EXPECT_EQ(ran.code, 0) << ran.out;  // half of the people, and not held back
  EXPECT_THAT(ran.out, HasSubstr("3 people"));
  EXPECT_THAT(ran.out, HasSubstr("generation 2"));
  fs::remove(data_ / "suppressed");  // in the generation itself there is nobody to hide any more
  EXPECT_THAT(search("graph databases"), HasSubstr("3 people"));
}

TEST_F(Upkeep, WhoComesBackAtANewAddressIsKeptOutThereToo) {
  ASSERT_TRUE(suppress(data_, {key_of_identifier("orcid", "0000-0002-1825-0097")}));
  visit("http://tamsin.example/", home_page("Tamsin Oyelaran", "<a href=\"https://orcid.org/0000-0002-1825-0097\">ORCID</a>"));
  index();
  EXPECT_THAT(search("tamsin"), Not(HasSubstr("Oyelaran")));
  EXPECT_TRUE(Suppression::read(data_)->has(url("http://tamsin.example/")));
  EXPECT_FALSE(Suppression::read(data_)->has(url("http://mara.example/")));
}

TEST_F(Upkeep, CompactTakesTheForgottenOffTheDisk) {
  index();
  visit("http://piet.example/", home_page("Piet Lachapelle", interests("Query planning")));
  index();
  ASSERT_EQ(fellow("forget http://odo.example/").code, 0);
  ASSERT_THAT(bytes(), HasSubstr("Birnbaum"));
  const Ran ran = fellow("compact --json");
  ASSERT_EQ(ran.code, 0) << ran.out;
  const auto facts = parse_json(ran.out).value();
  EXPECT_EQ(facts["bodies"], 6);
  EXPECT_EQ(facts["seeds_dropped"], 1);
  EXPECT_EQ(facts["generations_dropped"], 2);
  const std::string left = bytes();
  for (const char* gone : {"Birnbaum", "birnbaum", "odo.example"}) EXPECT_THAT(left, Not(HasSubstr(gone)));
  fs::remove(data_ / "suppressed");
  EXPECT_THAT(search("graph databases"), HasSubstr("4 people"));
  EXPECT_THAT(search("query planning"), HasSubstr("Piet Lachapelle"));
  const Ran again = fellow("index");  // from what is left
  EXPECT_THAT(again.out, HasSubstr("5 people of 5 seeds (0 extracted, 5 unchanged")) << again.out;
}

TEST_F(Upkeep, CompactIsHeldBackWhenTooManyWouldGoAndTakesTheLock) {
  index();
  ASSERT_TRUE(catalog().put_list(crawler::parse_seeds("http://mara.example/\n", "cs.txt").value()));
  const Ran held = fellow("compact");
  EXPECT_EQ(held.code, 2) << held.out;
  EXPECT_THAT(bytes(), HasSubstr("Birnbaum"));
  EXPECT_EQ(fellow("compact --force").code, 0);
  EXPECT_THAT(bytes(), Not(HasSubstr("Birnbaum")));
  const int lock = ::open((data_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);
  EXPECT_EQ(fellow("compact").code, 3);
  ::close(lock);
}

// R40: what a page alone said goes with the page.
TEST_F(Upkeep, APageThatIsGoneOrForbiddenLeavesWithWhatCameOnlyFromIt) {
  const crawler::Verdict missing{.reason = Reason::status, .status = 404}, forbidden{.reason = Reason::robots},
      noindex{.reason = Reason::noindex, .status = 200}, down{.reason = Reason::dns};
  const std::string research = "http://mara.example/research.html";
  index();
  ASSERT_THAT(search("wombat telemetry"), HasSubstr("Mara"));
  fails(research, down);
  index();
  EXPECT_THAT(search("wombat telemetry"), HasSubstr("Mara"));  // may come back
  fails(research, missing);
  index();
  EXPECT_THAT(search("wombat telemetry"), HasSubstr("Mara"));  // seen once
  fails(research, missing, std::chrono::hours(1));
  index();
  EXPECT_THAT(search("wombat telemetry"), HasSubstr("Mara"));  // not 20 h later
  fails(research, missing);
  index();
  EXPECT_THAT(search("wombat telemetry"), Not(HasSubstr("Mara")));
  EXPECT_THAT(search("graph databases"), HasSubstr("Mara"));  // her home page says that
  for (const crawler::Verdict& verdict : {forbidden, noindex}) {
    visit(research, home_page("Research", interests("Wombat telemetry")));
    index();
    ASSERT_THAT(search("wombat telemetry"), HasSubstr("Mara"));
    fails(research, verdict);
    index();
    EXPECT_THAT(search("wombat telemetry"), Not(HasSubstr("Mara")));
  }
}

TEST_F(Upkeep, AHomePageThatIsGoneOrForbiddenTakesThePersonAlong) {
  index();
  fails("http://odo.example/", {.reason = Reason::noindex, .status = 200});
  index();
  EXPECT_THAT(search("graph databases"), Not(HasSubstr("Birnbaum")));
  visit("http://odo.example/", home_page("Odo Birnbaum", interests("Graph databases")));
  index();
  ASSERT_THAT(search("graph databases"), HasSubstr("Birnbaum"));
  // A shell that leads to the page counts as the page.
  visit("http://odo.example/home.html", home_page("Odo Birnbaum", interests("Graph databases")));
  {
    auto rows = catalog();
    auto shell = *rows.url_state(url("http://odo.example/")).value();
    shell.moved_to = url("http://odo.example/home.html");
    ASSERT_TRUE(rows.put_url_state(shell));
  }
  pages("http://odo.example/", {"http://odo.example/home.html"});
  index();
  ASSERT_THAT(search("graph databases"), HasSubstr("Birnbaum"));
  fails("http://odo.example/home.html", {.reason = Reason::robots});
  index();
  EXPECT_THAT(search("graph databases"), Not(HasSubstr("Birnbaum")));
}

// noarchive: the body goes with the extraction, what it said stays.
TEST_F(Upkeep, AHeldBodyIsExtractedOnceAndNotKept) {
  const std::string body = home_page("Odo Birnbaum", interests("Kazoo acoustics"));
  {
    auto rows = catalog();
    auto state = *rows.url_state(url("http://odo.example/")).value();
    state.place = {};
    state.held = true;
    state.sha1 = crawler::sha1_hex(body);
    ASSERT_TRUE(rows.put_url_state(state));
    ASSERT_TRUE(rows.hold_body(state.url, body));
  }
  index();
  EXPECT_THAT(search("kazoo acoustics"), HasSubstr("Birnbaum"));
  EXPECT_FALSE(catalog().held_body(url("http://odo.example/")).value());
  ASSERT_TRUE(catalog().vacuum());
  EXPECT_THAT(bytes(), Not(HasSubstr("<li>Kazoo acoustics</li>")));
  index();
  EXPECT_THAT(search("kazoo acoustics"), HasSubstr("Birnbaum"));
}

TEST_F(Upkeep, AFailureKeepsTheOldProfileAndSaysHowOldItIs) {
  index();
  for (int night = 0; night < 3; ++night)
    fails("http://ilse.example/", {.reason = Reason::tls, .detail = "certificate expired"});
  index();
  EXPECT_THAT(search("graph databases"), HasSubstr("Vandermolen"));
  const Ran shown = fellow("show http://ilse.example/");
  EXPECT_THAT(shown.out,
              HasSubstr("kept for 2 days: the home page fails since 2026-11-20T23:00:00Z (3 times, tls: certificate expired)"));
  EXPECT_THAT(fellow("show http://mara.example/").out, Not(HasSubstr("kept for")));
  const Ran broken = fellow("report --broken");
  EXPECT_THAT(
      broken.out,
      HasSubstr(
          "2026-11-20T23:00:00Z  3      failed   tls              2 days        http://ilse.example/  certificate expired\n"));
  EXPECT_THAT(fellow("report --broken --json").out, HasSubstr("\"since\":\"2026-11-20T23:00:00Z\",\"days\":1,\"times\":3"));
}

TEST_F(Upkeep, StatusCounts) {
  EXPECT_THAT(fellow("status").out, HasSubstr("generation: none\n"));
  index();
  ASSERT_EQ(fellow("forget http://odo.example/").code, 0);
  fails("http://ilse.example/", {.reason = Reason::dns}, std::chrono::hours(50));
  auto rows = catalog();
  ASSERT_TRUE(rows.put_run({.started = at("2026-11-20T03:00:00Z"),
                            .ended = at("2026-11-20T03:01:30Z"),
                            .command = "update",
                            .pages = 7,
                            .not_modified = 2,
                            .bytes = 5000,
                            .failed = 1,
                            .refused = 0}));
  const Ran ran = fellow("status");
  EXPECT_EQ(ran.code, 0);
  for (const char* line :
       {"list cs.txt: 6 seeds\n", "seeds: 6\n", "profiles: 6\n", "addresses: 6 ok, 0 refused, 1 failed, 0 gone\n",
        "pages in the archive: 7\n",
        "last run: update 2026-11-20T03:00:00Z, 90 s: 7 pages (2 not modified), 1 failed, 0 refused, 4.8 KiB\n",
        "generation: 1 with 6 people, 2 days old\n", "suppressed: "}) {
    EXPECT_THAT(ran.out, HasSubstr(line));
  }
  EXPECT_THAT(ran.out, Not(HasSubstr(".example")));
  const auto json = parse_json(fellow("status --json").out).value();
  EXPECT_EQ(json["people"], 6);
  EXPECT_EQ(json["age_seconds"], 50 * 3600);
  EXPECT_GT(json["suppressed"], 0);
  EXPECT_GT(json["bytes"]["archive"], 1000);
  EXPECT_EQ(json["last_run"]["pages"], 7);
}

TEST_F(Upkeep, SeedsCheck) {
  const std::string good = (directory_.path() / "good.txt").string(), wrong = (directory_.path() / "wrong.csv").string();
  write_file(good, "http://a.example/\nhttp://a.example/~b/\nhttp://odo.example/\n");
  ASSERT_EQ(fellow("forget http://odo.example/").code, 0);
  const Ran fine = fellow("seeds check " + good);
  EXPECT_EQ(fine.code, 0);
  EXPECT_EQ(fine.out,
            good + ": 2 seeds on 1 hosts; 0 lines that cannot be read, 0 repeated, 0 never crawled, 1 asked to be forgotten\n");
  write_file(wrong,
             "url,name\nhttp://a.example/,A\nhttps://www.a.example/,A\nhttp://a.example,A\nnonsense,B\n"
             "https://scholar.google.com/citations?user=x,C\n");
  const Ran bad = fellow("seeds check " + wrong);
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.out, HasSubstr(wrong + ":5: "));
  EXPECT_THAT(bad.out, HasSubstr(wrong + ":4: stands in line 2 already: http://a.example/\n"));
  EXPECT_THAT(bad.out, HasSubstr(wrong + ":3: https://www.a.example/ is the page of http://a.example/ in another form\n"));
  EXPECT_THAT(bad.out, HasSubstr(wrong + ":6: scholar.google.com is never crawled"));
  const auto json = parse_json(fellow("seeds check --json " + wrong).out).value();
  EXPECT_EQ(json["bad"], 1);
  EXPECT_EQ(json["never_crawled"], 1);
  EXPECT_EQ(json["lines"].size(), 4u);
  write_file(good, "# nobody\n");
  EXPECT_EQ(fellow("seeds check " + good).code, 1);
  EXPECT_EQ(fellow("seeds check /nowhere/list.txt").code, 2);
  EXPECT_EQ(fellow("seeds chekc " + good).code, 64);
}

}  // namespace
}  // namespace fellow::cli
