// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/phrase.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "indexer/terms.h"

namespace fellow::indexer {

Phrase::Phrase(const Open& open, std::string_view prefix, const std::vector<std::string>& words)
    : open_(open), people_(open.columns.documents) {
  const PlacedTerms placed = placed_for_phrase(words);
  for (const auto& term : placed.terms) terms_.push_back(word_term(prefix, term.stem));
  if (terms_.size() < 2) {
    people_ = documents_with(open, terms_);
    return;
  }
  window_ = placed.terms.back().place - placed.terms.front().place + 1;
  key_ = "\1" + std::to_string(window_);  // begins no term
  for (const auto& term : terms_) key_.append(1, '\0') += term;
  if (const auto kept = open.kept.find(key_)) {
    take(*kept);
    return;
  }
  const auto all = docids_with(open, terms_);
  if (all.empty()) return;
  people_.add(all);
  is_known_ = false;
  // A place of one term in one document takes the engine 1.5 us when it is asked for alone, and 0.2 when it walks all of them
  // in order; so it does over a network.
  constexpr std::size_t kFew = 64;
  const bool one_by_one = open.cards != nullptr && window_ == terms_.size() && all.size() > kFew;
  if (!one_by_one) {
    know();
    return;
  }
  std::vector<std::size_t> counts;
  for (const auto& term : terms_) counts.push_back(open.postings(term)->docids.size());
  by_rarity_.resize(terms_.size());
  std::iota(by_rarity_.begin(), by_rarity_.end(), std::size_t{0});
  std::sort(by_rarity_.begin(), by_rarity_.end(),
            [&](auto a, auto b) { return std::pair(counts[a], a) < std::pair(counts[b], b); });
}

void Phrase::take(const Postings& found) {
  people_ = DocSet(open_.columns.documents);
  people_.add(found.docids);
  is_known_ = true;
}

bool Phrase::has(std::uint32_t docid) const { return people_.has(docid) && (is_known_ || in_a_row(docid)); }

void Phrase::know() {
  if (is_known_) return;
  take(*open_.kept.of(key_, [&] {
    Postings out;
    in_a_window().each([&](std::uint32_t docid) { out.docids.push_back(docid); });
    out.docids.shrink_to_fit();
    return out;
  }));
}

// The rarest words first: as a rule two of them do not follow each other.
bool Phrase::in_a_row(std::uint32_t docid) const {
  std::vector<std::uint32_t> begins, left;  // where the phrase may begin
  for (const std::size_t i : by_rarity_) {
    const auto offset = static_cast<std::uint32_t>(i);
    auto at = open_.database.positionlist_begin(docid, terms_[i]);
    const auto end = open_.database.positionlist_end(docid, terms_[i]);
    if (i == by_rarity_.front()) {
      for (; at != end; ++at) {
        if (*at >= offset) begins.push_back(*at - offset);
      }
    } else {
      left.clear();
      auto begin = begins.begin();
      for (; at != end && begin != begins.end(); ++at) {
        while (begin != begins.end() && *begin + offset < *at) ++begin;
        if (begin != begins.end() && *begin + offset == *at) left.push_back(*begin);
      }
      begins.swap(left);
    }
    if (begins.empty()) return false;
  }
  return true;
}

// Who has the terms in their order within so many places. Asked as a query of its own: in Xapian 1.4.22 a phrase below OP_OR
// matches documents without it when the OR is only checked (as the right side of OP_AND_MAYBE, or when an OP_OR decays).
DocSet Phrase::in_a_window() const {
  std::vector<Xapian::Query> leaves;
  for (const auto& term : terms_) leaves.emplace_back(term);
  const auto places = std::max<std::size_t>(leaves.size(), window_);
  Xapian::Enquire enquire(open_.database);
  enquire.set_query({Xapian::Query::OP_PHRASE, leaves.begin(), leaves.end(), static_cast<Xapian::termcount>(places)});
  enquire.set_weighting_scheme(Xapian::BoolWeight());
  enquire.set_docid_order(Xapian::Enquire::DONT_CARE);
  const Xapian::MSet found = enquire.get_mset(0, open_.database.get_doccount());
  DocSet out(open_.columns.documents);
  for (auto i = found.begin(); i != found.end(); ++i) out.add(*i);
  return out;
}

DocSet documents_with_phrase(const Open& open, std::string_view prefix, const std::vector<std::string>& words) {
  Phrase phrase(open, prefix, words);
  phrase.know();
  return phrase.people();
}

}  // namespace fellow::indexer
