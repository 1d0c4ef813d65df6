// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/site.h"

#include <algorithm>
#include <unordered_set>

#include "crawler/archive.h"
#include "crawler/digest.h"

namespace fellow::crawler {
namespace {

constexpr std::size_t kMaxMoves = 16;  // redirects hop by hop, and shells (meta refresh, frames) between them

// Whether the row stands for a page that the person has: a page that failed this time still has the body of the time before,
// only gone and refused take it out (R40).
bool has_body(const UrlState& state) {
  return (state.outcome == Outcome::ok || state.outcome == Outcome::failed) && (state.held || !state.place.file.empty());
}

// The rows from that address on along moved_to.
Result<std::vector<UrlState>> rows_from(Catalog& catalog, Url address) {
  std::vector<UrlState> rows;
  while (rows.size() < kMaxMoves) {
    Result<std::optional<UrlState>> state = catalog.url_state(address);
    if (!state) return tl::unexpected<Error>(state.error());
    if (!*state) break;
    rows.push_back(std::move(**state));
    if (!rows.back().moved_to) break;
    address = *rows.back().moved_to;
    const bool loop = std::any_of(rows.begin(), rows.end(), [&](const UrlState& row) { return row.url == address; });
    if (loop) break;
  }
  return rows;
}

// Why a seed has no home page, in words.
std::string why_not(const std::vector<UrlState>& rows) {
  if (rows.empty()) return "was never visited";
  // The target of a move says more than the address that was listed.
  const UrlState& last = rows.back();
  if (last.outcome == Outcome::ok && !last.detail.empty()) return last.detail;
  if (last.outcome == Outcome::ok) return has_body(last) ? "has no page of its own" : "has no body in the archive";
  std::string text(show(last.outcome));
  if (!last.reason.empty()) text += " (" + last.reason + ")";
  if (!last.detail.empty()) text += ": " + last.detail;
  return text;
}

// not_found: the body was held and has been extracted already.
Result<Page> read_page(const std::filesystem::path& data, Catalog& catalog, const UrlState& state) {
  Result<StoredResponse> response = StoredResponse{.status = state.status, .body = ""};
  if (state.held) {
    Result<std::optional<std::string>> body = catalog.held_body(state.url);
    if (!body) return tl::unexpected<Error>(body.error());
    if (!*body) return fail(Code::not_found, "is not archived and was extracted before: crawl it again", state.url.text());
    response->body = std::move(**body);
  } else {
    response = read_response(data, state.place);
  }
  if (!response) return tl::unexpected<Error>(response.error());
  Page page{.url = state.url,
            .status = response->status != 0 ? response->status : state.status,
            .content_type = state.content_type,
            .robots_tag = state.robots_tag,
            .body = std::move(response->body),
            .sha1 = state.sha1,
            .fetched_at = state.fetched_at};
  if (page.sha1.empty()) page.sha1 = sha1_hex(page.body);
  return page;
}

}  // namespace

Result<SiteRows> read_site_rows(Catalog& catalog, const StoredSeed& stored) {
  Result<std::vector<UrlState>> way = rows_from(catalog, stored.seed.url);
  if (!way) return tl::unexpected<Error>(way.error());
  Result<std::vector<SeedPage>> listed = catalog.seed_pages(stored.seed.url);
  if (!listed) return tl::unexpected<Error>(listed.error());
  SiteRows out{.seed = stored, .way = std::move(*way), .pages = {}};
  for (const SeedPage& page : *listed) {
    Result<std::vector<UrlState>> rows = rows_from(catalog, page.url);
    if (!rows) return tl::unexpected<Error>(rows.error());
    out.pages.push_back(std::move(*rows));
  }
  return out;
}

Result<Site> read_site(const std::filesystem::path& data, Catalog& catalog, const SiteRows& from, std::size_t most_bytes) {
  const Seed& listed = from.seed.seed;
  Site site{.seed = listed.url,
            .source = listed.source.empty() ? from.seed.list : listed.source,
            .listed_name = listed.name,
            .listed_affiliation = listed.affiliation,
            .pages = {},
            .aliases = {}};
  std::unordered_set<Url> seen;
  std::size_t bytes = 0;
  for (const std::vector<UrlState>& rows : from.pages) {
    const auto state = std::find_if(rows.rbegin(), rows.rend(), has_body);
    if (state == rows.rend()) {
      if (site.pages.empty()) return fail(Code::not_found, why_not(rows), listed.url.text());
      continue;
    }
    if (!seen.insert(state->url).second) continue;
    Result<Page> page = read_page(data, catalog, *state);
    if (!page) return tl::unexpected<Error>(page.error());
    bytes += page->body.size();
    if (bytes > most_bytes)
      return fail(Code::too_big, "the site has more than " + std::to_string(most_bytes) + " bytes", listed.url.text());
    site.pages.push_back(std::move(*page));
  }
  if (site.pages.empty()) return fail(Code::not_found, why_not(from.way), listed.url.text());
  const Url& home = site.pages.front().url;
  if (from.way.empty() && listed.url != home) site.aliases.push_back(listed.url);
  for (const UrlState& row : from.way) {
    if (row.url == home) break;
    site.aliases.push_back(row.url);
  }
  return site;
}

Result<Site> read_site(const std::filesystem::path& data, Catalog& catalog, const StoredSeed& seed) {
  const Result<SiteRows> rows = read_site_rows(catalog, seed);
  return rows ? read_site(data, catalog, *rows) : tl::unexpected<Error>(rows.error());
}

}  // namespace fellow::crawler
