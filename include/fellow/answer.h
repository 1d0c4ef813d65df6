// SPDX-License-Identifier: GPL-3.0-or-later
// What passes between whoever asks and whoever holds an index: SearchRequest in, Found out; and Answer, several Founds merged
// for the one who typed. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fellow/profile.h"
#include "fellow/query.h"

namespace fellow {

enum class Match { automatic, all, any };  // automatic: all words, then some when too few
enum class Sort { relevance, name, papers, recent };
enum class Relation { eq, gte, lte };

struct FacetWish {
  std::string name;    // row of kFacets
  std::string prefix;  // facet_q.NAME: only values whose label has a word that begins so; "" = all
};

struct SearchRequest {
  static constexpr int kMaxLimit = 100, kMaxOffset = 10'000;
  Query query;
  Match match = Match::automatic;
  Sort sort = Sort::relevance;
  int limit = 10, offset = 0;
  int enough = 10;  // match=auto is content with so many that match every word, however many of them are wanted at once
  std::vector<FacetWish> facets;
  int facet_limit = 10;
  std::map<std::string, std::vector<std::string>> filters;  // facet name -> chosen values ("2020..2024" for numeric ones)
  std::chrono::milliseconds deadline{1000};                 // 50..5000
  std::vector<std::string> sources;                         // names; empty = all
  bool explain = false;
  bool fail_on_error = false;    // on_error=fail
  int hops = 0;                  // daemons that handed the question on before it came here
  std::vector<std::string> via;  // what they call themselves (searchd::Sources::id), as far as they say
  unsigned without = 0;          // ingredients of the ranking that are left out (indexer/ingredients.h); for benches
};

struct Snippet {
  std::string field;  // row of kFields
  std::string html;   // escaped, but for <mark>
  std::string url;    // of the page it came from
};

// One result of a list: a profile's card and how it matched. Never an e-mail address (R41).
struct Hit {
  std::string id, url;
  std::vector<std::string> seeds;
  std::string name, display_name;
  std::vector<std::string> alternate_names, positions;
  std::vector<Affiliation> affiliations;  // name and id
  std::vector<Interest> interests;
  std::string country;
  int paper_count = 0;
  std::string indexed_at;
  double score = 0;
  bool strong = true;                   // "match": "strong" or "partial"
  std::vector<std::string> matched_on;  // names of kFields, most telling first
  std::vector<Snippet> snippets;
  std::vector<std::string> sources;
  std::string explanation;  // with explain: how the score came about, one line a part
  // Who it is, beyond the id, as sources tell each other: "orcid:0000-…", "scholar:…", "dblp:…", "home:host/path".
  std::vector<std::string> person_keys;
};

struct FacetValue {
  std::string value, label;
  std::int64_t count = 0;
  Relation relation = Relation::eq;
  bool selected = false;
};

struct Total {
  std::int64_t value = 0;
  Relation relation = Relation::eq;
};

// What one source answers.
struct Found {
  std::uint64_t generation = 0;
  Total total;
  std::vector<Hit> hits;                     // best first; ties by id
  std::map<std::string, std::int64_t> cuts;  // facet -> count of the first value that is not listed; absent: all are
  std::string note;                          // what of the source could not be asked; "" = it is whole
  double best = 0;                           // raw score of the best of all (fellow/statistics.h)
  std::map<std::string, std::vector<FacetValue>> facets;  // selected values always among them
  std::optional<std::string> corrected;                   // a spelling that has hits, when a word had none
};

// Something that a typed beginning may go on to.
inline constexpr int kMostSuggestions = 20;
struct Suggestion {
  std::string text;        // as a person writes it; the whole line, with what was typed before
  std::string kind;        // affiliation, interest, name, paper
  std::string id;          // facet value, or the person's id; "" for papers
  std::int64_t count = 0;  // people who have it
  bool operator==(const Suggestion&) const = default;
};

// A researcher like another one, and why: one readable reason each, most telling first.
inline constexpr int kMostSimilar = 50;
struct Similar {
  Hit hit;
  std::vector<std::string> why;
};

struct SourceStatus {
  std::string name, kind;  // kind: index, xapian, searchd
  std::string status;      // ok, partial, timeout, unreachable, error, skipped, stale (as ok, but indexed long ago)
  double took_ms = 0;
  std::int64_t matched = 0, profiles = 0;
  std::string indexed_at;
  std::optional<Error> error;
  std::string code = {};      // of the error, in JSON, where it says more than the error's own
  std::string retry_at = {};  // when it is asked again at the earliest; "" = with the next question
};

// What the one who asked gets: version 1 of the API's search answer.
struct Answer {
  SearchRequest request;
  Found found;
  bool exact_ranking = true;
  double took_ms = 0;
  std::vector<SourceStatus> sources;  // always each one asked
};

}  // namespace fellow
