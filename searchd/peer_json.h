// SPDX-License-Identifier: GPL-3.0-or-later
// What do two daemons say to each other? The JSON of POST /api/v1/peer/stats and /api/v1/peer/search, version 1, both ways.
//
//   stats:  {v, tree, filters, hops, via, deadline_ms[, respell, stats]}
//        -> {v, source, generation, doccount, total_length, termfreq{}, indexed_at[, note][, respelled]}
//   search: {v, generation, tree, filters, stats{doccount, total_length, termfreq{}}, limit, facets, hops, via, deadline_ms}
//        -> {v, generation, hits:[{id, score, person_keys[], card{}}], total{value, relation}, facets{name:{values[], cut}}[,
//        note]}
//
// The parsed query travels, never its text, since tables and stemmers differ by version. Only v and tree have to be in a
// request for counts. `termfreq` holds Statistics::counts. `cut`: the count of the first value that is not listed, 0 if all
// are. Reading trusts nothing: types, bounds and the sense of numbers are checked, markup is none but <mark>, addresses are
// http(s).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/statistics.h"

namespace fellow::searchd {

inline constexpr int kPeerVersion = 1;
inline constexpr int kMaxHops = 3;
inline constexpr std::size_t kMostVia = 16;            // daemons that a question names
inline constexpr std::size_t kMaxPeerBytes = 1 << 20;  // of an answer

struct PeerQuestion {
  SearchRequest
      request;       // query without text, match, sort, limit (search), facets (search), filters, enough, hops, via, deadline
  Statistics stats;  // of all sources: search and respell. `generation` is the asked source's own.
  std::vector<Doubt> doubts;
};
enum class PeerCall { stats, search };

std::string show_question(PeerCall call, const PeerQuestion& question);
// bad_input with the key at fault; its `where` is "#version" for another version.
Result<PeerQuestion> parse_question(PeerCall call, std::string_view json);

struct PeerCounts {
  std::string source;
  Statistics stats;
  std::vector<Respelled> respelled;
};
std::string show_counts(const PeerCounts& counts);
// corrupt ("#schema", "#version") for anything that cannot be meant.
Result<PeerCounts> parse_counts(std::string_view json);

// As many hits as fit into kMaxPeerBytes; the note says so when not all do.
std::string show_found(const Found& found);
// `request`: what was asked, with the bounds of what may be answered; `documents`: how many the source said it has. Hits that
// carry an id that is not their own are left out, and the note says so.
Result<Found> parse_found(std::string_view json, const SearchRequest& request, std::int64_t documents);

// The text if its only markup is <mark>, else all of it escaped.
std::string only_marks(const std::string& html);

}  // namespace fellow::searchd
