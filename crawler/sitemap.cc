// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/sitemap.h"

#include <zlib.h>

#include <unordered_set>

#include "crawler/scope.h"
#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxUnpacked = 10 << 20;

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

// What one gzip file holds, up to 10 MiB; the bytes themselves if they are none or are damaged.
std::string unpacked(std::string_view file) {
  if (!file.starts_with("\x1f\x8b")) return std::string(file);
  z_stream stream{};
  CHECK(inflateInit2(&stream, 15 + 16) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file.data()));
  stream.avail_in = static_cast<uInt>(file.size());
  std::string out;
  char buffer[1 << 14];
  int code = Z_OK;
  while (code == Z_OK && out.size() < kMaxUnpacked) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    code = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer, sizeof buffer - stream.avail_out);
  }
  inflateEnd(&stream);
  return out;
}

// "2026-11-20", "2026-11-20T03:10:00Z", "2026-11-20T03:10:00.5+01:00"; nullopt for anything else.
std::optional<Time> parse_lastmod(std::string_view text) {
  text = text::trim(text);
  if (text.size() < 10) return std::nullopt;
  if (text.size() < 19) return parse_time(std::string(text.substr(0, 10)) + "T00:00:00Z");
  const auto time = parse_time(std::string(text.substr(0, 19)) + "Z");
  const std::size_t zone = text.find_first_of("+-", 19);
  if (!time || zone == std::string_view::npos || text.size() < zone + 6) return time;
  const auto digits = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const std::chrono::minutes offset(digits(zone + 1) * 60 + digits(zone + 4));
  return text[zone] == '+' ? *time - offset : *time + offset;
}

std::string_view element(std::string_view within, std::string_view open, std::string_view close) {
  const std::size_t begin = within.find(open);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = within.find(close, begin);
  if (end == std::string_view::npos) return {};
  return within.substr(begin + open.size(), end - begin - open.size());
}

// The address of a page on the sitemap's own host, or nothing.
void take(std::string_view text, std::string_view lastmod, const Url& address, Sitemap& sitemap,
          std::unordered_set<Url>& seen) {
  const auto url = Url::parse(text);
  if (!url || !same_host(*url, address) || !seen.insert(*url).second) return;
  sitemap.entries.push_back({*url, parse_lastmod(without_cdata(lastmod))});
}

}  // namespace

Sitemap parse_sitemap(std::string_view bytes, const Url& address) {
  Sitemap sitemap;
  std::unordered_set<Url> seen;
  const std::string text = unpacked(bytes);
  std::string_view file = text;
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  const bool is_xml = text::trim(file).starts_with('<');
  sitemap.index = is_xml && file.find("<sitemapindex") != std::string_view::npos;
  while (!file.empty() && sitemap.entries.size() < kMaxSitemapUrls) {
    if (!is_xml) {
      const std::size_t end = std::min(file.find_first_of("\r\n"), file.size());
      take(text::trim(file.substr(0, end)), "", address, sitemap, seen);
      file.remove_prefix(std::min(end + 1, file.size()));
      continue;
    }
    const std::size_t open = file.find("<loc>");  // <image:loc> and <video:…> are other elements
    if (open == std::string_view::npos) break;
    file.remove_prefix(open + 5);
    const std::size_t close = file.find("</loc>");
    if (close == std::string_view::npos) break;
    const std::string_view rest = file.substr(close, file.find("<loc>", close) - close);  // of the same entry
    take(decode_entities(without_cdata(file.substr(0, close))), element(rest, "<lastmod>", "</lastmod>"), address, sitemap,
         seen);
    file.remove_prefix(close + 6);
  }
  return sitemap;
}

std::string show(const Sitemap& sitemap) {
  std::string xml = sitemap.index ? "<sitemapindex>" : "<urlset>";
  for (const SitemapEntry& entry : sitemap.entries) {
    std::string address;
    for (const char c : entry.url.text()) {  // a URL in normal form has neither < nor "
      if (c == '&') {
        address += "&amp;";
      } else {
        address += c;
      }
    }
    xml += "\n<url><loc>" + address + "</loc>";
    if (entry.changed) xml += "<lastmod>" + show_time(*entry.changed) + "</lastmod>";
    xml += "</url>";
  }
  return xml + "\n";
}

}  // namespace fellow::crawler
