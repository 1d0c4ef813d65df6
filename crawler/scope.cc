// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/scope.h"

#include <algorithm>
#include <array>

#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// Each with all names below it.
constexpr std::string_view kNeverCrawled[] = {"orcid.org",         "dblp.org",
                                              "dblp.uni-trier.de", "github.com",
                                              "gitlab.com",        "linkedin.com",
                                              "twitter.com",       "x.com",
                                              "facebook.com",      "instagram.com",
                                              "youtube.com",       "researchgate.net",
                                              "academia.edu",      "semanticscholar.org",
                                              "publons.com",       "webofscience.com",
                                              "scopus.com",        "openreview.net",
                                              "arxiv.org",         "acm.org",
                                              "ieee.org",          "wikipedia.org",
                                              "wikidata.org",      "bsky.app",
                                              "mastodon.social",   "medium.com",
                                              "weibo.com",         "zhihu.com",
                                              "aminer.org",        "aminer.cn",
                                              "google.com",        "doi.org",
                                              "openalex.org",      "researcherid.com",
                                              "tiktok.com"};
// Exceptions below those names: people do keep home pages there.
constexpr std::string_view kCrawled[] = {"sites.google.com"};
// Hosts that many people share, by the number of path segments that name one of them.
constexpr std::pair<std::string_view, int> kSharedHosts[] = {{"sites.google.com", 2}};
// Last folders that say nothing about whose page it is.
constexpr std::string_view kCommonFolders[] = {
    "home", "index", "homepage", "web",  "www",   "site",     "en",   "de",     "fr",          "es",     "it",     "zh",
    "cn",   "ja",    "ko",       "main", "about", "about-me", "html", "public", "public_html", "_pages", "content"};

bool below(std::string_view host, std::string_view name) {
  return host == name || (host.size() > name.size() && host.ends_with(name) && host[host.size() - name.size() - 1] == '.');
}

bool academic(const Url& url) {
  const std::vector<std::string_view> labels = text::split(url.host(), '.');
  const std::size_t n = labels.size();
  if (n >= 2 && labels[n - 1] == "edu") return true;
  if (n >= 3 && (labels[n - 2] == "edu" || labels[n - 2] == "ac")) return true;
  return tables::institution_by_host(url.host()) != nullptr;
}

bool is_common(std::string_view segment) {
  return std::find(std::begin(kCommonFolders), std::end(kCommonFolders), text::lower(segment)) != std::end(kCommonFolders);
}

// The folder whose pages are a person's, for a home page on a host that others share: "/people/jane/" and "/people/jane/x.html"
// give "/people/jane/", "/people/jane" gives itself.
std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view file = path.substr(slash + 1);
  if (!file.empty() && file.find('.') == std::string_view::npos && !is_common(file)) return std::string(path);
  std::string_view folder = path.substr(0, slash + 1);
  while (folder.size() > 1) {
    const std::size_t begin = folder.rfind('/', folder.size() - 2);
    if (!is_common(folder.substr(begin + 1, folder.size() - begin - 2))) break;
    folder = folder.substr(0, begin + 1);
  }
  return std::string(folder);
}

// "/people/jane.html" -> "/people/jane": pages of hers begin so, when the folder holds other people's too.
std::string stem_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return std::string(dot != std::string_view::npos && dot > path.rfind('/') + 1 ? path.substr(0, dot) : path);
}

std::string first_segments(std::string_view path, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end != std::string_view::npos; ++i) end = path.find('/', end + 1);
  return std::string(end == std::string_view::npos ? path : path.substr(0, end + 1));
}

// Through the first segment that names a user: "/dept/~jane/". Empty if there is none.
std::string user_folder(std::string_view path) {
  const std::size_t tilde = path.find("/~");
  if (tilde == std::string_view::npos) return "";
  const std::size_t end = path.find('/', tilde + 1);
  return std::string(end == std::string_view::npos ? path : path.substr(0, end + 1));
}

}  // namespace

std::string_view bare_host(const Url& url) {
  std::string_view host = url.host();
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

bool same_host(const Url& a, const Url& b) { return bare_host(a) == bare_host(b); }

bool never_crawled(const Url& url) {
  const auto named = [&](std::string_view name) { return below(url.host(), name); };
  if (url.host().starts_with("scholar.google.")) return true;  // of many countries
  return std::any_of(std::begin(kNeverCrawled), std::end(kNeverCrawled), named) &&
         std::none_of(std::begin(kCrawled), std::end(kCrawled), named);
}

Scope Scope::of(const Url& home, const std::vector<Url>& neighbours) {
  Scope scope(home);
  if (std::string user = user_folder(home.path()); !user.empty()) {
    scope.prefix_ = std::move(user);
    return scope;
  }
  for (const auto& [host, segments] : kSharedHosts) {
    if (below(home.host(), host)) scope.prefix_ = first_segments(home.path(), segments);
  }
  if (scope.prefix_ != "/") return scope;

  const std::string folder = folder_of(home.path());
  if (folder == "/") return scope;  // the whole host, whoever shares it
  const auto elsewhere = [&](const Url& other) { return same_host(other, home) && folder_of(other.path()) != folder; };
  const bool shared = academic(home) || std::any_of(neighbours.begin(), neighbours.end(), elsewhere);
  if (!shared) return scope;
  scope.prefix_ = folder;
  const auto housemate = [&](const Url& other) {
    return same_host(other, home) && folder_of(other.path()) == folder && stem_of(other.path()) != stem_of(home.path());
  };
  const std::string stem = stem_of(home.path());
  const bool names_nobody = home.path().ends_with('/') || is_common(std::string_view(stem).substr(stem.rfind('/') + 1));
  if (!names_nobody && std::any_of(neighbours.begin(), neighbours.end(), housemate)) scope.prefix_ = stem;
  return scope;
}

bool Scope::contains(const Url& url) const {
  if (!same_host(url, home_)) return false;
  const std::string_view path = url.path();
  if (prefix_.ends_with('/'))
    return path.starts_with(prefix_) || path == std::string_view(prefix_).substr(0, prefix_.size() - 1);
  if (!path.starts_with(prefix_)) return false;  // "/people/jane" has /people/jane/cv and /people/jane.bib, not /people/janet
  return path.size() == prefix_.size() || std::string_view("/.-_").find(path[prefix_.size()]) != std::string_view::npos;
}

Url Scope::canonical(const Url& url) const {
  const bool of_scheme_only = url.host() == home_.host() && url.host_port() == url.host() && home_.host_port() == home_.host();
  if (!of_scheme_only || url.scheme() == home_.scheme()) return url;
  const auto there = Url::parse(home_.origin() + std::string(url.target()));
  return there ? *there : url;  // one byte too long
}

}  // namespace fellow::crawler
