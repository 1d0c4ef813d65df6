// SPDX-License-Identifier: GPL-3.0-or-later
// Something that can be searched: an index on this machine, later a remote one. One interface, so that whoever answers a
// query need not know which. Every implementation passes tests/indexer/source_contract.h.
//
// Thread-safe: search and profile are called by many threads at once. Each answer comes from one generation. Failures are
// values: timeout (deadline passed), io or corrupt (index unreadable), not_found (no such person).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"

namespace fellow {

struct SourceInfo {
  std::string name, kind;
  std::uint64_t generation = 0;  // 0 = nothing published yet
  std::int64_t profiles = 0;
  std::string indexed_at;  // fellow::show_time; "" if nothing published yet
};

class Source {
 public:
  virtual ~Source() = default;
  virtual SourceInfo info() const = 0;
  virtual Result<Found> search(const SearchRequest& request) = 0;
  // The whole profile; as evidence each fact's page and when it was fetched, where the source knows. An id that was merged away
  // gives the profile it went to.
  virtual Result<Profile> profile(std::string_view id) = 0;
  // What the text may go on to, most used first, at most `limit` (1..kMostSuggestions). A source that cannot tell has none.
  virtual Result<std::vector<Suggestion>> suggest(std::string_view /*text*/, int /*limit*/) {
    return std::vector<Suggestion>{};
  }
  // Researchers like this one, best first, each with the reasons, at most `limit` (1..kMostSimilar). not_found for an id that
  // the source does not know, and from one that cannot tell.
  virtual Result<std::vector<Similar>> similar(std::string_view id, int /*limit*/) {
    return fail(Code::not_found, "this source knows nobody like that", std::string(id));
  }
  // Which of these people the request matches, filters too; its page and order do not count. A source that cannot tell knows
  // none of them.
  virtual Result<std::vector<std::string>> among(const SearchRequest& /*request*/, const std::vector<std::string>& /*ids*/) {
    return std::vector<std::string>{};
  }
};

}  // namespace fellow
