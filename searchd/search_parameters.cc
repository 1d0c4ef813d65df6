// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/search_parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "searchd/answer_json.h"

namespace fellow::searchd {
namespace {

constexpr std::size_t kMaxValues = 64;       // chosen in one facet; sources; facets
constexpr std::size_t kMaxValueBytes = 256;  // of one chosen value or facet_q
constexpr int kMaxFacetLimit = 200;
constexpr std::string_view kFacetWords = "facet_q.";

std::optional<int> read_number(std::string_view text, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) return std::nullopt;
  return number;
}

bool read_into(int& out, std::string_view text, int least, int most) {
  const auto number = read_number(text, least, most);
  if (number) out = *number;
  return number.has_value();
}

// "2020", "2020..2024", "2020..", "..2024".
bool is_range(std::string_view text) {
  const auto is_end = [](std::string_view end) { return end.empty() || read_number(end, 0, 99'999); };
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return !text.empty() && is_end(text);
  const std::string_view from = text.substr(0, dots), to = text.substr(dots + 2);
  return (!from.empty() || !to.empty()) && is_end(from) && is_end(to);
}

bool read_query(std::string_view value, SearchRequest& request) {
  if (value.size() > Query::kMaxBytes || text::words(value).size() > Query::kMaxWords) return false;
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
    if (name.empty() || request.sources.size() == kMaxValues) return false;
    request.sources.emplace_back(name);
  }
  return true;
}

bool read_deadline(std::string_view value, SearchRequest& request) {
  const auto number = read_number(value, 50, 5000);
  if (number) request.deadline = std::chrono::milliseconds(*number);
  return number.has_value();
}

// One of two words for a flag.
bool read_flag(bool& out, std::string_view value, std::string_view no, std::string_view yes) {
  out = value == yes;
  return value == yes || value == no;
}

template <class Word>
bool read_word(Word& out, std::optional<Word> word) {
  if (word) out = *word;
  return word.has_value();
}

constexpr std::array kRows{
    SearchParameter{"q", false, "at most 1024 bytes and 64 words", read_query},
    SearchParameter{"match", false, "auto, all or any",
                    [](std::string_view v, SearchRequest& r) { return read_word(r.match, parse_match(v)); }},
    SearchParameter{"sort", false, "relevance, name, papers or recent",
                    [](std::string_view v, SearchRequest& r) { return read_word(r.sort, parse_sort(v)); }},
    SearchParameter{"limit", false, "a number from 0 to 100",
                    [](std::string_view v, SearchRequest& r) { return read_into(r.limit, v, 0, SearchRequest::kMaxLimit); }},
    SearchParameter{"offset", false, "a number from 0 to 10000",
                    [](std::string_view v, SearchRequest& r) { return read_into(r.offset, v, 0, SearchRequest::kMaxOffset); }},
    SearchParameter{"facets", true, "names of facets with commas between them", read_facets},
    SearchParameter{"facet_limit", false, "a number from 1 to 200",
                    [](std::string_view v, SearchRequest& r) { return read_into(r.facet_limit, v, 1, kMaxFacetLimit); }},
    SearchParameter{"deadline_ms", false, "a number from 50 to 5000", read_deadline},
    SearchParameter{"sources", true, "names of sources with commas between them", read_sources},
    SearchParameter{"on_error", false, "skip or fail",
                    [](std::string_view v, SearchRequest& r) { return read_flag(r.fail_on_error, v, "skip", "fail"); }},
    SearchParameter{"explain", false, "0 or 1",
                    [](std::string_view v, SearchRequest& r) { return read_flag(r.explain, v, "0", "1"); }},
};

Result<void> choose(const Facet& facet, const std::string& value, SearchRequest& request) {
  const std::string name(facet.name);
  if (value.empty() || value.size() > kMaxValueBytes) return fail(Code::bad_input, "a value of 1 to 256 bytes is wanted", name);
  if (facet.numeric && !is_range(value)) return fail(Code::bad_input, "a number or a range as 2020..2024 is wanted", name);
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
  if (words.size() > kMaxValueBytes) return fail(Code::bad_input, "at most 256 bytes are wanted", parameter);
  wish->prefix = words;
  return {};
}

Result<void> read_one(const std::string& name, const std::string& value, SearchRequest& request) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const SearchParameter& p) { return p.name == name; });
  if (row != kRows.end()) {
    if (!row->read(value, request)) return fail(Code::bad_input, "wanted: " + std::string(row->wanted), name);
    return {};
  }
  if (const Facet* facet = facet_named(name)) return choose(*facet, value, request);
  if (name.starts_with(kFacetWords) && facet_named(name.substr(kFacetWords.size()))) return {};  // after all others: narrow()
  return fail(Code::bad_input, "unknown parameter", name);
}

bool may_repeat(const std::string& name) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const SearchParameter& p) { return p.name == name; });
  return row == kRows.end() ? facet_named(name) != nullptr : row->repeats;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ",") + text;
  return out;
}

}  // namespace

constinit const std::span<const SearchParameter> kSearchParameters{kRows};

Result<SearchRequest> read_search(const Parameters& parameters) {
  SearchRequest request;
  std::set<std::string_view> seen;
  for (const auto& [name, value] : parameters) {
    if (!seen.insert(name).second && !may_repeat(name)) return fail(Code::bad_input, "given twice", name);
    if (const auto read = read_one(name, value, request); !read) return tl::unexpected(read.error());
  }
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
