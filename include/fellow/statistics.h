// SPDX-License-Identifier: GPL-3.0-or-later
// What do sources have to tell each other so that each ranks as if all of them were one index? Counts; and what follows from
// the sum of them is decided here, once, for whoever ranks and for whoever merges. Pure, thread-safe.
//
//   Statistics all = a; all += b;                  // phase 1
//   splits(request, all), order_of(request)        // the same for each of them: phase 2
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"

namespace fellow {

// Of the documents a request is asked of. `counts`: how many hold a term of the query; under keys that begin with '#', how many
// are in a set that the query describes (below). A term that nobody holds may be left out.
struct Statistics {
  std::uint64_t generation = 0;  // of the source; of a sum: the newest
  std::int64_t documents = 0, total_length = 0;
  std::string indexed_at;  // of a sum: the newest
  std::string note;        // what of the source could not be asked; "" = it is whole
  std::map<std::string, std::int64_t, std::less<>> counts;

  Statistics& operator+=(const Statistics& other);
  std::int64_t count(std::string_view key) const;  // 0 if it is not there
  bool operator==(const Statistics&) const = default;
};

std::string clause_key(std::size_t clause);                // those that a clause of the query matches
inline constexpr std::string_view kStrongKey = "#strong";  // those that match every clause
inline constexpr std::string_view kShownKey = "#shown";    // and pass every filter
inline constexpr std::string_view kSomeKey = "#some";      // those that match what must be, and some of the rest

// Whether partial matches are among the answers, and whether those who match all are set apart before them.
bool takes_some(const SearchRequest& request, const Statistics& all);
bool splits(const SearchRequest& request, const Statistics& all);
// Whether anybody matches at all, before the filters.
bool finds(const SearchRequest& request, const Statistics& all);
// The order in which the results stand: by name where nothing is asked that could be ranked.
Sort order_of(const SearchRequest& request);
// Whether a stands before b in a list of that order.
bool stands_before(const Hit& a, const Hit& b, Sort order, bool strong_first);

// A source ranks with raw scores: 0..1 of what the query can give at most, in two halves where splits(). As a list shows them:
// 1 for the best, 0 in any other order than relevance. `best`: the raw score of the best of all.
void settle(Found& found, const SearchRequest& request, const Statistics& all);

// A word of the query that nobody has and that may be mistyped.
struct Doubt {
  std::size_t clause = 0;
  std::string word;
  bool operator==(const Doubt&) const = default;
};
// A known word that may have been meant: how many have it, whether some of them match the rest of the query too, whether it is
// part of a name.
struct Respelling {
  std::string word;
  std::int64_t people = 0;
  bool together = false, in_names = false;
  bool operator==(const Respelling&) const = default;
};
// What a source says to one doubt. `known`: the word of a phrase stands there, only the phrase does not.
struct Respelled {
  bool known = false;
  std::vector<Respelling> words;  // better guesses first
};
std::vector<Doubt> doubts(const SearchRequest& request, const Statistics& all);
// The text of the query with each doubtful word replaced by the best of what all sources say (said[source][doubt]); nullopt
// when that changes nothing.
std::optional<std::string> respelled(const Query& query, const std::vector<Doubt>& doubts,
                                     const std::vector<std::vector<Respelled>>& said);

}  // namespace fellow
