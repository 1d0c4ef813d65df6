// SPDX-License-Identifier: GPL-3.0-or-later
// The demo web: made-up researchers' sites of seeds/demo/, one virtual host a folder, served from the binary.
//
// GET and HEAD; index.html for a folder, a redirect where its slash is missing, the moves of redirects.tsv, ETag and
// If-None-Match, 404 for the rest.
#pragma once

#include <string>
#include <string_view>

#include "searchd/http.h"

namespace fellow::cli {

// Answers for every host of the demo web. Pure, thread-safe.
searchd::HttpResponse serve_demo_web(const searchd::HttpRequest& request);

// The demo's seed list (CSV).
std::string_view demo_seeds();

}  // namespace fellow::cli
