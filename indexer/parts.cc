// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "fellow/fields.h"
#include "indexer/ingredients.h"
#include "indexer/subject.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// Multiples of the bonus unit. Set with score_search.py's kinds on labelled profiles; a third more or less is within noise.
constexpr double kWholeName = 40, kNameInside = 15, kAllInName = 12, kByNickname = 9;
constexpr double kWholeInterest = 10, kNearInterest = 5, kButForOneWord = 7;
constexpr double kTitlePhrase = 2, kInterestPhrase = 4;  // a title's for each word, up to kFullPhrase of them
constexpr double kTopicInTitle = 0.5, kOnPage = 0.5;     // of that
constexpr std::size_t kPagePhrase = 4;                   // words from which a page's words in order are told from chance
constexpr std::size_t kFullPhrase = 5;
// Multiples of the clause's own rarity: the roles in which an institution may stand, and a topic.
constexpr double kCurrent = 4, kPast = 1.5, kAdvisor = 1.2, kStudied = 1, kStatedTopic = 3, kWordsOfKnown = 0.4, kPhrase = 4;

constexpr std::size_t kLongestPhrase = 20, kLongestName = 5, kMostRunWords = 24;

Piece constant(double weight, DocSet people) {
  return {.kind = Piece::Kind::constant, .factor = weight, .people = std::move(people)};
}
Piece all_of(double factor, Way terms) { return {.kind = Piece::Kind::all, .factor = factor, .terms = std::move(terms)}; }
Piece any_of(double factor, Way terms) { return {.kind = Piece::Kind::any, .factor = factor, .terms = std::move(terms)}; }
Piece most_of(std::vector<Piece> pieces) { return {.kind = Piece::Kind::most, .of = std::move(pieces)}; }

class Builder {
 public:
  Builder(const Open& open, const SearchRequest& request, const Statistics& all)
      : open_(open), request_(request), query_(request.query), all_(all), unit_(bonus_unit(all)) {}

  Parts build(const Looked& looked) {
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      if (!query_.clauses[i].exclude) add_clause(query_.clauses[i], looked.clauses[i], all_.count(clause_key(i)));
    }
    if (takes(request_, Ingredient::names)) add_names();
    add_interests();
    if (takes(request_, Ingredient::phrases)) add_phrases();
    return std::move(parts_);
  }

 private:
  void add(std::string label, Piece piece) { parts_.first.push_back({std::move(label), std::move(piece)}); }

  double rarity(std::int64_t matches) const {
    return std::log(1 + (static_cast<double>(all_.documents) + 1.0) / (static_cast<double>(matches) + 1.0));
  }
  // Without a single docid where nobody has the term.
  DocSet with(const std::string& term) const {
    const auto list = open_.postings(term);
    DocSet out(list->empty() ? 0 : open_.columns.documents);
    if (!list->empty()) out.add(list->docids);
    return out;
  }

  void add_clause(const Clause& clause, const DocSet& people, std::int64_t matches) {
    const double rare = rarity(matches);
    const auto known = known_terms(clause);
    const Way words = words_of(clause);
    Query shown;
    shown.clauses = {clause};
    switch (clause.kind) {
      case Clause::Kind::year:
        return;
      case Clause::Kind::phrase:
        return add(show(shown), constant(kPhrase * rare, people));
      case Clause::Kind::word:
        return add(show(shown), all_of(clause.field.empty() ? 1 : 4, words));
      case Clause::Kind::institution: {
        if (!takes(request_, Ingredient::roles)) return add(show(shown), all_of(1, words));
        std::vector<Piece> roles;
        for (const auto& [prefix, factor] : {std::pair{kCurrentInstitution, kCurrent},
                                             {kPastInstitution, kPast},
                                             {kAdvisorInstitution, kAdvisor},
                                             {kSchool, kStudied}}) {
          const std::string term = exact_term(prefix, clause.id);
          if (std::find(known.begin(), known.end(), term) != known.end()) roles.push_back(constant(factor * rare, with(term)));
        }
        roles.push_back(all_of(kWordsOfKnown, words));
        return add(show(shown), most_of(std::move(roles)));
      }
      case Clause::Kind::topic:
        if (!takes(request_, Ingredient::synonyms)) return add(show(shown), any_of(1, words));
        add(show(shown) + " stated", constant(kStatedTopic * rare, with(exact_term(kTopic, clause.id))));
        if (clause.field.empty()) add(show(shown) + " mentioned", any_of(1, {exact_term(kTopicMention, clause.id)}));
        add(show(shown) + " by words", any_of(kWordsOfKnown, words));
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
    DocSet inside(open_.columns.documents);
    for (std::size_t begin = 0; begin < most; ++begin) {
      for (std::size_t end = begin + 2; end <= std::min(most, begin + kLongestName); ++end) {
        if (end - begin == words.size()) continue;
        const auto term = exact_term(kNameKey, name_key({words.begin() + static_cast<std::ptrdiff_t>(begin),
                                                         words.begin() + static_cast<std::ptrdiff_t>(end)}));
        if (const DocSet some = with(term); some.documents() > 0) inside |= some;
      }
    }
    add("a whole name among the words", constant(kNameInside * unit_, inside));
    if (words.size() < 2 || words.size() > kLongestName + 1) return;
    Way stems;
    for (const auto& word : words) {
      for (const auto& stem : stems_of(word)) stems.push_back(word_term(prefix, stem));
    }
    const DocSet in_name = documents_with(open_, stems);
    add("all words in the name", constant(kAllInName * unit_, in_name));
    if (!takes(request_, Ingredient::nicknames)) return;
    add("all words in the name, by a nickname",
        constant(kByNickname * unit_, people_by_nickname(open_, query_).remove(in_name)));
  }

  // Whole stated interests: the subject itself, a run of its words, or the subject but for one word.
  void add_interests() {
    std::vector<Piece> out;
    for (auto& words : subjects_of(query_)) {
      words.resize(std::min(words.size(), kMostRunWords));
      if (words.empty()) continue;
      for (std::size_t begin = 0; begin < words.size() && takes(request_, Ingredient::interests); ++begin) {
        for (std::size_t end = begin + 1; end <= std::min(words.size(), begin + kLongestInterest); ++end) {
          const auto term = exact_term(kInterestKey, interest_key({words.begin() + static_cast<std::ptrdiff_t>(begin),
                                                                   words.begin() + static_cast<std::ptrdiff_t>(end)}));
          const double share = static_cast<double>(end - begin) / static_cast<double>(words.size());
          out.push_back(constant(kWholeInterest * unit_ * share * share, with(term)));
        }
      }
      if (!takes(request_, Ingredient::near)) continue;
      for (const auto& key : keys_but_for_one(all_, words)) {
        const auto term = exact_term(kInterestKey, key);
        out.push_back(constant(kButForOneWord * unit_, with(term)));
      }
      const auto near = exact_term(kNearInterestKey, interest_key(words));
      if (words.size() >= 2) out.push_back(constant(kNearInterest * unit_, with(near)));
    }
    add("a stated interest", most_of(std::move(out)));
  }

  // The words in order within one title or interest. Function words count here: they were typed as they stand there.
  void add_phrases() {
    const auto& words = query_.free_words;
    if (words.size() >= 3 && words.size() <= kLongestPhrase) {
      // Words that are a topic's name stand in many titles: they are no title that is remembered, but what one paper is about.
      const bool named = std::all_of(query_.clauses.begin(), query_.clauses.end(),
                                     [](const Clause& clause) { return clause.kind == Clause::Kind::topic; });
      const double bonus =
          (named ? kTopicInTitle : 1) * kTitlePhrase * static_cast<double>(std::min(words.size(), kFullPhrase)) * unit_;
      // A title that was not recognised as one stands among the page's words.
      PhrasePart& part = parts_.phrases.emplace_back(PhrasePart{.label = "words of one title in order", .of = {}});
      part.of.push_back({bonus, {open_, field_named("papers")->prefix, words}});
      if (words.size() >= kPagePhrase) part.of.push_back({kOnPage * bonus, {open_, field_named("text")->prefix, words}});
    }
    for (const auto& subject : subjects_of(query_)) {
      if (subject.size() < 2 || subject.size() > kLongestPhrase) continue;
      PhrasePart& part = parts_.phrases.emplace_back(PhrasePart{.label = "words of one interest in order", .of = {}});
      part.of.push_back({kInterestPhrase * unit_, {open_, field_named("interests")->prefix, subject}});
    }
  }

  const Open& open_;
  const SearchRequest& request_;
  const Query& query_;
  const Statistics& all_;
  const double unit_;
  Parts parts_;
};

// BM25 with k1 = 4: with fields as multiples of one occurrence, the usual 1 would be saturated by a single title. b = 0.3: long
// publication lists are no fault. The forms of Xapian's BM25Weight (k2 = 0, k3 = 1), which the ranking was set with.
constexpr double kK1 = 4, kB = 0.3, kShortestLength = 0.5;

// For nobody, whoever is asked about.
bool is_nothing(const Piece& piece) { return piece.kind == Piece::Kind::constant && piece.people.documents() == 0; }

// Those of the few who have the term.
Few with_term(const Few& few, const Postings& list) {
  Few out;
  each_common(few.docids, list.docids, [&](std::size_t i, std::size_t) {
    out.docids.push_back(few.docids[i]);
    out.slots.push_back(few.slots[i]);
  });
  return out;
}

}  // namespace

double bonus_unit(const Statistics& all) { return std::log(static_cast<double>(all.documents) + 2.0); }

Parts parts_of(const Open& open, const SearchRequest& request, const Looked& looked, const Statistics& all) {
  return Builder(open, request, all).build(looked);
}

double PhrasePart::gain(std::uint32_t docid) const {
  const auto has = std::find_if(of.begin(), of.end(), [&](const One& one) { return one.phrase.has(docid); });
  return has == of.end() ? 0 : has->factor;
}

double PhrasePart::most(std::uint32_t docid) const {
  const auto may = std::find_if(of.begin(), of.end(), [&](const One& one) { return one.phrase.people().has(docid); });
  return may == of.end() ? 0 : may->factor;
}

double PhrasePart::known(std::uint32_t docid) const {
  const auto has = std::find_if(of.begin(), of.end(),
                                [&](const One& one) { return one.phrase.is_known() && one.phrase.people().has(docid); });
  return has == of.end() ? 0 : has->factor;
}

void PhrasePart::know() {
  for (One& one : of) one.phrase.know();
}

void PhrasePart::add_people(DocSet& to) const {
  for (const One& one : of) to |= one.phrase.people();
}

Crowd::Crowd(const DocSet& people) : people_(people) {
  constexpr std::uint32_t kShare = 16;  // of everybody: from there on to step through a posting list is quicker than to jump
  const std::uint32_t count = people.count();
  is_few_ = count < people.documents() / kShare;
  if (!is_few_) return;
  few_.docids.reserve(count);
  people.each([&](std::uint32_t docid) { few_.docids.push_back(docid); });
  few_.slots.resize(count);
  std::iota(few_.slots.begin(), few_.slots.end(), 0u);
}

Scale::Scale(const Open& open, const SearchRequest& request, const Statistics& all)
    : open_(open), by_fields_(takes(request, Ingredient::fields)), all_(all) {}

// How often a word is said wherever it stands.
std::shared_ptr<const Postings> Scale::postings_of(const std::string& term) const {
  const bool prefixed = !term.empty() && term[0] >= 'A' && term[0] <= 'Z';
  if (by_fields_ || prefixed) return open_.postings(term);
  std::map<std::uint32_t, std::size_t> said;
  for (const Field& field : kFields) {
    const auto list = field.weight > 0 ? open_.postings(word_term(field.prefix, term)) : std::make_shared<const Postings>();
    for (std::size_t i = 0; i < list->docids.size(); ++i) said[list->docids[i]] += std::max<std::size_t>(list->counts[i], 1);
  }
  Postings out;
  for (const auto& [docid, count] : said) {
    out.docids.push_back(docid);
    out.counts.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(count, Postings::kMany - 1)));
  }
  return std::make_shared<const Postings>(std::move(out));
}

double Scale::weight_of(const std::string& term) const {
  const auto n = static_cast<double>(all_.count(term));
  double rare = (static_cast<double>(all_.documents) - n + 0.5) / (n + 0.5);
  if (rare < 2) rare = rare * 0.5 + 1;
  return std::log(std::max(rare, 1.0)) * (kK1 + 1);
}

double Scale::most(const Piece& piece) const {
  double out = 0;
  switch (piece.kind) {
    case Piece::Kind::constant:
      return piece.factor;
    case Piece::Kind::all:
    case Piece::Kind::any:
      for (const auto& term : piece.terms) out += weight_of(term) * piece.factor;
      return out;
    case Piece::Kind::most:
      for (const Piece& other : piece.of) out = std::max(out, most(other));
      return out;
  }
  return out;
}

std::vector<double> Scale::take_zeros(std::size_t size) const {
  if (zeros_.empty()) return std::vector<double>(size, 0.0);
  std::vector<double> out = std::move(zeros_.back());
  zeros_.pop_back();
  return out;
}

// BM25 of one word. Whoever is scored, and by whichever way: the same to the last bit.
class Scale::Gain {
 public:
  Gain(const Scale& scale, double weight) : weight_(weight), lengths_(scale.open_.columns.lengths) {
    const double documents = static_cast<double>(std::max<std::int64_t>(scale.all_.documents, 1));
    shorter_ = documents / std::max(static_cast<double>(scale.all_.total_length), 1.0);
  }
  double of(std::uint32_t docid, double count) const {
    const double length = std::max(static_cast<double>(lengths_[docid]) * shorter_, kShortestLength);
    return weight_ * (count / (kK1 * (length * kB + (1 - kB)) + count));
  }

 private:
  const double weight_;
  const std::vector<std::uint32_t>& lengths_;
  double shorter_ = 0;  // 1 / average length
};

void Scale::add_term(const std::string& term, double factor, const Few& few, std::vector<double>& scores) const {
  const Gain gain(*this, weight_of(term) * factor);
  const auto list = postings_of(term);
  each_common(few.docids, list->docids,
              [&](std::size_t i, std::size_t at) { scores[few.slots[i]] += gain.of(few.docids[i], list->count(at)); });
}

void Scale::add_term(const std::string& term, double factor, const DocSet& people, std::vector<double>& scores) const {
  const Gain gain(*this, weight_of(term) * factor);
  const auto list = postings_of(term);
  auto many = list->many.begin();
  for (std::size_t i = 0; i < list->docids.size(); ++i) {
    const std::uint32_t docid = list->docids[i];
    double count = list->counts[i];
    if (list->counts[i] == Postings::kMany) count = (many++)->second;
    if (docid <= people.documents() && people.has(docid)) scores[docid] += gain.of(docid, count);
  }
}

void Scale::add_constant(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const {
  if (is_nothing(piece)) return;
  crowd.each([&](std::uint32_t docid, std::size_t slot) {
    if (piece.people.has(docid)) scores[slot] += piece.factor;
  });
}

// To those who have all of the terms.
void Scale::add_all(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const {
  if (!crowd.is_few()) {
    DocSet both = piece.terms.size() == 1 ? crowd.people() : documents_with(open_, piece.terms);
    both &= crowd.people();
    for (const auto& term : piece.terms) add_term(term, piece.factor, both, scores);
    return;
  }
  Few both = crowd.few();
  for (const auto& term : piece.terms) {
    if (piece.terms.size() > 1 && !both.docids.empty()) both = with_term(both, *open_.postings(term));
  }
  for (const auto& term : piece.terms) add_term(term, piece.factor, both, scores);
}

void Scale::add_most(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const {
  if (std::all_of(piece.of.begin(), piece.of.end(), is_nothing)) return;
  std::vector<double> best = take_zeros(scores.size()), one = take_zeros(scores.size());
  for (const Piece& other : piece.of) {
    if (other.kind == Piece::Kind::constant) {
      if (is_nothing(other)) continue;
      crowd.each([&](std::uint32_t docid, std::size_t slot) {
        if (other.people.has(docid)) best[slot] = std::max(best[slot], other.factor);
      });
      continue;
    }
    add(other, crowd, one);
    crowd.each([&](std::uint32_t, std::size_t slot) { best[slot] = std::max(best[slot], std::exchange(one[slot], 0.0)); });
  }
  crowd.each([&](std::uint32_t, std::size_t slot) { scores[slot] += std::exchange(best[slot], 0.0); });
  zeros_.push_back(std::move(best));
  zeros_.push_back(std::move(one));
}

void Scale::add(const Piece& piece, const Crowd& crowd, std::vector<double>& scores) const {
  switch (piece.kind) {
    case Piece::Kind::constant:
      return add_constant(piece, crowd, scores);
    case Piece::Kind::all:
      return add_all(piece, crowd, scores);
    case Piece::Kind::any:
      for (const auto& term : piece.terms)
        crowd.is_few() ? add_term(term, piece.factor, crowd.few(), scores)
                       : add_term(term, piece.factor, crowd.people(), scores);
      return;
    case Piece::Kind::most:
      return add_most(piece, crowd, scores);
  }
}

}  // namespace fellow::indexer
