// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/api.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

#include "fellow/embedded.h"
#include "fellow/text.h"
#include "fellow/version.h"
#include "searchd/gzip.h"
#include "searchd/peer_source.h"
#include "searchd/plain_html.h"
#include "searchd/route_answers.h"

namespace fellow::searchd {
namespace {

constexpr std::size_t kGzipFrom = 1024;  // bytes; below it a packet holds the body either way

std::uint64_t mix(std::uint64_t sum, std::string_view text) {
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;  // FNV-1a
  return (sum ^ text.size()) * 0x100000001b3;
}
std::uint64_t mix(std::uint64_t sum, std::uint64_t number) { return mix(sum, std::to_string(number)); }

// Of the program, its pages and what the configuration puts into answers.
std::uint64_t sum_of(const Config& config) {
  std::uint64_t sum = mix(0xcbf29ce484222325, kVersion);
  for (const EmbeddedFile& file : embedded_web()) sum = mix(mix(sum, file.path), file.body);
  for (const std::string& text : {config.contact, config.user_agent, config.serve.url}) sum = mix(sum, text);
  return mix(sum, std::uint64_t{config.public_email} * 2 + std::uint64_t{config.serve.any_origin});
}

std::string tag_of(std::uint64_t state) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[(state >> shift) & 15];
  return "W/\"" + out + "\"";  // weak: took_ms differs from answer to answer
}

// RFC 9110 section 13.1.2, weak comparison.
bool names(std::string_view if_none_match, std::string_view tag) {
  if (text::trim(if_none_match) == "*") return true;
  const auto bare = [](std::string_view one) { return one.starts_with("W/") ? one.substr(2) : one; };
  for (const std::string_view one : text::split(if_none_match, ','))
    if (bare(text::trim(one)) == bare(tag)) return true;
  return false;
}

// In the order of the rows, without what says the usual: equal questions look the same.
Parameters normal(std::span<const Parameter> rows, const Parameters& given) {
  Parameters out;
  for (const Parameter& row : rows)
    for (const auto& [name, value] : given)
      if (name == row.name && (row.repeats || value != row.usual)) out.emplace_back(name, value);
  return out;
}

HttpResponse not_modified(const HttpResponse& whole) {
  HttpResponse out{304, "", "", {}, whole.route};
  for (const auto& header : whole.headers)
    for (const std::string_view kept : {"ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin"})
      if (header.first == kept) out.headers.push_back(header);
  return out;
}

// Where the same response is found again: for this host (addresses in answers), this coding, this question, and whoever handed
// it on, who is not told what they know themselves.
std::string key_of(const HttpRequest& request, bool packed, std::string_view query) {
  std::string out = packed ? "z" : "-";
  out += request.encrypted ? "s" : "-";
  return out.append(request.host)
      .append(":")
      .append(std::to_string(request.port))
      .append(request.path)
      .append("?")
      .append(query)
      .append(request.header("Fellow-Hops").empty() ? "" : "#")
      .append(request.header("Fellow-Hops"))
      .append(request.header("Fellow-Via"));
}

}  // namespace

namespace {

// Of the sources on this machine (`own`), or of all.
std::uint64_t state_of(const std::vector<SourceInfo>& sources, bool own) {
  static constexpr auto kStale = std::chrono::seconds(5);  // how late a change of those that others serve may be seen
  std::uint64_t sum = 0xcbf29ce484222325;
  bool foreign = false;
  for (const SourceInfo& source : sources) {
    const bool is_foreign = source.kind != "index";
    if (is_foreign && own) continue;
    foreign = foreign || is_foreign;
    sum = mix(mix(mix(sum, source.name), source.generation), static_cast<std::uint64_t>(source.profiles));
    sum = mix(mix(sum, source.indexed_at), source.digest);  // numbers begin anew where the index was wiped
  }
  if (!foreign) return sum;
  return mix(sum, static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / kStale));
}

}  // namespace

std::uint64_t Desk::own_state() const { return state_of(sources.info(), true); }
std::uint64_t Desk::state() const { return state_of(sources.info(), false); }

namespace {

// What other daemons have to show; "" if anybody may ask.
std::string token_of(const Config& config) {
  if (config.peer_token_file.empty()) return "";
  return read_token(config.peer_token_file).value_or("\n");  // unreadable: nobody may
}

}  // namespace

class Api::Impl {
 public:
  Impl(std::vector<std::shared_ptr<Source>> sources, const Config& config, ApiLoans loans)
      : desk_{.config = config,
              .sources = Sources(std::move(sources)),
              .pages = Pages(embedded_web(), config),
              .cache = AnswerCache(static_cast<std::size_t>(config.serve.cache_mb) << 20),
              .metrics = loans.metrics ? std::move(loans.metrics) : std::make_shared<Metrics>(),
              .news = News(std::move(loans.changes)),
              .peer_token = token_of(config),
              .connections = std::move(loans.connections)},
        config_sum_(sum_of(config)) {}

  HttpResponse answer(const HttpRequest& request, bool machine) const {
    const HttpResponse* page = machine ? nullptr : desk_.pages.find(request.path);
    const Matched found = find_route(request.path);
    const Route* route = page || !is_open(found.route, machine) ? nullptr : found.route;
    const Route::Method method = route ? route->method : Route::Method::get;
    if (request.path == "*" || ((page || route) && request.method == "OPTIONS")) return options(route, method);
    if (!page && !route) return shared(error_response(404, "not_found", "there is nothing at this address"));
    const bool is_get = request.method == "GET" || request.method == "HEAD";
    if (method == Route::Method::post ? request.method != "POST" : !is_get) return not_allowed(route, method);
    if (page) return static_page(*page, request);
    return call(*route, found.id, request);
  }

  AnswerCache::Kept ready(const HttpRequest& request) const {
    if (request.method != "GET" && request.method != "HEAD") return nullptr;
    const bool packed = takes_gzip(request.header("Accept-Encoding"));
    auto kept = desk_.cache.find(key_of(request, packed, request.query), state_.load(), true);
    if (kept && names_tag(request, *kept)) kept = std::make_shared<const HttpResponse>(not_modified(*kept));
    return kept;
  }

  // One at a time: a slow look must not put an older state in the place of a newer one.
  std::uint64_t look() const {
    const std::lock_guard lock(looking_);
    const std::uint64_t now = mix(config_sum_, desk_.state());
    state_ = now;
    return now;
  }

  std::vector<SourceInfo> sources() const { return desk_.sources.info(); }

 private:
  bool is_open(const Route* route, bool machine) const {
    if (!route) return false;
    if (machine) return route->kind == Route::Kind::machine;
    return route->answer != answer_metrics || desk_.config.serve.metrics == "public";
  }

  // What may be said to any page's script is said so (R27).
  HttpResponse shared(HttpResponse response) const {
    if (desk_.config.serve.any_origin) response.headers.emplace_back("Access-Control-Allow-Origin", "*");
    return response;
  }

  HttpResponse options(const Route* route, Route::Method method) const {
    HttpResponse response{
        204, "", "", {{"Allow", std::string(allowed(method))}, {"Cache-Control", "no-store"}}, route ? route->pattern : ""};
    if (!desk_.config.serve.any_origin || !route || route->kind == Route::Kind::page) return response;
    response = shared(std::move(response));
    response.headers.emplace_back("Access-Control-Allow-Methods", allowed(method));
    response.headers.emplace_back("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
    response.headers.emplace_back("Access-Control-Max-Age", "86400");
    return response;
  }

  static HttpResponse not_allowed(const Route* route, Route::Method method) {
    HttpResponse response = error_response(405, "bad_input", "only " + std::string(allowed(method)) + " are answered");
    response.headers.emplace_back("Allow", allowed(method));
    response.route = route ? route->pattern : "";
    return response;
  }

  HttpResponse static_page(const HttpResponse& page, const HttpRequest& request) const {
    const std::uint64_t state = look();
    const bool packed = takes_gzip(request.header("Accept-Encoding"));
    const std::string key = key_of(request, packed, "");
    auto kept = desk_.cache.find(key, state);
    if (!kept) {
      HttpResponse response = page;
      response.route = "static";
      kept = std::make_shared<const HttpResponse>(finished(std::move(response), config_sum_, packed));
      desk_.cache.keep(key, state, kept);
    }
    return names_tag(request, *kept) ? not_modified(*kept) : *kept;
  }

  HttpResponse call(const Route& route, std::string_view id, const HttpRequest& request) const {
    const bool is_page = route.kind == Route::Kind::page;
    const auto given = parse_query_string(request.query);
    if (!given && request.path == "/")
      return desk_.pages.filled("index", 400, {{"title", "Fellow"}, {"results", error_html(given.error())}});
    const auto rows = route.parameters ? route.parameters() : std::span<const Parameter>();
    const auto checked = !given ? Result<void>(tl::unexpected(given.error())) : is_page ? Result<void>() : check(rows, *given);
    if (!checked) return of(route, error_response(checked.error()));
    if (!route.by_state) {
      HttpResponse fresh = of(route, route.answer({desk_, request, *given, id}));
      never_kept(fresh);
      return fresh;
    }

    const std::uint64_t state = look();
    const bool packed = takes_gzip(request.header("Accept-Encoding"));
    const std::string key = key_of(request, packed, show_query_string(is_page ? *given : normal(rows, *given)));
    auto kept = desk_.cache.find(key, state);
    if (!kept) {
      HttpResponse fresh = of(route, route.answer({desk_, request, *given, id}));
      if (fresh.status != 200 || fresh.header("Cache-Control") == "no-store") return fresh;
      if (look() != state) return fresh;  // from before the change or after it: nobody knows
      kept = std::make_shared<const HttpResponse>(finished(std::move(fresh), state, packed));
      desk_.cache.keep(key, state, kept);
    }
    if (std::string as_sent = key_of(request, packed, request.query); as_sent != key)
      desk_.cache.keep(std::move(as_sent), state, kept);  // where ready() looks
    return names_tag(request, *kept) ? not_modified(*kept) : *kept;
  }

  HttpResponse of(const Route& route, HttpResponse response) const {
    response.route = route.pattern;
    return route.kind == Route::Kind::api ? shared(std::move(response)) : response;
  }

  static HttpResponse finished(HttpResponse response, std::uint64_t state, bool packed) {
    response.headers.emplace_back("ETag", tag_of(state));
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (!packed || response.body.size() < kGzipFrom) return response;
    if (std::string small = gzip(response.body); !small.empty()) {
      response.body = std::move(small);
      response.headers.emplace_back("Content-Encoding", "gzip");
    }
    return response;
  }

  static bool names_tag(const HttpRequest& request, const HttpResponse& response) {
    const std::string_view asked = request.header("If-None-Match");
    return !asked.empty() && names(asked, response.header("ETag"));
  }

  Desk desk_;
  const std::uint64_t config_sum_;
  mutable std::mutex looking_;
  mutable std::atomic<std::uint64_t> state_{0};
};

Api::Api(std::vector<std::shared_ptr<Source>> sources, const Config& config, ApiLoans loans)
    : impl_(std::make_unique<Impl>(std::move(sources), config, std::move(loans))) {}
Api::~Api() = default;

HttpResponse Api::answer(const HttpRequest& request) const { return impl_->answer(request, false); }
HttpResponse Api::answer_machine(const HttpRequest& request) const { return impl_->answer(request, true); }
std::shared_ptr<const HttpResponse> Api::ready(const HttpRequest& request) const { return impl_->ready(request); }
void Api::look() const { impl_->look(); }
std::vector<SourceInfo> Api::sources() const { return impl_->sources(); }

HttpHandler make_api(std::vector<std::shared_ptr<Source>> sources, const Config& config) {
  const auto api = std::make_shared<const Api>(std::move(sources), config);
  return [api](const HttpRequest& request) { return api->answer(request); };
}

std::string base_address(const Call& call) {
  if (const std::string& url = call.desk.config.serve.url; !url.empty()) return url;
  const HttpRequest& request = call.request;
  return (request.encrypted ? "https://" : "http://") + request.host +
         (request.port == 0 ? "" : ":" + std::to_string(request.port));
}

}  // namespace fellow::searchd
