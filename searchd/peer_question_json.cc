// SPDX-License-Identifier: GPL-3.0-or-later
// What a daemon asks another: the questions of searchd/peer_json.h.
#include <algorithm>
#include <array>

#include "fellow/fields.h"
#include "fellow/json.h"
#include "fellow/text.h"
#include "searchd/answer_json.h"
#include "searchd/json_reader.h"
#include "searchd/peer_json.h"
#include "searchd/peer_statistics.h"

namespace fellow::searchd {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Clause::Kind, std::string_view>, 5> kKinds{{{Clause::Kind::word, "word"},
                                                                           {Clause::Kind::phrase, "phrase"},
                                                                           {Clause::Kind::institution, "institution"},
                                                                           {Clause::Kind::topic, "topic"},
                                                                           {Clause::Kind::year, "year"}}};
constexpr std::size_t kMostFilterValues = 200, kMostDoubts = 64;

void write_clause(JsonText& out, const Clause& clause) {
  out.begin('{');
  for (const auto& [kind, name] : kKinds)
    if (kind == clause.kind) out.key("kind").text(name);
  if (!clause.field.empty()) out.key("field").text(clause.field);
  if (!clause.words.empty()) out.key("words").texts(clause.words);
  if (!clause.id.empty()) out.key("id").text(clause.id);
  if (clause.kind == Clause::Kind::year) out.key("from").number(clause.from).key("to").number(clause.to);
  if (clause.exclude) out.key("exclude").flag(true);
  out.end('}');
}

void write_tree(JsonText& out, const SearchRequest& request) {
  out.begin('{').key("clauses").begin('[');
  for (const Clause& clause : request.query.clauses) write_clause(out, clause);
  out.end(']').key("free_words").texts(request.query.free_words).key("match").text(show(request.match));
  out.key("enough").number(request.enough).key("sort").text(show(request.sort)).end('}');
}

// A text of the query as the parser would have made it.
bool is_word(const std::string& word) {
  return !word.empty() && word.size() <= Query::kMaxBytes && text::valid_utf8(word) == word;
}

std::string read_clause(const Json& json, Clause& clause) {
  std::string wrong, kind;
  Reader(json, wrong)("kind", kind)("field", clause.field)("words", clause.words)("id", clause.id)("from", clause.from)(
      "to", clause.to)("exclude", clause.exclude);
  const auto row = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return k.second == kind; });
  if (row == kKinds.end()) return "kind";
  clause.kind = row->first;
  if (!clause.field.empty() && !field_named(clause.field)) return "field";
  if (clause.words.size() > Query::kMaxWords || !std::all_of(clause.words.begin(), clause.words.end(), is_word)) return "words";
  if (clause.words.empty() && clause.kind != Clause::Kind::year) return "words";
  if (clause.id.size() > Query::kMaxBytes) return "id";
  return wrong;
}

std::string read_tree(const Json& json, SearchRequest& request) {
  std::string wrong, match = "auto", sort = "relevance";
  Reader in(json, wrong);
  in("free_words", request.query.free_words)("match", match)("enough", request.enough)("sort", sort);
  std::size_t words = 0;
  in.each("clauses", [&](const Json& item) {
    if (request.query.clauses.size() >= Query::kMaxWords) return in.blame("clauses");
    if (auto key = read_clause(item, request.query.clauses.emplace_back()); !key.empty()) in.blame("clauses." + key);
    words += request.query.clauses.back().words.size();
  });
  const auto& free = request.query.free_words;
  if (free.size() > Query::kMaxWords || !std::all_of(free.begin(), free.end(), is_word)) in.blame("free_words");
  if (words > 2 * Query::kMaxWords) in.blame("clauses");
  if (request.enough < 0 || request.enough > SearchRequest::kMaxLimit) in.blame("enough");
  if (const auto m = parse_match(match))
    request.match = *m;
  else
    in.blame("match");
  if (const auto s = parse_sort(sort))
    request.sort = *s;
  else
    in.blame("sort");
  return wrong.empty() ? "" : "tree." + wrong;
}

void read_filters(const Json& json, SearchRequest& request, std::string& wrong) {
  Reader in(json, wrong);
  if (!json.is_object()) return;
  for (const auto& [name, values] : json.items()) {
    auto& list = request.filters[name];
    in(name.c_str(), list);
    if (!facet_named(name) || list.size() > kMostFilterValues) in.blame("filters");
  }
}

void read_stats(const Json& json, Statistics& stats, std::string& wrong) {
  Reader in(json, wrong);
  in("doccount", stats.documents)("total_length", stats.total_length);
  const Json* counts = in.find("termfreq");
  if (!counts || !counts->is_object()) return in.blame("termfreq");
  for (const auto& [key, n] : counts->items()) {
    if (!n.is_number_integer()) return in.blame("termfreq");
    stats.counts[key] = n.get<std::int64_t>();
  }
  if (const auto flaw = flaw_of(stats); !flaw.empty()) in.blame(flaw);
}

void read_common(const Json& json, PeerQuestion& out, std::string& wrong) {
  Reader in(json, wrong);
  SearchRequest& request = out.request;
  std::int64_t deadline = request.deadline.count();
  in("hops", request.hops)("via", request.via)("deadline_ms", deadline)("explain", request.explain);
  if (request.hops < 0) in.blame("hops");
  if (request.via.size() > kMostVia) in.blame("via");
  if (deadline < 1 || deadline > 5000) in.blame("deadline_ms");
  request.deadline = std::chrono::milliseconds(deadline);
  if (const Json* filters = in.find("filters")) read_filters(*filters, request, wrong);
  if (const Json* stats = in.find("stats")) read_stats(*stats, out.stats, wrong);
  in.each("respell", [&](const Json& item) {
    Doubt doubt;
    std::int64_t clause = 0;
    Reader(item, wrong)("clause", clause)("word", doubt.word);
    doubt.clause = static_cast<std::size_t>(std::max<std::int64_t>(clause, 0));
    if (out.doubts.size() >= kMostDoubts || !is_word(doubt.word)) return in.blame("respell");
    out.doubts.push_back(std::move(doubt));
  });
}

void read_search(const Json& json, PeerQuestion& out, std::string& wrong) {
  Reader in(json, wrong);
  in("generation", out.stats.generation)("limit", out.request.limit);
  for (const char* key : {"generation", "stats"})
    if (!in.find(key)) in.blame(key);
  if (out.request.limit < 0 || out.request.limit > SearchRequest::kMaxLimit + SearchRequest::kMaxOffset) in.blame("limit");
  in.each("facets", [&](const Json& item) {
    FacetWish wish;
    if (item.is_string())
      wish.name = item.get<std::string>();
    else
      Reader(item, wrong)("name", wish.name)("prefix", wish.prefix);
    if (!facet_named(wish.name) || out.request.facets.size() >= kFacets.size() || wish.prefix.size() > Query::kMaxBytes)
      return in.blame("facets");
    out.request.facets.push_back(std::move(wish));
  });
}

}  // namespace

std::string show_question(PeerCall call, const PeerQuestion& question) {
  const SearchRequest& request = question.request;
  JsonText out;
  out.begin('{').key("v").number(kPeerVersion);
  if (call == PeerCall::search) out.key("generation").number(question.stats.generation);
  write_tree(out.key("tree"), request);
  if (!request.filters.empty()) {
    out.key("filters").begin('{');
    for (const auto& [facet, values] : request.filters) out.key(facet).texts(values);
    out.end('}');
  }
  if (call == PeerCall::search || !question.doubts.empty()) {
    write_stats(out.key("stats").begin('{'), question.stats);
    out.end('}');
  }
  if (call == PeerCall::search) {
    out.key("limit").number(request.limit).key("facets").begin('[');
    for (const FacetWish& wish : request.facets) {
      out.begin('{').key("name").text(wish.name);
      if (!wish.prefix.empty()) out.key("prefix").text(wish.prefix);
      out.end('}');
    }
    out.end(']');
    if (request.explain) out.key("explain").flag(true);
  }
  if (!question.doubts.empty()) {
    out.key("respell").begin('[');
    for (const Doubt& doubt : question.doubts)
      out.begin('{').key("clause").number(doubt.clause).key("word").text(doubt.word).end('}');
    out.end(']');
  }
  out.key("hops").number(request.hops).key("via").texts(request.via).key("deadline_ms").number(request.deadline.count());
  return out.end('}').take();
}

Result<PeerQuestion> parse_question(PeerCall call, std::string_view text) {
  const auto json = parse_json(text);
  if (!json || !json->is_object()) return fail(Code::bad_input, "a JSON object is wanted", "body");
  const auto v = json->find("v");
  if (v == json->end() || !v->is_number_integer()) return fail(Code::bad_input, "the version of the protocol is wanted", "v");
  if (*v != kPeerVersion) return fail(Code::bad_input, "only version 1 of the protocol is spoken here", "#version");
  PeerQuestion out;
  std::string wrong;
  const auto tree = json->find("tree");
  if (tree == json->end()) return fail(Code::bad_input, "a parsed query is wanted", "tree");
  wrong = read_tree(*tree, out.request);
  if (wrong.empty()) read_common(*json, out, wrong);
  if (wrong.empty() && call == PeerCall::search) read_search(*json, out, wrong);
  out.request.facet_limit = 200;
  if (!wrong.empty()) return fail(Code::bad_input, "is not as the protocol has it", wrong);
  return out;
}

}  // namespace fellow::searchd
