// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/parts.h"

#include <algorithm>
#include <cmath>

#include "fellow/fields.h"
#include "indexer/subject.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

using Xapian::Query;

// Multiples of the bonus unit. Set with score_search.py's kinds on labelled profiles; a third more or less is within noise.
constexpr double kWholeName = 40, kNameInside = 15, kAllInName = 12, kByNickname = 9;
constexpr double kWholeInterest = 10, kNearInterest = 5, kButForOneWord = 7;
constexpr double kTitlePhrase = 2, kInterestPhrase = 4;  // a title's for each word, up to kFullPhrase of them
constexpr std::size_t kFullPhrase = 5;
// Multiples of the clause's own rarity: the roles in which an institution may stand, and a topic.
constexpr double kCurrent = 4, kPast = 1.5, kAdvisor = 1.2, kStudied = 1, kStatedTopic = 3, kWordsOfKnown = 0.4, kPhrase = 4;

constexpr std::size_t kLongestPhrase = 20, kLongestName = 5, kMostRunWords = 24;

// The same weight for each of a set of people.
class Constant final : public Xapian::PostingSource {
 public:
  Constant(double weight, const DocSet& people) : weight_(weight) {
    people.each([&](std::uint32_t docid) { docids_.push_back(docid); });
    set_maxweight(weight_);
  }
  Xapian::doccount get_termfreq_min() const override { return static_cast<Xapian::doccount>(docids_.size()); }
  Xapian::doccount get_termfreq_est() const override { return get_termfreq_min(); }
  Xapian::doccount get_termfreq_max() const override { return get_termfreq_min(); }
  double get_weight() const override { return weight_; }
  void next(double) override { at_ = started_ ? at_ + 1 : 0, started_ = true; }
  void skip_to(Xapian::docid docid, double) override {
    started_ = true;
    const auto from = docids_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, docids_.size()));
    at_ = static_cast<std::size_t>(std::lower_bound(from, docids_.end(), docid) - docids_.begin());
  }
  bool at_end() const override { return started_ && at_ >= docids_.size(); }
  Xapian::docid get_docid() const override { return docids_[at_]; }
  void init(const Xapian::Database&) override {
    at_ = 0, started_ = false;
    set_maxweight(weight_);
  }
  std::string get_description() const override { return "Constant"; }

 private:
  double weight_;
  std::vector<Xapian::docid> docids_;
  std::size_t at_ = 0;
  bool started_ = false;
};

Query constant(double weight, const DocSet& people) {
  return people.empty() ? Query() : Query((new Constant(weight, people))->release());
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

  std::vector<Part> build(const Matched& matched) {
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      if (!query_.clauses[i].exclude) add_clause(query_.clauses[i], matched.clauses[i]);
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
  DocSet with(const std::string& term) const { return documents_with(database_, {term}); }
  bool known(const std::string& term) const { return database_.term_exists(term); }

  void add_clause(const Clause& clause, const DocSet& people) {
    const double rare = rarity(people.count());
    const auto known = known_terms(clause);
    const Way words = words_of(clause);
    fellow::Query shown;
    shown.clauses = {clause};
    switch (clause.kind) {
      case Clause::Kind::year:
        return;
      case Clause::Kind::phrase:
        return add(show(shown), constant(kPhrase * rare, people));
      case Clause::Kind::word:
        return add(show(shown), scaled(clause.field.empty() ? 1 : 4, all_of(words)));
      case Clause::Kind::institution: {
        std::vector<Query> roles;
        for (const auto& [prefix, factor] : {std::pair{kCurrentInstitution, kCurrent},
                                             {kPastInstitution, kPast},
                                             {kAdvisorInstitution, kAdvisor},
                                             {kSchool, kStudied}}) {
          const std::string term = exact_term(prefix, clause.id);
          if (std::find(known.begin(), known.end(), term) != known.end()) roles.push_back(constant(factor * rare, with(term)));
        }
        roles.push_back(scaled(kWordsOfKnown, all_of(words)));
        return add(show(shown), any_of(Query::OP_MAX, std::move(roles)));
      }
      case Clause::Kind::topic:
        add(show(shown) + " stated", constant(kStatedTopic * rare, with(exact_term(kTopic, clause.id))));
        if (clause.field.empty()) add(show(shown) + " mentioned", Query(exact_term(kTopicMention, clause.id)));
        add(show(shown) + " by words", scaled(kWordsOfKnown, {Query::OP_OR, words.begin(), words.end()}));
        return;
    }
  }

  // Runs of free words that are somebody's whole name; all of them within one.
  void add_names() {
    const auto& words = query_.free_words;
    const std::string_view prefix = field_named("name")->prefix;
    if (words.empty()) return;
    add("the whole name", constant(kWholeName * unit_, with(exact_term(kNameKey, name_key(words)))));
    const std::size_t most = std::min(words.size(), kMostRunWords);
    DocSet inside(database_.get_lastdocid());
    for (std::size_t begin = 0; begin < most; ++begin) {
      for (std::size_t end = begin + 2; end <= std::min(most, begin + kLongestName); ++end) {
        if (end - begin == words.size()) continue;
        const auto term = exact_term(kNameKey, name_key({words.begin() + static_cast<std::ptrdiff_t>(begin),
                                                         words.begin() + static_cast<std::ptrdiff_t>(end)}));
        if (known(term)) inside |= with(term);
      }
    }
    add("a whole name among the words", constant(kNameInside * unit_, inside));
    if (words.size() < 2 || words.size() > kLongestName + 1) return;
    Way stems;
    for (const auto& word : words) {
      for (const auto& stem : stems_of(word)) stems.push_back(word_term(prefix, stem));
    }
    const DocSet in_name = documents_with(database_, stems);
    add("all words in the name", constant(kAllInName * unit_, in_name));
    add("all words in the name, by a nickname",
        constant(kByNickname * unit_, people_by_nickname(database_, query_).remove(in_name)));
  }

  // Whole stated interests: the subject itself, a run of its words, or the subject but for one word.
  void add_interests() {
    std::vector<Query> out;
    for (auto& words : subjects_of(query_)) {
      words.resize(std::min(words.size(), kMostRunWords));
      if (words.empty()) continue;
      for (std::size_t begin = 0; begin < words.size(); ++begin) {
        for (std::size_t end = begin + 1; end <= std::min(words.size(), begin + kLongestInterest); ++end) {
          const auto term = exact_term(kInterestKey, interest_key({words.begin() + static_cast<std::ptrdiff_t>(begin),
                                                                   words.begin() + static_cast<std::ptrdiff_t>(end)}));
          const double share = static_cast<double>(end - begin) / static_cast<double>(words.size());
          if (known(term)) out.push_back(constant(kWholeInterest * unit_ * share * share, with(term)));
        }
      }
      for (const auto& key : keys_but_for_one(database_, words)) {
        const auto term = exact_term(kInterestKey, key);
        if (known(term)) out.push_back(constant(kButForOneWord * unit_, with(term)));
      }
      const auto near = exact_term(kNearInterestKey, interest_key(words));
      if (words.size() >= 2 && known(near)) out.push_back(constant(kNearInterest * unit_, with(near)));
    }
    add("a stated interest", any_of(Query::OP_MAX, std::move(out)));
  }

  // The words in order within one title or interest. Function words count here: they were typed as they stand there.
  void add_phrases() {
    const auto& words = query_.free_words;
    if (words.size() >= 3 && words.size() <= kLongestPhrase) {
      add("words of one title in order",
          constant(kTitlePhrase * static_cast<double>(std::min(words.size(), kFullPhrase)) * unit_,
                   documents_with_phrase(database_, field_named("papers")->prefix, words)));
    }
    for (const auto& subject : subjects_of(query_)) {
      if (subject.size() < 2 || subject.size() > kLongestPhrase) continue;
      add("words of one interest in order",
          constant(kInterestPhrase * unit_, documents_with_phrase(database_, field_named("interests")->prefix, subject)));
    }
  }

  const Xapian::Database& database_;
  const fellow::Query& query_;
  const double unit_;
  std::vector<Part> parts_;
};

}  // namespace

double bonus_unit(const Xapian::Database& database) { return std::log(database.get_doccount() + 2.0); }

std::vector<Part> parts_of(const Xapian::Database& database, const fellow::Query& query, const Matched& matched) {
  return Builder(database, query).build(matched);
}

}  // namespace fellow::indexer
