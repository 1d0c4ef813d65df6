// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/similar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "fellow/compounds.h"
#include "fellow/fields.h"
#include "fellow/tables.h"
#include "fellow/text.h"
#include "indexer/document.h"
#include "indexer/matching.h"
#include "indexer/suggest.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

// What each shared thing counts, times its rarity. Judged on the demo web: a paper together says more than any topic.
constexpr double kPaper = 6, kCoauthor = 4, kTopicShared = 3, kVenueShared = 0.7, kWord = 0.4, kInstitution = 0.5;
// Bounds on what one profile can ask for.
constexpr std::size_t kMostPapers = 300, kMostAuthors = 300, kMostWords = 16, kMostTermsLooked = 4000;
constexpr std::size_t kNamed = 3;  // things that one reason names

// Words of speech that may be searched for ("will", "may" are names too), but are nobody's subject; folded. What research pages
// say of themselves belongs to them.
bool is_speech(std::string_view word) {
  static constexpr std::array<std::string_view, 94> kWords{
      "after",   "all",    "also",    "am",        "any",    "been",   "before",     "being",     "between",  "both",
      "but",     "can",    "could",   "currently", "did",    "does",   "during",     "each",      "few",      "first",
      "had",     "has",    "have",    "he",        "her",    "here",   "hers",       "him",       "his",      "how",
      "i",       "if",     "into",    "its",       "joined", "just",   "like",       "many",      "may",      "me",
      "more",    "most",   "much",    "my",        "new",    "no",     "not",        "now",       "only",     "other",
      "our",     "over",   "own",     "page",      "papers", "please", "previously", "published", "research", "researcher",
      "she",     "should", "since",   "so",        "some",   "such",   "than",       "them",      "then",     "there",
      "these",   "they",   "through", "towards",   "under",  "until",  "up",         "us",        "very",     "we",
      "welcome", "when",   "where",   "which",     "while",  "who",    "whom",       "whose",     "will",     "within",
      "would",   "yet",    "you",     "your"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

enum class Share { coauthor, paper, topic, venue, institution, word };

// Something of hers that others may have, as a term.
struct Trait {
  Share sort;
  std::string term, label;
  double weight = 0;
};

class Traits {
 public:
  Traits(const Xapian::Database& database, const Profile& person) : database_(database), person_(person) {}

  std::vector<Trait> take() {
    add_papers();
    add_topics();
    for (const auto& id : institutions_in(person_, "affiliations")) {
      if (const auto* row = tables::institution_by_id(id))
        add(Share::institution, exact_term(kCurrentInstitution, id), row->name, kInstitution);
    }
    add_words();
    return std::move(out_);
  }

 private:
  double rarity(const std::string& term) const {
    const double people = database_.get_doccount(), having = database_.get_termfreq(term);
    return having < 2 ? 0 : std::log((people + 1) / having);  // of one it is hers alone
  }

  void add(Share sort, const std::string& term, const std::string& label, double factor) {
    const double weight = factor * std::max(rarity(term), sort == Share::word ? 0.0 : 0.1);
    if (database_.get_termfreq(term) >= 2 && weight > 0 && seen_.insert(term).second)
      out_.push_back({sort, term, label, weight});
  }

  void add_papers() {
    std::set<std::string> authors;
    for (std::size_t i = 0; i < std::min(person_.papers.size(), kMostPapers); ++i) {
      const Paper& paper = person_.papers[i];
      add(Share::paper, paper_key(paper.title), paper.title, kPaper);
      const auto* row = paper.venue.empty() ? nullptr : tables::venue(paper.venue);
      const std::string venue = row ? row->id : slug(paper.venue);
      if (!venue.empty()) add(Share::venue, exact_term(kVenue, venue), row ? row->name : paper.venue, kVenueShared);
      for (const auto& author : paper.authors) {
        const auto words = text::words(author);
        if (words.size() < 2 || authors.size() >= kMostAuthors) continue;
        const auto key = exact_term(kNameKey, name_key(words));
        if (!authors.insert(key).second) continue;
        // Resolved only where the name is one person's: of namesakes nobody knows which. A co-author has a name to herself, so
        // rarity is that of one in all.
        if (database_.get_termfreq(key) == 1 && seen_.insert(key).second)
          out_.push_back({Share::coauthor, key, author, kCoauthor * std::log(database_.get_doccount() + 1.0)});
      }
    }
  }

  void add_topics() {
    for (const auto& interest : person_.interests) {
      const auto* row = interest.id.empty() ? tables::topic(interest.name) : tables::topic_by_id(interest.id);
      if (row) {
        add(Share::topic, exact_term(kTopic, row->id), row->name, kTopicShared);
      } else if (const auto key = interest_key(text::joined_compounds(text::words(interest.name))); !key.empty()) {
        add(Share::topic, exact_term(kInterestKey, key), interest.name, kTopicShared);
      }
    }
  }

  // The words of hers that tell most: rare, and said often.
  void add_words() {
    const auto at = database_.postlist_begin(exact_term(kId, person_.id));
    if (at == database_.postlist_end(exact_term(kId, person_.id))) return;
    const auto own = own_words();
    std::vector<std::pair<double, std::string>> best;
    std::size_t looked = 0;
    for (auto i = database_.termlist_begin(*at); i != database_.termlist_end(*at) && looked < kMostTermsLooked; ++i) {
      const std::string stem = *i;
      if (stem.size() < 3 || stem[0] < 'a' || stem[0] > 'z') continue;  // prefixed terms begin with a capital
      ++looked;
      const auto label = own.find(stem);
      if (label != own.end()) best.emplace_back(rarity(stem) * std::log(1.0 + i.get_wdf()), stem);
    }
    std::sort(best.rbegin(), best.rend());
    best.resize(std::min(best.size(), kMostWords));
    for (const auto& [weight, stem] : best) add(Share::word, stem, own.at(stem), kWord);
  }

  // Stem -> a word of her titles, interests and biography; not those of names and places, by whatever name, which say nothing
  // of the work.
  std::map<std::string, std::string> own_words() const {
    std::map<std::string, std::string> out;
    std::set<std::string> of_names;
    for (const char* name : {"name", "affiliations", "past_affiliations", "education", "advisors"}) {
      const Field& field = *field_named(name);
      for (const auto* texts : {&field.texts, &field.aliases}) {
        if (!*texts) continue;
        for (const auto& text : (*texts)(person_)) {
          for (const auto& word : text::words(text)) of_names.insert(stem(word));
        }
      }
    }
    for (const char* field : {"interests", "papers", "biography"}) {
      for (const auto& text : field_named(field)->texts(person_)) {
        for (auto& word : text::words(text)) {
          if (!says_nothing(word) && !is_speech(word) && !of_names.contains(stem(word))) out.emplace(stem(word), word);
        }
      }
    }
    return out;
  }

  const Xapian::Database& database_;
  const Profile& person_;
  std::set<std::string> seen_;
  std::vector<Trait> out_;
};

std::string reason(Share sort, const std::vector<std::string>& labels) {
  std::string named;
  for (std::size_t i = 0; i < std::min(labels.size(), kNamed); ++i) named += (i ? ", " : "") + labels[i];
  if (labels.size() > kNamed) named += " and " + std::to_string(labels.size() - kNamed) + " more";
  switch (sort) {
    case Share::coauthor:
      return "co-author";
    case Share::paper:
      return (labels.size() == 1 ? "a paper in common: " : std::to_string(labels.size()) + " papers in common: ") + named;
    case Share::topic:
      return "works on " + named;
    case Share::venue:
      return "publishes at " + named;
    case Share::institution:
      return "is at " + named;
    case Share::word:
      return "writes about " + named;
  }
  return "";
}

std::vector<std::string> reasons_for(const Xapian::Database& database, const std::vector<Trait>& traits, Xapian::docid docid) {
  std::map<Share, std::vector<std::string>> shared;
  std::map<Share, double> weight;
  for (const Trait& trait : traits) {
    auto p = database.postlist_begin(trait.term);
    const auto end = database.postlist_end(trait.term);
    if (p != end) p.skip_to(docid);
    if (p == end || *p != docid) continue;
    shared[trait.sort].push_back(trait.label);
    weight[trait.sort] += trait.weight;
  }
  std::vector<std::pair<double, Share>> order;
  for (const auto& [sort, sum] : weight) order.emplace_back(-sum, sort);
  std::sort(order.begin(), order.end());
  std::vector<std::string> out;
  for (const auto& [sum, sort] : order) out.push_back(reason(sort, shared[sort]));
  return out;
}

}  // namespace

Result<std::vector<Similar>> people_like(const Asked& asked, const Profile& person, int limit) {
  const Xapian::Database& database = asked.open.database;
  const Columns& columns = asked.open.columns;
  const auto traits = Traits(database, person).take();
  std::vector<double> score(columns.documents + 1, 0.0);
  for (const Trait& trait : traits) {
    for (auto p = database.postlist_begin(trait.term); p != database.postlist_end(trait.term); ++p) score[*p] += trait.weight;
  }
  std::vector<Xapian::docid> found;
  const auto self = documents_with(asked.open, {exact_term(kId, person.id)});
  for (Xapian::docid d = 1; d <= columns.documents; ++d) {
    if (score[d] > 0 && !asked.open.hidden.has(d) && !self.has(d)) found.push_back(d);
  }
  const auto most = std::min(found.size(), static_cast<std::size_t>(std::clamp(limit, 0, kMostSimilar)));
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(),
                    [&](Xapian::docid a, Xapian::docid b) {
                      return score[a] != score[b] ? score[a] > score[b] : columns.id_rank[a] < columns.id_rank[b];
                    });
  std::vector<Similar> out;
  for (std::size_t i = 0; i < most; ++i) {
    auto hit = shown(asked, found[i]);
    if (!hit) return tl::unexpected(hit.error());
    Similar one{.hit = std::move(*hit), .why = reasons_for(database, traits, found[i])};
    one.hit.score = score[found[i]] / score[found[0]];
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace fellow::indexer
