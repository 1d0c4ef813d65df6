// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers this query best, over all sources, in time?
//
// Every source is asked at once and has until the request's deadline; what comes later is dropped, and the answer names each
// source with what became of it. The same person from two sources (same id or home page, never the name alone) is one hit that
// names both.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/source.h"

namespace fellow::searchd {

// The sources of one program, in the order of the configuration. Thread-safe. A search that outlives its deadline goes on in
// the background; the sources live until the last of them has ended.
class Sources {
 public:
  explicit Sources(std::vector<std::shared_ptr<Source>> sources);
  ~Sources();
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  // Never fails: a source that does is named in the answer. bad_input is the caller's to check: see unknown().
  Answer ask(const SearchRequest& request) const;
  // The person, from the first source that knows the id; not_found when all are sure, else the error of the one that is not.
  Result<Profile> profile(std::string_view id) const;
  // Completions of all sources: those of several with their counts summed, most used first. A source that fails has none.
  std::vector<Suggestion> suggest(std::string_view text, int limit) const;
  // From the first source that knows the id; as profile().
  Result<std::vector<Similar>> similar(std::string_view id, int limit) const;
  std::vector<SourceInfo> info() const;
  // Which of these people the request matches in some source; the sources that cannot tell know none. An error when all fail.
  Result<std::vector<std::string>> among(const SearchRequest& request, const std::vector<std::string>& ids) const;
  // The first of request.sources that no source is called; "" if there is none.
  std::string_view unknown(const SearchRequest& request) const;

 private:
  class Crew;
  std::vector<std::shared_ptr<Source>> sources_;
  std::unique_ptr<Crew> crew_;
};

// Whether any source answered (an answer without one is a 503), or, with on_error=fail, all did.
bool is_good(const Answer& answer);
// Whether every source answered in full: asked again before anything changes, it would say the same.
bool is_whole(const Answer& answer);

// What one source found, and which one it was.
struct Part {
  std::string source;
  Found found;
};
// Values that each of several sources is asked for a facet, whatever the request's facet_limit: sums are made of long lists.
inline constexpr int kMergedFacetValues = 200;

// Several lists made one: ranked by request.sort, counted together, cut to offset and limit. `complete`: every source that was
// asked is among the parts. Each part holds its best offset + limit hits and its top kMergedFacetValues of each facet. Pure.
Found merge(std::vector<Part> parts, const SearchRequest& request, bool complete);

}  // namespace fellow::searchd
