// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/spelling.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kShortest = 3, kLongest = 40;
constexpr std::size_t kTwoEdits = 6;  // letters from which two edits may be one mistake

bool may_be_mistyped(const std::string& word) {
  return word.size() >= kShortest && word.size() <= kLongest &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

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
  const std::string near = database.get_spelling_suggestion(word, word.size() < kTwoEdits ? 1 : 2);
  if (!near.empty()) out.push_back(near);
  return out;
}

// Whom the rest of the query is about; empty when it says nothing.
DocSet others(const Query& query, const Matched& matched, std::size_t but) {
  DocSet out;
  bool any = false;
  for (std::size_t i = 0; i < query.clauses.size(); ++i) {
    if (i == but || query.clauses[i].exclude || matched.clauses[i].empty()) continue;
    if (any) {
      out &= matched.clauses[i];
    } else {
      out = matched.clauses[i];
    }
    any = true;
  }
  return out;
}

std::optional<std::string> better_word(const Open& open, const Clause& clause, const std::string& word, const DocSet& context) {
  const Xapian::Database& database = open.database;
  const std::string_view names = field_named("name")->prefix;
  std::optional<std::string> best;
  std::tuple<bool, bool, Xapian::doccount> best_claim;
  for (const auto& candidate : candidates(database, word)) {
    const std::string term = term_of(clause, candidate);
    auto people = database.get_termfreq(term);
    if (people == 0) continue;
    bool together = false;
    if (context.documents() > 0 || !open.hidden.empty()) {
      DocSet with = documents_with(database, {term});
      people = with.remove(open.hidden).count();
      if (people == 0) continue;  // a word that only the forgotten have is not told either
      together = context.documents() > 0 && !(with &= context).empty();
    }
    const std::tuple claim{together, database.term_exists(word_term(names, stem(candidate))), people};
    if (!best || claim > best_claim) best = candidate, best_claim = claim;
  }
  return best;
}

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string replaced(const std::string& text, const std::map<std::string, std::string>& better) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    const auto row = better.find(text::fold(word));
    out += row == better.end() ? word : row->second;
    i = end;
  }
  return out;
}

}  // namespace

std::optional<std::string> corrected(const Open& open, const Query& query, const Matched& matched) {
  std::map<std::string, std::string> better;
  for (std::size_t i = 0; i < query.clauses.size(); ++i) {
    const Clause& clause = query.clauses[i];
    if (clause.exclude || !matched.clauses[i].empty() ||
        (clause.kind != Clause::Kind::word && clause.kind != Clause::Kind::phrase))
      continue;
    for (const auto& word : clause.words) {
      const bool known = clause.kind == Clause::Kind::phrase && open.database.term_exists(word_term("", stem(word)));
      if (known || !may_be_mistyped(word)) continue;
      if (auto found = better_word(open, clause, word, others(query, matched, i))) better.emplace(word, std::move(*found));
    }
  }
  if (better.empty()) return std::nullopt;
  const std::string text = replaced(query.text, better);
  return text == query.text ? std::nullopt : std::optional(text);
}

}  // namespace fellow::indexer
