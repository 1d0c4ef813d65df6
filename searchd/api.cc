// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/api.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

#include "fellow/export_formats.h"
#include "fellow/fields.h"
#include "fellow/json.h"
#include "fellow/text.h"
#include "searchd/answer.h"
#include "searchd/answer_json.h"
#include "searchd/pages.h"
#include "searchd/peer_api.h"
#include "searchd/peer_source.h"
#include "searchd/plain_html.h"
#include "searchd/query_string.h"
#include "searchd/search_parameters.h"

namespace fellow::searchd {
namespace {

constexpr int kUsualLimit = 10;

// What a route is given.
struct Call {
  const Sources& sources;
  const Pages& pages;
  bool public_email;
  const Parameters& parameters;
  std::string_view id;  // what stands for {id} in the pattern
  int hops = 0;         // see hops_of
};

// 16 characters of base32, as fellow::person_id makes them.
bool is_id(std::string_view text) {
  const auto is_base32 = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '2' && c <= '7'); };
  return text.size() == 16 && std::all_of(text.begin(), text.end(), is_base32);
}

Result<Profile> find_person(const Call& call) {
  if (!is_id(call.id)) return fail(Code::not_found, "nobody with this id is known", "id");
  return call.sources.profile(call.id, call.hops);
}

// To where a merged person lives now.
HttpResponse moved(std::string_view folder, const std::string& id, std::string_view rest = "") {
  HttpResponse response = json_response(308, "{\"id\":\"" + id + "\"}\n");
  response.headers.emplace_back("Location", std::string(folder) + id + std::string(rest));
  return response;
}

HttpResponse search(const Call& call) {
  const auto request = read_search(call.parameters);
  if (!request) return error_response(request.error());
  if (const auto name = call.sources.unknown(*request); !name.empty())
    return error_response(400, "bad_input", "no source is called " + std::string(name), "sources");
  const Answer answer = call.sources.ask(*request);
  HttpResponse response = json_response(is_good(answer) ? 200 : 503, show(answer) + "\n");
  if (response.status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

HttpResponse researcher(const Call& call) {
  const auto profile = find_person(call);
  if (!profile) return error_response(profile.error());
  if (profile->id != call.id) return moved("/api/v1/researchers/", profile->id);
  const auto whole = json_of(*profile, {.email = call.public_email});
  nlohmann::ordered_json out;
  for (const auto& [key, value] : whole.items()) {
    out[key] = value;
    if (key == "id") out["display_name"] = display_name(*profile);  // always there, as in every answer
  }
  return json_response(200, show_json(out) + "\n");
}

// "q" and "limit", as both of the following take them. bad_input with the parameter.
Result<std::pair<std::string, int>> read_short(const Parameters& parameters, bool takes_q, int most) {
  std::pair<std::string, int> out{"", kUsualLimit};
  std::set<std::string_view> seen;
  for (const auto& [name, value] : parameters) {
    if (!seen.insert(name).second) return fail(Code::bad_input, "is given twice", name);
    if (name == "q" && takes_q) {
      if (value.size() > Query::kMaxBytes) return fail(Code::bad_input, "at most 1024 bytes are wanted", name);
      out.first = value;
    } else if (name == "limit") {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out.second);
      if (error != std::errc{} || end != value.data() + value.size() || out.second < 1 || out.second > most)
        return fail(Code::bad_input, "a number from 1 to " + std::to_string(most) + " is wanted", name);
    } else {
      return fail(Code::bad_input, "unknown parameter", name);
    }
  }
  return out;
}

HttpResponse suggest(const Call& call) {
  const auto wish = read_short(call.parameters, true, kMostSuggestions);
  if (!wish) return error_response(wish.error());
  return json_response(200, show(call.sources.suggest(wish->first, wish->second, call.hops)) + "\n");
}

HttpResponse similar(const Call& call) {
  const auto wish = read_short(call.parameters, false, kMostSimilar);
  if (!wish) return error_response(wish.error());
  const auto person = find_person(call);
  if (!person) return error_response(person.error());
  if (person->id != call.id) return moved("/api/v1/researchers/", person->id, "/similar");
  const auto found = call.sources.similar(call.id, wish->second, call.hops);
  if (!found) return error_response(found.error());
  return json_response(200, show(*found) + "\n");
}

HttpResponse sources(const Call& call) { return json_response(200, show(call.sources.info()) + "\n"); }

HttpResponse health(const Call&) { return json_response(200, "{\"status\":\"ok\"}\n"); }

// Ready when there is something to search.
HttpResponse readiness(const Call& call) {
  const auto all = call.sources.info();
  const auto published = [](const SourceInfo& source) { return source.generation > 0; };
  if (std::any_of(all.begin(), all.end(), published)) return json_response(200, "{\"status\":\"ready\"}\n");
  return error_response(503, "busy", "no source has published anything yet; run fellow update");
}

// What the address of the search page asks for; foreign parameters (of trackers, of newer versions) are left out.
Parameters asked_of_page(const Parameters& parameters) {
  Parameters out;
  for (const auto& [name, value] : parameters) {
    const bool is_ours = name == "q" || name == "sort" || name == "offset" || facet_named(name);
    if (is_ours && (name == "q" || !value.empty())) out.emplace_back(name, value);
  }
  return out;
}

// The page with a plain list in it, which the page's script replaces by more.
HttpResponse start_page(const Call& call) {
  const Parameters asked = asked_of_page(call.parameters);
  const auto words = std::find_if(asked.begin(), asked.end(), [](const auto& one) { return one.first == "q"; });
  const auto is_chosen = [](const auto& one) { return facet_named(one.first) != nullptr; };
  if (words == asked.end() && std::none_of(asked.begin(), asked.end(), is_chosen))
    return call.pages.filled("index", 200,
                             {{"title", "Fellow: who works on X at Y?"},
                              {"class", "landing"},
                              {"results", "<p class=\"start\"><a href=\"/?q=\">Browse all</a></p>"}});
  const std::string q = words == asked.end() ? "" : text::escape_html(words->second);
  Pages::Holes holes{{"title", (q.empty() ? "Everyone" : q) + " · Fellow"}, {"q", q}};
  const auto request = read_search(asked);
  if (!request) {
    holes["results"] = error_html(request.error());
    return call.pages.filled("index", status_of(request.error().code), holes);
  }
  const Answer answer = call.sources.ask(*request);
  holes["results"] = result_list_html(answer, asked);
  return call.pages.filled("index", is_good(answer) ? 200 : 503, holes);
}

HttpResponse person_page(const Call& call) {
  const auto profile = find_person(call);
  if (!profile)
    return call.pages.filled("person", status_of(profile.error().code),
                             {{"title", "Fellow"}, {"person", "<p>Nobody is shown here.</p>"}});
  if (profile->id != call.id) return moved("/r/", profile->id);
  return call.pages.filled("person", 200,
                           {{"title", text::escape_html(display_name(*profile)) + " · Fellow"},
                            {"meta", person_meta_html(*profile)},
                            {"person", person_html(*profile)}});
}

// The profile in another format, to be saved as a file.
HttpResponse saved_person(const Call& call, std::string_view ending, std::string_view type,
                          std::string (*write)(const Profile&)) {
  const auto profile = find_person(call);
  if (!profile) return error_response(profile.error());
  if (profile->id != call.id) return moved("/r/", profile->id, ending);
  HttpResponse response = json_response(200, write(*profile) + "\n");
  response.content_type = type;
  response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + profile->id + std::string(ending) + "\"");
  return response;
}

HttpResponse person_jsonld(const Call& call) { return saved_person(call, ".jsonld", "application/ld+json", json_ld_of); }
HttpResponse person_bibtex(const Call& call) {
  return saved_person(call, ".bib", "application/x-bibtex; charset=utf-8", bibtex_of);
}

struct Route {
  std::string_view pattern;  // may hold one {id}
  HttpResponse (*answer)(const Call&);
  enum class Takes { nothing, anything } parameters;  // `anything`: the route judges them itself
};

constexpr std::array kRoutes{
    Route{"/api/v1/search", search, Route::Takes::anything},
    Route{"/api/v1/researchers/{id}", researcher, Route::Takes::nothing},
    Route{"/api/v1/researchers/{id}/similar", similar, Route::Takes::anything},
    Route{"/api/v1/suggest", suggest, Route::Takes::anything},
    Route{"/api/v1/sources", sources, Route::Takes::nothing},
    Route{"/healthz", health, Route::Takes::nothing},
    Route{"/readyz", readiness, Route::Takes::nothing},
    Route{"/", start_page, Route::Takes::anything},
    Route{"/r/{id}", person_page, Route::Takes::anything},
    Route{"/r/{id}.jsonld", person_jsonld, Route::Takes::nothing},  // after what they are a case of
    Route{"/r/{id}.bib", person_bibtex, Route::Takes::nothing},
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

class Api {
 public:
  Api(std::vector<std::shared_ptr<Source>> sources, const Config& config)
      : sources_(std::move(sources)), pages_(embedded_web(), config), public_email_(config.public_email) {
    if (!config.peer_token_file.empty())
      peer_token_ = read_token(config.peer_token_file).value_or("\n");  // unreadable: nobody may
  }

  HttpResponse answer(const HttpRequest& request) const {
    if (const auto peer_call = peer_call_of(request.path)) return answer_peer_call(*peer_call, request);
    const HttpResponse* page = pages_.find(request.path);
    const Route* route = nullptr;
    std::string_view id;
    for (const Route& row : kRoutes) {
      if (const auto matched = match(row.pattern, request.path)) route = &row, id = *matched;
    }
    if (!page && !route) return error_response(404, "not_found", "there is nothing at this address");
    if (request.method != "GET" && request.method != "HEAD") {
      HttpResponse response = error_response(405, "bad_input", "only GET and HEAD are answered");
      response.headers.emplace_back("Allow", "GET, HEAD");
      return response;
    }
    return page ? *page : call(*route, id, request);
  }

 private:
  static std::optional<PeerCall> peer_call_of(std::string_view path) {
    if (path == "/api/v1/peer/stats") return PeerCall::stats;
    return path == "/api/v1/peer/search" ? std::optional(PeerCall::search) : std::nullopt;
  }

  HttpResponse answer_peer_call(PeerCall call, const HttpRequest& request) const {
    if (request.method == "POST") return answer_peer({sources_, peer_token_}, call, request);
    HttpResponse response = error_response(405, "bad_input", "only POST is answered");
    response.headers.emplace_back("Allow", "POST");
    return response;
  }

  HttpResponse call(const Route& route, std::string_view id, const HttpRequest& request) const {
    const auto parameters = parse_query_string(request.query);
    if (!parameters && request.path == "/")
      return pages_.filled("index", 400, {{"title", "Fellow"}, {"results", error_html(parameters.error())}});
    if (!parameters) return error_response(parameters.error());
    if (route.parameters == Route::Takes::nothing && !parameters->empty())
      return error_response(400, "bad_input", "unknown parameter", parameters->front().first);
    return route.answer({sources_, pages_, public_email_, *parameters, id, hops_of(request)});
  }

  Sources sources_;
  Pages pages_;
  bool public_email_;
  std::string peer_token_;
};

}  // namespace

HttpHandler make_api(std::vector<std::shared_ptr<Source>> sources, const Config& config) {
  const auto api = std::make_shared<const Api>(std::move(sources), config);
  return [api](const HttpRequest& request) { return api->answer(request); };
}

std::vector<std::string_view> route_patterns() {
  std::vector<std::string_view> patterns;
  for (const Route& route : kRoutes) patterns.push_back(route.pattern);
  return patterns;
}

}  // namespace fellow::searchd
