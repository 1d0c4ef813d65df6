// SPDX-License-Identifier: GPL-3.0-or-later
// What does building a generation cost inside the program, without catalog and crawl? CPU of the process, and wall time.
//
//   g++ -O2 -std=c++20 -I. -Iinclude bench/build.cc -o build $(libraries of fellow_indexer)
//   build DATA PROFILES.jsonl [changed=0]
//
// PROFILES: as `fellow import` takes them; an id that is missing is made of the address. Prints one JSON line for the first
// build, and one for a night in which that share of the profiles changed.
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/url.h"
#include "indexer/indexer.h"

namespace {

namespace fs = std::filesystem;

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::vector<fellow::Profile> read(const char* file) {
  std::vector<fellow::Profile> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    auto json = nlohmann::json::parse(line, nullptr, false);
    const auto url = json.is_object() && json.contains("url") ? fellow::Url::parse(json["url"].get<std::string>())
                                                              : fellow::Result<fellow::Url>(tl::unexpected(fellow::Error{}));
    if (!url) continue;
    if (!json.contains("id")) json["id"] = fellow::person_id(*url);
    if (auto profile = fellow::parse_profile(json.dump())) out.push_back(std::move(*profile));
  }
  return out;
}

bool publish(const fs::path& data, const std::vector<fellow::Profile>& people, const std::string& what) {
  const auto begun = std::chrono::steady_clock::now();
  const double before = cpu_seconds();
  const auto published = fellow::indexer::publish(data, people);
  if (!published) {
    std::cerr << published.error().what << '\n';
    return false;
  }
  const double cpu = cpu_seconds() - before;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  const auto profiles = static_cast<double>(people.size());
  std::cout << "{\"what\":\"" << what << "\",\"profiles\":" << people.size() << ",\"indexed\":" << published->indexed
            << ",\"wall_s\":" << wall << ",\"cpu_s\":" << cpu << ",\"docs_a_cpu_s\":" << profiles / cpu
            << ",\"bytes_a_profile\":" << static_cast<double>(published->bytes) / profiles << "}" << std::endl;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 64;
  auto people = read(argv[2]);
  if (!publish(argv[1], people, "anew")) return 1;
  const double share = argc > 3 ? std::atof(argv[3]) : 0;
  if (share <= 0) return 0;
  const auto every = static_cast<std::size_t>(1 / share);
  for (std::size_t i = 0; i < people.size(); i += every) people[i].biography += " Changed tonight.";
  return publish(argv[1], people, "night") && publish(argv[1], people, "nothing") ? 0 : 1;
}
