// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/counting.h"

#include <set>

#include "indexer/subject.h"
#include "indexer/terms.h"

namespace fellow::indexer {

std::vector<std::string> weighed_terms(const Query& query) {
  std::set<std::string> out;
  for (const Clause& clause : query.clauses) {
    if (clause.exclude) continue;
    for (auto& term : words_of(clause)) out.insert(std::move(term));
    if (clause.kind == Clause::Kind::topic && clause.field.empty()) out.insert(exact_term(kTopicMention, clause.id));
  }
  for (auto& subject : subjects_of(query)) {
    for (auto& term : terms_but_for_one(std::move(subject))) out.insert(std::move(term));
  }
  return {out.begin(), out.end()};
}

Statistics count(const Open& open, const Manifest& manifest, const SearchRequest& request, const Looked& looked) {
  Statistics out{.generation = manifest.generation,
                 .documents = open.columns.people,
                 .total_length = static_cast<std::int64_t>(open.columns.total_length()),
                 .indexed_at = manifest.built_at};
  for (auto& term : weighed_terms(request.query)) {
    if (const auto n = open.postings(term)->docids.size()) out.counts.emplace(std::move(term), static_cast<std::int64_t>(n));
  }
  for (std::size_t i = 0; i < looked.clauses.size(); ++i) out.counts.emplace(clause_key(i), looked.clauses[i].count());
  out.counts.emplace(kStrongKey, looked.strong.count());
  out.counts.emplace(kSomeKey, looked.some.count());
  const Filters filters(open.columns, request.filters);
  out.counts.emplace(kShownKey, filters.all(looked.strong).count());
  return out;
}

}  // namespace fellow::indexer
