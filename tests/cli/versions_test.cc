// SPDX-License-Identifier: GPL-3.0-or-later
// Every store says of which version it is. A newer one is refused by name, and left as it is; an older one is brought up to
// date beside a copy, or is read as it is.
#include <gmock/gmock.h>

#include <regex>

#include "tests/cli/small_data.h"

namespace fellow::cli {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;

class Versions : public SmallData {
 protected:
  void SetUp() override {
    SmallData::SetUp();
    index();
    ASSERT_EQ(fellow("watch add \"graph databases\"").code, 0);
    ASSERT_EQ(fellow("forget http://nobody.example/").code, 0);
  }
  // The catalog's own number stands at a place of its own in the file (SQLite's file format, 1.3: offset 60, big-endian).
  void set_catalog_version(char version) const {
    std::fstream file(data_ / "catalog.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(63);
    file.put(version);
    ASSERT_TRUE(file.good());
  }
};

struct Row {
  const char *store, *is, *made;  // of the file: what stands there, and what a newer program would write
  const char* command;            // that reads it
};

TEST_F(Versions, NewerStoresAreRefusedByName) {
  const Row rows[] = {
      {"index/current/manifest.json", "\"schema\": [0-9]+", "\"schema\": 99", "search kelp"},
      {"index/current/manifest.json", "\"schema\": [0-9]+", "\"schema\": 99", "verify"},
      {"suppressed", "^fellow-suppressed [0-9]", "fellow-suppressed 9", "search kelp"},
      {"suppressed", "^fellow-suppressed [0-9]", "fellow-suppressed 9", "index"},
      {"suppressed", "^fellow-suppressed [0-9]", "fellow-suppressed 9", "forget http://odo.example/"},
      {"watches.json", "\"v\":1", "\"v\":99", "watch list"},
      {"merges.tsv", "^# fellow-merges 1", "# fellow-merges 99", "index"},
      {"catalog.sum", "\"v\":1", "\"v\":99", "verify"},
      {"archive/manifest.json", "\"v\":1", "\"v\":99", "verify"},
  };
  write_file(data_ / "archive" / "manifest.json", "{\"v\":1,\"files\":[],\"sha256\":\"\"}\n");  // there is one from 1 GB on
  for (const Row& row : rows) {
    const fs::path file = data_ / row.store;
    if (std::string(row.store) == "merges.tsv" && !fs::exists(file)) write_file(file, "# fellow-merges 1\n");
    ASSERT_TRUE(fs::exists(file)) << row.store;
    const std::string before = read_file(file);
    const std::string newer = std::regex_replace(before, std::regex(row.is), row.made, std::regex_constants::format_first_only);
    ASSERT_NE(newer, before) << row.store;
    write_file(file, newer);
    const Ran ran = fellow(row.command);
    EXPECT_EQ(ran.code, 2) << row.store << ", " << row.command << ": " << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("written by a newer Fellow")) << row.store << ", " << row.command;
    EXPECT_THAT(ran.out, HasSubstr(fs::path(row.store).filename().string())) << row.command;
    EXPECT_EQ(read_file(file), newer) << row.store << " was changed by " << row.command;
    write_file(file, before);
  }
  EXPECT_EQ(fellow("search Mara").code, 0);
}

TEST_F(Versions, ANewerCatalogIsRefusedByEveryWriterAndReader) {
  set_catalog_version(99);
  const std::string before = read_file(data_ / "catalog.db");
  for (const char* command : {"index", "report", "export", "import x.jsonl", "compact", "forget http://odo.example/"}) {
    const Ran ran = fellow(command);
    EXPECT_EQ(ran.code, 2) << command << ": " << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("catalog.db: was written by a newer Fellow (catalog version 99")) << command;
  }
  EXPECT_EQ(read_file(data_ / "catalog.db"), before);
  EXPECT_EQ(fellow("search Mara").code, 0);  // the index is its own store
}

TEST_F(Versions, ANewerBackupIsRefusedByName) {
  const fs::path backup = directory_.path() / "backup";
  ASSERT_EQ(fellow("backup " + backup.string()).code, 0);
  const std::string list = read_file(backup / "backup.json");
  write_file(backup / "backup.json", std::regex_replace(list, std::regex("\"v\": 1"), "\"v\": 99"));
  const Ran ran = fellow("restore --force " + backup.string());
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, HasSubstr("backup.json: was written by a newer Fellow"));
  EXPECT_EQ(fellow("search Mara").code, 0);
}

// Version 2 lacked one table: the file of then stays beside the one of now.
TEST_F(Versions, AnOlderCatalogIsMigratedBesideACopy) {
  const std::string people = fellow("export").out;
  {
    crawler::Catalog open = catalog();  // its log is written into the file
  }
  ASSERT_EQ(shell("python3 -c \"import sqlite3; c=sqlite3.connect('" + (data_ / "catalog.db").string() +
                  "'); c.execute('DROP TABLE seed_elsewhere'); c.execute('PRAGMA user_version=2'); c.commit()\"")
                .code,
            0);
  EXPECT_EQ(fellow("index").code, 0);
  EXPECT_EQ(fellow("export").out, people);
  EXPECT_TRUE(fs::exists(data_ / "catalog.db.v2"));
  const std::string version =
      "python3 -c \"import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version').fetchone()[0])\" ";
  EXPECT_EQ(shell(version + (data_ / "catalog.db.v2").string()).out, "2\n");
  EXPECT_THAT(shell(version + (data_ / "catalog.db").string()).out, AnyOf("3\n", "4\n", "5\n"));
}

// A generation of an older program is served until the next index run, which builds one of its own beside it.
TEST_F(Versions, AnOlderIndexIsServedUntilANewOneStandsBesideIt) {
  const fs::path file = fs::canonical(data_ / "index" / "current") / "manifest.json";
  const std::string manifest = read_file(file);
  const std::string older = std::regex_replace(manifest, std::regex("\"schema\": [0-9]+"), "\"schema\": 2");
  ASSERT_NE(older, manifest);
  write_file(file, older);
  EXPECT_THAT(fellow("search Mara").out, HasSubstr("Mara Ellingsworth"));
  ASSERT_EQ(fellow("index").code, 0);
  EXPECT_EQ(read_file(file), older);
  EXPECT_NE(fs::canonical(data_ / "index" / "current"), file.parent_path());
  EXPECT_THAT(fellow("search Mara").out, HasSubstr("Mara Ellingsworth"));
}

// A list without checks is read, and goes on without.
TEST_F(Versions, AnOlderSuppressionListGoesOn) {
  const fs::path file = data_ / "suppressed";
  std::istringstream lines(read_file(file));
  std::string older;
  for (std::string line; std::getline(lines, line);) older += line.substr(0, line.size() - 9) + "\n";
  older.replace(older.find(" 2 "), 3, " 1 ");
  write_file(file, older);
  EXPECT_EQ(fellow("forget http://odo.example/").code, 0);
  EXPECT_TRUE(read_file(file).starts_with(older));
  EXPECT_THAT(fellow("search Odo").out, testing::Not(HasSubstr("Odo Birnbaum")));
}

}  // namespace
}  // namespace fellow::cli
