// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/answering.h"

#include <algorithm>

#include "fellow/suppress.h"
#include "fellow/url.h"
#include "indexer/counting.h"
#include "indexer/document.h"
#include "indexer/facets.h"
#include "indexer/matching.h"
#include "indexer/passages.h"
#include "indexer/ranking.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

bool late(const Asked& asked) { return std::chrono::steady_clock::now() >= asked.until; }

// Who it is for other sources: identifiers that say so, and the home page.
std::vector<std::string> person_keys(const Profile& profile) {
  std::vector<std::string> out;
  for (const auto& [kind, name] : {std::pair{"orcid", "orcid"}, {"google_scholar", "scholar"}, {"dblp", "dblp"}}) {
    const auto row = profile.identifiers.find(kind);
    if (row != profile.identifiers.end() && !row->second.empty()) out.push_back(std::string(name) + ':' + row->second);
  }
  if (const auto url = Url::parse(profile.url)) out.push_back("home:" + key_of(*url));
  return out;
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
  hit.person_keys = person_keys(p);
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

  const Ranking ranking(asked.open, request, matched, all);
  const Page page = request.limit > 0 ? ranking.page(people) : Page{};
  out.best = page.best;
  for (const Ranked& ranked : page.people) {
    if (late(asked)) return timeout();
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
