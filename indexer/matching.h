// SPDX-License-Identifier: GPL-3.0-or-later
// Whom does a query match, clause by clause? Sets of docids, counted exactly at every size, before anything is ranked.
//
// A clause that the tables recognised matches by its id in any role, or by its plain words: no understanding hides a plain
// match. Words are matched by posting lists, which are kept as arrays (indexer/postings.h); only phrases need the engine's
// matcher.
#pragma once

#include <xapian.h>

#include <map>
#include <string>
#include <vector>

#include "fellow/answer.h"
#include "fellow/query.h"
#include "fellow/statistics.h"
#include "indexer/cards.h"
#include "indexer/columns.h"
#include "indexer/postings.h"

namespace fellow::indexer {

// A generation as one query sees it.
struct Open {
  const Xapian::Database& database;
  const Columns& columns;
  const DocSet& hidden;          // asked to be forgotten after it was published: in no result and no count
  PostingCache& kept;            // posting lists of the database
  const Cards* cards = nullptr;  // absent where only the database can be reached
  std::shared_ptr<const Postings> postings(const std::string& term) const { return kept.of(database, term); }
};

// Terms that all have to be there.
using Way = std::vector<std::string>;
// The exact terms by which a recognised clause matches, each on its own; none for other kinds.
std::vector<std::string> known_terms(const Clause& clause);
// The clause's telling words, in its field or anywhere; empty for phrases and years.
Way words_of(const Clause& clause);
// Who has all of the terms; nobody for none.
std::vector<std::uint32_t> docids_with(const Open& open, const Way& terms);
DocSet documents_with(const Open& open, const Way& terms);
DocSet documents_of(const Open& open, const Clause& clause);

// Who is called so by a nickname: each free word of the query is in the name, or a name that it stands for is ("bill doe" for
// William Doe). Nobody when no word is a nickname, or there are fewer than 2 or more than 5 words.
DocSet people_by_nickname(const Open& open, const Query& query);

// What each clause matches, before anything is known of other sources.
struct Looked {
  std::vector<DocSet> clauses;  // one for each clause of the query, empty sets for excluded ones
  // Who has all that must be there and nothing that must not; of those, who matches every clause, and some of the free ones.
  DocSet required, strong, some;
};
Looked look(const Open& open, const SearchRequest& request);

// Whom the query matches. `strong`: every clause; `chosen`: what the match mode makes of it, before the filters. Where all is
// too few, some of the free words will do; phrases and clauses with a prefix were meant and stay required. `near`: of the
// chosen, who states what is asked about but for one word as an interest (keys_but_for_one), and matches the rest: as good an
// answer as one who has all words here and there, and in the automatic mode an answer even where enough have all words.
struct Matched {
  const Looked& looked;
  DocSet chosen, near;
  bool some = false;   // chosen holds partial matches too
  bool split = false;  // and strong ones, which stand before them
};
// `all`: of every source that is asked.
Matched choose(const Open& open, const SearchRequest& request, const Looked& looked, const Statistics& all);

// Who passes each filter (a facet's chosen values are alternatives), and all of them but one.
class Filters {
 public:
  Filters(const Columns& columns, const std::map<std::string, std::vector<std::string>>& filters);
  DocSet all(DocSet set) const { return but(std::move(set), ""); }
  DocSet but(DocSet set, std::string_view facet) const;
  bool has(std::string_view facet) const;

 private:
  std::map<std::string, DocSet, std::less<>> passing_;
};

// Codes of a column's dictionary that a chosen value means: itself, or the years of "2020..2024".
std::vector<bool> codes_chosen(const Column& column, bool numeric, const std::vector<std::string>& values);

}  // namespace fellow::indexer
