// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/routes.h"

#include <array>
#include <optional>

#include "fellow/json.h"
#include "fellow/version.h"
#include "searchd/route_answers.h"
#include "searchd/search_parameters.h"

namespace fellow::searchd {
namespace {

using Kind = Route::Kind;
constexpr std::string_view kJson = "application/json", kHtml = "text/html; charset=utf-8";

constexpr std::array kRows{
    Route{"/api/v1/search", Kind::api, "Researchers for one line of free text, best first", kJson, answer_search,
          search_parameters},
    Route{"/api/v1/researchers/{id}", Kind::api, "The whole profile of one researcher, each fact with its page", kJson,
          answer_researcher},
    Route{"/api/v1/researchers/{id}/similar", Kind::api, "Researchers like this one, each with the reasons", kJson,
          answer_similar, similar_parameters},
    Route{"/api/v1/suggest", Kind::api, "What a typed beginning may go on to", kJson, answer_suggest, suggest_parameters},
    Route{"/api/v1/sources", Kind::api, "What is searched, how many people each source has, and how old it is", kJson,
          answer_sources},
    Route{"/api/v1/peer/stats", Kind::api, "For another daemon: how often this one has the words of a query", kJson,
          answer_peer_stats, nullptr, false, Route::Method::post},
    Route{"/api/v1/peer/search", Kind::api, "For another daemon: the best of this one, ranked by the counts of all", kJson,
          answer_peer_search, nullptr, false, Route::Method::post},
    Route{"/openapi.json", Kind::api, "This description", kJson, answer_openapi},
    Route{"/opensearch.xml", Kind::api, "How a browser's search box asks here (OpenSearch 1.1)",
          "application/opensearchdescription+xml", answer_opensearch},
    Route{"/feed", Kind::api, "New researchers, places and papers of a query, by generation (Atom)", "application/atom+xml",
          answer_feed, feed_parameters},
    Route{"/healthz", Kind::machine, "Whether the program answers", kJson, answer_health, nullptr, false},
    Route{"/readyz", Kind::machine, "Whether there is something to search", kJson, answer_readiness, nullptr, false},
    Route{"/metrics", Kind::machine, "Counts in the text format of Prometheus", "text/plain", answer_metrics, nullptr, false},
    Route{"/", Kind::page, "The search page", kHtml, answer_start_page},
    Route{"/r/{id}", Kind::page, "A person's page", kHtml, answer_person_page},
    Route{"/r/{id}.jsonld", Kind::api, "A profile as schema.org JSON-LD, to be saved", "application/ld+json",
          answer_person_jsonld},
    Route{"/r/{id}.bib", Kind::api, "A person's papers as BibTeX, to be saved", "application/x-bibtex", answer_person_bibtex},
};

constexpr std::string_view kId = "{id}";

// What stands for {id} if the path is of the pattern ("" if it has none); nullopt if it is not.
std::optional<std::string_view> match(std::string_view pattern, std::string_view path) {
  const auto at = pattern.find(kId);
  if (at == std::string_view::npos) return pattern == path ? std::optional<std::string_view>("") : std::nullopt;
  const std::string_view folder = pattern.substr(0, at), rest = pattern.substr(at + kId.size());
  if (!path.starts_with(folder) || !path.ends_with(rest) || path.size() <= folder.size() + rest.size()) return std::nullopt;
  const std::string_view id = path.substr(folder.size(), path.size() - folder.size() - rest.size());
  return id.find('/') == std::string_view::npos ? std::optional(id) : std::nullopt;
}

nlohmann::ordered_json error_answer(std::string_view description) {
  return {{"description", description}, {"content", {{kJson, {{"schema", {{"$ref", "#/components/schemas/Error"}}}}}}}};
}

nlohmann::ordered_json operation(const Route& route) {
  nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
  const bool of_person = route.pattern.find(kId) != std::string_view::npos;
  if (of_person)
    parameters.push_back({{"name", "id"},
                          {"in", "path"},
                          {"required", true},
                          {"description", "A researcher's id"},
                          {"schema", {{"type", "string"}, {"pattern", "^[a-z2-7]{16}$"}}}});
  if (route.parameters)
    for (const Parameter& row : route.parameters()) parameters.push_back(openapi(row));
  std::string id;
  for (const char c : route.pattern.substr(1)) id += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '_';
  nlohmann::ordered_json answers;
  const bool is_json = route.type.ends_with("json");
  answers["200"] = {{"description", route.about},
                    {"content", {{route.type, {{"schema", {{"type", is_json ? "object" : "string"}}}}}}}};
  if (route.by_state) answers["304"] = {{"description", "Nothing has changed since the ETag that was sent"}};
  if (of_person) answers["308"] = {{"description", "The person has another id now: see Location"}};
  answers["400"] = error_answer("A parameter is unknown or unusable; `field` names it");
  if (of_person) answers["404"] = error_answer("Nobody with this id is known");
  answers["503"] = error_answer("Nobody can answer now; try again after Retry-After");
  nlohmann::ordered_json out{{"operationId", id}, {"summary", route.about}, {"parameters", parameters}};
  if (route.method == Route::Method::post) {
    out["requestBody"] = {{"required", true}, {"content", {{kJson, {{"schema", {{"type", "object"}}}}}}}};
    answers["401"] = error_answer("The token that this daemon asks of others is missing");
    answers["409"] = error_answer("Another generation is served by now: begin again");
    answers["508"] = error_answer("The question came through this daemon before, or through too many");
  }
  out["responses"] = answers;
  return out;
}

}  // namespace

constinit const std::span<const Route> kRoutes{kRows};

Matched find_route(std::string_view path) {
  Matched out;
  for (const Route& row : kRows) {
    if (const auto id = match(row.pattern, path)) out = {&row, *id};
  }
  return out;
}

std::string_view allowed(Route::Method method) {
  return method == Route::Method::post ? "POST, OPTIONS" : "GET, HEAD, OPTIONS";
}

std::string openapi_document() {
  nlohmann::ordered_json paths = nlohmann::ordered_json::object();
  for (const Route& route : kRows) {
    if (route.kind == Kind::page) continue;
    paths[std::string(route.pattern)][route.method == Route::Method::post ? "post" : "get"] = operation(route);
  }
  const nlohmann::ordered_json error{
      {"type", "object"},
      {"required", nlohmann::ordered_json::array({"error"})},
      {"properties",
       {{"error",
         {{"type", "object"},
          {"required", nlohmann::ordered_json::array({"code", "message"})},
          {"properties",
           {{"code", {{"type", "string"}}}, {"message", {{"type", "string"}}}, {"field", {{"type", "string"}}}}}}}}}};
  return show_json({{"openapi", "3.1.0"},
                    {"info",
                     {{"title", "Fellow"},
                      {"summary", "Who works on X at Y?"},
                      {"version", kVersion},
                      {"license", {{"name", "GPL-3.0-or-later"}, {"identifier", "GPL-3.0-or-later"}}}}},
                    {"servers", nlohmann::ordered_json::array({{{"url", "/"}}})},
                    {"paths", paths},
                    {"components", {{"schemas", {{"Error", error}}}}}});
}

}  // namespace fellow::searchd
