// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/answering.h"

#include <algorithm>
#include <optional>

#include "indexer/card.h"
#include "indexer/counting.h"
#include "indexer/document.h"
#include "indexer/facets.h"
#include "indexer/ingredients.h"
#include "indexer/matching.h"
#include "indexer/passages.h"
#include "indexer/ranking.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

bool late(const Asked& asked) { return std::chrono::steady_clock::now() >= asked.until; }

// Her card, from the generation's, or made of what the database holds.
Result<std::string> record_of(const Open& open, Xapian::docid docid) {
  if (open.cards) {
    if (std::string record = open.cards->record(docid); !record.empty()) return record;
  }
  const auto stored = read_stored(open.database.get_document(docid).get_data());
  if (!stored) return tl::unexpected(stored.error());
  return write_card(stored->profile, stored->pages);
}

}  // namespace

Result<Hit> shown(const Asked& asked, Xapian::docid docid, const Quoter* quoter) {
  const auto record = record_of(asked.open, docid);
  if (!record) return tl::unexpected(record.error());
  const auto card = Card::read(*record);
  if (!card) return fail(Code::corrupt, "a card cannot be read; run `fellow index` to build the index anew", asked.source);
  Hit hit = card->shown();
  hit.indexed_at = asked.manifest.built_at;
  hit.sources = {asked.source};
  if (quoter) {
    Reasons why = quoter->reasons(*card);
    hit.matched_on = std::move(why.matched_on);
    hit.snippets = std::move(why.snippets);
  }
  return hit;
}

Result<Found> answer(const Asked& asked, const SearchRequest& request, const Looked& looked, const Statistics& all) {
  const auto timeout = [&] {
    return fail(Code::timeout, "no answer in " + std::to_string(request.deadline.count()) + " ms", asked.source);
  };
  Found out;
  out.generation = asked.manifest.generation;
  const Columns& columns = asked.open.columns;
  const Matched matched = choose(asked.open, request, looked, all);
  if (late(asked)) return timeout();
  const Filters filters(columns, request.filters);
  const DocSet people = filters.all(matched.chosen);
  out.total.value = people.count();
  count_facets(columns, request, matched.chosen, filters, out);
  if (late(asked)) return timeout();

  Ranking ranking(asked.open, request, matched, all);
  const Page page = request.limit > 0 ? ranking.page(people) : Page{};
  out.best = page.best;
  std::optional<Quoter> quoter;
  if (takes(request, Ingredient::quotes)) quoter.emplace(request.query);
  for (const Ranked& ranked : page.people) {
    if (late(asked)) return timeout();
    auto hit = shown(asked, ranked.docid, quoter ? &*quoter : nullptr);
    if (!hit) return tl::unexpected(hit.error());
    hit->score = ranked.score;
    hit->strong = ranked.strong;
    if (request.explain) hit->explanation = ranking.explain(ranked.docid);
    out.hits.push_back(std::move(*hit));
  }
  return out;
}

std::vector<std::string> matching_among(const Asked& asked, const SearchRequest& request, const std::vector<std::string>& ids) {
  const Open& open = asked.open;
  const Looked looked = look(open, request);
  const Matched matched = choose(open, request, looked, count(open, asked.manifest, request, looked));
  const DocSet people = Filters(open.columns, request.filters).all(matched.chosen);
  std::vector<std::string> out;
  for (const std::string& id : ids) {
    const auto at = open.database.postlist_begin(exact_term(kId, id));
    if (at != open.database.postlist_end(exact_term(kId, id)) && people.has(*at)) out.push_back(id);
  }
  return out;
}

}  // namespace fellow::indexer
