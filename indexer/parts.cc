// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/parts.h"

#include <algorithm>
#include <cmath>

#include "fellow/fields.h"
#include "indexer/matching.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

using Xapian::Query;

// Multiples of the bonus unit. Set with score_search.py's kinds on labelled profiles; a third more or less is within noise.
constexpr double kWholeName = 40, kNameInside = 15, kAllInName = 12;
constexpr double kWholeInterest = 6, kNearInterest = 3;
constexpr double kTitlePhrase = 8, kInterestPhrase = 4;
// Multiples of the clause's own rarity: the roles in which an institution may stand, and a topic.
constexpr double kCurrent = 4, kPast = 1.5, kAdvisor = 1.2, kStudied = 1, kStatedTopic = 3, kWordsOfKnown = 0.4;

constexpr std::size_t kLongestPhrase = 20, kLongestName = 5, kLongestInterest = 6, kMostRunWords = 24;

Query constant(double weight, const Query& matching) {
  if (matching.empty()) return {};
  return {Query::OP_FILTER, Query((new Xapian::FixedWeightPostingSource(weight))->release()), matching};
}

Query scaled(double factor, const Query& query) { return query.empty() ? query : Query(Query::OP_SCALE_WEIGHT, query, factor); }

Query all_of(const Way& terms) {
  std::vector<Query> leaves(terms.begin(), terms.end());
  return {Query::OP_AND, leaves.begin(), leaves.end()};
}

Query any_of(Query::op op, std::vector<Query> queries) {
  std::erase_if(queries, [](const Query& q) { return q.empty(); });
  return {op, queries.begin(), queries.end()};
}

class Builder {
 public:
  Builder(const Xapian::Database& database, const fellow::Query& query)
      : database_(database), query_(query), unit_(bonus_unit(database)) {}

  std::vector<Part> build(const std::vector<std::uint32_t>& matches) {
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      if (!query_.clauses[i].exclude) add_clause(query_.clauses[i], rarity(matches[i]));
    }
    add_names();
    add_interests();
    add_phrases();
    return std::move(parts_);
  }

 private:
  void add(std::string label, Query query) {
    if (!query.empty()) parts_.push_back({std::move(label), std::move(query)});
  }

  double rarity(std::uint32_t matches) const { return std::log(1 + (database_.get_doccount() + 1.0) / (matches + 1.0)); }
  bool known(const std::string& term) const { return database_.term_exists(term); }

  void add_clause(const Clause& clause, double rarity) {
    const auto ways = ways_of(clause);
    fellow::Query shown;
    shown.clauses = {clause};
    switch (clause.kind) {
      case Clause::Kind::year:
        return;
      case Clause::Kind::phrase:
        return add(show(shown), phrase_query(clause));
      case Clause::Kind::word:
        return add(show(shown), scaled(clause.field.empty() ? 1 : 4, all_of(ways.back())));
      case Clause::Kind::institution: {
        std::vector<Query> roles;
        for (const auto& [prefix, factor] : {std::pair{kCurrentInstitution, kCurrent},
                                             {kPastInstitution, kPast},
                                             {kAdvisorInstitution, kAdvisor},
                                             {kSchool, kStudied}}) {
          const Way way{exact_term(prefix, clause.id)};
          if (std::find(ways.begin(), ways.end(), way) != ways.end()) roles.push_back(constant(factor * rarity, Query(way[0])));
        }
        roles.push_back(scaled(kWordsOfKnown, all_of(ways.back())));
        return add(show(shown), any_of(Query::OP_MAX, std::move(roles)));
      }
      case Clause::Kind::topic:
        add(show(shown) + " stated", constant(kStatedTopic * rarity, Query(exact_term(kTopic, clause.id))));
        if (clause.field.empty()) add(show(shown) + " mentioned", Query(exact_term(kTopicMention, clause.id)));
        std::vector<Query> words;
        for (const auto& term : ways.back()) words.emplace_back(term);
        return add(show(shown) + " by words", scaled(kWordsOfKnown, any_of(Query::OP_OR, std::move(words))));
    }
  }

  // Runs of free words that are somebody's whole name; all of them within one.
  void add_names() {
    const auto& words = query_.free_words;
    const std::string_view prefix = field_named("name")->prefix;
    if (words.empty()) return;
    add("the whole name", constant(kWholeName * unit_, Query(exact_term(kNameKey, name_key(words)))));
    const std::size_t most = std::min(words.size(), kMostRunWords);
    std::vector<Query> inside;
    for (std::size_t begin = 0; begin < most; ++begin) {
      for (std::size_t end = begin + 2; end <= std::min(most, begin + kLongestName); ++end) {
        if (end - begin == words.size()) continue;
        const auto term = exact_term(kNameKey, name_key({words.begin() + static_cast<std::ptrdiff_t>(begin),
                                                         words.begin() + static_cast<std::ptrdiff_t>(end)}));
        if (known(term)) inside.emplace_back(term);
      }
    }
    add("a whole name among the words", constant(kNameInside * unit_, any_of(Query::OP_OR, std::move(inside))));
    if (words.size() < 2 || words.size() > kLongestName + 1) return;
    Way stems;
    for (const auto& word : words) {
      for (const auto& stem : stems_of(word)) stems.push_back(word_term(prefix, stem));
    }
    add("all words in the name", constant(kAllInName * unit_, all_of(stems)));
  }

  // The free words between institutions: what is asked about.
  std::vector<std::vector<std::string>> subjects() const {
    std::vector<std::vector<std::string>> out(1);
    for (const auto& clause : query_.clauses) {
      const bool subject = !clause.exclude &&
                           (clause.kind == Clause::Kind::topic || (clause.field.empty() && clause.kind == Clause::Kind::word));
      if (subject) {
        out.back().insert(out.back().end(), clause.words.begin(), clause.words.end());
      } else if (!out.back().empty()) {
        out.emplace_back();
      }
    }
    return out;
  }

  // Whole stated interests: the subject itself, a run of its words, or the subject but for one word.
  void add_interests() {
    std::vector<Query> out;
    for (auto& words : subjects()) {
      words.resize(std::min(words.size(), kMostRunWords));
      if (words.empty()) continue;
      for (std::size_t begin = 0; begin < words.size(); ++begin) {
        for (std::size_t end = begin + 1; end <= std::min(words.size(), begin + kLongestInterest); ++end) {
          const auto term = exact_term(kInterestKey, interest_key({words.begin() + static_cast<std::ptrdiff_t>(begin),
                                                                   words.begin() + static_cast<std::ptrdiff_t>(end)}));
          const double share = static_cast<double>(end - begin) / static_cast<double>(words.size());
          if (known(term)) out.push_back(constant(kWholeInterest * unit_ * share * share, Query(term)));
        }
      }
      const auto near = exact_term(kNearInterestKey, interest_key(words));
      if (words.size() >= 2 && known(near)) out.push_back(constant(kNearInterest * unit_, Query(near)));
    }
    add("a stated interest", any_of(Query::OP_MAX, std::move(out)));
  }

  // The words in order within one title or interest. Function words count here: they were typed as they stand there.
  void add_phrases() {
    const auto& words = query_.free_words;
    if (words.size() >= 3 && words.size() <= kLongestPhrase) {
      add("words of one title in order", constant(kTitlePhrase * unit_, phrase_in(field_named("papers")->prefix, words)));
    }
    for (const auto& subject : subjects()) {
      if (subject.size() < 2 || subject.size() > kLongestPhrase) continue;
      add("words of one interest in order",
          constant(kInterestPhrase * unit_, phrase_in(field_named("interests")->prefix, subject)));
    }
  }

  const Xapian::Database& database_;
  const fellow::Query& query_;
  const double unit_;
  std::vector<Part> parts_;
};

}  // namespace

double bonus_unit(const Xapian::Database& database) { return std::log(database.get_doccount() + 2.0); }

std::vector<Part> parts_of(const Xapian::Database& database, const fellow::Query& query,
                           const std::vector<std::uint32_t>& matches) {
  return Builder(database, query).build(matches);
}

}  // namespace fellow::indexer
