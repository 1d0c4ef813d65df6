// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/spelling.h"

#include <algorithm>
#include <optional>

#include "fellow/fields.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// Letters from which another letter may be a mistake (below, only neighbours that changed places: most words of three letters
// are one letter from another), and from which two may be, behind the first ("papers" is no "makers").
constexpr std::size_t kOneEdit = 4, kTwoEdits = 6;

std::string term_of(const Clause& clause, const std::string& word) {
  const Field* field = clause.field.empty() ? nullptr : field_named(clause.field);
  return word_term(field ? field->prefix : std::string_view(), stem(word));
}

std::vector<std::string> candidates(const Xapian::Database& database, const std::string& word) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    std::string swapped = word;
    std::swap(swapped[i], swapped[i + 1]);
    if (swapped != word) out.push_back(std::move(swapped));
  }
  if (word.size() < kOneEdit) return out;
  std::string near = database.get_spelling_suggestion(word, 1);
  if (near.empty() && word.size() >= kTwoEdits) {
    near = database.get_spelling_suggestion(word, 2);
    if (!near.empty() && near[0] != word[0]) return out;
  }
  if (!near.empty() && !says_nothing(near)) out.push_back(std::move(near));
  return out;
}

// Whom the rest of the query is about, as far as anybody anywhere matches it; nullopt when it says nothing.
std::optional<DocSet> others(const Query& query, const Looked& looked, const Statistics& all, std::size_t but) {
  std::optional<DocSet> out;
  for (std::size_t i = 0; i < query.clauses.size(); ++i) {
    if (i == but || query.clauses[i].exclude || all.count(clause_key(i)) == 0) continue;
    if (out) {
      *out &= looked.clauses[i];
    } else {
      out = looked.clauses[i];
    }
  }
  return out;
}

std::vector<Respelling> guesses(const Open& open, const Clause& clause, const std::string& word,
                                const std::optional<DocSet>& context) {
  const Xapian::Database& database = open.database;
  const std::string_view names = field_named("name")->prefix;
  std::vector<Respelling> out;
  for (auto& candidate : candidates(database, word)) {
    const std::string term = term_of(clause, candidate);
    std::int64_t people = database.get_termfreq(term);
    if (people == 0) continue;
    bool together = false;
    if (context || !open.hidden.empty()) {
      DocSet with = documents_with(open, {term});
      people = with.remove(open.hidden).count();
      if (people == 0) continue;  // a word that only the forgotten have is not told either
      together = context && !(with &= *context).empty();
    }
    const bool in_names = database.term_exists(word_term(names, stem(candidate)));
    out.push_back({.word = std::move(candidate), .people = people, .together = together, .in_names = in_names});
  }
  return out;
}

}  // namespace

std::vector<Respelled> respell(const Open& open, const Query& query, const Looked& looked, const std::vector<Doubt>& doubts,
                               const Statistics& all) {
  std::vector<Respelled> out;
  for (const Doubt& doubt : doubts) {
    Respelled& said = out.emplace_back();
    if (doubt.clause >= query.clauses.size()) continue;
    const Clause& clause = query.clauses[doubt.clause];
    said.known = clause.kind == Clause::Kind::phrase && open.database.term_exists(word_term("", stem(doubt.word)));
    if (!said.known) said.words = guesses(open, clause, doubt.word, others(query, looked, all, doubt.clause));
  }
  return out;
}

}  // namespace fellow::indexer
