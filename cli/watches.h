// SPDX-License-Identifier: GPL-3.0-or-later
// What is new for a query that somebody has an eye on? DATA/watches.json:
//
//   {"v":1,"watches":[{"query":"serverless HKUST","seen":{"k3v9…":12}}]}      seen: people found so far, each with the number
//   of papers
//
// Only people who match all words count, the best kMostWatched of them.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "fellow/answer.h"

namespace fellow::cli {

inline constexpr int kMostWatched = 500;

struct Watch {
  std::string query;
  std::map<std::string, int> seen;
};

struct News {
  std::string query;
  struct Item {
    std::string id, name, url;
    int new_papers = 0;  // 0: the person is new
  };
  std::vector<Item> items;
};

// Held from reading the list to writing it, so that no command takes another's watch away: the kernel's lock of the directory,
// gone with the process. take waits for whoever holds it. io without a directory.
class WatchesLock {
 public:
  static Result<WatchesLock> take(const std::filesystem::path& data);
  explicit WatchesLock(int descriptor) : descriptor_(descriptor) {}
  WatchesLock(WatchesLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  WatchesLock& operator=(WatchesLock&&) = delete;
  ~WatchesLock();

 private:
  int descriptor_;
};

// An absent file holds none; corrupt for a file that is none of ours.
Result<std::vector<Watch>> read_watches(const std::filesystem::path& data);
// Whole or not at all.
Result<void> write_watches(const std::filesystem::path& data, const std::vector<Watch>& watches);

// Asks each watch and remembers what it finds: what is new since it was asked last. Nothing is remembered of a query that no
// source could answer. No index yet: nothing is new.
Result<std::vector<News>> ask_watches(const Context& context, std::vector<Watch>& watches);

nlohmann::ordered_json json_of(const std::vector<News>& news);
// A line a query, and one a person below it; "" if nothing is new.
std::string show(const std::vector<News>& news);

}  // namespace fellow::cli
