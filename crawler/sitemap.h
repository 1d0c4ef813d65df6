// SPDX-License-Identifier: GPL-3.0-or-later
// Which addresses does a sitemap name? sitemaps.org protocol 0.9: the <loc> of a urlset or of an index, and the plain-text
// form, gzipped or not. Pure, linear; bad XML gives fewer addresses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/clock.h"
#include "fellow/url.h"

namespace fellow::crawler {

struct SitemapEntry {
  Url url;
  std::optional<Time> changed;  // <lastmod>: a day, or a day and time (W3C note on dates and times)
};

struct Sitemap {
  bool index = false;  // the addresses are further sitemaps
  // In the file's order, at most kMaxSitemapUrls, only of the sitemap's own host (www. and bare are the same).
  std::vector<SitemapEntry> entries;
};

inline constexpr std::size_t kMaxSitemapUrls = 200;

Sitemap parse_sitemap(std::string_view file, const Url& address);
// XML that parse_sitemap reads as the same.
std::string show(const Sitemap& sitemap);

}  // namespace fellow::crawler
