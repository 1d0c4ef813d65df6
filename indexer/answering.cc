// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/answering.h"

#include <algorithm>

#include "indexer/document.h"
#include "indexer/facets.h"
#include "indexer/matching.h"
#include "indexer/passages.h"
#include "indexer/ranking.h"
#include "indexer/spelling.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

bool late(const Asked& asked, const SearchRequest& request) {
  return std::chrono::steady_clock::now() - asked.began > request.deadline;
}

// The request within its documented bounds: this is the last wall before the engine.
SearchRequest bounded(SearchRequest request) {
  request.limit = std::clamp(request.limit, 0, SearchRequest::kMaxLimit);
  request.offset = std::clamp(request.offset, 0, SearchRequest::kMaxOffset);
  if (request.query.clauses.size() > Query::kMaxWords) request.query.clauses.resize(Query::kMaxWords);
  return request;
}

}  // namespace

Hit card(const Profile& p, const Asked& asked) {
  Hit hit;
  hit.id = p.id;
  hit.url = p.url;
  hit.seeds = p.seeds;
  hit.name = p.name;
  hit.display_name = display_name(p);
  hit.alternate_names = p.alternate_names;
  for (const auto& position : p.positions) hit.positions.push_back(position.title);
  hit.affiliations = p.affiliations;
  hit.interests = p.interests;
  if (const auto countries = facet_named("country")->values(p); !countries.empty()) hit.country = countries.front().value;
  hit.paper_count = static_cast<int>(p.papers.size());
  hit.indexed_at = asked.manifest.built_at;
  hit.sources = {asked.source};
  return hit;
}

Result<Found> answer(const Asked& asked, const SearchRequest& wanted) {
  SearchRequest request = bounded(wanted);
  const auto timeout = [&] {
    return fail(Code::timeout, "no answer in " + std::to_string(request.deadline.count()) + " ms", asked.source);
  };
  Found out;
  out.generation = asked.manifest.generation;

  Matched matched = match(asked.open, request);
  if (late(asked, request)) return timeout();
  if (auto text = corrected(asked.open, request.query, matched)) {
    SearchRequest again = request;
    again.query = parse_query(*text);
    Matched better = match(asked.open, again);
    if (!better.chosen.empty()) {
      request = std::move(again);
      matched = std::move(better);
      out.corrected = std::move(text);
    }
  }
  if (late(asked, request)) return timeout();

  const Columns& columns = asked.open.columns;
  const Filters filters(columns, request.filters);
  const DocSet people = filters.all(matched.chosen);
  out.total.value = people.count();
  out.facets = count_facets(columns, request, matched.chosen, filters);
  if (late(asked, request)) return timeout();

  const Ranking ranking(asked.open.database, columns, request, matched);
  for (const Ranked& ranked : request.limit > 0 ? ranking.page(people) : std::vector<Ranked>{}) {
    if (late(asked, request)) return timeout();
    const auto stored = read_stored(asked.open.database.get_document(ranked.docid).get_data());
    if (!stored) return tl::unexpected(stored.error());
    Hit hit = card(stored->profile, asked);
    hit.score = ranked.score;
    hit.strong = ranked.strong;
    Reasons why = reasons(*stored, request.query);
    hit.matched_on = std::move(why.matched_on);
    hit.snippets = std::move(why.snippets);
    if (request.explain) hit.explanation = ranking.explain(ranked.docid);
    out.hits.push_back(std::move(hit));
  }
  return out;
}

std::vector<std::string> matching_among(const Open& open, const SearchRequest& wanted, const std::vector<std::string>& ids) {
  const SearchRequest request = bounded(wanted);
  const DocSet people = Filters(open.columns, request.filters).all(match(open, request).chosen);
  std::vector<std::string> out;
  for (const std::string& id : ids) {
    const auto at = open.database.postlist_begin(exact_term(kId, id));
    if (at != open.database.postlist_end(exact_term(kId, id)) && people.has(*at)) out.push_back(id);
  }
  return out;
}

}  // namespace fellow::indexer
