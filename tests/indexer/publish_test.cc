// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include "fellow/clock.h"
#include "fellow/text.h"
#include "fellow/url.h"
#include "indexer/indexer.h"
#include "indexer/manifest.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

class Publish : public testing::Test {
 protected:
  fs::path index() const { return directory_.path() / "index"; }
  Published published(const std::vector<Profile>& profiles, PublishOptions options = {}) {
    const auto out = publish(directory_.path(), profiles, options);
    EXPECT_TRUE(out.has_value()) << (out ? "" : show(out.error()));
    return out.value_or(Published{});
  }
  std::vector<std::string> entries() const {
    std::vector<std::string> out;
    for (const auto& entry : fs::directory_iterator(index())) out.push_back(entry.path().filename());
    std::sort(out.begin(), out.end());
    return out;
  }
  static std::vector<Profile> but_last(std::vector<Profile> profiles, std::size_t n) {
    profiles.resize(profiles.size() - n);
    return profiles;
  }
  static SearchRequest request(const std::string& text) {
    SearchRequest out;
    out.query = parse_query(text);
    out.deadline = std::chrono::seconds(5);
    return out;
  }

  TemporaryDirectory directory_;
};

TEST_F(Publish, MakesAGenerationThatVerifies) {
  const auto first = published(people());
  EXPECT_EQ(first.generation, 1u);
  EXPECT_EQ(first.profiles, static_cast<std::int64_t>(people().size()));
  EXPECT_GT(first.bytes, 1000u);
  EXPECT_FALSE(first.unchanged);
  EXPECT_EQ(fs::read_symlink(index() / "current"), "1");
  const auto manifest = read_manifest(index() / "current");
  ASSERT_TRUE(manifest.has_value());
  EXPECT_TRUE(check_files(index() / "current", *manifest).empty());
  EXPECT_EQ(entries(), (std::vector<std::string>{"1", "current"}));
}

TEST_F(Publish, LeavesTheSameProfilesAlone) {
  published(people());
  const auto again = published(people());
  EXPECT_TRUE(again.unchanged);
  EXPECT_EQ(again.generation, 1u);
  auto changed = people();
  changed[0].biography += " More.";
  EXPECT_EQ(published(changed).generation, 2u);
}

TEST_F(Publish, KeepsThreeAndCountsUpwards) {
  auto profiles = people();
  for (std::uint64_t n = 1; n <= 5; ++n) {
    profiles[0].biography += "x";
    EXPECT_EQ(published(profiles).generation, n);
  }
  EXPECT_EQ(entries(), (std::vector<std::string>{"3", "4", "5", "current"}));
  fs::create_directory(index() / "9.building");  // a run that was killed
  profiles[0].biography += "x";
  EXPECT_EQ(published(profiles).generation, 10u);
  EXPECT_EQ(entries(), (std::vector<std::string>{"10", "4", "5", "current"}));
}

TEST_F(Publish, SweepsWhatAKilledRunLeftThoughNothingChanged) {
  auto profiles = people();
  for (int n = 1; n <= 3; ++n) {
    profiles[0].biography += "x";
    published(profiles);
  }
  fs::rename(index() / "1", index() / "1.leaving");  // killed while it went
  fs::remove(index() / "1.leaving" / Manifest::kPeople);
  fs::create_directory(index() / "4.building");
  EXPECT_TRUE(published(profiles).unchanged);
  EXPECT_EQ(entries(), (std::vector<std::string>{"2", "3", "current"}));
}

// What looks like a generation is whole at every moment of its leaving.
TEST_F(Publish, AGenerationLeavesInOneStep) {
  auto profiles = people();
  published(profiles);
  std::atomic<bool> over = false;
  std::size_t looks = 0, halves = 0;
  std::thread watcher([&] {
    while (!over) {
      ++looks;
      for (const char* name : {"1", "2", "3", "4", "5", "6"}) {
        const int directory = ::open((index() / name).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (directory < 0) continue;
        const bool people = ::faccessat(directory, Manifest::kPeople, F_OK, 0) == 0;
        std::error_code gone;
        halves += !people && fs::exists(index() / name, gone);
        ::close(directory);
      }
    }
  });
  for (int n = 2; n <= 6; ++n) {
    profiles[0].biography += "x";
    published(profiles, {.generations = 1});
  }
  over = true;
  watcher.join();
  EXPECT_GT(looks, 0u);
  EXPECT_EQ(halves, 0u);
}

TEST_F(Publish, HoldsBackALossOfAFifth) {
  published(people());
  const auto refused = publish(directory_.path(), but_last(people(), 2));  // 2 of 9 = 22 %
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::refused);
  EXPECT_EQ(fs::read_symlink(index() / "current"), "1");
  EXPECT_EQ(published(but_last(people(), 1)).generation, 2u);  // 11 %
  EXPECT_EQ(published({}, {.force = true}).profiles, 0);
}

TEST_F(Publish, CountsAMergedPersonAsKept) {
  auto profiles = but_last(people(), 5);  // 4 people: one less would be 25 %
  published(profiles);
  profiles[0].aliases.push_back(profiles.back().url);
  profiles.pop_back();
  EXPECT_EQ(published(profiles).generation, 2u);
}

TEST_F(Publish, AnswersForIdsThatWereMergedAway) {
  Profile kept = somebody("new.example", "Jane Doe"), old = somebody("old.example", "Jane Doe");
  kept.identifiers["orcid"] = old.identifiers["orcid"] = "1";
  kept.biography = "Here.";
  published(merge_people({kept, old}));
  const auto source = open_source("local", index());
  ASSERT_TRUE(source->profile(old.id).has_value());
  EXPECT_EQ(source->profile(old.id)->id, kept.id);
}

TEST_F(Publish, NamesEveryFlippedByteAndBuildsAnew) {
  published(people());
  const auto manifest = read_manifest(index() / "1").value();
  for (const auto& file : manifest.files) {
    const fs::path path = index() / "1" / file.path;
    std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(file.bytes / 2));
    const char byte = static_cast<char>(stream.get());
    stream.seekp(static_cast<std::streamoff>(file.bytes / 2));
    stream.put(static_cast<char>(byte ^ 1));
    stream.close();
    const auto damaged = check_files(index() / "1", manifest);
    ASSERT_FALSE(damaged.empty());
    EXPECT_EQ(damaged.back().where, path.string());
  }
  EXPECT_FALSE(published(people(), {.force = true}).unchanged);  // the same profiles, but not what is on the disk
}

TEST_F(Publish, RefusesANewerSchemaByName) {
  published(people());
  write_file(index() / "1" / Manifest::kName, R"({"schema":99})");
  EXPECT_EQ(read_manifest(index() / "1").error().code, Code::refused);
  EXPECT_EQ(publish(directory_.path(), people()).error().code, Code::refused);
  EXPECT_EQ(open_source("local", index())->search(request("doe")).error().code, Code::refused);
}

TEST_F(Publish, ErrorsLeaveTheServedOneAlone) {
  published(people());
  write_file(directory_.path() / "file", "x");
  EXPECT_EQ(publish(directory_.path() / "file", people()).error().code, Code::io);
  EXPECT_EQ(open_source("local", index())->info().generation, 1u);
}

TEST_F(Publish, IsTakenUpByAnOpenSource) {
  const auto source = open_source("local", index());
  EXPECT_EQ(source->info().generation, 0u);  // nothing yet
  EXPECT_EQ(source->search(request("newcomer"))->total.value, 0);
  EXPECT_EQ(source->profile("x").error().code, Code::not_found);
  published(people());
  EXPECT_EQ(source->search(request("newcomer"))->generation, 1u);
  auto more = people();
  more.push_back(somebody("newcomer.example", "New Comer"));
  published(more);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (source->search(request("comer"))->total.value == 0 && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(source->search(request("comer"))->total.value, 1);
  EXPECT_EQ(source->info().generation, 2u);
}

// Where the index was wiped and made anew, its generation has the number and the path of the one that is open.
TEST_F(Publish, OneOfTheSameNumberIsTakenUpToo) {
  published(people());
  const auto source = open_source("local", index());
  const std::string before = source->info().digest;
  EXPECT_EQ(source->search(request("wombat"))->generation, 1u);
  fs::remove_all(index());
  auto others = people();
  for (std::size_t i = 0; i < others.size(); ++i) others[i] = somebody("other" + std::to_string(i) + ".example", "Otto Other");
  EXPECT_EQ(published(others).generation, 1u);
  // Until then it is whom it was opened with who are found, by many at once too.
  std::vector<std::jthread> askers;
  for (int i = 0; i < 4; ++i) {
    askers.emplace_back([&] {
      const auto found = source->search(request("doe"));
      ASSERT_TRUE(found) << show(found.error());
      for (const Hit& hit : found->hits) EXPECT_EQ(hit.name.find("Otto"), std::string::npos);
    });
  }
  askers.clear();
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (source->search(request("otto"))->total.value == 0 && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(source->search(request("otto"))->total.value, static_cast<std::int64_t>(others.size()));
  EXPECT_EQ(source->search(request("wombat"))->total.value, 0);
  EXPECT_NE(source->info().digest, before);
}

// A compound is found however it is written, and so is its second part where it was written apart.
TEST_F(Publish, CompoundsAreFoundHoweverTheyAreWritten) {
  auto profiles = people();
  const std::vector<std::string> forms{"Socio-hydraulic wombats", "Sociohydraulic wombats", "Socio hydraulic wombats"};
  for (std::size_t i = 0; i < forms.size(); ++i) {
    Profile person = somebody("form" + std::to_string(i) + ".example", "Person " + std::string(i + 2, 'q'));
    person.papers = {paper(forms[i] + " of the north", 2024)};
    if (i == 0) person.interests = {interest(forms[i])};
    profiles.push_back(person);
  }
  published(profiles);
  const auto source = open_source("local", index());
  for (const char* query : {"socio-hydraulic", "sociohydraulic", "socio hydraulic", "\"socio-hydraulic wombats of\"",
                            "\"sociohydraulic wombats of\"", "paper:\"socio hydraulic wombats\""})
    EXPECT_EQ(source->search(request(query))->total.value, 3) << query;
  EXPECT_EQ(source->search(request("\"hydraulic wombats of\""))->total.value, 2);
  EXPECT_EQ(source->search(request("sociohydraulic wombats"))->hits.at(0).interests.size(), 1u);  // who states it is first
  const auto found = source->search(request("sociohydraulic"));
  for (const Hit& hit : found->hits) {
    ASSERT_FALSE(hit.snippets.empty()) << hit.name;
    EXPECT_NE(text::lower(hit.snippets[0].html).find("hydraulic</mark> wombats"), std::string::npos) << hit.snippets[0].html;
  }
}

// Traditional and simplified characters find one another, in names and in topics, and are marked as they stand.
TEST_F(Publish, HanIsFoundByItsVariants) {
  auto profiles = people();
  Profile traditional = somebody("traditional.example", "張薇"), simplified = somebody("simplified.example", "刘伟");
  traditional.interests = {interest("圖神經網絡")};
  simplified.interests = {interest("蛋白质组学")};
  profiles.push_back(traditional);
  profiles.push_back(simplified);
  published(profiles);
  const auto source = open_source("local", index());
  for (const auto& [query, name] : std::vector<std::pair<std::string, std::string>>{
           {"张薇", "張薇"}, {"張薇", "張薇"}, {"劉偉", "刘伟"}, {"图神经网络", "張薇"}, {"蛋白質組學", "刘伟"}}) {
    const auto found = source->search(request(query));
    ASSERT_EQ(found->hits.size(), 1u) << query;
    EXPECT_EQ(found->hits[0].name, name);
  }
  const auto found = source->search(request("图神经网络"));
  ASSERT_FALSE(found->hits[0].snippets.empty());
  EXPECT_EQ(found->hits[0].snippets[0].html, "<mark>圖神經網絡</mark>");
  const auto suggested = source->suggest("张", 5);
  ASSERT_EQ(suggested->size(), 1u);
  EXPECT_EQ(suggested->front().text, "張薇");
}

TEST_F(Publish, IsReachedByAnyOfItsPaths) {
  published(people());
  for (const fs::path& path : {index(), index() / "current", index() / "1"}) {
    EXPECT_EQ(open_source("local", path)->info().profiles, static_cast<std::int64_t>(people().size())) << path;
  }
}

TEST_F(Publish, AnOpenGenerationOutlivesItsFiles) {
  published(people());
  const auto source = open_source("local", index() / "1");
  EXPECT_GT(source->search(request("wombat"))->total.value, 0);
  auto profiles = people();
  for (int n = 0; n < 4; ++n) {
    profiles[0].biography += "x";
    published(profiles);
  }
  EXPECT_FALSE(fs::exists(index() / "1"));
  EXPECT_GT(source->search(request("wombat"))->total.value, 0);
}

}  // namespace
}  // namespace fellow::indexer
