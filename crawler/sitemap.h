// SPDX-License-Identifier: GPL-3.0-or-later
// Which addresses does a sitemap name? sitemaps.org protocol 0.9: the <loc> of a urlset or of an index, and the plain-text
// form. Pure, linear; bad XML gives fewer addresses.
#pragma once

#include <string_view>
#include <vector>

#include "fellow/url.h"

namespace fellow::crawler {

struct Sitemap {
  bool index = false;  // the addresses are further sitemaps
  std::vector<Url>
      urls;  // in the file's order, at most kMaxSitemapUrls, only of the sitemap's own host (www. and bare are the same)
};

inline constexpr std::size_t kMaxSitemapUrls = 200;

Sitemap parse_sitemap(std::string_view file, const Url& address);

}  // namespace fellow::crawler
