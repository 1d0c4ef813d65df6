// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers this query best, over all sources, in time?
//
// Every source is asked at once, in two phases (fellow/source.h), and has until its own deadline and the request's; what comes
// later is dropped, and the answer names each source with what became of it. All of them rank with the sum of their counts: the
// list is the one that a single index of everybody would give. A source that is lost between the phases is taken out of the
// sum again. The same person from two sources (same id, home page, ORCID, Scholar or DBLP id, never the name alone) is one hit
// that names both. A source on another machine that fails again and again is left alone for a while (Breaker).
#pragma once

#include <functional>
#include <memory>
#include <optional>
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
  // A question that came this way before finds nothing here: whoever handed it on has what there is.
  Result<Profile> profile(std::string_view id, const Way& way = {}) const;
  // Completions of all sources: those of several with their counts summed, most used first. A source that fails has none.
  std::vector<Suggestion> suggest(std::string_view text, int limit, const Way& way = {}) const;
  // From the first source that knows the id; as profile().
  Result<std::vector<Similar>> similar(std::string_view id, int limit, const Way& way = {}) const;
  std::vector<SourceInfo> info() const;
  // Which of these people the request matches in some source; the sources that cannot tell know none. An error when all fail.
  Result<std::vector<std::string>> among(const SearchRequest& request, const std::vector<std::string>& ids) const;
  // The first of request.sources that no source is called; "" if there is none.
  std::string_view unknown(const SearchRequest& request) const;

  // For another daemon that asks this one as one of its sources: the two phases over all sources here. What could not be asked
  // is told in `note`. busy from search() if `all.generation` is not generation() any more.
  Result<Statistics> statistics(const SearchRequest& request) const;
  Result<std::vector<Respelled>> respell(const SearchRequest& request, const std::vector<Doubt>& doubts,
                                         const Statistics& all) const;
  Result<Found> search(const SearchRequest& request, const Statistics& all) const;
  // Changes whenever the generation of a source does.
  std::uint64_t generation() const;
  // What this program calls itself among daemons, another one each time it starts: so that it knows its own question again.
  const std::string& id() const;

 private:
  // The way on from here; nullopt if it led through here before.
  std::optional<Way> on(const Way& way) const;
  template <class T>
  std::vector<std::optional<Result<T>>> each(std::function<Result<T>(Source&)> ask) const;
  template <class T>
  Result<T> first(std::function<Result<T>(Source&)> ask) const;

  class Team;
  std::unique_ptr<Team> team_;
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
inline constexpr int kMergedFacetValues = 200;  // of another daemon
inline constexpr int kLocalFacetValues = 2000;  // of an index

// Several lists made one: ranked as asked, counted together, cut to offset and limit, with raw scores. `complete`: every source
// that was asked is among the parts. `strong_first`: takes_some(). Each part holds its best offset + limit hits. Pure.
Found merge(std::vector<Part> parts, const SearchRequest& request, bool complete, bool strong_first = false);

}  // namespace fellow::searchd
