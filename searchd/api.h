// SPDX-License-Identifier: GPL-3.0-or-later
// What does each request get? Every row of kRoutes and every file of web/, with what HTTP asks beside the answer itself: HEAD
// and OPTIONS, unknown parameters refused, ETag and 304 by the state of the sources, gzip, CORS (R27), and the answers kept.
//
//   const auto api = std::make_shared<Api>(sources, config);
//   auto server = HttpServer::start({.listen = "127.0.0.1:8080"}, [api](const HttpRequest& r) { return api->answer(r); });
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "fellow/config.h"
#include "fellow/source.h"
#include "searchd/http.h"
#include "searchd/metrics.h"
#include "searchd/news.h"

namespace fellow::searchd {

struct Desk;

// What a daemon lends to its Api; a test needs none of it.
struct ApiLoans {
  std::shared_ptr<Metrics> metrics;
  News::Read changes;
  std::function<std::size_t()> connections;
};

// Thread-safe.
class Api {
 public:
  // Of the configuration: public_email, user_agent, contact and what ServeConfig says of answers and metrics.
  Api(std::vector<std::shared_ptr<Source>> sources, const Config& config, ApiLoans loans = {});
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  HttpResponse answer(const HttpRequest& request) const;
  // Health, readiness and metrics only, for the address that [metrics] names.
  HttpResponse answer_machine(const HttpRequest& request) const;
  // An answer that was kept, without waiting for anything; nullptr if there is none.
  std::shared_ptr<const HttpResponse> ready(const HttpRequest& request) const;
  // Looks whether the sources have changed; to be called every second or so, so that changes are seen without requests.
  void look() const;
  std::vector<SourceInfo> sources() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// answer() of an Api of its own.
HttpHandler make_api(std::vector<std::shared_ptr<Source>> sources, const Config& config);

}  // namespace fellow::searchd
