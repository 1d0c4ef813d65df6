// SPDX-License-Identifier: GPL-3.0-or-later
// A generation made of the last one answers as one built anew, and only what changed is indexed.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "indexer/columns.h"
#include "indexer/durable.h"
#include "indexer/indexer.h"
#include "indexer/manifest.h"
#include "tests/indexer/people.h"
#include "tests/temporary.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

Profile made_up(std::uint64_t n) {
  static const char* const kWords[] = {"frob", "wombat", "kernel", "proof", "cache", "graph", "stream", "robot"};
  std::mt19937_64 random(n);
  const auto word = [&] { return std::string(kWords[random() % 8]); };
  Profile p = somebody("p" + std::to_string(n) + ".example", "Person" + std::to_string(n % 40) + " Of" + word());
  p.affiliations = {at(random() % 2 ? "HKUST" : "ETH Zurich")};
  p.interests = {interest(word() + " " + word()), interest("Machine learning")};
  for (std::uint64_t i = random() % 4; i > 0; --i) p.papers.push_back(paper(word() + " of the " + word() + " " + word(), 2020));
  return p;
}

class Incremental : public testing::Test {
 protected:
  using World = std::map<std::string, Profile>;
  static std::vector<Profile> listed(const World& world) {
    std::vector<Profile> out;
    for (const auto& [id, profile] : world) out.push_back(profile);
    return out;
  }
  Published published(const World& world) {
    const auto out = publish(nightly_.path(), listed(world), {.force = true});
    EXPECT_TRUE(out.has_value()) << (out ? "" : show(out.error()));
    return out.value_or(Published{});
  }
  static World some(std::uint64_t n) {
    World world;
    for (std::uint64_t i = 0; i < n; ++i) {
      Profile p = made_up(i);
      world.emplace(p.id, std::move(p));
    }
    return world;
  }

  // Everything that an answer says, but for when it was built.
  static std::string shown(Source& source, const std::string& text, Match match, Sort sort) {
    SearchRequest request;
    request.query = parse_query(text);
    request.match = match, request.sort = sort, request.limit = 100;
    request.deadline = std::chrono::seconds(5);
    for (const char* facet : {"affiliation", "interest", "year"}) request.facets.push_back({facet, ""});
    const auto found = source.search(request);
    if (!found) return show(found.error());
    std::string out = std::to_string(found->total.value) + " " + found->corrected.value_or("") + "\n";
    for (const Hit& hit : found->hits) {
      char score[32];
      std::snprintf(score, sizeof score, " %.6f", hit.score);
      out += hit.id + score + (hit.strong ? " " : " ~");
      for (const auto& field : hit.matched_on) out += field + " ";
      for (const auto& snippet : hit.snippets) out += snippet.html;
      out += "\n";
    }
    for (const auto& [name, values] : found->facets) {
      for (const auto& value : values) out += name + " " + value.value + " " + std::to_string(value.count) + "\n";
    }
    return out;
  }

  void expect_as_built_anew(const World& world) {
    const TemporaryDirectory fresh;
    const auto anew = publish(fresh.path(), listed(world));
    ASSERT_TRUE(anew.has_value());
    ASSERT_FALSE(anew->incremental);
    const auto left = open_source("local", nightly_.path() / "index"), right = open_source("local", fresh.path() / "index");
    for (const char* text : {"frob", "wombat kernel", "machine learning HKUST", "graph of the cache", "person7", "wombta",
                             "kernle robt", "-frob wombat", "xyzzy", "", "newcomer"}) {
      for (const Match match : {Match::automatic, Match::all, Match::any}) {
        for (const Sort sort : {Sort::relevance, Sort::name, Sort::papers, Sort::recent}) {
          ASSERT_EQ(shown(*left, text, match, sort), shown(*right, text, match, sort)) << text;
        }
      }
    }
    ASSERT_EQ(left->info().profiles, right->info().profiles);
    for (const char* typed : {"p", "person1", "wo", "hk", "eth", "frob "})
      ASSERT_EQ(left->suggest(typed, 20).value(), right->suggest(typed, 20).value());
    for (const auto& [id, profile] : world) {
      ASSERT_TRUE(left->profile(id).has_value());
      const auto one = left->similar(id, 3).value(), other = right->similar(id, 3).value();
      ASSERT_EQ(one.size(), other.size());
      for (std::size_t i = 0; i < one.size(); ++i)
        ASSERT_EQ(one[i].hit.id + one[i].why.at(0), other[i].hit.id + other[i].why.at(0));
    }
  }

  TemporaryDirectory nightly_;
};

TEST_F(Incremental, AnswersAsBuiltAnew) {
  World world = some(80);
  EXPECT_FALSE(published(world).incremental);
  std::mt19937_64 random(7);
  for (std::uint64_t night = 1; night <= 6; ++night) {
    std::size_t changed = 0;
    const auto somebody_of = [&] { return std::next(world.begin(), static_cast<std::ptrdiff_t>(random() % world.size())); };
    world.erase(somebody_of());
    std::set<std::string> touched;
    for (int i = 0; i < 3; ++i) {
      Profile& p = somebody_of()->second;
      p.papers.push_back(paper("A newcomer of the wombat " + std::to_string(night * 10 + random() % 10), 2021));
      touched.insert(p.id);
    }
    changed = touched.size();
    for (std::uint64_t i = 0; i < 2; ++i, ++changed) {
      Profile p = made_up(1000 + night * 10 + i);
      world.emplace(p.id, std::move(p));
    }
    const auto done = published(world);
    EXPECT_TRUE(done.incremental) << night;
    EXPECT_EQ(done.indexed, changed);
    EXPECT_EQ(done.profiles, static_cast<std::int64_t>(world.size()));
    expect_as_built_anew(world);
    if (HasFatalFailure()) return;
  }
}

TEST_F(Incremental, LeavesNothingOfWhoLeft) {
  World world = some(30);
  Profile gone = somebody("gone.example", "Zyxwv Utsrq");
  gone.biography = "Zyxwv was here.";
  world.emplace(gone.id, gone);
  published(world);
  world.erase(gone.id);
  EXPECT_TRUE(published(world).incremental);
  const auto source = open_source("local", nightly_.path() / "index");
  EXPECT_EQ(source->profile(gone.id).error().code, Code::not_found);
  SearchRequest request;
  request.query = parse_query("zyxwv");
  EXPECT_EQ(source->search(request)->total.value, 0);
  request.query = parse_query("zyxvw");  // not even as a spelling
  EXPECT_FALSE(source->search(request)->corrected.has_value());
  const auto bytes = read_whole(nightly_.path() / "index" / "current" / Manifest::kPeople).value();
  EXPECT_EQ(bytes.find("zyxwv"), std::string::npos);
  EXPECT_EQ(bytes.find("Zyxwv"), std::string::npos);
}

TEST_F(Incremental, BuildsAnewWhereMuchChangedOrNothingCanBeUsed) {
  World world = some(30);
  published(world);
  const auto change = [&](int n) {
    for (auto& [id, p] : world) {
      if (n-- > 0) p.biography += "x";
    }
  };
  change(15);
  EXPECT_FALSE(published(world).incremental);
  change(1);
  EXPECT_TRUE(published(world).incremental);
  change(1);
  write_file(nightly_.path() / "index" / "current" / Manifest::kPeople, "rubbish");
  EXPECT_FALSE(published(world).incremental);
  change(1);
  write_file(nightly_.path() / "index" / "current" / Manifest::kColumns, "rubbish");
  EXPECT_FALSE(published(world).incremental);
  change(1);  // indexed by another program
  auto manifest = read_manifest(nightly_.path() / "index" / "current").value();
  manifest.basis = "0";
  write_file(nightly_.path() / "index" / "current" / Manifest::kName, show(manifest));
  EXPECT_FALSE(published(world).incremental);
  change(1);
  EXPECT_TRUE(published(world).incremental);
  // Evidence and e-mail are no part of the index.
  world.begin()->second.email = "new@mail.example";
  EXPECT_TRUE(published(world).unchanged);
}

TEST_F(Incremental, TwoShardsAnswerAsOne) {
  World world = some(2100);  // enough for two threads
  EXPECT_EQ(published(world).profiles, 2100);
  const auto source = open_source("local", nightly_.path() / "index");
  for (const auto& [id, profile] : world) {
    const auto found = source->profile(id);
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ(found->url, profile.url);
  }
  world.begin()->second.biography = "x";
  world.rbegin()->second.biography = "x";
  const auto next = published(world);
  EXPECT_TRUE(next.incremental);
  EXPECT_EQ(next.indexed, 2u);
}

}  // namespace
}  // namespace fellow::indexer
