// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/sitemap.h"

#include <unordered_set>

#include "crawler/scope.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// The five entities of XML; a sitemap has no others (sitemaps.org, "Entity escaping"). Anything else stays as it is.
std::string decode_entities(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&#38;", '&'}, {"&#39;", '\''}};
  std::string out;
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find('&'), text.size());
    out += text.substr(0, mark);
    text.remove_prefix(mark);
    if (text.empty()) break;
    std::size_t taken = 1;
    char decoded = '&';
    for (const auto& [entity, character] : kEntities) {
      if (text.starts_with(entity)) {
        taken = entity.size();
        decoded = character;
        break;
      }
    }
    out += decoded;
    text.remove_prefix(taken);
  }
  return out;
}

std::string_view without_cdata(std::string_view text) {
  text = text::trim(text);
  if (text.starts_with("<![CDATA[") && text.ends_with("]]>")) text = text::trim(text.substr(9, text.size() - 12));
  return text;
}

// The address of a page on the sitemap's own host, or nothing.
void take(std::string_view text, const Url& address, Sitemap& sitemap, std::unordered_set<Url>& seen) {
  const auto url = Url::parse(text);
  if (!url || !same_host(*url, address) || !seen.insert(*url).second) return;
  sitemap.urls.push_back(*url);
}

}  // namespace

Sitemap parse_sitemap(std::string_view file, const Url& address) {
  Sitemap sitemap;
  std::unordered_set<Url> seen;
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  const bool is_xml = text::trim(file).starts_with('<');
  sitemap.index = is_xml && file.find("<sitemapindex") != std::string_view::npos;
  while (!file.empty() && sitemap.urls.size() < kMaxSitemapUrls) {
    if (!is_xml) {
      const std::size_t end = std::min(file.find_first_of("\r\n"), file.size());
      take(text::trim(file.substr(0, end)), address, sitemap, seen);
      file.remove_prefix(std::min(end + 1, file.size()));
      continue;
    }
    const std::size_t open = file.find("<loc>");  // <image:loc> and <video:…> are other elements
    if (open == std::string_view::npos) break;
    file.remove_prefix(open + 5);
    const std::size_t close = file.find("</loc>");
    if (close == std::string_view::npos) break;
    take(decode_entities(without_cdata(file.substr(0, close))), address, sitemap, seen);
    file.remove_prefix(close + 6);
  }
  return sitemap;
}

}  // namespace fellow::crawler
