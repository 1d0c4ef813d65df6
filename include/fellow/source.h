// SPDX-License-Identifier: GPL-3.0-or-later
// Something that can be searched: an index on this machine, one on another machine, another daemon. One interface, so that
// whoever answers a query need not know which. Every implementation passes tests/indexer/source_contract.h.
//
// A question is asked in two phases, so that several sources rank as one index would: first each tells its counts, then each
// searches with the sum of them. One that is asked alone searches with its own.
//
// Thread-safe: a Source is called by many threads at once, an Inquiry by one after the other. Each answer comes from one
// generation. Failures are values: timeout (deadline passed), io or corrupt (index unreadable), not_found (no such person),
// busy (took up another generation between the phases: begin again).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/statistics.h"

namespace fellow {

using Moment = std::chrono::steady_clock::time_point;
// Called once, with what became of it.
template <class T>
using Told = std::function<void(Result<T>)>;

// One question on its way through one source. Nothing is asked before the first call.
class Inquiry {
 public:
  virtual ~Inquiry() = default;
  // Whether the calls below return at once and tell later, on another thread. Else they tell before they return, and take
  // their time.
  virtual bool tells_later() const { return false; }
  virtual void statistics(Moment until, Told<Statistics> told) = 0;
  // One answer a doubt; a source that cannot tell says nothing to any.
  virtual void respell(const std::vector<Doubt>& doubts, const Statistics& /*all*/, Moment /*until*/,
                       Told<std::vector<Respelled>> told) {
    told(std::vector<Respelled>(doubts.size()));
  }
  // With raw scores, see settle().
  virtual void search(const Statistics& all, Moment until, Told<Found> told) = 0;
};

struct SourceInfo {
  std::string name, kind;
  std::uint64_t generation = 0;  // 0 = nothing published yet
  std::int64_t profiles = 0;
  std::string indexed_at;                // fellow::show_time; "" if nothing published yet
  std::string digest;                    // of what was indexed; "" where nobody says
  std::chrono::milliseconds timeout{0};  // what each phase may take; 0: as long as the request
  // Why what was published last is not what is served; `where` is what cannot be opened.
  std::optional<Error> unopened;
};

// How a question came here: which daemons handed it on.
struct Way {
  int hops = 0;                  // so many
  std::vector<std::string> via;  // what they call themselves (searchd::Sources::id), as far as they say
};

class Source {
 public:
  virtual ~Source() = default;
  virtual SourceInfo info() const = 0;
  virtual std::shared_ptr<Inquiry> inquire(const SearchRequest& request) = 0;
  // All phases, of this source alone, corrected where nobody has a word, with the scores of a list.
  Result<Found> search(const SearchRequest& request);
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

  // The same for another daemon. Only a source that hands the question on itself cares.
  virtual Result<Profile> profile_via(std::string_view id, const Way& /*way*/) { return profile(id); }
  virtual Result<std::vector<Suggestion>> suggest_via(std::string_view text, int limit, const Way& /*way*/) {
    return suggest(text, limit);
  }
  virtual Result<std::vector<Similar>> similar_via(std::string_view id, int limit, const Way& /*way*/) {
    return similar(id, limit);
  }
};

}  // namespace fellow
