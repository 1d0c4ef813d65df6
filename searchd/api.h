// SPDX-License-Identifier: GPL-3.0-or-later
// Which address gives what? The routes of DESIGN.md's HTTP API, version 1, and the pages of web/.
//
//   auto server = HttpServer::start({.listen = "127.0.0.1:8080"}, make_api({open_source("local", data / "index/current")},
//   config));
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "fellow/config.h"
#include "fellow/source.h"
#include "searchd/http.h"

namespace fellow::searchd {

// Answers every request of a daemon over these sources. Of the configuration: public_email, user_agent and contact.
// Thread-safe.
HttpHandler make_api(std::vector<std::shared_ptr<Source>> sources, const Config& config);

// The paths that are answered beside the files of web/, for documentation and tests: "/api/v1/search", "/r/{id}", …
std::vector<std::string_view> route_patterns();

}  // namespace fellow::searchd
