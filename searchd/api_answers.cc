// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "fellow/fields.h"
#include "fellow/json.h"
#include "searchd/answer_json.h"
#include "searchd/peer_api.h"
#include "searchd/route_answers.h"
#include "searchd/search_parameters.h"

namespace fellow::searchd {
namespace {

using Kind = Parameter::Kind;

// 16 characters of base32, as fellow::person_id makes them.
bool is_id(std::string_view text) {
  const auto is_base32 = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7'); };
  return text.size() == 16 && std::all_of(text.begin(), text.end(), is_base32);
}

constexpr Parameter kSuggestLimit{"limit", Kind::number, "Suggestions wanted", 1, kMostSuggestions, "", "10"};
constexpr Parameter kSimilarLimit{"limit", Kind::number, "Researchers wanted", 1, kMostSimilar, "", "10"};
constexpr Parameter kBeginning{"q", Kind::text, "What was typed so far", 0, Query::kMaxBytes};
constexpr std::array kSuggest{kBeginning, kSuggestLimit};
constexpr std::array kSimilar{kSimilarLimit};

}  // namespace

std::span<const Parameter> suggest_parameters() { return kSuggest; }
std::span<const Parameter> similar_parameters() { return kSimilar; }

Result<Profile> find_person(const Call& call) {
  if (!is_id(call.id)) return fail(Code::not_found, "nobody with this id is known", "id");
  return call.desk.sources.profile(call.id, way_of(call.request));
}

// To where a merged person lives now.
HttpResponse moved(std::string_view folder, const std::string& id, std::string_view rest) {
  HttpResponse response = json_response(308, "{\"id\":\"" + id + "\"}\n");
  response.headers.emplace_back("Location", std::string(folder) + id + std::string(rest));
  return response;
}

HttpResponse answer_search(const Call& call) {
  const auto request = read_search(call.parameters);
  if (!request) return error_response(request.error());
  if (const auto name = call.desk.sources.unknown(*request); !name.empty())
    return error_response(400, "bad_input", "no source is called " + std::string(name), "sources");
  const Answer answer = call.desk.sources.ask(*request);
  call.desk.metrics->count(answer);
  HttpResponse response = json_response(is_good(answer) ? 200 : 503, show(answer) + "\n");
  if (!is_whole(answer)) never_kept(response);
  if (response.status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

HttpResponse answer_researcher(const Call& call) {
  const auto profile = find_person(call);
  if (!profile) return error_response(profile.error());
  if (profile->id != call.id) return moved("/api/v1/researchers/", profile->id);
  return json_response(200, show(*profile, {.email = call.desk.config.public_email, .display_name = true}) + "\n");
}

HttpResponse answer_suggest(const Call& call) {
  const std::string_view typed = value_of(kBeginning, call.parameters);
  return json_response(
      200, show(call.desk.sources.suggest(typed, number_of(kSuggestLimit, call.parameters), way_of(call.request))) + "\n");
}

HttpResponse answer_similar(const Call& call) {
  const auto person = find_person(call);
  if (!person) return error_response(person.error());
  if (person->id != call.id) return moved("/api/v1/researchers/", person->id, "/similar");
  const auto found = call.desk.sources.similar(call.id, number_of(kSimilarLimit, call.parameters), way_of(call.request));
  if (!found) return error_response(found.error());
  return json_response(200, show(*found) + "\n");
}

HttpResponse answer_sources(const Call& call) { return json_response(200, show(call.desk.sources.info()) + "\n"); }

HttpResponse answer_health(const Call&) { return json_response(200, "{\"status\":\"ok\"}\n"); }

// Ready when there is something to search.
HttpResponse answer_readiness(const Call& call) {
  const auto all = call.desk.sources.info();
  const auto published = [](const SourceInfo& source) { return source.generation > 0; };
  if (std::any_of(all.begin(), all.end(), published)) return json_response(200, "{\"status\":\"ready\"}\n");
  return error_response(503, "busy", "no source has published anything yet; run fellow update");
}

HttpResponse answer_openapi(const Call&) {
  static const std::string document = openapi_document() + "\n";
  return json_response(200, document);
}

HttpResponse answer_metrics(const Call& call) {
  const Desk& desk = call.desk;
  const Metrics::Now now{
      .sources = desk.sources.info(), .cache = desk.cache.use(), .connections = desk.connections ? desk.connections() : 0};
  HttpResponse response = json_response(200, desk.metrics->show(now));
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  return response;
}

}  // namespace fellow::searchd
