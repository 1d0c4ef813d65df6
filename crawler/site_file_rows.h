// SPDX-License-Identifier: GPL-3.0-or-later
// How did robots.txt and sitemaps come out? Their rows in the report, beside those of the pages (R9). Pure.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "crawler/verdict.h"
#include "crawler/visitor.h"

namespace fellow::crawler {

// The rows of a visit to such a file, given those before: of the file itself, and of each robots.txt that it redirected to.
// Where else a redirect led, only the file's row says: that address may be a page, which has a row of its own.
//   2xx, 304              ok
//   robots.txt with 4xx   ok: nothing is forbidden (RFC 9309 section 2.3.1.3), and so after too many redirects (2.3.1.2)
//   sitemap with another  failed (status); gone like a page
//   not to be had         its reason
std::vector<UrlState> rows_of_file(const Visit& visit, const std::function<std::optional<UrlState>(const Url&)>& before,
                                   const Visited& visited);

}  // namespace fellow::crawler
