// SPDX-License-Identifier: GPL-3.0-or-later
// What is being asked? One typed line, understood: text -> Query. The compile step to an engine lies in the index's room.
//
//   Query q = parse_query("serverless inference HKUST");
//   show(q)  ==  "topic:[serverless inference] affiliation:hkust"
//
// Free words in any order; "phrases"; -not; prefix:word or prefix:"phrase" for the prefixes of kFields. Runs of free words that
// the tables know become an institution or topic clause; common words of speech are dropped unless nothing else is left.
//
// Nothing typed is an error: what does not parse is searched as plain words. No understanding hides a plain match: a clause
// that was recognised by a table keeps the words it was recognised from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fellow {

// Words that are one and were typed apart stand as one (fellow/compounds.h).
struct Clause {
  enum class Kind { word, phrase, institution, topic, year };
  Kind kind = Kind::word;
  std::string field = {};  // name of a row of kFields; "" = anywhere
  std::vector<std::string>
      words;             // folded, as typed: one for a word, in order for a phrase, those that named the institution or topic
  std::string id = {};   // institution or topic: its id in the tables
  int from = 0, to = 0;  // year: both inclusive
  bool exclude = false;  // typed with a leading '-'
  bool operator==(const Clause&) const = default;
};

struct Query {
  static constexpr std::size_t kMaxBytes = 1024, kMaxWords = 64;
  std::string text;             // as typed, cut to 1 KiB
  std::vector<Clause> clauses;  // in the order typed; at most 64 with at most 64 words between them
  // Every free word in the order typed, also those that were dropped from the clauses ("the", "of"): what a title fragment or
  // a name was typed as. Empty when nothing was typed free.
  std::vector<std::string> free_words;
  bool operator==(const Query&) const = default;
};

// Never fails; ill-formed UTF-8 is read as U+FFFD (the HTTP API refuses it before). Pure, thread-safe.
Query parse_query(std::string_view text);
// Function words that say nothing about a person ("of", "the", "des"); takes a folded word.
bool says_nothing(std::string_view word);
// One readable line that tells how the query was understood (CLI --explain, tests).
std::string show(const Query& query);

}  // namespace fellow
