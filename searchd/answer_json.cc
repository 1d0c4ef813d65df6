// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/answer_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "fellow/json.h"
#include "searchd/http.h"
#include "searchd/json_reader.h"

namespace fellow::searchd {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Match, std::string_view>, 3> kMatches{
    {{Match::automatic, "auto"}, {Match::all, "all"}, {Match::any, "any"}}};
constexpr std::array<std::pair<Sort, std::string_view>, 4> kSorts{
    {{Sort::relevance, "relevance"}, {Sort::name, "name"}, {Sort::papers, "papers"}, {Sort::recent, "recent"}}};
constexpr std::array<std::pair<Relation, std::string_view>, 3> kRelations{
    {{Relation::eq, "eq"}, {Relation::gte, "gte"}, {Relation::lte, "lte"}}};

template <class Table, class Word>
std::string_view name_in(const Table& table, Word word) {
  for (const auto& [value, name] : table)
    if (value == word) return name;
  return table.front().second;
}

template <class Table>
auto word_in(const Table& table, std::string_view text) -> std::optional<typename Table::value_type::first_type> {
  for (const auto& [value, name] : table)
    if (name == text) return value;
  return std::nullopt;
}

// --- writing ---

// Three decimals: microseconds of a time in milliseconds.
double rounded(double value) { return std::round(value * 1000) / 1000; }

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

// What a clause asks for: an id, a phrase, words, years.
void add_clause(Json& parsed, const Clause& clause) {
  const auto key = [&](std::string_view plain) { return clause.field.empty() ? std::string(plain) : clause.field; };
  switch (clause.kind) {
    case Clause::Kind::word:
      for (const auto& word : clause.words) parsed[key("words")].push_back(word);
      return;
    case Clause::Kind::phrase:
      parsed[key("phrase")].push_back(joined(clause.words));
      return;
    case Clause::Kind::institution:
      parsed[key("affiliation")].push_back(clause.id);
      return;
    case Clause::Kind::topic:
      for (const auto& word : clause.words) parsed[key("topic")].push_back(word);
      return;
    case Clause::Kind::year:
      parsed["year"].push_back(clause.from == clause.to ? std::to_string(clause.from)
                                                        : std::to_string(clause.from) + ".." + std::to_string(clause.to));
  }
}

Json json_of(const Query& query) {
  Json parsed = Json::object();
  for (const Clause& clause : query.clauses)
    if (!clause.exclude) add_clause(parsed, clause);
  Json excluded = Json::object();
  for (const Clause& clause : query.clauses)
    if (clause.exclude) add_clause(excluded, clause);
  if (!excluded.empty()) parsed["not"] = std::move(excluded);
  return parsed;
}

Json json_of(const SearchRequest& request, const std::optional<std::string>& corrected) {
  return {{"q", request.query.text},
          {"parsed", json_of(request.query)},
          {"corrected", corrected ? Json(*corrected) : Json()},
          {"match", show(request.match)},
          {"sort", show(request.sort)},
          {"limit", request.limit},
          {"offset", request.offset},
          {"deadline_ms", request.deadline.count()}};
}

}  // namespace

Json json_of(const Hit& hit) {
  Json out{{"id", hit.id}, {"url", hit.url}, {"seeds", hit.seeds}};
  if (!hit.name.empty()) out["name"] = hit.name;
  out["display_name"] = hit.display_name;
  out["alternate_names"] = hit.alternate_names;
  out["positions"] = hit.positions;
  out["affiliations"] = Json::array();
  for (const Affiliation& affiliation : hit.affiliations) {
    Json& item = out["affiliations"].emplace_back(Json{{"name", affiliation.name}});
    if (!affiliation.id.empty()) item["id"] = affiliation.id;
  }
  out["interests"] = Json::array();
  for (const Interest& interest : hit.interests) out["interests"].push_back(fellow::json_of(interest));
  if (!hit.country.empty()) out["country"] = hit.country;
  out["paper_count"] = hit.paper_count;
  if (!hit.indexed_at.empty()) out["indexed_at"] = hit.indexed_at;
  out["score"] = hit.score;
  out["match"] = hit.strong ? "strong" : "partial";
  out["matched_on"] = hit.matched_on;
  out["snippets"] = Json::array();
  for (const Snippet& snippet : hit.snippets)
    out["snippets"].push_back({{"field", snippet.field}, {"html", snippet.html}, {"url", snippet.url}});
  out["sources"] = hit.sources;
  if (!hit.explanation.empty()) out["explanation"] = hit.explanation;
  return out;
}

namespace {

Json json_of(const FacetValue& value) {
  return {{"value", value.value},
          {"label", value.label},
          {"count", value.count},
          {"relation", name_in(kRelations, value.relation)},
          {"selected", value.selected}};
}

Json json_of(const SourceStatus& source) {
  Json out{{"name", source.name}, {"kind", source.kind}, {"status", source.status}, {"took_ms", rounded(source.took_ms)}};
  if (source.status == "ok" || source.status == "partial" || source.status == "stale") {
    out["matched"] = source.matched;
    out["profiles"] = source.profiles;
    if (!source.indexed_at.empty()) out["indexed_at"] = source.indexed_at;
  }
  if (source.error) {
    const std::string code = source.code.empty() ? std::string(code_name(source.error->code)) : source.code;
    out["error"] = {{"code", code}, {"message", fellow::show(*source.error)}};
  }
  if (!source.retry_at.empty()) out["retry_at"] = source.retry_at;
  return out;
}

// --- reading ---

Relation relation_of(const Json& json, std::string& wrong) {
  std::string text = "eq";
  Reader(json, wrong)("relation", text);
  return word_in(kRelations, text).value_or(Relation::gte);
}

}  // namespace

Hit read_hit(const Json& json, std::string& wrong) {
  Hit hit;
  std::string match = "strong";
  Reader in(json, wrong);
  in("id", hit.id)("url", hit.url)("seeds", hit.seeds)("name", hit.name)("display_name", hit.display_name);
  in("alternate_names", hit.alternate_names)("positions", hit.positions)("country", hit.country);
  in("paper_count", hit.paper_count)("indexed_at", hit.indexed_at)("score", hit.score)("match", match);
  in("matched_on", hit.matched_on)("sources", hit.sources)("explanation", hit.explanation);
  in.each("affiliations", [&](const Json& item) {
    Affiliation& affiliation = hit.affiliations.emplace_back();
    Reader(item, wrong)("name", affiliation.name)("id", affiliation.id);
  });
  in.each("interests", [&](const Json& item) {
    Interest& interest = hit.interests.emplace_back();
    Reader(item, wrong)("name", interest.name)("id", interest.id);
  });
  in.each("snippets", [&](const Json& item) {
    Snippet& snippet = hit.snippets.emplace_back();
    Reader(item, wrong)("field", snippet.field)("html", snippet.html)("url", snippet.url);
  });
  hit.strong = match != "partial";
  return hit;
}

namespace {

FacetValue read_facet_value(const Json& json, std::string& wrong) {
  FacetValue value;
  Reader(json, wrong)("value", value.value)("label", value.label)("count", value.count)("selected", value.selected);
  value.relation = relation_of(json, wrong);
  return value;
}

Code code_named(std::string_view name) {
  for (const Code code :
       {Code::bad_input, Code::not_found, Code::refused, Code::timeout, Code::too_big, Code::io, Code::corrupt, Code::busy})
    if (code_name(code) == name) return code;
  return Code::io;
}

Error read_error(const Json& json, std::string& wrong) {
  std::string code;
  Error error;
  Reader(json, wrong)("code", code)("message", error.what)("field", error.where);
  error.code = code_named(code);
  return error;
}

SourceStatus read_source(const Json& json, std::string& wrong) {
  SourceStatus source;
  Reader in(json, wrong);
  in("name", source.name)("kind", source.kind)("status", source.status)("took_ms", source.took_ms);
  in("matched", source.matched)("profiles", source.profiles)("indexed_at", source.indexed_at);
  if (const Json* error = in.find("error")) {
    source.error = read_error(*error, wrong);
    std::string code;
    Reader(*error, wrong)("code", code);
    if (code != code_name(source.error->code)) source.code = code;
  }
  in("retry_at", source.retry_at);
  return source;
}

SearchRequest read_request(const Json& json, std::string& wrong, std::optional<std::string>& corrected) {
  SearchRequest request;
  std::string text, match = "auto", sort = "relevance", other;
  std::int64_t deadline = request.deadline.count();
  Reader(json, wrong)("q", text)("match", match)("sort", sort)("limit", request.limit)("offset", request.offset)(
      "deadline_ms", deadline)("corrected", other);
  request.query = parse_query(text);
  request.match = parse_match(match).value_or(request.match);
  request.sort = parse_sort(sort).value_or(request.sort);
  request.deadline = std::chrono::milliseconds(deadline);
  if (!other.empty()) corrected = other;
  return request;
}

}  // namespace

std::string_view show(Match match) { return name_in(kMatches, match); }
std::string_view show(Sort sort) { return name_in(kSorts, sort); }
std::optional<Match> parse_match(std::string_view text) { return word_in(kMatches, text); }
std::optional<Sort> parse_sort(std::string_view text) { return word_in(kSorts, text); }

std::string show(const Answer& answer) {
  const auto live = [](const SourceStatus& source) { return source.status == "ok" || source.status == "stale"; };
  Json out{{"query", json_of(answer.request, answer.found.corrected)},
           {"generation", answer.found.generation},
           {"took_ms", rounded(answer.took_ms)},
           {"partial", !std::all_of(answer.sources.begin(), answer.sources.end(), live)},
           {"ranking", answer.exact_ranking ? "exact" : "approximate"},
           {"total", {{"value", answer.found.total.value}, {"relation", name_in(kRelations, answer.found.total.relation)}}},
           {"results", Json::array()},
           {"facets", Json::object()},
           {"sources", Json::array()}};
  for (const Hit& hit : answer.found.hits) out["results"].push_back(json_of(hit));
  for (const FacetWish& wish : answer.request.facets) {
    Json& values = out["facets"][wish.name] = Json::array();
    const auto facet = answer.found.facets.find(wish.name);
    if (facet == answer.found.facets.end()) continue;
    for (const FacetValue& value : facet->second) values.push_back(json_of(value));
  }
  for (const SourceStatus& source : answer.sources) out["sources"].push_back(json_of(source));
  return show_json(out);
}

Result<Answer> parse_answer(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return fail(Code::corrupt, "the answer is " + json.error().what);
  std::string wrong;
  Answer answer;
  Reader in(*json, wrong);
  if (const Json* error = in.find("error"); error && !in.find("results")) return tl::unexpected(read_error(*error, wrong));
  for (const char* key : {"query", "results", "total", "sources"})
    if (!in.find(key)) return fail(Code::corrupt, "the answer is no search answer: it lacks \"" + std::string(key) + "\"");
  std::string ranking = "exact";
  in("generation", answer.found.generation)("took_ms", answer.took_ms)("ranking", ranking);
  answer.exact_ranking = ranking == "exact";
  answer.request = read_request(*in.find("query"), wrong, answer.found.corrected);
  Reader(*in.find("total"), wrong)("value", answer.found.total.value);
  answer.found.total.relation = relation_of(*in.find("total"), wrong);
  in.each("results", [&](const Json& item) { answer.found.hits.push_back(read_hit(item, wrong)); });
  in.each("sources", [&](const Json& item) { answer.sources.push_back(read_source(item, wrong)); });
  if (const Json* facets = in.find("facets"); facets && facets->is_object()) {
    for (const auto& [name, values] : facets->items()) {
      answer.request.facets.push_back({name, ""});
      auto& list = answer.found.facets[name];
      if (!values.is_array()) return fail(Code::corrupt, "the answer has a facet that is no list", name);
      for (const Json& value : values) list.push_back(read_facet_value(value, wrong));
    }
  }
  if (!wrong.empty()) return fail(Code::corrupt, "the answer has a value of the wrong type: " + wrong);
  return answer;
}

std::string show(const std::vector<Suggestion>& suggestions) {
  Json out{{"suggestions", Json::array()}};
  for (const Suggestion& one : suggestions) {
    Json row{{"text", one.text}, {"kind", one.kind}};
    if (!one.id.empty()) row["id"] = one.id;
    row["count"] = one.count;
    out["suggestions"].push_back(std::move(row));
  }
  return show_json(out);
}

std::string show(const std::vector<Similar>& similar) {
  Json out{{"results", Json::array()}};
  for (const Similar& one : similar) {
    Json row = json_of(one.hit);
    // They were not searched for: no words matched.
    for (const char* key : {"match", "matched_on", "snippets"}) row.erase(key);
    row["why"] = one.why;
    out["results"].push_back(std::move(row));
  }
  return show_json(out);
}

Result<std::vector<Similar>> parse_similar(std::string_view text, int limit) {
  const auto json = parse_json(text);
  if (!json) return fail(Code::corrupt, "the answer is " + json.error().what);
  std::vector<Similar> out;
  std::string wrong;
  Reader in(*json, wrong);
  in.each("results", [&](const Json& item) {
    if (out.size() >= static_cast<std::size_t>(limit)) return;
    Similar& one = out.emplace_back();
    one.hit = read_hit(item, wrong);
    Reader(item, wrong)("why", one.why);
  });
  if (!wrong.empty()) return fail(Code::corrupt, "the answer has a value of the wrong type: " + wrong);
  return out;
}

std::string show(const std::vector<SourceInfo>& sources) {
  Json list = Json::array();
  for (const SourceInfo& source : sources) {
    Json item{{"name", source.name},
              {"kind", source.kind},
              {"status", source.generation > 0 ? "ok" : "skipped"},
              {"generation", source.generation},
              {"profiles", source.profiles}};
    if (!source.indexed_at.empty()) item["indexed_at"] = source.indexed_at;
    list.push_back(std::move(item));
  }
  Json out = Json::object();
  out["sources"] = std::move(list);
  return show_json(out);
}

}  // namespace fellow::searchd
