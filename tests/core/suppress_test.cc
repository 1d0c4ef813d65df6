// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/suppress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tests/temporary.h"

namespace fellow {
namespace {

namespace fs = std::filesystem;

Url url(std::string_view text) { return Url::parse(text).value(); }

class Suppress : public testing::Test {
 protected:
  fs::path file() const { return data_ / "suppressed"; }
  Suppression list() const { return Suppression::read(data_).value(); }
  Suppressed add(const std::vector<std::string>& keys) const { return suppress(data_, keys).value(); }
  std::size_t lines() const {
    const std::string text = read_file(file());
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  TemporaryDirectory directory_;
  const fs::path data_ = directory_.path() / "data";
};

TEST_F(Suppress, WithoutAFileNobodyIsOnTheList) {
  EXPECT_TRUE(list().empty());
  EXPECT_FALSE(list().has(url("http://jane.example/")));
  EXPECT_FALSE(list().has_person("aaaaaaaaaaaaaaaa"));
  EXPECT_FALSE(fs::exists(data_));
}

struct Row {
  const char* key_of;  // url, host, folder PREFIX
  const char* kept_out;
  const char* address;
  bool has;
};

class SuppressedAddress : public testing::TestWithParam<Row> {};

TEST_P(SuppressedAddress, IsFound) {
  const TemporaryDirectory directory;
  const Row& row = GetParam();
  const Url kept_out = url(row.kept_out);
  const std::string kind = row.key_of;
  const std::string key = kind == "url"    ? key_of(kept_out)
                          : kind == "host" ? key_of_host(kept_out)
                                           : key_of_folder(kept_out, kind);
  ASSERT_TRUE(suppress(directory.path(), {key}));
  EXPECT_EQ(Suppression::read(directory.path())->has(url(row.address)), row.has) << row.key_of << " " << row.address;
}

INSTANTIATE_TEST_SUITE_P(Rows, SuppressedAddress,
                         testing::Values(Row{"url", "http://jane.example/a?b=c", "http://jane.example/a?b=c", true},
                                         Row{"url", "http://jane.example/a?b=c", "https://www.jane.example:8443/a?b=c", true},
                                         Row{"url", "http://jane.example/a?b=c", "http://jane.example/a", false},
                                         Row{"url", "http://jane.example/a", "http://jane.example/a/b", false},
                                         Row{"url", "http://jane.example/a", "http://other.example/a", false},
                                         Row{"host", "http://www.jane.example/", "https://jane.example/any/page.html?x", true},
                                         Row{"host", "http://jane.example/", "http://sub.jane.example/", false},
                                         Row{"host", "http://jane.example/", "http://mary-jane.example/", false},
                                         Row{"/~jane/", "http://uni.example/~jane/", "https://uni.example/~jane/cv.pdf", true},
                                         Row{"/~jane/", "http://uni.example/~jane/", "http://uni.example/~jane", true},
                                         Row{"/~jane/", "http://uni.example/~jane/", "http://uni.example/~jane/a/b/c?d", true},
                                         Row{"/~jane/", "http://uni.example/~jane/", "http://uni.example/~janet/", false},
                                         Row{"/~jane/", "http://uni.example/~jane/", "http://uni.example/", false},
                                         Row{"/~jane/", "http://uni.example/~jane/", "http://other.example/~jane/", false},
                                         Row{"/p/jane", "http://uni.example/p/jane", "http://uni.example/p/jane", true},
                                         Row{"/p/jane", "http://uni.example/p/jane", "http://uni.example/p/jane.bib", true},
                                         Row{"/p/jane", "http://uni.example/p/jane", "http://uni.example/p/jane/cv", true},
                                         Row{"/p/jane", "http://uni.example/p/jane", "http://uni.example/p/janet", false}));

TEST_F(Suppress, APathOfTheGreatestLengthIsDecidedToo) {
  std::string path;
  while (path.size() < 1900) path += "/-";
  add({key_of_folder(url("http://uni.example/"), path.substr(0, 1001))});
  EXPECT_TRUE(list().has(url("http://uni.example" + path)));
  EXPECT_FALSE(list().has(url("http://uni.example" + path.substr(0, 900))));
}

TEST_F(Suppress, APersonIsFoundByIdAddressOrRegistry) {
  add({key_of_person(person_id(url("http://jane.example/"))), key_of(url("http://old.example/")),
       key_of_identifier("orcid", " 0000-0001-0002-000X ")});
  Profile by_id, by_alias, by_orcid, other;
  by_id.id = person_id(url("http://jane.example/"));
  by_alias.aliases = {"http://old.example/"};
  by_orcid.identifiers = {{"orcid", "0000-0001-0002-000x"}};
  other.id = person_id(url("http://other.example/"));
  other.url = other.seeds.emplace_back("http://other.example/");
  other.identifiers = {{"orcid", "0000-0001-0002-0003"}, {"dblp", "0000-0001-0002-000x"}};
  const Suppression people = list();
  EXPECT_TRUE(people.has(by_id));
  EXPECT_TRUE(people.has(by_alias));
  EXPECT_TRUE(people.has(by_orcid));
  EXPECT_FALSE(people.has(other));
  EXPECT_TRUE(people.has_person(by_id.id));
  EXPECT_FALSE(people.has_person(other.id));
  EXPECT_TRUE(people.has(url("http://jane.example/")));  // whose id that is: never fetched again
}

TEST_F(Suppress, AnAccountThatTemplatesBringAlongIsNoSignOfAPerson) {
  add({key_of_identifier("github", "template-author"), key_of_identifier("google_scholar", "abcAAAAJ")});
  Profile copied, same;
  copied.identifiers = {{"github", "template-author"}};
  same.identifiers = {{"google_scholar", "abcAAAAJ"}};
  EXPECT_FALSE(list().has(copied));
  EXPECT_TRUE(list().has(same));
}

TEST_F(Suppress, NamesNobodyAndIsSaltedAnew) {
  const TemporaryDirectory other;
  const std::vector<std::string> keys{key_of(url("http://jane.example/"))};
  add(keys);
  ASSERT_TRUE(suppress(other.path(), keys));
  const std::string here = read_file(file()), there = read_file(other.path() / "suppressed");
  EXPECT_EQ(here.find("jane"), std::string::npos) << here;
  EXPECT_EQ(here.size(), there.size());
  EXPECT_NE(here.substr(here.find('\n')), there.substr(there.find('\n')));  // the same person is not the same line
}

TEST_F(Suppress, OnlyAppendsWhatIsNew) {
  const Suppressed first = add({"a", "b"});
  EXPECT_EQ(first.added, 2u);
  const std::string before = read_file(file());
  const Suppressed second = add({"b", "c"});
  EXPECT_EQ(second.added, 1u);
  EXPECT_EQ(second.known, 1u);
  EXPECT_TRUE(read_file(file()).starts_with(before));
  EXPECT_EQ(lines(), 4u);
  EXPECT_EQ(list().size(), 3u);
}

TEST_F(Suppress, RefreshReadsOnlyAChangedFile) {
  Suppression people = list();
  const Suppression copy = people;
  EXPECT_FALSE(people.refresh().value());
  add({key_of_person("p")});
  const auto version = people.version();
  EXPECT_FALSE(people.has_person("p"));
  EXPECT_TRUE(people.refresh().value());
  EXPECT_GT(people.version(), version);
  EXPECT_TRUE(people.has_person("p"));
  EXPECT_TRUE(copy.has_person("p"));
  EXPECT_FALSE(people.refresh().value());
}

TEST_F(Suppress, ATornLastLineIsCutAndTold) {
  add({"a"});
  const std::string whole = read_file(file());
  for (std::size_t bytes = 1; bytes < 65; bytes += 21) {
    write_file(file(), whole + std::string(bytes, 'f'));
    EXPECT_EQ(list().size(), 1u);
    const Suppressed done = add({"a"});
    EXPECT_EQ(done.known, 1u);
    ASSERT_EQ(done.told.size(), 1u);
    EXPECT_NE(done.told[0].find("cut " + std::to_string(bytes) + " bytes"), std::string::npos) << done.told[0];
    EXPECT_EQ(read_file(file()), whole);
  }
  write_file(file(), whole.substr(0, 7));  // killed while the file was begun
  EXPECT_TRUE(list().empty());
  EXPECT_EQ(add({"a"}).added, 1u);
  EXPECT_EQ(list().size(), 1u);
}

TEST_F(Suppress, DamageIsNeverReadAsNobody) {
  add({"a"});
  const std::string whole = read_file(file());
  const std::string wrong[] = {"nonsense\n" + whole, "\n", whole + "zz\n" + whole.substr(whole.find('\n') + 1),
                               "fellow-suppressed 3 " + whole.substr(20)};
  for (const std::string& text : wrong) {
    Suppression people = list();
    write_file(file(), text);
    const auto read = Suppression::read(data_);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Code::corrupt);
    EXPECT_FALSE(people.refresh());
    EXPECT_EQ(people.size(), 1u);  // what it knew before, it still knows
    EXPECT_FALSE(suppress(data_, {"b"}));
    EXPECT_EQ(read_file(file()), text);
    write_file(file(), whole);
  }
}

// R36: every flipped byte, the ends of lines too; and a line that went missing.
TEST_F(Suppress, EveryFlippedByteIsFound) {
  add({"a"});
  add({"b", "c"});
  const std::string whole = read_file(file());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x01);
    write_file(file(), flipped);
    const auto read = Suppression::read(data_);
    ASSERT_FALSE(read) << "byte " << at;
    EXPECT_EQ(read.error().code, Code::corrupt);
  }
  const std::size_t second = whole.find('\n') + 1, third = whole.find('\n', second) + 1;
  write_file(file(), whole.substr(0, second) + whole.substr(third));
  EXPECT_FALSE(Suppression::read(data_));
}

TEST_F(Suppress, AListOfVersion1IsReadAndGoesOn) {
  fs::create_directories(data_);
  write_file(file(), "fellow-suppressed 1 " + std::string(32, '0') + "\n");
  add({"a", "b"});
  EXPECT_EQ(lines(), 3u);
  EXPECT_EQ(list().size(), 2u);
  EXPECT_EQ(read_file(file()).find(' ', 22), std::string::npos);
  write_file(file(), read_file(file()) + std::string(64, 'f') + " 00000000\n");
  EXPECT_FALSE(Suppression::read(data_));
}

TEST_F(Suppress, TwoListsOfOneSaltBecomeOne) {
  add({"a", key_of_person("early")});
  const fs::path other = directory_.path() / "other";
  fs::create_directories(other);
  fs::copy_file(file(), other / "suppressed");
  add({key_of_person("late")});
  ASSERT_TRUE(suppress(other, {key_of_person("elsewhere")}));
  const auto added = add_suppressed(data_, other);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->added, 1u);
  for (const char* id : {"early", "late", "elsewhere"}) EXPECT_TRUE(list().has_person(id)) << id;
  EXPECT_EQ(add_suppressed(data_, other)->added, 0u);
  const fs::path fresh = directory_.path() / "fresh", strange = directory_.path() / "strange";
  EXPECT_EQ(add_suppressed(fresh, data_)->added, 4u);
  EXPECT_TRUE(Suppression::read(fresh)->has_person("late"));
  ASSERT_TRUE(suppress(strange, {"x"}));
  EXPECT_EQ(add_suppressed(data_, strange).error().code, Code::refused);
  EXPECT_EQ(list().size(), 4u);
}

// R35. A limit on the size of files stands in for a full disk.
TEST_F(Suppress, AFullDiskIsToldAndLeavesTheFileAsItWas) {
  add({"a"});
  const std::string before = read_file(file());
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit most{before.size() + 70, before.size() + 70};  // one line more, and part of a second
    if (::setrlimit(RLIMIT_FSIZE, &most) != 0) std::_Exit(2);
    const auto done = suppress(data_, {"b", "c"});
    std::_Exit(!done && done.error().code == Code::io ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(file()), before);
}

TEST_F(Suppress, WritersWaitForEachOtherAndNeverForTheDataLock) {
  fs::create_directories(data_);
  write_file(data_ / "lock", "1\n");
  const int lock = ::open((data_ / "lock").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(lock, LOCK_EX), 0);  // an update is running
  std::vector<std::jthread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(suppress(data_, {std::to_string(w) + "-" + std::to_string(i), "same"}));
    });
  }
  writers.clear();
  ::close(lock);
  EXPECT_EQ(lines(), 1u + 40u + 1u);
  EXPECT_EQ(list().size(), 41u);
}

TEST_F(Suppress, ReadersAndARefreshRunAtOnce) {
  Suppression people = list();
  std::atomic<bool> end = false;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!end) people.has(url("http://uni.example/~jane/"));
    });
  }
  for (int i = 0; i < 20; ++i) {
    add({key_of_person(std::to_string(i))});
    EXPECT_TRUE(people.refresh().value());
  }
  end = true;
  readers.clear();
  EXPECT_EQ(people.size(), 20u);
}

}  // namespace
}  // namespace fellow
