// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/matching.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include "fellow/fields.h"
#include "indexer/ingredients.h"
#include "indexer/nicknames.h"
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

// Who has all of the terms; nobody for none.
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

// Those of `all` who have the terms in neighbouring places.
DocSet in_a_row(const Open& open, const Way& terms, const std::vector<std::uint32_t>& all) {
  std::vector<std::vector<Places>> places;
  for (const auto& term : terms) places.push_back(open.kept.places(open.database, term, all));
  DocSet out(open.columns.documents);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto follow = [&](std::uint32_t first) {
      for (std::size_t k = 1; k < terms.size(); ++k) {
        const auto& here = *places[k][i];
        if (!std::binary_search(here.begin(), here.end(), first + k)) return false;
      }
      return true;
    };
    if (std::any_of(places[0][i]->begin(), places[0][i]->end(), follow)) out.add(all[i]);
  }
  return out;
}

// Who has the terms in their order within so many places. Asked as a query of its own: in Xapian 1.4.22 a phrase below OP_OR
// matches documents without it when the OR is only checked (as the right side of OP_AND_MAYBE, or when an OP_OR decays).
DocSet in_a_window(const Open& open, const Way& terms, std::size_t window) {
  std::vector<Xapian::Query> leaves;
  for (const auto& term : terms) leaves.emplace_back(term);
  const auto places = std::max<std::size_t>(leaves.size(), window);
  Xapian::Enquire enquire(open.database);
  enquire.set_query({Xapian::Query::OP_PHRASE, leaves.begin(), leaves.end(), static_cast<Xapian::termcount>(places)});
  enquire.set_weighting_scheme(Xapian::BoolWeight());
  enquire.set_docid_order(Xapian::Enquire::DONT_CARE);
  const Xapian::MSet found = enquire.get_mset(0, open.database.get_doccount());
  DocSet out(open.columns.documents);
  for (auto i = found.begin(); i != found.end(); ++i) out.add(*i);
  return out;
}

DocSet phrase(const Open& open, const Way& way, std::size_t window) {
  // As a rule few have all the words in that field, and where they stand need be looked at of those only.
  const std::vector<std::uint32_t> all = docids_with(open, way);
  if (all.empty()) return DocSet(open.columns.documents);
  // The places of few people, or in a small index, are looked at and kept. Those of many would push everything else out of what
  // is kept, and the engine walks them in order (100 000 profiles: 18 ms a query without this bound, 6 with it; 5 000: 0.4 ms
  // of places that are kept, 0.6 by the engine); so it does over a network.
  constexpr std::size_t kFew = 256, kSmall = 10'000;
  const bool here = open.cards != nullptr && (all.size() <= kFew || open.columns.documents <= kSmall);
  return here && window == way.size() ? in_a_row(open, way, all) : in_a_window(open, way, window);
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

DocSet documents_with_phrase(const Open& open, std::string_view prefix, const std::vector<std::string>& words) {
  const PlacedTerms terms = placed_for_phrase(words);
  Way way;
  for (const auto& term : terms.terms) way.push_back(word_term(prefix, term.stem));
  if (way.size() < 2) return documents_with(open, way);
  const std::size_t window = terms.terms.back().place - terms.terms.front().place + 1;
  // Kept like the postings of a term: "machine learning" is asked for more often than most words.
  std::string key = "\1" + std::to_string(window);  // begins no term
  for (const auto& term : way) key.append(1, '\0') += term;
  const auto found = open.kept.of(key, [&] {
    Postings out;
    phrase(open, way, window).each([&](std::uint32_t docid) { out.docids.push_back(docid); });
    out.docids.shrink_to_fit();
    return out;
  });
  DocSet out(open.columns.documents);
  for (const std::uint32_t docid : found->docids) out.add(docid);
  return out;
}

DocSet documents_with(const Open& open, const Way& terms) {
  DocSet out(open.columns.documents);
  if (terms.size() == 1) {
    const auto postings = open.postings(terms[0]);  // by name: the loop alone would not keep it
    for (const std::uint32_t docid : postings->docids)
      if (docid <= out.documents()) out.add(docid);
    return out;
  }
  for (const std::uint32_t docid : docids_with(open, terms)) out.add(docid);
  return out;
}

DocSet documents_of(const Open& open, const Clause& clause) {
  if (clause.kind == Clause::Kind::year) return years(open.columns, clause.from, clause.to);
  DocSet out(open.columns.documents);
  for (const auto& term : known_terms(clause)) out |= documents_with(open, {term});
  // Behind a prefix a name of several words is one thing; free words may stand apart.
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
