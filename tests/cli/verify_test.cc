// SPDX-License-Identifier: GPL-3.0-or-later
// R36: a byte that flips in any store is found, and its file named.
#include <gmock/gmock.h>
#include <sys/file.h>
#include <unistd.h>

#include "crawler/data_lock.h"
#include "fellow/json.h"
#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr int kPlaces = 20;

class Verify : public SmallData {
 protected:
  void SetUp() override {
    SmallData::SetUp();
    index();
    visit("http://mara.example/", home_page("Mara Ellingsworth", "EPFL", "Query planning"));
    index();
    ASSERT_EQ(fellow("forget http://odo.example/").code, 0);
  }
  // Flips a bit at each of 20 places spread over the file, one at a time.
  void finds_every_flip(const std::string& name) const {
    const fs::path file = data_ / name;
    const std::string whole = read_file(file);
    ASSERT_FALSE(whole.empty()) << name;
    for (std::uint64_t place = 0; place < kPlaces; ++place) {
      const std::uint64_t at = place * (whole.size() - 1) / (kPlaces - 1);
      flip(file, at);
      const Ran ran = fellow("verify");
      EXPECT_EQ(ran.code, 2) << name << " byte " << at << "\n" << ran.out;
      EXPECT_THAT(ran.out, HasSubstr(name)) << "byte " << at;
      write_file(file, whole);
    }
    EXPECT_EQ(fellow("verify").code, 0) << name;
  }
};

TEST_F(Verify, SaysThatAllIsWell) {
  const Ran ran = fellow("verify");
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_EQ(ran.out, "everything is as it was written\n");
  const auto facts = parse_json(fellow("verify --json 2>/dev/null").out).value();
  EXPECT_EQ(facts["sound"], true);
  EXPECT_EQ(facts["generations"], 2);
  EXPECT_TRUE(facts["damages"].empty());
}

TEST_F(Verify, FindsEveryFlipInTheArchive) { finds_every_flip("archive/fellow-000001.warc.gz"); }
TEST_F(Verify, FindsEveryFlipInTheCatalog) { finds_every_flip("catalog.db"); }
TEST_F(Verify, FindsEveryFlipInTheSumOfTheCatalog) { finds_every_flip("catalog.sum"); }
TEST_F(Verify, FindsEveryFlipInTheIndex) {
  for (const char* name : {"index/1/people.glass", "index/2/people.glass", "index/2/columns", "index/2/manifest.json"}) {
    finds_every_flip(name);
  }
}
TEST_F(Verify, FindsEveryFlipInTheSuppressionList) { finds_every_flip("suppressed"); }

TEST_F(Verify, FindsWhatIsMissing) {
  for (const char* name : {"index/2/columns", "index/1/manifest.json", "index/current", "catalog.db"}) {
    const fs::path file = data_ / name, away = directory_.path() / "away";
    fs::rename(file, away);
    const Ran ran = fellow("verify");
    EXPECT_EQ(ran.code, 2) << name;
    EXPECT_THAT(ran.out, HasSubstr(name));
    fs::rename(away, file);
  }
  EXPECT_EQ(fellow("verify").code, 0);
  EXPECT_EQ(fellow_in(directory_.path() / "nowhere", "verify").code, 2);
}

TEST_F(Verify, ChangesNothing) {
  const auto listing = [&] {
    return shell("cd " + data_.string() + " && find . | sort && cat $(find . -type f | sort) | sha256sum").out;
  };
  const std::string before = listing();
  flip(data_ / "catalog.db", 5000);
  const std::string damaged = listing();
  ASSERT_NE(before, damaged);
  EXPECT_EQ(fellow("verify").code, 2);
  EXPECT_EQ(listing(), damaged);
}

// A run must not write on top of what is damaged, nor leave a sum that says that all is well.
// A byte of the catalog's unused space or of one person's page is no reason to stop the nights of all.
TEST_F(Verify, ARunWarnsOfADamagedCatalogAndSealsNoDamage) {
  flip(data_ / "catalog.db", 5000);
  const Ran run = fellow("index");
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("warning: "));
  EXPECT_THAT(run.out, HasSubstr("catalog.db"));
  EXPECT_THAT(run.out, HasSubstr("fellow verify"));
  const std::string sum = data_ / "catalog.sum";
  if (fs::exists(sum)) {
    EXPECT_EQ(fellow("verify").code, 2) << "the sum of before, not one of the damage";
  }
}

TEST_F(Verify, ADamagedGenerationIsBuiltAnewAndNotPassedOn) {
  const std::string good = read_file(data_ / "index" / "2" / "people.glass");
  for (std::uint64_t at = 1; at < 8; ++at) flip(data_ / "index" / "2" / "people.glass", at * good.size() / 8);
  visit("http://ilse.example/", home_page("Ilse Vandermolen", "EPFL", "Query planning"));
  EXPECT_EQ(fellow("index --force").code, 0);
  fs::remove_all(data_ / "index" / "2");
  EXPECT_EQ(fellow("verify").code, 0);
  const Ran all = fellow("diff 1 3");
  EXPECT_EQ(all.code, 0) << all.out;
  EXPECT_THAT(all.out, HasSubstr("Vandermolen"));
}

// What was committed outside a run that ended (a kill, a reader that brings an older catalog up to date) is no damage.
TEST_F(Verify, ACatalogWithoutASumIsCheckedAsFarAsSqliteCan) {
  visit("http://ilse.example/", home_page("Ilse Vandermolen", "EPFL", "Query planning"));
  EXPECT_FALSE(fs::exists(data_ / "catalog.sum"));
  const Ran unsealed = fellow("verify");
  EXPECT_EQ(unsealed.code, 0) << unsealed.out;
  EXPECT_THAT(unsealed.out, HasSubstr("cut short"));
  const std::string whole = read_file(data_ / "catalog.db");
  write_file(data_ / "catalog.db", whole.substr(0, whole.size() / 2));
  const Ran cut = fellow("verify");
  EXPECT_EQ(cut.code, 2);
  EXPECT_THAT(cut.out, HasSubstr("catalog.db: "));
  write_file(data_ / "catalog.db", whole);
  index();
  EXPECT_THAT(fellow("verify").out, Not(HasSubstr("cut short")));
}

TEST_F(Verify, RunsBesideAnUpdateThatWrites) {
  const auto lock = crawler::DataLock::take(data_);
  ASSERT_TRUE(lock);
  auto rows = catalog();
  ASSERT_TRUE(rows.put_run({.command = "crawl"}));  // stands in the log only
  ASSERT_GT(fs::file_size(data_ / "catalog.db-wal"), 0u);
  const Ran ran = fellow("verify");
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_GT(fs::file_size(data_ / "catalog.db-wal"), 0u);
  EXPECT_EQ(rows.runs()->front().command, "crawl");
}

TEST_F(Verify, ARecordThatAKillCutShortIsToldAndNoDamage) {
  const fs::path file = data_ / "archive" / "fellow-000001.warc.gz";
  fs::resize_file(file, fs::file_size(file) - 5);
  const Ran ran = fellow("verify");
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("ends inside a record"));
}

}  // namespace
}  // namespace fellow::cli
