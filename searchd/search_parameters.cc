// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/search_parameters.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "searchd/answer_json.h"

namespace fellow::searchd {
namespace {

constexpr std::size_t kMaxValues = 64;  // chosen in one facet; sources
constexpr int kMaxValueBytes = 256;     // of one chosen value or facet_q
constexpr int kMaxFacetLimit = 200;
constexpr std::string_view kFacetWords = "facet_q.";

// Of a value that fits its row.
int number(std::string_view text) {
  int out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

bool read_query(std::string_view value, SearchRequest& request) {
  if (text::words(value).size() > Query::kMaxWords) return false;
  request.query = parse_query(value);
  return true;
}

bool read_facets(std::string_view value, SearchRequest& request) {
  for (const std::string_view name : text::split(value, ',')) {
    if (!facet_named(name)) return false;
    const auto same = [&](const FacetWish& wish) { return wish.name == name; };
    if (std::none_of(request.facets.begin(), request.facets.end(), same)) request.facets.push_back({std::string(name), ""});
  }
  return true;
}

bool read_sources(std::string_view value, SearchRequest& request) {
  for (const std::string_view name : text::split(value, ',')) {
    if (request.sources.size() == kMaxValues) return false;
    request.sources.emplace_back(name);
  }
  return true;
}

using Kind = Parameter::Kind;

struct Row {
  Parameter parameter;
  bool (*read)(std::string_view value, SearchRequest& request);  // of a value that fits; false: it will not do for all that
};

constexpr std::array kRows{
    Row{{"q", Kind::text,
         "Free words: names, topics, institutions; also \"phrases\", -not and field: prefixes. At most 64 words.", 0,
         Query::kMaxBytes},
        read_query},
    Row{{"match", Kind::word, "all: every word; any: some words; auto: all, then some when too few", 0, 0, "auto|all|any",
         "auto"},
        [](std::string_view v, SearchRequest& r) { return r.match = parse_match(v).value_or(r.match), true; }},
    Row{{"sort", Kind::word, "Order of the results", 0, 0, "relevance|name|papers|recent", "relevance"},
        [](std::string_view v, SearchRequest& r) { return r.sort = parse_sort(v).value_or(r.sort), true; }},
    Row{{"limit", Kind::number, "Results wanted", 0, SearchRequest::kMaxLimit, "", "10"},
        [](std::string_view v, SearchRequest& r) { return r.limit = number(v), true; }},
    Row{{"offset", Kind::number, "Results left out before the first", 0, SearchRequest::kMaxOffset, "", "0"},
        [](std::string_view v, SearchRequest& r) { return r.offset = number(v), true; }},
    Row{{"facets", Kind::words, "Facets to count", 0, 0, "", "", true}, read_facets},
    Row{{"facet_limit", Kind::number, "Values of a facet", 1, kMaxFacetLimit, "", "10"},
        [](std::string_view v, SearchRequest& r) { return r.facet_limit = number(v), true; }},
    Row{{"deadline_ms", Kind::number, "Sources that have not answered by then are left out, and named", 50, 5000, "", "1000"},
        [](std::string_view v, SearchRequest& r) { return r.deadline = std::chrono::milliseconds(number(v)), true; }},
    Row{{"sources", Kind::words, "Sources to ask; all when not given", 0, 0, "", "", true}, read_sources},
    Row{{"on_error", Kind::word, "fail: 503 unless every source answers", 0, 0, "skip|fail", "skip"},
        [](std::string_view v, SearchRequest& r) { return r.fail_on_error = v == "fail", true; }},
    Row{{"explain", Kind::word, "1: how each score came about", 0, 0, "0|1", "0"},
        [](std::string_view v, SearchRequest& r) { return r.explain = v == "1", true; }},
};

// Rows of the facets, with the names that they need.
struct AllRows {
  std::vector<std::string> names;
  std::string facets;  // "affiliation|interest|…"
  std::vector<Parameter> rows;
  AllRows() {
    names.reserve(kFacets.size());
    for (const Facet& facet : kFacets) {
      names.push_back(std::string(kFacetWords) + std::string(facet.name));
      facets += (facets.empty() ? "" : "|") + std::string(facet.name);
    }
    for (const Row& row : kRows) {
      rows.push_back(row.parameter);
      if (row.parameter.name == "facets") rows.back().words = facets;
    }
    for (const Facet& facet : kFacets)
      rows.push_back({facet.name, facet.numeric ? Kind::range : Kind::text,
                      "Only people with this value of the facet; of several values, any", 1, kMaxValueBytes, "", "", true});
    for (const std::string& name : names)
      rows.push_back({name, Kind::text, "Only values of the facet with a word that begins so", 0, kMaxValueBytes});
  }
};

Result<void> choose(const std::string& name, const std::string& value, SearchRequest& request) {
  auto& chosen = request.filters[name];
  if (chosen.size() == kMaxValues) return fail(Code::bad_input, "more than 64 values", name);
  if (std::find(chosen.begin(), chosen.end(), value) == chosen.end()) chosen.push_back(value);
  return {};
}

// facet_q.FACET, when all facets that are asked for are known.
Result<void> narrow(const std::string& parameter, const std::string& words, SearchRequest& request) {
  const std::string name = parameter.substr(kFacetWords.size());
  const auto wish =
      std::find_if(request.facets.begin(), request.facets.end(), [&](const FacetWish& w) { return w.name == name; });
  if (wish == request.facets.end()) return fail(Code::bad_input, "needs facets=" + name, parameter);
  wish->prefix = words;
  return {};
}

Result<void> read_one(const std::string& name, const std::string& value, SearchRequest& request) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) { return one.parameter.name == name; });
  if (row == kRows.end()) return facet_named(name) ? choose(name, value, request) : Result<void>();  // facet_q.: later
  if (!row->read(value, request)) return fail(Code::bad_input, "wanted: " + std::string(row->parameter.about), name);
  return {};
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ",") + text;
  return out;
}

}  // namespace

std::span<const Parameter> search_parameters() {
  static const AllRows all;
  return all.rows;
}

Result<SearchRequest> read_search(const Parameters& parameters) {
  if (const auto checked = check(search_parameters(), parameters); !checked) return tl::unexpected(checked.error());
  SearchRequest request;
  for (const auto& [name, value] : parameters)
    if (const auto read = read_one(name, value, request); !read) return tl::unexpected(read.error());
  for (const auto& [name, value] : parameters)
    if (name.starts_with(kFacetWords))
      if (const auto read = narrow(name, value, request); !read) return tl::unexpected(read.error());
  return request;
}

Parameters show_search(const SearchRequest& request) {
  const SearchRequest usual;
  Parameters out;
  const auto add = [&](std::string_view name, std::string value, bool differs) {
    if (differs) out.emplace_back(name, std::move(value));
  };
  add("q", request.query.text, !request.query.text.empty());
  add("match", std::string(show(request.match)), request.match != usual.match);
  add("sort", std::string(show(request.sort)), request.sort != usual.sort);
  add("limit", std::to_string(request.limit), request.limit != usual.limit);
  add("offset", std::to_string(request.offset), request.offset != usual.offset);
  std::vector<std::string> facets;
  for (const FacetWish& wish : request.facets) facets.push_back(wish.name);
  add("facets", joined(facets), !facets.empty());
  add("facet_limit", std::to_string(request.facet_limit), request.facet_limit != usual.facet_limit);
  for (const FacetWish& wish : request.facets) add(std::string(kFacetWords) + wish.name, wish.prefix, !wish.prefix.empty());
  for (const auto& [name, values] : request.filters)
    for (const std::string& value : values) add(name, value, true);
  add("deadline_ms", std::to_string(request.deadline.count()), request.deadline != usual.deadline);
  add("sources", joined(request.sources), !request.sources.empty());
  add("on_error", "fail", request.fail_on_error);
  add("explain", "1", request.explain);
  return out;
}

}  // namespace fellow::searchd
