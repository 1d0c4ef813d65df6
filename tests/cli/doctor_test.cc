// SPDX-License-Identifier: GPL-3.0-or-later
// What would go wrong tonight is told today, with what to do.
#include "cli/doctor.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include "fellow/json.h"
#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class DoctorCommand : public SmallData {
 protected:
  void SetUp() override {
    SmallData::SetUp();
    index();
    ASSERT_TRUE(catalog().put_run({.started = now_, .ended = now_, .command = "update"}));
    configure("contact = \"http://localhost/about\"\n");
  }
  void configure(const std::string& text) const { write_file(data_ / "fellow.toml", text); }
  // The health of each check, as "ok", "warn" or "fail"; "" for a check that was not made.
  std::string health(const std::string& check, const std::string& more = "--offline") const {
    const auto facts = parse_json(fellow("doctor --json " + more).out);
    if (!facts) return "no JSON";
    std::string worst;
    for (const auto& row : (*facts)["findings"]) {
      if (row["check"] != check) continue;
      EXPECT_EQ(row["health"] == "ok", row["remedy"] == "") << row;
      worst = std::max(worst, row["health"].get<std::string>(), [](const auto& a, const auto& b) {
        const std::string order = " ok warn fail";
        return order.find(a) < order.find(b);
      });
    }
    return worst;
  }
};

TEST_F(DoctorCommand, MakesEveryCheckAndAllIsWell) {
  for (const char* check : {"configuration", "contact", "seeds", "permissions", "clock", "dns", "index", "sources"}) {
    EXPECT_EQ(health(check), "ok") << check;
  }
  EXPECT_NE(health("disk"), "");
  const Ran ran = fellow("doctor");
  EXPECT_THAT(ran.out, ContainsRegex("^ok    configuration: "));
  EXPECT_THAT(ran.out, HasSubstr("ok    contact: http://localhost/about\n"));
  EXPECT_THAT(ran.out, HasSubstr("ok    seeds: 6 home pages, 0 of them fail\n"));
  EXPECT_THAT(ran.out, HasSubstr("ok    dns: localhost has an address\n"));
  EXPECT_THAT(ran.out, HasSubstr("ok    sources: local: 6 people\n"));
}

TEST_F(DoctorCommand, ABadConfigurationIsAFindingAndNotTheEnd) {
  configure("contakt = \"x\"\n");
  const Ran ran = fellow("doctor --offline");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("fail  configuration: "));
  EXPECT_THAT(ran.out, HasSubstr("contakt"));
  EXPECT_THAT(ran.out, HasSubstr("ok    index: "));
  EXPECT_EQ(fellow("status").code, 64);  // every other command stops
}

TEST_F(DoctorCommand, Contact) {
  configure("");
  EXPECT_EQ(health("contact"), "warn");
  EXPECT_EQ(fellow("doctor --offline").code, 1);
  configure("contact = \"somebody\"\n");
  EXPECT_EQ(health("contact"), "fail");
  configure("contact = \"mailto:search@fellow.example\"\n");
  EXPECT_EQ(health("contact"), "ok");
}

TEST_F(DoctorCommand, Seeds) {
  const fs::path list = directory_.path() / "list.txt";
  EXPECT_EQ(health("seeds", "--offline --seeds " + list.string()), "fail");
  write_file(list, "");
  EXPECT_EQ(health("seeds", "--offline --seeds " + list.string()), "fail");
  write_file(list, "http://a.example/\nnot an address\n");
  EXPECT_EQ(health("seeds", "--offline --seeds " + list.string()), "warn");
  write_file(list, "http://a.example/\n");
  EXPECT_EQ(health("seeds", "--offline --seeds " + list.string()), "ok");
  for (const char* host : {"odo", "ilse"}) {
    const Url url = Url::parse("http://" + std::string(host) + ".example/").value();
    auto rows = catalog();
    ASSERT_TRUE(rows.put_url_state(crawler::judged(url, rows.url_state(url).value(), {.reason = crawler::Reason::dns}, now_)));
  }
  EXPECT_EQ(health("seeds"), "warn");
  write_file(data_ / "catalog.db", "no database");
  EXPECT_EQ(health("seeds"), "fail");
}

TEST_F(DoctorCommand, Permissions) {
  fs::permissions(data_ / "archive", fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(health("permissions"), "warn");
  fs::permissions(data_ / "archive", fs::perms::others_write, fs::perm_options::remove);
  EXPECT_EQ(health("permissions"), "ok");
  write_file(data_ / "suppressed", "nonsense\n");
  EXPECT_EQ(health("permissions"), "fail");
  fs::remove(data_ / "suppressed");
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::permissions(data_ / "catalog.db", fs::perms::owner_write, fs::perm_options::remove);
  EXPECT_EQ(health("permissions"), "fail");
}

TEST_F(DoctorCommand, AClockThatWasSetBack) {
  now_ -= std::chrono::hours(24);
  EXPECT_EQ(health("clock"), "fail");
  EXPECT_THAT(fellow("doctor --offline").out, HasSubstr("it is 2026-11-19T03:00:00Z"));
}

TEST_F(DoctorCommand, AnIndexThatIsLateOldOrMissing) {
  now_ += std::chrono::hours(30);
  EXPECT_EQ(health("index"), "ok");
  now_ += std::chrono::hours(10);
  EXPECT_EQ(health("index"), "warn");
  now_ += std::chrono::hours(24 * 7);
  EXPECT_EQ(health("index"), "fail");
  fs::remove_all(data_ / "index");
  EXPECT_EQ(health("index"), "fail");
  EXPECT_EQ(health("sources"), "fail");
}

TEST_F(DoctorCommand, DnsThatDoesNotAnswer) {
  configure("contact = \"http://nowhere.invalid/\"\n");
  EXPECT_EQ(health("dns", ""), "fail");
}

TEST_F(DoctorCommand, Sources) {
  configure("contact = \"http://localhost/\"\n[[source]]\nname = \"there\"\nkind = \"index\"\npath = \"elsewhere\"\n");
  EXPECT_EQ(health("sources"), "fail");
  EXPECT_THAT(fellow("doctor --offline").out, HasSubstr("there: nothing to search there"));
}

TEST_F(DoctorCommand, AnEmptyPlaceToBegin) {
  const Ran ran = fellow_in(directory_.path() / "new", "doctor --offline");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("-> run `fellow update --seeds FILE --contact URL`"));
  EXPECT_FALSE(fs::exists(directory_.path() / "new"));
}

}  // namespace
}  // namespace fellow::cli
