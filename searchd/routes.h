// SPDX-License-Identifier: GPL-3.0-or-later
// Which address gives what? One row an address: what it takes, who answers, what /openapi.json says of it. A new address is a
// row of kRoutes and a function.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fellow/config.h"
#include "searchd/answer.h"
#include "searchd/answer_cache.h"
#include "searchd/http.h"
#include "searchd/metrics.h"
#include "searchd/news.h"
#include "searchd/pages.h"
#include "searchd/parameters.h"

namespace fellow::searchd {

// What answers are made from; lives longer than every call.
struct Desk {
  Config config;
  Sources sources;
  Pages pages;
  mutable AnswerCache cache;
  std::shared_ptr<Metrics> metrics;
  mutable News news;
  std::string peer_token;                    // see PeerDesk
  std::function<std::size_t()> connections;  // open now; empty: unknown

  // Another number whenever an answer may have changed.
  std::uint64_t state() const;
  std::uint64_t own_state() const;  // of the sources on this machine alone
};

struct Call {
  const Desk& desk;
  const HttpRequest& request;
  const Parameters& parameters;  // as the row takes them
  std::string_view id;           // what stands for {id} in the pattern
};

struct Route {
  enum class Kind { api, page, machine };  // machine: for who runs it, never cached, see [metrics]
  enum class Method { get, post };         // get: HEAD too; every address answers OPTIONS

  std::string_view pattern;  // may hold one {id}
  Kind kind = Kind::api;
  std::string_view about;  // one sentence
  std::string_view type;   // media type of its 200
  HttpResponse (*answer)(const Call&) = nullptr;
  std::span<const Parameter> (*parameters)() = nullptr;  // none if there is no function
  bool by_state = true;                                  // the same until a source changes: gets an ETag, and is kept
  Method method = Method::get;
};
extern const std::span<const Route> kRoutes;

// The row of a path and what stands for {id}; the row is nullptr if there is none. Of two that fit, the later one.
struct Matched {
  const Route* route = nullptr;
  std::string_view id;
};
Matched find_route(std::string_view path);

// "GET, HEAD, OPTIONS".
std::string_view allowed(Route::Method method);

// An OpenAPI 3.1 description of kRoutes, without the pages.
std::string openapi_document();

}  // namespace fellow::searchd
