// SPDX-License-Identifier: GPL-3.0-or-later
// A backup is one moment of everything, made while others write; put back, nobody returns who asked to be forgotten.
#include "cli/backup.h"

#include <gmock/gmock.h>

#include <thread>

#include "cli/verify.h"
#include "crawler/data_lock.h"
#include "fellow/json.h"
#include "fellow/suppress.h"
#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class BackupCommand : public SmallData {
 protected:
  void SetUp() override {
    SmallData::SetUp();
    index();
  }
  std::string path(const std::string& name) const { return (directory_.path() / name).string(); }
  Ran in(const std::string& data, const std::string& arguments) const { return fellow_in(path(data), arguments); }
};

TEST_F(BackupCommand, ADirectoryComesBackAsItWas) {
  const std::string people = fellow("export").out;
  const Ran made = fellow("backup " + path("b"));
  ASSERT_EQ(made.code, 0) << made.out;
  EXPECT_FALSE(fs::exists(path("b.unfinished")));
  const Ran restored = in("other", "restore " + path("b"));
  ASSERT_EQ(restored.code, 0) << restored.out;
  EXPECT_THAT(restored.out, HasSubstr("backed up at 2026-11-20T03:00:00Z"));
  EXPECT_EQ(in("other", "export").out, people);
  EXPECT_EQ(in("other", "verify").out, "everything is as it was written\n");
  EXPECT_THAT(in("other", "search 'graph databases'").out, HasSubstr("6 people"));
  const Ran indexed = in("other", "index");
  EXPECT_EQ(indexed.code, 0);
  EXPECT_THAT(indexed.out, HasSubstr("6 unchanged"));  // the bodies are there, and nothing has to be read again
  for (const char* rest : {"restore.new", "restore.old", "restore.unpacked"})
    EXPECT_FALSE(fs::exists(path("other") + "/" + rest));
}

// What the operator has ruled on who is one person comes along.
TEST_F(BackupCommand, WhatWasWrittenByHandComesBack) {
  write_file(data_ / "fellow.toml", "contact = \"https://fellow.example/\"\n");
  const std::string rulings =
      read_file(data_ / "merges.tsv") + "different\thttp://mara.example/\thttp://odo.example/\tby hand\n";
  write_file(data_ / "merges.tsv", rulings);
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  write_file(data_ / "merges.tsv", "");
  ASSERT_EQ(fellow("restore --force " + path("b")).code, 0);
  EXPECT_EQ(read_file(data_ / "merges.tsv"), rulings);
  ASSERT_EQ(in("other", "restore " + path("b")).code, 0);
  EXPECT_EQ(read_file(path("other") + "/fellow.toml"), "contact = \"https://fellow.example/\"\n");
}

TEST_F(BackupCommand, CanBeSearchedAndCheckedInPlace) {
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  EXPECT_THAT(in("b", "search 'graph databases'").out, HasSubstr("6 people"));
  EXPECT_EQ(in("b", "verify").code, 0);
}

TEST_F(BackupCommand, AFileOfTar) {
  const Ran made = fellow("backup --json " + path("b.tar.gz"));
  ASSERT_EQ(made.code, 0) << made.out;
  EXPECT_EQ(parse_json(made.out).value()["sound"], true);
  EXPECT_TRUE(fs::is_regular_file(path("b.tar.gz")));
  EXPECT_FALSE(fs::exists(path("b.tar.gz.directory")));
  ASSERT_EQ(in("other", "restore " + path("b.tar.gz")).code, 0);
  EXPECT_THAT(in("other", "search 'graph databases'").out, HasSubstr("6 people"));
  write_file(path("b.tar.gz"), read_file(path("b.tar.gz")).substr(0, 2000));
  EXPECT_EQ(in("third", "restore " + path("b.tar.gz")).code, 2);
  EXPECT_FALSE(fs::exists(path("third") + "/catalog.db"));
}

TEST_F(BackupCommand, WhoWasForgottenSinceStaysForgotten) {
  ASSERT_EQ(fellow("forget http://piet.example/").code, 0);
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  ASSERT_EQ(fellow("forget http://odo.example/").code, 0);
  EXPECT_EQ(fellow("restore " + path("b")).code, 2);  // there is something
  const Ran ran = fellow("restore --force " + path("b"));
  ASSERT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(fellow("search 'graph databases'").out, HasSubstr("4 people"));
  EXPECT_TRUE(Suppression::read(data_)->has(Url::parse("http://odo.example/").value()));
  index();
  fs::rename(data_ / "suppressed", path("away"));
  EXPECT_THAT(fellow("search 'graph databases'").out, Not(HasSubstr("Birnbaum")));  // and left the index
  // To an empty directory the list comes with the backup.
  ASSERT_EQ(in("other", "restore " + path("b")).code, 0);
  EXPECT_THAT(in("other", "search 'graph databases'").out, HasSubstr("5 people"));
}

// R28: who serves the directory sees the number rise.
TEST_F(BackupCommand, TheRestoredGenerationIsANewerOne) {
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  for (const char* topic : {"Query planning", "Stream processing"}) {
    visit("http://mara.example/", home_page("Mara Ellingsworth", "EPFL", topic));
    index();
  }
  const auto number = [&] { return parse_json(fellow("status --json").out).value()["generation"].get<int>(); };
  ASSERT_EQ(number(), 3);
  ASSERT_EQ(fellow("restore --force " + path("b")).code, 0);
  EXPECT_EQ(number(), 4);
  EXPECT_EQ(fellow("verify").code, 0);
  EXPECT_THAT(fellow("search 'graph databases'").out, HasSubstr("6 people"));
  ASSERT_EQ(in("other", "restore " + path("b")).code, 0);
  EXPECT_EQ(parse_json(in("other", "status --json").out).value()["generation"], 1);
}

TEST_F(BackupCommand, TwoListsThatCannotBeOneStopTheRestore) {
  ASSERT_EQ(fellow("forget http://piet.example/").code, 0);
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  fs::remove(data_ / "suppressed");
  ASSERT_EQ(fellow("forget http://odo.example/").code, 0);
  const Ran ran = fellow("restore --force " + path("b"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("suppressed"));
  EXPECT_THAT(fellow("search 'graph databases'").out, HasSubstr("5 people"));
}

TEST_F(BackupCommand, IsMadeWhileARunWrites) {
  const auto lock = crawler::DataLock::take(data_);
  ASSERT_TRUE(lock);
  auto rows = catalog();
  ASSERT_TRUE(rows.begin());
  ASSERT_TRUE(rows.put_run({.command = "uncommitted"}));
  const Ran made = fellow("backup " + path("b"));
  EXPECT_EQ(made.code, 0) << made.out;
  ASSERT_TRUE(rows.commit());
  EXPECT_TRUE(crawler::Catalog::open(path("b"))->runs()->empty());
  EXPECT_EQ(rows.runs()->size(), 1u);
}

// Whatever moment it is, each body that the catalog names is in the archive that came along.
TEST_F(BackupCommand, NothingThatTheCatalogNamesIsMissing) {
  std::jthread crawl([&](const std::stop_token& stop) {
    for (int i = 0; !stop.stop_requested(); ++i) {
      visit("http://mara.example/", home_page("Mara Ellingsworth", "EPFL", "Topic number " + std::to_string(i)));
    }
  });
  for (int i = 0; i < 5; ++i) {
    const std::string to = path("b" + std::to_string(i));
    const auto backup = make_backup(data_, to);
    ASSERT_TRUE(backup) << show(backup.error());
    EXPECT_TRUE(verify_stores(to)->sound());
    auto copied = crawler::Catalog::open(to).value();
    const auto urls = copied.all_urls().value();
    ASSERT_EQ(urls.size(), kPeople.size());
    for (const auto& state : urls) {
      ASSERT_LT(state.place.offset, fs::file_size(fs::path(to) / state.place.file)) << state.url.text();
    }
  }
}

TEST_F(BackupCommand, ADamagedBackupTouchesNothing) {
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  for (const char* name : {"catalog.db", "archive/fellow-000001.warc.gz", "index/1/columns", "backup.json"}) {
    const fs::path file = fs::path(path("b")) / name;
    const std::string whole = read_file(file);
    flip(file, whole.size() / 2);
    const Ran ran = fellow("restore --force " + path("b"));
    EXPECT_EQ(ran.code, 2) << name;
    EXPECT_THAT(ran.out, HasSubstr(name));
    write_file(file, whole);
  }
  EXPECT_EQ(fellow("verify").code, 0);
  EXPECT_THAT(fellow("search 'graph databases'").out, HasSubstr("6 people"));
}

TEST_F(BackupCommand, ADamagedDirectoryIsPutRight) {
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  flip(data_ / "catalog.db", 5000);
  flip(data_ / "index" / "1" / "people.glass", 5000);
  ASSERT_EQ(fellow("verify").code, 2);
  const Ran damaged = fellow("backup " + path("worse"));
  EXPECT_EQ(damaged.code, 2) << "damage is told, not copied in silence";
  const Ran ran = fellow("restore --force " + path("b"));
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_EQ(fellow("verify").code, 0);
}

TEST_F(BackupCommand, WrongUse) {
  ASSERT_EQ(fellow("backup " + path("b")).code, 0);
  EXPECT_EQ(fellow("backup " + path("b")).code, 2);
  EXPECT_EQ(fellow("backup ''").code, 64);
  EXPECT_EQ(in("empty", "backup " + path("c")).code, 2);
  EXPECT_FALSE(fs::exists(path("c")));
  EXPECT_EQ(in("other", "restore " + path("nothing")).code, 2);
  fs::create_directories(path("plain"));
  EXPECT_THAT(in("other", "restore " + path("plain")).out, HasSubstr("no backup"));
  const auto lock = crawler::DataLock::take(data_);
  EXPECT_EQ(fellow("restore --force " + path("b")).code, 3);
}

}  // namespace
}  // namespace fellow::cli
