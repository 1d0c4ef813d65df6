// SPDX-License-Identifier: GPL-3.0-or-later
// /feed?q=: the new people, places and papers of a query, for feed readers; /opensearch.xml: how a browser asks.
#include <algorithm>
#include <chrono>

#include "fellow/clock.h"
#include "fellow/fields.h"
#include "fellow/text.h"
#include "searchd/route_answers.h"
#include "searchd/search_parameters.h"

namespace fellow::searchd {
namespace {

constexpr std::chrono::milliseconds kPatience{2000};  // with changes that are still being worked out
constexpr std::size_t kMostEntries = 500;

HttpResponse xml_response(std::string_view type, std::string body) {
  HttpResponse response = json_response(200, std::move(body));
  response.content_type = type;
  return response;
}

// Only whom the request matches, and no more than kMostEntries in all.
Result<std::vector<Changes>> matched_changes(const Sources& sources, const SearchRequest& request,
                                             const std::vector<Changes>& all) {
  std::vector<std::string> ids;
  for (const Changes& changes : all)
    for (const PersonChange& change : changes.people) ids.push_back(change.id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  auto matching = sources.among(request, ids);
  if (!matching) return tl::unexpected(matching.error());
  std::sort(matching->begin(), matching->end());

  std::vector<Changes> out;
  std::size_t entries = 0;
  for (const Changes& changes : all) {
    Changes one{.from = changes.from, .to = changes.to, .at = changes.at, .people = {}};
    for (const PersonChange& change : changes.people) {
      if (entries == kMostEntries) break;
      if (!std::binary_search(matching->begin(), matching->end(), change.id)) continue;
      one.people.push_back(change);
      ++entries;
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::string updated_at(const Sources& sources) {
  std::string latest;
  for (const SourceInfo& source : sources.info()) latest = std::max(latest, source.indexed_at);
  return latest.empty() ? show_time(std::chrono::sys_seconds{}) : latest;
}

}  // namespace

std::span<const Parameter> feed_parameters() {
  static const std::vector<Parameter> rows = [] {
    std::vector<Parameter> out;
    for (const Parameter& row : search_parameters())
      if (row.name == "q" || facet_named(row.name)) out.push_back(row);
    return out;
  }();
  return rows;
}

HttpResponse answer_feed(const Call& call) {
  auto request = read_search(call.parameters);
  if (!request) return error_response(request.error());
  request->match = Match::all;
  const auto news = call.desk.news.get(call.desk.own_state(), kPatience);
  if (!news) return error_response(news.error());
  const auto changes = matched_changes(call.desk.sources, *request, **news);
  if (!changes) return error_response(changes.error());
  const std::string base = base_address(call), asked = show_query_string(call.parameters);
  const std::string words = request->query.text.empty() ? "everyone" : request->query.text;
  return xml_response("application/atom+xml; charset=utf-8", as_atom(*changes, {.title = "New researchers and papers: " + words,
                                                                                .id = base + "/feed?" + asked,
                                                                                .self = base + "/feed?" + asked,
                                                                                .pages = base,
                                                                                .updated = updated_at(call.desk.sources)}));
}

HttpResponse answer_opensearch(const Call& call) {
  const std::string base = text::escape_html(base_address(call));
  return xml_response("application/opensearchdescription+xml; charset=utf-8",
                      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                      "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n"
                      "  <ShortName>Fellow</ShortName>\n"
                      "  <Description>Researchers by topic, name and institution, in their own words</Description>\n"
                      "  <InputEncoding>UTF-8</InputEncoding>\n"
                      "  <Image width=\"16\" height=\"16\" type=\"image/svg+xml\">" +
                          base +
                          "/icon.svg</Image>\n"
                          "  <Url type=\"text/html\" template=\"" +
                          base +
                          "/?q={searchTerms}\"/>\n"
                          "  <Url type=\"application/json\" template=\"" +
                          base +
                          "/api/v1/search?q={searchTerms}\"/>\n"
                          "  <Url type=\"application/atom+xml\" template=\"" +
                          base +
                          "/feed?q={searchTerms}\"/>\n"
                          "  <Url type=\"application/opensearchdescription+xml\" rel=\"self\" template=\"" +
                          base +
                          "/opensearch.xml\"/>\n"
                          "</OpenSearchDescription>\n");
}

}  // namespace fellow::searchd
