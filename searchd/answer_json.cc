// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/answer_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
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

// Texts under keys, in the order in which the keys came first.
using Grouped = std::vector<std::pair<std::string, std::vector<std::string>>>;

void add(Grouped& all, std::string_view key, std::string text) {
  auto row = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == key; });
  if (row == all.end()) row = all.insert(row, {std::string(key), {}});
  row->second.push_back(std::move(text));
}

// What a clause asks for: an id, a phrase, words, years.
void add_clause(Grouped& parsed, const Clause& clause) {
  const auto key = [&](std::string_view plain) { return clause.field.empty() ? plain : std::string_view(clause.field); };
  switch (clause.kind) {
    case Clause::Kind::word:
      for (const auto& word : clause.words) add(parsed, key("words"), word);
      return;
    case Clause::Kind::phrase:
      return add(parsed, key("phrase"), joined(clause.words));
    case Clause::Kind::institution:
      return add(parsed, key("affiliation"), clause.id);
    case Clause::Kind::topic:
      for (const auto& word : clause.words) add(parsed, key("topic"), word);
      return;
    case Clause::Kind::year:
      return add(parsed, "year",
                 clause.from == clause.to ? std::to_string(clause.from)
                                          : std::to_string(clause.from) + ".." + std::to_string(clause.to));
  }
}

void write_clauses(JsonText& out, const Query& query) {
  Grouped parsed, excluded;
  for (const Clause& clause : query.clauses) add_clause(clause.exclude ? excluded : parsed, clause);
  out.begin('{');
  for (const auto& [key, texts] : parsed) out.key(key).texts(texts);
  if (!excluded.empty()) {
    out.key("not").begin('{');
    for (const auto& [key, texts] : excluded) out.key(key).texts(texts);
    out.end('}');
  }
  out.end('}');
}

void write_request(JsonText& out, const SearchRequest& request, const std::optional<std::string>& corrected) {
  out.begin('{').key("q").text(request.query.text);
  write_clauses(out.key("parsed"), request.query);
  out.key("corrected");
  corrected ? out.text(*corrected) : out.raw("null");
  out.key("match").text(show(request.match)).key("sort").text(show(request.sort)).key("limit").number(request.limit);
  out.key("offset").number(request.offset).key("deadline_ms").number(request.deadline.count()).end('}');
}

}  // namespace

void write_hit(JsonText& out, const Hit& hit, HitParts parts) {
  out.key("id").text(hit.id).key("url").text(hit.url).key("seeds").texts(hit.seeds);
  if (!hit.name.empty()) out.key("name").text(hit.name);
  out.key("display_name").text(hit.display_name);
  out.key("alternate_names").texts(hit.alternate_names).key("positions").texts(hit.positions);
  out.key("affiliations").begin('[');
  for (const Affiliation& one : hit.affiliations) {
    out.begin('{').key("name").text(one.name);
    if (!one.id.empty()) out.key("id").text(one.id);
    out.end('}');
  }
  out.end(']').key("interests").begin('[');
  for (const Interest& one : hit.interests) {
    out.begin('{');
    if (!one.name.empty()) out.key("name").text(one.name);
    if (!one.id.empty()) out.key("id").text(one.id);
    out.end('}');
  }
  out.end(']');
  if (!hit.country.empty()) out.key("country").text(hit.country);
  out.key("paper_count").number(hit.paper_count);
  if (!hit.indexed_at.empty()) out.key("indexed_at").text(hit.indexed_at);
  if (parts.score) out.key("score").number(hit.score);
  if (parts.matches) {
    out.key("match").text(hit.strong ? "strong" : "partial").key("matched_on").texts(hit.matched_on);
    out.key("snippets").begin('[');
    for (const Snippet& snippet : hit.snippets)
      out.begin('{').key("field").text(snippet.field).key("html").text(snippet.html).key("url").text(snippet.url).end('}');
    out.end(']');
  }
  if (parts.sources) out.key("sources").texts(hit.sources);
  if (!hit.explanation.empty()) out.key("explanation").text(hit.explanation);
}

namespace {

void write_value(JsonText& out, const FacetValue& value) {
  out.begin('{').key("value").text(value.value).key("label").text(value.label).key("count").number(value.count);
  out.key("relation").text(name_in(kRelations, value.relation)).key("selected").flag(value.selected).end('}');
}

void write_source(JsonText& out, const SourceStatus& source) {
  out.begin('{').key("name").text(source.name).key("kind").text(source.kind).key("status").text(source.status);
  out.key("took_ms").number(rounded(source.took_ms));
  if (source.status == "ok" || source.status == "partial" || source.status == "stale") {
    out.key("matched").number(source.matched).key("profiles").number(source.profiles);
    if (!source.indexed_at.empty()) out.key("indexed_at").text(source.indexed_at);
  }
  if (source.error) {
    out.key("error").begin('{').key("code").text(source.code.empty() ? code_name(source.error->code) : source.code);
    out.key("message").text(fellow::show(*source.error)).end('}');
  }
  if (!source.retry_at.empty()) out.key("retry_at").text(source.retry_at);
  out.end('}');
}

// --- reading ---

Relation relation_of(const Json& json, std::string& wrong) {
  std::string text = "eq";
  Reader(json, wrong)("relation", text);
  return word_in(kRelations, text).value_or(Relation::gte);
}

// Of an affiliation or an interest: its name and id.
template <class Named>
void read_named(JsonScan& in, std::string_view where, Named& out) {
  in.members(where, [&](std::string_view key) {
    if (key == "name") in.take(key, out.name);
    if (key == "id") in.take(key, out.id);
  });
}

void read_snippet(JsonScan& in, Snippet& out) {
  in.members("snippets", [&](std::string_view key) {
    if (key == "field") in.take(key, out.field);
    if (key == "html") in.take(key, out.html);
    if (key == "url") in.take(key, out.url);
  });
}

// `other`: told of members that are no part of a result.
Hit read_hit(JsonScan& in, const std::function<void(std::string_view key)>& other) {
  Hit hit;
  std::string match = "strong";
  in.members("hit", [&](std::string_view key) {
    const auto take = [&](auto& into) { in.take(key, into); };
    // In the order in which they are written.
    if (key == "id") return take(hit.id);
    if (key == "url") return take(hit.url);
    if (key == "seeds") return take(hit.seeds);
    if (key == "name") return take(hit.name);
    if (key == "display_name") return take(hit.display_name);
    if (key == "alternate_names") return take(hit.alternate_names);
    if (key == "positions") return take(hit.positions);
    if (key == "affiliations") {
      hit.affiliations.clear();
      return in.items(key, [&] { read_named(in, key, hit.affiliations.emplace_back()); });
    }
    if (key == "interests") {
      hit.interests.clear();
      return in.items(key, [&] { read_named(in, key, hit.interests.emplace_back()); });
    }
    if (key == "country") return take(hit.country);
    if (key == "paper_count") return take(hit.paper_count);
    if (key == "indexed_at") return take(hit.indexed_at);
    if (key == "score") return take(hit.score);
    if (key == "match") return take(match);
    if (key == "matched_on") return take(hit.matched_on);
    if (key == "snippets") {
      hit.snippets.clear();
      return in.items(key, [&] { read_snippet(in, hit.snippets.emplace_back()); });
    }
    if (key == "sources") return take(hit.sources);
    if (key == "explanation") return take(hit.explanation);
    if (other) other(key);
  });
  hit.strong = match != "partial";
  return hit;
}

}  // namespace

Hit read_hit(JsonScan& in) { return read_hit(in, nullptr); }

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
  const Found& found = answer.found;
  JsonText out;
  out.begin('{');
  write_request(out.key("query"), answer.request, found.corrected);
  out.key("generation").number(found.generation).key("took_ms").number(rounded(answer.took_ms));
  out.key("partial").flag(!std::all_of(answer.sources.begin(), answer.sources.end(), live));
  out.key("ranking").text(answer.exact_ranking ? "exact" : "approximate");
  out.key("total").begin('{').key("value").number(found.total.value);
  out.key("relation").text(name_in(kRelations, found.total.relation)).end('}');
  out.key("results").begin('[');
  for (const Hit& hit : found.hits) {
    out.begin('{');
    write_hit(out, hit);
    out.end('}');
  }
  out.end(']').key("facets").begin('{');
  const auto& wishes = answer.request.facets;
  for (auto wish = wishes.begin(); wish != wishes.end(); ++wish) {
    if (std::any_of(wishes.begin(), wish, [&](const FacetWish& other) { return other.name == wish->name; })) continue;
    out.key(wish->name).begin('[');
    if (const auto facet = found.facets.find(wish->name); facet != found.facets.end())
      for (const FacetValue& value : facet->second) write_value(out, value);
    out.end(']');
  }
  out.end('}').key("sources").begin('[');
  for (const SourceStatus& source : answer.sources) write_source(out, source);
  return out.end(']').end('}').take();
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
  in.each("results", [&](const Json& item) {
    const std::string text_of_hit = show_json(item);
    JsonScan hit(text_of_hit);
    answer.found.hits.push_back(read_hit(hit));
    if (!hit.wrong().empty()) in.blame(hit.wrong());
  });
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
  JsonText out;
  out.begin('{').key("results").begin('[');
  for (const Similar& one : similar) {
    out.begin('{');
    write_hit(out, one.hit, {.matches = false});  // they were not searched for
    out.key("why").texts(one.why).end('}');
  }
  return out.end(']').end('}').take();
}

Result<std::vector<Similar>> parse_similar(std::string_view text, int limit) {
  std::vector<Similar> out;
  JsonScan in(text);
  in.members("object", [&](std::string_view member) {
    if (member != "results") return;
    in.items(member, [&] {
      if (out.size() >= static_cast<std::size_t>(limit)) return;
      Similar one;
      one.hit = read_hit(in, [&](std::string_view key) {
        if (key == "why") in.take(key, one.why);
      });
      out.push_back(std::move(one));
    });
  });
  if (!in.is_sound()) return fail(Code::corrupt, "the answer is not valid JSON");
  if (!in.wrong().empty()) return fail(Code::corrupt, "the answer has a value of the wrong type: " + in.wrong());
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
