// SPDX-License-Identifier: GPL-3.0-or-later
// Whom do the index's tests search? Nine made-up researchers, one of each sort that matters for matching and ranking.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fellow/profile.h"
#include "fellow/url.h"

namespace fellow::indexer {

inline Paper paper(std::string title, int year, std::string venue = "") {
  return {.title = std::move(title), .authors = {}, .year = year, .venue = std::move(venue), .doi = "", .url = ""};
}
inline Affiliation at(std::string name, std::string department = "") {
  return {.name = std::move(name), .id = "", .alternate_names = {}, .department = std::move(department), .country = ""};
}
inline Interest interest(std::string name) { return {.name = std::move(name), .id = ""}; }

// A further person, to make a new generation with.
inline Profile somebody(const std::string& host, const std::string& name) {
  Profile p;
  p.url = "https://" + host + "/";
  p.id = person_id(Url::parse(p.url).value());
  p.seeds = {p.url};
  p.name = name;
  p.email = host + "@mail.example";
  p.source = "test";
  p.evidence["/name"] = {.url = p.url, .method = "section", .confidence = 0.9, .seen_at = "2026-11-20T03:10:00Z"};
  return p;
}

// Sorted by id, complete with e-mail and evidence, which no answer may show.
inline std::vector<Profile> people() {
  std::vector<Profile> out;
  Profile jane = somebody("jane.example", "Jane Q. Doe");
  jane.alternate_names = {"杜珍"};
  jane.positions = {{.title = "PhD student", .kind = "student"}};
  jane.affiliations = {at("HKUST", "Department of Frobnication")};
  jane.interests = {interest("Serverless inference"), interest("Distributed systems")};
  jane.papers = {paper("Fast cold starts for serverless inference", 2024, "FrobConf"), paper("A frob in the machine", 2022)};
  jane.evidence["/papers/0/title"] = {
      .url = "https://jane.example/papers.html", .method = "section", .confidence = 0.8, .seen_at = ""};
  out.push_back(jane);

  Profile chen = somebody("chen.example", "Chen Frobber");  // HKUST only through the advisor
  chen.affiliations = {at("Huazhong University of Science and Technology")};
  chen.advisors = {{.name = "Max Muster", .url = "", .affiliation = "Hong Kong University of Science and Technology"}};
  chen.papers = {paper("Scaling models for serverless inference in the cloud", 2025, "FrobConf")};
  chen.positions = {{.title = "PhD student", .kind = "student"}};
  out.push_back(chen);

  Profile past = somebody("past.example", "Petra Gestern");
  past.affiliations = {at("ETH Zurich")};
  past.past_affiliations = {{.name = "HKUST", .id = "", .role = "Visiting student", .start = 2018, .end = 2019}};
  past.papers = {paper("Serverless inference revisited", 2021)};
  past.positions = {{.title = "Assistant professor", .kind = "faculty"}};
  out.push_back(past);

  Profile zoe = somebody("zoe.example", "Zoë Müller-Østergård");
  zoe.affiliations = {at("ETH Zurich")};
  zoe.interests = {interest("Machine learning"), interest("Compilers")};
  zoe.papers = {paper("Learning to prune the tree of compiler passes", 2023, "FrobConf"), paper("The tree", 2023)};
  zoe.positions = {{.title = "Postdoc", .kind = "postdoc"}};
  out.push_back(zoe);

  Profile theory = somebody("theory.example", "Theo Lerner");
  theory.affiliations = {at("ETH Zurich")};
  theory.interests = {interest("Machine learning theory")};
  theory.biography = "Theo Lerner writes about <b>bounds</b> & proofs. " + std::string(400, 'x') + " He once met a wombat.";
  out.push_back(theory);

  Profile kanji = somebody("kanji.example", "山田花子");
  kanji.alternate_names = {"Hanako Yamada"};
  kanji.affiliations = {at("虚構研究大学")};
  kanji.interests = {interest("機械学習と暗黙知")};
  out.push_back(kanji);

  Profile nameless = somebody("nameless.example", "");
  nameless.interests = {interest("Wombat ecology")};
  out.push_back(nameless);

  Profile smith = somebody("smith.example", "John Smith");
  smith.affiliations = {at("Universidade Imaginária do Norte")};
  smith.interests = {interest("Wombat ecology")};
  smith.papers = {paper("Of wombats", 2010), paper("Of more wombats", 2012), paper("Of too many wombats", 2014)};
  out.push_back(smith);

  Profile smithee = somebody("smithee.example", "Smith Johnson");
  smithee.papers = {paper("John and the wombats", 2020)};
  out.push_back(smithee);

  std::sort(out.begin(), out.end(), [](const Profile& a, const Profile& b) { return a.id < b.id; });
  return out;
}

inline std::string id_of(const std::string& name) {
  for (const auto& p : people()) {
    if (p.name == name) return p.id;
  }
  return "";
}

}  // namespace fellow::indexer
