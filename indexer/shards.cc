// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/shards.h"

#include <algorithm>
#include <exception>

#include "fellow/at_once.h"
#include "indexer/sums.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

// People of a shard, and between two flushes of its writer: what the engine keeps of some dozens lies in trees that stay in the
// cache (25 are best of 25 to 1000 at 5 000 people, a fifth of all CPU). And how many shards are compacted at once, since each
// holds some files open.
constexpr std::size_t kShard = 500, kFlush = 32, kMostShards = 64;
// What is built lies beside what is served, and a build that is cut short is begun anew.
constexpr int kFresh = Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;

struct Shard {
  fs::path path;
  std::size_t begin = 0, end = 0;  // of the people
  Spellings spellings = {};
  std::exception_ptr failed = {};
};

void fill(Shard& shard, const std::vector<const Profile*>& people, std::vector<std::uint64_t>& sums) {
  Xapian::WritableDatabase database(shard.path.string(), kFresh);
  for (std::size_t i = shard.begin; i < shard.end; ++i) {
    const PersonDocument made = make_document(*people[i]);
    database.replace_document(static_cast<Xapian::docid>(i + 1), made.document);
    shard.spellings.count(made, 1);
    sums[i] = sum_of(*people[i], made.document.get_data());
    if ((i - shard.begin) % kFlush == kFlush - 1) database.commit();
  }
  database.commit();
}

std::vector<Shard> divide(const fs::path& directory, std::size_t people) {
  const std::size_t count = std::clamp<std::size_t>((people + kShard - 1) / kShard, 1, kMostShards);
  std::vector<Shard> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back({.path = directory / std::to_string(i), .begin = people * i / count, .end = people * (i + 1) / count});
  return out;
}

}  // namespace

void Spellings::count(const PersonDocument& made, int by) {
  for (const auto& word : made.spellings) counts_[word] += by;
}

void Spellings::add(const Spellings& others) {
  for (const auto& [word, count] : others.counts_) counts_[word] += count;
}

void Spellings::write(Xapian::WritableDatabase& database) const {
  for (const auto& [word, count] : counts_) {
    if (count > 0) database.add_spelling(word, static_cast<Xapian::termcount>(count));
    if (count < 0) database.remove_spelling(word, static_cast<Xapian::termcount>(-count));
  }
}

Shards fill_shards(const fs::path& directory, const std::vector<const Profile*>& people) {
  fs::create_directories(directory);
  auto shards = divide(directory, people.size());
  Shards out;
  out.sums.resize(people.size());
  AtOnce(shards.size(), [&](std::size_t i) {
    try {
      fill(shards[i], people, out.sums);
    } catch (...) {
      shards[i].failed = std::current_exception();
    }
  }).wait();
  for (const Shard& shard : shards) {
    if (shard.failed) std::rethrow_exception(shard.failed);
    out.paths.push_back(shard.path);
    out.spellings.add(shard.spellings);
  }
  return out;
}

}  // namespace fellow::indexer
