// SPDX-License-Identifier: GPL-3.0-or-later
// Was just this asked before, of just this state of the sources? Whole responses, as they are sent, the latest used kept.
//
// Thread-safe; nothing in it waits for anything but its own short lock. An entry is of one state (AnswerCache::State): what was
// put in for another one is not found, and goes when its room is needed.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "searchd/http.h"

namespace fellow::searchd {

class AnswerCache {
 public:
  using Kept = std::shared_ptr<const HttpResponse>;

  // Bodies, headers, keys and an allowance for the rest are counted; 0 bytes keep nothing.
  explicit AnswerCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // `again`: if it is not here it will be looked for under another key, so that this is no miss yet.
  Kept find(std::string_view key, std::uint64_t state, bool again = false);
  // One that is larger than an eighth of the room is not kept. Several keys may have the same response.
  void keep(std::string key, std::uint64_t state, const Kept& response);

  struct Use {
    std::uint64_t found = 0, missed = 0;
    std::size_t entries = 0, bytes = 0;
  };
  Use use() const;

 private:
  struct Entry {
    std::string key;
    std::uint64_t state;
    Kept response;
    std::size_t bytes;
  };
  using Place = std::list<Entry>::iterator;
  void drop(Place place);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // latest used first
  std::unordered_map<std::string_view, Place> by_key_;
  std::size_t bytes_ = 0;
  std::uint64_t found_ = 0, missed_ = 0;
};

}  // namespace fellow::searchd
