// SPDX-License-Identifier: GPL-3.0-or-later
// How do many people become one database quickly? Each shard of some hundreds is written by itself, from nothing, on all cores;
// a compaction then makes one database of them. Written into one that grows, each flush of the engine changes blocks all over
// it, and the more of them the longer it is: 100 000 people take 1.5 times the CPU.
#pragma once

#include <xapian.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "indexer/document.h"

namespace fellow::indexer {

// How many more people a word is spelled by than before. Told to the database in one go: a tenth of a document's cost else.
class Spellings {
 public:
  void count(const PersonDocument& made, int by);
  void add(const Spellings& others);
  void write(Xapian::WritableDatabase& database) const;

 private:
  boost::unordered_flat_map<std::string, int> counts_;
};

struct Shards {
  std::vector<std::filesystem::path> paths;  // databases; docid of people[i] = i + 1 in one of them, lower ones first
  Spellings spellings;                       // in none of them yet
  std::vector<std::uint64_t> sums;           // of people[i] (indexer/sums.h)
};
// In `directory`, which is made. Throws what the engine or the file system throws.
Shards fill_shards(const std::filesystem::path& directory, const std::vector<const Profile*>& people);

}  // namespace fellow::indexer
