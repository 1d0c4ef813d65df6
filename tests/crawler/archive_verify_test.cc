// SPDX-License-Identifier: GPL-3.0-or-later
// R36: each byte that changes in an archive is found, and nothing else is called damage.
#include "crawler/archive_verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crawler/archive.h"
#include "crawler/archive_manifest.h"
#include "crawler/digest.h"
#include "crawler/warc_reader.h"
#include "tests/crawler/url_of.h"
#include "tests/temporary.h"

namespace fellow::crawler {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Capture capture(int number) {
  return {.url = url("http://r.example/" + std::to_string(number)),
          .request = "GET / HTTP/1.1\r\nHost: r.example\r\n\r\n",
          .response_header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
          .body = "<p>body of page " + std::to_string(number),
          .at = *parse_time("2026-11-20T03:10:00Z")};
}

constexpr std::uint64_t kTwoPages = 1500;

// Five pages, two a file; the last file is open.
void fill(const fs::path& data, std::uint64_t roll_bytes = kTwoPages) {
  Archive archive = Archive::open(data, "fellow/test", nullptr, roll_bytes).value();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(archive.append(capture(i)));
  ASSERT_TRUE(archive.sync());
}

void flip(const fs::path& file, std::uint64_t at, int bits = 0x04) {
  std::string bytes = read_file(file);
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ bits);
  write_file(file, bytes);
}

std::vector<std::string> shown(const fs::path& data) {
  const Result<std::vector<Damage>> found = verify_archive(data);
  if (!found) return {show(found.error())};
  std::vector<std::string> lines;
  for (const Damage& damage : *found) {
    lines.push_back(damage.file + ":" + std::to_string(damage.offset) + " " + damage.what +
                    (damage.torn_tail ? " (torn)" : ""));
  }
  return lines;
}

std::vector<WarcRecord> records(const fs::path& file) {
  std::vector<WarcRecord> all;
  EXPECT_TRUE(read_warc(file, [&](const WarcRecord& record) {
    all.push_back(record);
    return true;
  }));
  return all;
}

std::vector<std::string> listed(const fs::path& data) {
  std::vector<std::string> lines;
  const ArchiveManifest manifest = read_archive_manifest(data).value();
  for (const RolledFile& file : manifest.files) {
    lines.push_back(file.name + " " + std::to_string(file.records) + (file.damaged ? " damaged" : ""));
  }
  return lines;
}

TEST(ArchiveManifest, NamesEachRolledFileAndNotTheOpenOne) {
  const TemporaryDirectory dir;
  EXPECT_THAT(listed(dir.path()), IsEmpty());
  fill(dir.path());
  const std::vector<std::string> names = archive_file_names(dir.path()).value();
  const ArchiveManifest manifest = read_archive_manifest(dir.path()).value();
  ASSERT_EQ(names.size(), 3u);
  ASSERT_THAT(manifest.files, SizeIs(names.size() - 1));
  for (std::size_t i = 0; i < manifest.files.size(); ++i) {
    const RolledFile& rolled = manifest.files[i];
    const std::string bytes = read_file(dir.path() / "archive" / names[i]);
    EXPECT_EQ(rolled.name, names[i]);
    EXPECT_EQ(rolled.bytes, bytes.size());
    EXPECT_EQ(rolled.sha256, show_hex(sha256(bytes)));
    EXPECT_EQ(rolled.records, records(dir.path() / "archive" / names[i]).size());
    EXPECT_FALSE(rolled.damaged);
  }
  EXPECT_FALSE(fs::exists(dir.path() / "archive" / "manifest.json.new"));
  EXPECT_THAT(shown(dir.path()), IsEmpty());
}

TEST(ArchiveManifest, ReadIsTheInverseOfWrite) {
  const TemporaryDirectory dir;
  fs::create_directories(dir.path() / "archive");
  ArchiveManifest manifest;
  manifest.put({.name = "fellow-000002.warc.gz", .sha256 = "ab", .bytes = 7, .records = 1, .damaged = true});
  manifest.put({.name = "fellow-000001.warc.gz", .sha256 = "cd", .bytes = 1ull << 40, .records = 2});
  manifest.put({.name = "fellow-000002.warc.gz", .sha256 = "ef", .bytes = 8, .records = 3, .damaged = true});
  ASSERT_TRUE(write_archive_manifest(dir.path(), manifest));
  EXPECT_EQ(read_archive_manifest(dir.path()).value().files, manifest.files);
  EXPECT_THAT(listed(dir.path()), ElementsAre("fellow-000001.warc.gz 2", "fellow-000002.warc.gz 3 damaged"));
  ASSERT_NE(manifest.find("fellow-000001.warc.gz"), nullptr);
  EXPECT_EQ(manifest.find("fellow-000003.warc.gz"), nullptr);
  manifest.drop("fellow-000001.warc.gz");
  EXPECT_EQ(manifest.find("fellow-000001.warc.gz"), nullptr);
}

TEST(ArchiveManifest, EveryFlippedByteOfItIsFound) {
  const TemporaryDirectory dir;
  fill(dir.path());
  const fs::path path = archive_manifest_path(dir.path());
  const std::string bytes = read_file(path);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int bits : {0x01, 0x20}) {
      flip(path, at, bits);
      const Result<ArchiveManifest> manifest = read_archive_manifest(dir.path());
      EXPECT_FALSE(manifest) << at;
      write_file(path, bytes);
    }
  }
}

TEST(ArchiveManifest, OfANewerProgramIsRefusedByName) {  // R37
  const TemporaryDirectory dir;
  fill(dir.path());
  write_file(archive_manifest_path(dir.path()), R"({"v":2,"something":"else"})");
  for (const Error& error : {read_archive_manifest(dir.path()).error(), Archive::open(dir.path(), "fellow/test").error(),
                             verify_archive(dir.path()).error()}) {
    EXPECT_EQ(error.code, Code::refused);
    EXPECT_THAT(show(error), HasSubstr("manifest.json: was written by a newer Fellow"));
  }
}

// A kill between roll and manifest leaves an older one, or none; the one beside it is not taken for it.
TEST(ArchiveManifest, IsHealedAtTheNextOpen) {
  const TemporaryDirectory dir;
  fill(dir.path());
  const std::string whole = read_file(archive_manifest_path(dir.path()));
  ArchiveManifest older = read_archive_manifest(dir.path()).value();
  older.files.pop_back();
  for (int round = 0; round < 3; ++round) {
    if (round == 0) fs::remove(archive_manifest_path(dir.path()));
    if (round == 1) {
      ASSERT_TRUE(write_archive_manifest(dir.path(), older));
    }
    if (round == 2) write_file(archive_manifest_path(dir.path()), whole.substr(0, whole.size() - 5));
    write_file(dir.path() / "archive" / "manifest.json.new", "{");
    std::vector<std::string> told;
    ASSERT_TRUE(Archive::open(dir.path(), "fellow/test", &told, kTwoPages));
    EXPECT_EQ(read_file(archive_manifest_path(dir.path())), whole) << round;
    EXPECT_THAT(told, SizeIs(round == 2 ? 1 : 0));
    EXPECT_THAT(shown(dir.path()), IsEmpty()) << round;
  }
}

TEST(ArchiveManifest, WhatIsDamagedIsNotBlessed) {
  const TemporaryDirectory dir;
  fill(dir.path());
  const std::string first = archive_file_names(dir.path()).value().front();
  fs::remove(archive_manifest_path(dir.path()));
  const std::uint64_t second_record = records(dir.path() / "archive" / first)[1].offset;
  flip(dir.path() / "archive" / first, second_record + 60);
  for (int round = 0; round < 2; ++round) {  // told once, found each time
    std::vector<std::string> told;
    ASSERT_TRUE(Archive::open(dir.path(), "fellow/test", &told, kTwoPages));
    EXPECT_THAT(told, SizeIs(round == 0 ? 1 : 0));
    EXPECT_TRUE(read_archive_manifest(dir.path()).value().files.front().damaged);
    ASSERT_THAT(shown(dir.path()), SizeIs(1));
    EXPECT_THAT(shown(dir.path())[0], HasSubstr("archive/" + first + ":" + std::to_string(second_record)));
  }
}

// Also by a run that would let files grow longer.
TEST(ArchiveManifest, ARolledFileIsNeverAppendedTo) {
  const TemporaryDirectory dir;
  fill(dir.path(), 1);  // each append begins a file
  {
    Archive archive = Archive::open(dir.path(), "fellow/test", nullptr, 1).value();
    EXPECT_EQ(listed(dir.path()).size(), 5u);  // the last was full
  }
  Archive archive = Archive::open(dir.path(), "fellow/test").value();
  EXPECT_EQ(archive.append(capture(9)).value().file, "archive/fellow-000006.warc.gz");
  EXPECT_THAT(shown(dir.path()), IsEmpty());
}

// R35: as with a full disk. The pages are safe, and the manifest is made whole at the next start.
TEST(ArchiveManifest, OneThatCannotBeWrittenIsAnErrorAndCostsNoPage) {
  const TemporaryDirectory dir;
  Archive archive = Archive::open(dir.path(), "fellow/test", nullptr, 1).value();
  const ArchivePlace first = archive.append(capture(0)).value();
  const fs::path in_the_way = dir.path() / "archive" / "manifest.json.new";
  fs::create_directory(in_the_way);
  const Result<ArchivePlace> failed = archive.append(capture(1));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Code::io);
  EXPECT_THAT(show(failed.error()), HasSubstr("manifest.json.new"));
  fs::remove(in_the_way);
  const ArchivePlace third = archive.append(capture(2)).value();
  EXPECT_TRUE(read_body(dir.path(), first));
  EXPECT_TRUE(read_body(dir.path(), third));
  EXPECT_THAT(shown(dir.path()), IsEmpty());
  ASSERT_TRUE(Archive::open(dir.path(), "fellow/test"));
  EXPECT_THAT(listed(dir.path()), ElementsAre("fellow-000001.warc.gz 3"));
}

TEST(ArchiveVerify, AnEmptyDataDirectoryIsWhole) {
  const TemporaryDirectory dir;
  EXPECT_THAT(shown(dir.path()), IsEmpty());
  EXPECT_TRUE(Archive::open(dir.path(), "fellow/test"));
  EXPECT_THAT(shown(dir.path()), IsEmpty());
}

TEST(ArchiveVerify, AFlippedByteInARolledFileIsFoundAtTwentyPlaces) {
  const TemporaryDirectory dir;
  fill(dir.path());
  const std::vector<std::string> names = archive_file_names(dir.path()).value();
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    const fs::path path = dir.path() / "archive" / names[i];
    const std::string bytes = read_file(path);
    for (std::size_t place = 0; place < 20; ++place) {
      flip(path, place * (bytes.size() - 1) / 19, 1 << (place % 8));
      ASSERT_THAT(shown(dir.path()), SizeIs(1)) << place;
      EXPECT_THAT(shown(dir.path())[0], HasSubstr("archive/" + names[i] + ":0 is not what it was"));
      write_file(path, bytes);
    }
  }
}

TEST(ArchiveVerify, EveryFlippedBitInTheOpenFileIsFoundInItsRecord) {
  const TemporaryDirectory dir;
  fill(dir.path(), Archive::kRollBytes);
  const fs::path path = dir.path() / "archive" / "fellow-000001.warc.gz";
  const std::string bytes = read_file(path);
  const std::vector<WarcRecord> all = records(path);
  for (const WarcRecord& record : {all[0], all[1], all[4], all.back()}) {
    for (std::uint64_t at = record.offset; at < record.end; ++at) {
      flip(path, at, 1 << (at % 8));
      const std::vector<Damage> found = verify_archive(dir.path()).value();
      ASSERT_THAT(found, SizeIs(1)) << at;
      EXPECT_EQ(found[0].offset, record.offset) << at;
      EXPECT_FALSE(found[0].torn_tail) << at << " " << found[0].what;
      write_file(path, bytes);
    }
  }
}

TEST(ArchiveVerify, SeveralDamagesAreAllNamed) {
  const TemporaryDirectory dir;
  fill(dir.path(), Archive::kRollBytes);
  const fs::path path = dir.path() / "archive" / "fellow-000001.warc.gz";
  const std::vector<WarcRecord> all = records(path);
  for (const std::size_t record : {2u, 4u, 6u}) flip(path, all[record].offset + (record == 4 ? 1 : 70));
  EXPECT_THAT(shown(dir.path()), ElementsAre(HasSubstr(":" + std::to_string(all[2].offset) + " "),
                                             HasSubstr(":" + std::to_string(all[4].offset) + " "),
                                             HasSubstr(":" + std::to_string(all[6].offset) + " ")));
}

TEST(ArchiveVerify, ATornTailIsToldAsWhatItIs) {
  const TemporaryDirectory dir;
  fill(dir.path(), Archive::kRollBytes);
  const fs::path path = dir.path() / "archive" / "fellow-000001.warc.gz";
  const std::string bytes = read_file(path);
  const std::uint64_t last = records(path).back().offset;
  for (std::uint64_t cut = last; cut <= bytes.size(); ++cut) {
    write_file(path, std::string_view(bytes).substr(0, cut));
    const std::vector<Damage> found = verify_archive(dir.path()).value();
    if (cut == last || cut == bytes.size()) {
      EXPECT_THAT(found, IsEmpty()) << cut;
    } else {
      ASSERT_THAT(found, SizeIs(1)) << cut;
      EXPECT_TRUE(found[0].torn_tail) << cut << " " << found[0].what;
      EXPECT_EQ(found[0].offset, last);
    }
  }
  write_file(path, bytes.substr(0, bytes.size() - 9) + std::string(9, '\0'));  // a crash of the machine: room without bytes
  ASSERT_THAT(verify_archive(dir.path()).value(), SizeIs(1));
  EXPECT_FALSE(verify_archive(dir.path()).value()[0].torn_tail);
}

TEST(ArchiveVerify, MissingShortAndForeignFiles) {
  const TemporaryDirectory dir;
  fill(dir.path());
  const std::vector<std::string> names = archive_file_names(dir.path()).value();
  ASSERT_EQ(names.size(), 3u);
  fs::remove(dir.path() / "archive" / names[0]);
  write_file(dir.path() / "archive" / names[1], "x");
  write_file(dir.path() / "archive" / names.back(), "not an archive");
  write_file(dir.path() / "archive" / "fellow-x.warc.gz", "not ours");
  const std::vector<std::string> found = shown(dir.path());
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_EQ(found[0], "archive/" + names[0] + ":0 is missing");
  EXPECT_THAT(found[1], HasSubstr("archive/" + names[1] + ":0 has 1 bytes instead of "));
  EXPECT_EQ(found[2], "archive/" + names.back() + ":0 no record of this archive begins here");
}

}  // namespace
}  // namespace fellow::crawler
