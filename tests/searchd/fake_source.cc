// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/searchd/fake_source.h"

#include <algorithm>
#include <thread>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "fellow/url.h"

namespace fellow::searchd {
namespace {

Profile person(std::string url, std::string name) {
  Profile p;
  p.url = std::move(url);
  p.id = person_id(Url::parse(p.url).value());
  p.seeds = {p.url};
  p.name = std::move(name);
  p.fetched_at = "2026-11-20T03:10:00Z";
  p.source = "demo";
  return p;
}

bool has_value(const Facet& facet, const Profile& profile, const std::vector<std::string>& chosen) {
  for (const FacetChoice& choice : facet.values(profile))
    if (std::find(chosen.begin(), chosen.end(), choice.value) != chosen.end()) return true;
  return false;
}

// Whether the filters let the profile through, but for the facet `ignored`.
bool passes(const Profile& profile, const SearchRequest& request, std::string_view ignored) {
  for (const auto& [name, chosen] : request.filters)
    if (name != ignored && !has_value(*facet_named(name), profile, chosen)) return false;
  return true;
}

double score_of(const Profile& profile, const Query& query) {
  if (query.clauses.empty()) return 1;
  const std::string text = text::fold(show(profile));
  double score = 0;
  for (const Clause& clause : query.clauses)
    for (const std::string& word : clause.words) score += text.find(word) != std::string::npos;
  return score;
}

Hit hit_of(const Profile& profile, double score) {
  Hit hit;
  hit.id = profile.id, hit.url = profile.url, hit.seeds = profile.seeds;
  hit.name = profile.name, hit.display_name = display_name(profile);
  hit.alternate_names = profile.alternate_names;
  for (const Position& position : profile.positions) hit.positions.push_back(position.title);
  for (const Affiliation& affiliation : profile.affiliations) hit.affiliations.push_back(affiliation);
  hit.interests = profile.interests;
  hit.country = profile.affiliations.empty() ? "" : profile.affiliations.front().country;
  hit.paper_count = static_cast<int>(profile.papers.size());
  hit.indexed_at = profile.fetched_at;
  hit.score = score;
  hit.matched_on = {"papers"};
  for (const Paper& paper : profile.papers)
    hit.snippets.push_back({"papers", "<mark>" + text::escape_html(paper.title) + "</mark>", profile.url});
  return hit;
}

}  // namespace

std::vector<Profile> made_up_people() {
  Profile ada = person("https://ada.example/", "Ada Muster");
  ada.alternate_names = {"阿达"};
  ada.positions = {{"PhD student", "student"}};
  ada.affiliations = {{"Hong Kong University of Science and Technology", "hkust", {"HKUST"}, "CSE", "HK"}};
  ada.past_affiliations = {{"Example Labs", "", "Research intern", 2020, 2022}};
  ada.interests = {{"Serverless inference", "serverless-inference"}};
  ada.education = {{"University of Examples", "", "BS", "Software engineering", 2019}};
  ada.advisors = {{"Ben Beispiel", "https://ben.example/", "HKUST"}};
  ada.email = "ada@ada.example";
  ada.identifiers = {{"orcid", "0000-0000-0000-0000"}};
  ada.papers = {
      {"Serverless inference for everyone", {"Ada Muster", "Ben Beispiel"}, 2025, "SIGCOMM", "", "https://ada.example/p.pdf"}};
  ada.awards = {{"Best paper", 2025}};
  ada.biography = "Ada builds systems.";

  Profile ben = person("https://ben.example/", "Ben Beispiel");
  ben.positions = {{"Professor", "faculty"}};
  ben.affiliations = ada.affiliations;
  ben.interests = {{"Operating systems", ""}};
  ben.email = "ben@ben.example";

  Profile nameless = person("https://www.cara.example/~cara/", "");
  nameless.affiliations = {{"University of Examples", "", {}, "", "DE"}};
  nameless.interests = {{"Serverless inference", "serverless-inference"}};

  Profile hostile = person("https://evil.example/", "\"><script>alert(1)</script>\n\u2028\\");
  hostile.interests = {{"</script><img src=x onerror=alert(1)>", ""}};
  hostile.papers = {{"<b>&amp;\x01 serverless \xff", {}, 2020, "", "", "javascript:alert(1)"}};
  hostile.email = "evil@evil.example";
  return {ada, ben, nameless, hostile};
}

SourceInfo FakeSource::info() const {
  return {.name = name_,
          .kind = kind,
          .generation = generation,
          .profiles = static_cast<std::int64_t>(people_.size()),
          .indexed_at = generation > 0 ? "2026-11-20T03:10:00Z" : "",
          .digest = digest,
          .timeout = timeout};
}

// Its scores need no counts of others: they are as raw as they get.
class FakeInquiry : public Inquiry {
 public:
  FakeInquiry(FakeSource& source, SearchRequest request) : source_(source), request_(std::move(request)) {}
  void statistics(Moment, Told<Statistics> told) override { told(source_.count(request_)); }
  void respell(const std::vector<Doubt>& doubts, const Statistics&, Moment, Told<std::vector<Respelled>> told) override {
    std::this_thread::sleep_for(source_.respell_delay);
    for (const Doubt& doubt : doubts) source_.doubts += static_cast<int>(doubt.word == request_.query.text);
    told(std::vector<Respelled>(doubts.size()));
  }
  void search(const Statistics&, Moment, Told<Found> told) override { told(source_.find(request_)); }

 private:
  FakeSource& source_;
  const SearchRequest request_;
};

std::shared_ptr<Inquiry> FakeSource::inquire(const SearchRequest& request) {
  return std::make_shared<FakeInquiry>(*this, request);
}

Result<Statistics> FakeSource::count(const SearchRequest&) {
  ++asked;
  std::this_thread::sleep_for(delay);
  if (error) return tl::unexpected(*error);
  return Statistics{.generation = generation,
                    .documents = static_cast<std::int64_t>(people_.size()),
                    .total_length = 100,
                    .indexed_at = info().indexed_at};
}

Result<Found> FakeSource::find(const SearchRequest& request) {
  if (error) return tl::unexpected(*error);
  if (outdated > 0 && outdated-- > 0) return fail(Code::busy, "another generation is served by now");
  Found found;
  found.generation = generation;
  for (const Profile& profile : people_)
    if (const double score = score_of(profile, request.query); score > 0 && passes(profile, request, ""))
      found.hits.push_back(hit_of(profile, std::min(score * boost / 8, 1.0)));
  std::stable_sort(found.hits.begin(), found.hits.end(), [](const Hit& a, const Hit& b) { return a.score > b.score; });
  found.total.value = static_cast<std::int64_t>(found.hits.size());
  const auto begin = std::min(found.hits.size(), static_cast<std::size_t>(request.offset));
  found.hits.erase(found.hits.begin(), found.hits.begin() + static_cast<std::ptrdiff_t>(begin));
  found.hits.resize(std::min(found.hits.size(), static_cast<std::size_t>(request.limit)));
  if (!found.hits.empty()) found.best = found.hits.front().score;
  for (const FacetWish& wish : request.facets) {
    const Facet& facet = *facet_named(wish.name);
    auto& values = found.facets[wish.name];
    for (const Profile& profile : people_) {
      if (score_of(profile, request.query) == 0 || !passes(profile, request, wish.name)) continue;
      for (const FacetChoice& choice : facet.values(profile)) {
        auto at = std::find_if(values.begin(), values.end(), [&](const FacetValue& v) { return v.value == choice.value; });
        if (at == values.end()) at = values.insert(at, {choice.value, choice.label, 0, Relation::eq, false});
        ++at->count;
        const auto filter = request.filters.find(wish.name);
        at->selected = filter != request.filters.end() && has_value(facet, profile, {choice.value}) &&
                       std::find(filter->second.begin(), filter->second.end(), choice.value) != filter->second.end();
      }
    }
    std::stable_sort(values.begin(), values.end(), [](const FacetValue& a, const FacetValue& b) { return a.count > b.count; });
    if (values.size() > static_cast<std::size_t>(request.facet_limit)) {
      found.cuts[wish.name] = values[static_cast<std::size_t>(request.facet_limit)].count;
      values.resize(static_cast<std::size_t>(request.facet_limit));
    }
  }
  return found;
}

Result<Profile> FakeSource::profile(std::string_view id) {
  if (error) return tl::unexpected(*error);
  for (const auto& [from, to] : merged)
    if (from == id) return profile(to);
  for (const Profile& profile : people_)
    if (profile.id == id) return profile;
  return fail(Code::not_found, "nobody with this id is known", "id");
}

Result<std::vector<Suggestion>> FakeSource::suggest(std::string_view text, int limit) {
  if (error) return tl::unexpected(*error);
  auto out = suggestions;
  for (auto& one : out) one.text = std::string(text) + one.text;
  out.resize(std::min(out.size(), static_cast<std::size_t>(limit)));
  return out;
}

// Everybody else, in their order.
Result<std::vector<std::string>> FakeSource::among(const SearchRequest& request, const std::vector<std::string>& ids) {
  if (error) return tl::unexpected(*error);
  std::vector<std::string> out;
  for (const Profile& profile : people_)
    if (score_of(profile, request.query) > 0 && passes(profile, request, "") &&
        std::count(ids.begin(), ids.end(), profile.id) > 0)
      out.push_back(profile.id);
  return out;
}

Result<std::vector<Similar>> FakeSource::similar(std::string_view id, int limit) {
  if (const auto known = profile(id); !known) return tl::unexpected(known.error());
  std::vector<Similar> out;
  for (const Profile& p : people_) {
    if (p.id == id || out.size() == static_cast<std::size_t>(limit)) continue;
    Similar one{.hit = {}, .why = {"is not " + std::string(id)}};
    one.hit.id = p.id, one.hit.url = p.url, one.hit.name = p.name, one.hit.display_name = display_name(p);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace fellow::searchd
