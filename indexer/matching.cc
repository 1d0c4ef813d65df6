// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/matching.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include "fellow/fields.h"
#include "indexer/ingredients.h"
#include "indexer/nicknames.h"
#include "indexer/phrase.h"
#include "indexer/subject.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// The telling words of a clause as terms with this prefix; all words where none tells.
Way words_way(std::string_view prefix, const std::vector<std::string>& words) {
  const bool any_telling = std::any_of(words.begin(), words.end(), [](const auto& w) { return !says_nothing(w); });
  Way way;
  for (const auto& word : words) {
    if (any_telling && words.size() > 1 && says_nothing(word)) continue;
    for (const auto& stem : stems_of(word)) way.push_back(word_term(prefix, stem));
  }
  return way;
}

struct Role {
  std::string_view field, prefix;
};
constexpr Role kRoles[] = {{"affiliations", kCurrentInstitution},
                           {"past_affiliations", kPastInstitution},
                           {"advisors", kAdvisorInstitution},
                           {"education", kSchool}};

bool plain_word(const Clause& clause) {
  return clause.kind == Clause::Kind::word && clause.field.empty() && !clause.exclude && clause.words.size() == 1;
}

// Who states one of the query's subjects but for a common word, and matches the clauses beside it.
DocSet nearly_stated(const Open& open, const Query& query, const std::vector<DocSet>& clauses, const Statistics& all) {
  DocSet out(open.columns.documents);
  for (const auto& subject : subjects_of(query)) {
    for (const auto& key : keys_but_for_one(all, subject)) out |= documents_with(open, {exact_term(kInterestKey, key)});
  }
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (!query.clauses[i].exclude && !of_subject(query.clauses[i])) out &= clauses[i];
  }
  return out;
}

int bound(std::string_view text, int otherwise) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() ? n : otherwise;
}

DocSet years(const Columns& columns, int from, int to) {
  DocSet out(columns.documents);
  const Column* column = columns.facet("year");
  if (!column) return out;
  const auto chosen = codes_chosen(*column, true, {std::to_string(from) + ".." + std::to_string(to)});
  for (std::uint32_t d = 1; d <= columns.documents; ++d) {
    for (auto i = column->start[d]; i < column->start[d + 1]; ++i) {
      if (chosen[column->codes[i]]) out.add(d);
    }
  }
  return out;
}

std::vector<std::uint32_t> common(const std::vector<std::uint32_t>& few, const std::vector<std::uint32_t>& many) {
  std::vector<std::uint32_t> out;
  out.reserve(few.size());
  each_common(few, many, [&](std::size_t i, std::size_t) { out.push_back(few[i]); });
  return out;
}

}  // namespace

std::vector<std::string> known_terms(const Clause& clause) {
  std::vector<std::string> out;
  if (clause.kind == Clause::Kind::institution) {
    for (const Role& role : kRoles) {
      if (clause.field.empty() || clause.field == role.field) out.push_back(exact_term(role.prefix, clause.id));
    }
  } else if (clause.kind == Clause::Kind::topic) {
    out.push_back(exact_term(kTopic, clause.id));
    if (clause.field.empty()) out.push_back(exact_term(kTopicMention, clause.id));
  }
  return out;
}

Way words_of(const Clause& clause) {
  const Field* field = clause.field.empty() ? nullptr : field_named(clause.field);
  if (clause.kind == Clause::Kind::phrase || clause.kind == Clause::Kind::year) return {};
  return words_way(field ? field->prefix : std::string_view(), clause.words);
}

std::vector<std::uint32_t> docids_with(const Open& open, const Way& terms) {
  std::vector<std::shared_ptr<const Postings>> lists;
  for (const auto& term : terms) {
    lists.push_back(open.postings(term));
    if (lists.back()->empty()) return {};
  }
  if (lists.empty()) return {};
  // The rarest first; the others are only asked about those that are left.
  std::sort(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a->docids.size() < b->docids.size(); });
  if (lists.size() == 1) return lists[0]->docids;
  std::vector<std::uint32_t> left = common(lists[0]->docids, lists[1]->docids);
  for (std::size_t i = 2; i < lists.size() && !left.empty(); ++i) left = common(left, lists[i]->docids);
  while (!left.empty() && left.back() > open.columns.documents) left.pop_back();
  return left;
}

DocSet documents_with(const Open& open, const Way& terms) {
  DocSet out(open.columns.documents);
  terms.size() == 1 ? out.add(open.postings(terms[0])->docids) : out.add(docids_with(open, terms));
  return out;
}

DocSet documents_of(const Open& open, const Clause& clause) {
  if (clause.kind == Clause::Kind::year) return years(open.columns, clause.from, clause.to);
  DocSet out(open.columns.documents);
  for (const auto& term : known_terms(clause)) out |= documents_with(open, {term});
  // Behind a prefix a name of several words is one thing; free words may stand apart.
  const Field* named = clause.field.empty() ? nullptr : field_named(clause.field);
  if (named && named->weight == 0) return out |= documents_with(open, words_way(named->prefix, clause.words));  // no places
  const bool together = clause.kind == Clause::Kind::phrase || (!clause.field.empty() && clause.words.size() > 1);
  if (!together) return out |= documents_with(open, words_of(clause));
  for (const Field& field : kFields) {
    const bool meant = clause.field.empty() ? field.weight > 0 : field.name == clause.field;
    if (meant) out |= documents_with_phrase(open, field.prefix, clause.words);
  }
  return out;
}

DocSet people_by_nickname(const Open& open, const Query& query) {
  constexpr std::size_t kMostWords = 5;
  const std::string_view names = field_named("name")->prefix;
  std::vector<std::string> words;
  for (const auto& clause : query.clauses) {
    if (plain_word(clause)) words.push_back(clause.words[0]);
  }
  DocSet out(open.columns.documents);
  bool any = false;
  if (words.size() < 2 || words.size() > kMostWords) return out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    Way stems;
    for (const auto& stem : stems_of(words[i])) stems.push_back(word_term(names, stem));
    DocSet called = documents_with(open, stems);
    for (const auto& other : nicknames_of(words[i])) {
      called |= documents_with(open, {word_term(names, stem(other))});
      any = true;
    }
    i == 0 ? out = std::move(called) : out &= called;
  }
  return any ? out : DocSet(open.columns.documents);
}

Looked look(const Open& open, const SearchRequest& request) {
  const Columns& columns = open.columns;
  const auto documents = [&](const Clause& clause) {
    DocSet set = documents_of(open, clause);
    return set.remove(open.hidden);
  };
  Looked out{.clauses = {},
             .required = DocSet(columns.documents),
             .strong = DocSet(columns.documents),
             .some = DocSet(columns.documents)};
  DocSet excluded(columns.documents);
  out.required.add_all();
  out.required.remove(open.hidden);
  DocSet called = takes(request, Ingredient::nicknames) ? people_by_nickname(open, request.query) : DocSet(columns.documents);
  called.remove(open.hidden);
  for (const auto& clause : request.query.clauses) {
    DocSet set = documents(clause);
    if (plain_word(clause)) set |= called;
    if (clause.exclude) {
      excluded |= set;
      out.clauses.emplace_back(columns.documents);
      continue;
    }
    const bool meant = clause.kind == Clause::Kind::phrase || !clause.field.empty();
    if (meant && request.match != Match::any) {
      out.required &= set;
    } else {
      out.some |= set;
      // The words of a topic may come one by one when it is not there as a whole.
      for (const auto& word : clause.kind == Clause::Kind::topic ? clause.words : std::vector<std::string>{}) {
        if (!says_nothing(word)) out.some |= documents({.field = clause.field, .words = {word}});
      }
    }
    out.clauses.push_back(std::move(set));
  }
  out.required.remove(excluded);
  out.some &= out.required;
  out.strong = out.required;
  for (std::size_t i = 0; i < out.clauses.size(); ++i) {
    if (!request.query.clauses[i].exclude) out.strong &= out.clauses[i];
  }
  return out;
}

Matched choose(const Open& open, const SearchRequest& request, const Looked& looked, const Statistics& all) {
  const bool some = takes_some(request, all);
  Matched out{.looked = looked,
              .chosen = some ? looked.some : looked.strong,
              .near = DocSet(open.columns.documents),
              .some = some,
              .split = splits(request, all) && takes(request, Ingredient::strong)};
  const bool ranked = request.match == Match::automatic && order_of(request) == Sort::relevance;
  if ((!some && !ranked) || !takes(request, Ingredient::near)) return out;
  out.near = nearly_stated(open, request.query, looked.clauses, all);
  out.near &= looked.required;
  if (request.match == Match::automatic) out.chosen |= out.near;
  out.near &= out.chosen;
  return out;
}

std::vector<bool> codes_chosen(const Column& column, bool numeric, const std::vector<std::string>& values) {
  std::vector<bool> out(column.values.size());
  for (const auto& value : values) {
    const auto dots = numeric ? value.find("..") : std::string::npos;
    if (dots == std::string::npos) {
      if (const auto code = column.code_of.find(value); code != column.code_of.end()) out[code->second] = true;
      continue;
    }
    const int from = bound(std::string_view(value).substr(0, dots), 0),
              to = bound(std::string_view(value).substr(dots + 2), 9999);
    for (std::size_t code = 0; code < out.size(); ++code) {
      const int n = bound(column.values[code], -1);
      if (n >= from && n <= to) out[code] = true;
    }
  }
  return out;
}

Filters::Filters(const Columns& columns, const std::map<std::string, std::vector<std::string>>& filters) {
  for (const auto& [name, values] : filters) {
    DocSet passing(columns.documents);
    const Column* column = columns.facet(name);
    const Facet* facet = facet_named(name);
    if (values.empty()) continue;
    if (column && facet) {
      const auto chosen = codes_chosen(*column, facet->numeric, values);
      for (std::uint32_t d = 1; d <= columns.documents; ++d) {
        for (auto i = column->start[d]; i < column->start[d + 1]; ++i) {
          if (chosen[column->codes[i]]) passing.add(d);
        }
      }
    }
    passing_.emplace(name, std::move(passing));
  }
}

DocSet Filters::but(DocSet set, std::string_view facet) const {
  for (const auto& [name, passing] : passing_) {
    if (name != facet) set &= passing;
  }
  return set;
}

bool Filters::has(std::string_view facet) const { return passing_.find(facet) != passing_.end(); }

}  // namespace fellow::indexer
