// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/peer_json.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fellow/fields.h"
#include "fellow/json.h"
#include "fellow/text.h"
#include "fellow/url.h"
#include "searchd/answer_json.h"
#include "searchd/json_reader.h"

namespace fellow::searchd {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<Clause::Kind, std::string_view>, 5> kKinds{{{Clause::Kind::word, "word"},
                                                                           {Clause::Kind::phrase, "phrase"},
                                                                           {Clause::Kind::institution, "institution"},
                                                                           {Clause::Kind::topic, "topic"},
                                                                           {Clause::Kind::year, "year"}}};
constexpr std::size_t kMostVia = 16, kMostFilterValues = 200, kMostDoubts = 64;
constexpr std::int64_t kMostDocuments = 1'000'000'000, kMostLength = 1'000'000'000'000'000;
// Room for what stands around the hits.
constexpr std::size_t kRoomForHits = kMaxPeerBytes - 200 * 1024;

tl::unexpected<Error> schema(const std::string& what) {
  return fail(Code::corrupt, "the answer has no valid " + what, "#schema");
}

// --- questions ---

Json json_of(const Clause& clause) {
  Json out = Json::object();
  for (const auto& [kind, name] : kKinds)
    if (kind == clause.kind) out["kind"] = name;
  if (!clause.field.empty()) out["field"] = clause.field;
  if (!clause.words.empty()) out["words"] = clause.words;
  if (!clause.id.empty()) out["id"] = clause.id;
  if (clause.kind == Clause::Kind::year) out["from"] = clause.from, out["to"] = clause.to;
  if (clause.exclude) out["exclude"] = true;
  return out;
}

Json tree_of(const SearchRequest& request) {
  Json clauses = Json::array();
  for (const Clause& clause : request.query.clauses) clauses.push_back(json_of(clause));
  return {{"clauses", std::move(clauses)},
          {"free_words", request.query.free_words},
          {"match", show(request.match)},
          {"enough", request.enough > 0 ? request.enough : request.limit},
          {"sort", show(request.sort)}};
}

Json json_of(const Statistics& stats) {
  Json counts = Json::object();
  for (const auto& [key, n] : stats.counts) counts[key] = n;
  return {{"doccount", stats.documents}, {"total_length", stats.total_length}, {"termfreq", std::move(counts)}};
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
  if (stats.documents < 0 || stats.documents > kMostDocuments) in.blame("doccount");
  if (stats.total_length < 0 || stats.total_length > kMostLength) in.blame("total_length");
  const Json* counts = in.find("termfreq");
  if (!counts || !counts->is_object()) return in.blame("termfreq");
  for (const auto& [key, n] : counts->items()) {
    if (!n.is_number_integer() || n.get<std::int64_t>() < 0 || n.get<std::int64_t>() > stats.documents)
      return in.blame("termfreq");
    stats.counts[key] = n.get<std::int64_t>();
  }
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

// --- answers ---

// The object of an answer of our version.
Result<Json> answer_of(std::string_view text) {
  auto json = parse_json(text);
  if (!json || !json->is_object()) return fail(Code::corrupt, "the answer is no JSON object", "#schema");
  const auto v = json->find("v");
  if (v == json->end() || !v->is_number_integer()) return schema("v");
  if (*v != kPeerVersion)
    return fail(Code::corrupt, "it speaks version " + v->dump() + " of the protocol, not " + std::to_string(kPeerVersion),
                "#version");
  return std::move(*json);
}

// Whether the result may stand in a list of that request; what is wrong if not.
std::string flaw_of(const Hit& hit, const Result<Url>& url, const SearchRequest& request) {
  if (hit.id.size() != 16 || !url || hit.display_name.empty()) return "card";
  if (!std::isfinite(hit.score) || hit.score < 0) return "score";
  const double most = order_of(request) == Sort::recent ? 9999 : 1;
  if (hit.score > most) return "score: it is more than the statistics allow";
  if (hit.paper_count < 0 || hit.paper_count > 1'000'000) return "paper_count";
  return "";
}

// Whether the id is that of the home page, or of an address that led to it.
bool is_own_id(const Hit& hit, const Url& home) {
  if (person_id(home) == hit.id) return true;
  return std::any_of(hit.seeds.begin(), hit.seeds.end(), [&](const std::string& address) {
    const auto url = Url::parse(address);
    return url && person_id(*url) == hit.id;
  });
}

void make_harmless(Hit& hit) {
  const auto is_address = [&](const std::string& text) { return text == hit.url || Url::parse(text).has_value(); };
  std::erase_if(hit.seeds, [&](const std::string& url) { return !is_address(url); });
  std::erase_if(hit.matched_on, [](const std::string& field) { return !field_named(field); });
  for (Snippet& snippet : hit.snippets) {
    snippet.html = only_marks(snippet.html);
    if (!is_address(snippet.url)) snippet.url = hit.url;
  }
  hit.explanation = hit.explanation.substr(0, 4096);
}

std::string read_facets(const Json& json, const SearchRequest& request, std::int64_t documents, Found& out) {
  std::string wrong;
  for (const FacetWish& wish : request.facets) {
    const auto facet = json.find(wish.name);
    if (facet == json.end()) return wish.name;
    Reader in(*facet, wrong);
    std::int64_t cut = 0;
    in("cut", cut);
    auto& values = out.facets[wish.name];
    in.each("values", [&](const Json& item) {
      FacetValue& value = values.emplace_back();
      Reader(item, wrong)("value", value.value)("label", value.label)("count", value.count)("selected", value.selected);
      if (value.count < 0 || value.count > documents) in.blame("count");
    });
    if (cut < 0 || cut > documents) in.blame("cut");
    if (cut > 0) out.cuts[wish.name] = cut;
  }
  return wrong;
}

Json json_of(const Respelled& said) {
  Json words = Json::array();
  for (const auto& word : said.words)
    words.push_back({{"word", word.word}, {"people", word.people}, {"together", word.together}, {"in_names", word.in_names}});
  return {{"known", said.known}, {"words", std::move(words)}};
}

}  // namespace

std::string only_marks(const std::string& html) {
  for (std::size_t i = html.find_first_of("<>\"'"); i != std::string::npos; i = html.find_first_of("<>\"'", i)) {
    const std::size_t length = html.compare(i, 6, "<mark>") == 0 ? 6 : html.compare(i, 7, "</mark>") == 0 ? 7 : 0;
    if (length == 0) return text::escape_html(html);
    i += length;
  }
  return html;
}

std::string show_question(PeerCall call, const PeerQuestion& question) {
  const SearchRequest& request = question.request;
  Json out{{"v", kPeerVersion}};
  if (call == PeerCall::search) out["generation"] = question.stats.generation;
  out["tree"] = tree_of(request);
  if (!request.filters.empty()) out["filters"] = request.filters;
  if (call == PeerCall::search || !question.doubts.empty()) out["stats"] = json_of(question.stats);
  if (call == PeerCall::search) {
    out["limit"] = request.limit;
    out["facets"] = Json::array();
    for (const FacetWish& wish : request.facets) {
      Json& row = out["facets"].emplace_back(Json{{"name", wish.name}});
      if (!wish.prefix.empty()) row["prefix"] = wish.prefix;
    }
    if (request.explain) out["explain"] = true;
  }
  for (const Doubt& doubt : question.doubts) out["respell"].push_back({{"clause", doubt.clause}, {"word", doubt.word}});
  out["hops"] = request.hops;
  out["via"] = request.via;
  out["deadline_ms"] = request.deadline.count();
  return show_json(out);
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

std::string show_counts(const PeerCounts& counts) {
  Json out{{"v", kPeerVersion}, {"source", counts.source}, {"generation", counts.stats.generation}};
  const Json stats = json_of(counts.stats);
  for (const auto& [key, value] : stats.items()) out[key] = value;
  if (!counts.stats.indexed_at.empty()) out["indexed_at"] = counts.stats.indexed_at;
  if (!counts.stats.note.empty()) out["note"] = counts.stats.note;
  for (const Respelled& said : counts.respelled) out["respelled"].push_back(json_of(said));
  return show_json(out);
}

Result<PeerCounts> parse_counts(std::string_view text) {
  const auto json = answer_of(text);
  if (!json) return tl::unexpected(json.error());
  PeerCounts out;
  std::string wrong;
  Reader in(*json, wrong);
  for (const char* key : {"generation", "doccount", "total_length", "termfreq"})
    if (!in.find(key)) return schema(key);
  in("source", out.source)("generation", out.stats.generation)("indexed_at", out.stats.indexed_at)("note", out.stats.note);
  read_stats(*json, out.stats, wrong);
  in.each("respelled", [&](const Json& item) {
    Respelled& said = out.respelled.emplace_back();
    Reader one(item, wrong);
    one("known", said.known);
    one.each("words", [&](const Json& row) {
      Respelling& word = said.words.emplace_back();
      Reader(row, wrong)("word", word.word)("people", word.people)("together", word.together)("in_names", word.in_names);
    });
  });
  if (!wrong.empty()) return schema(wrong);
  out.stats.note = out.stats.note.substr(0, 500);
  return out;
}

std::string show_found(const Found& found) {
  Json hits = Json::array();
  std::size_t bytes = 0;
  std::string note = found.note;
  for (const Hit& hit : found.hits) {
    Json card = searchd::json_of(hit);
    for (const char* key : {"score", "sources"}) card.erase(key);
    Json row{{"id", hit.id}, {"score", hit.score}, {"person_keys", hit.person_keys}, {"card", std::move(card)}};
    bytes += show_json(row).size();
    if (bytes > kRoomForHits) {
      note += (note.empty() ? "" : "; ") + std::string("only the first ") + std::to_string(hits.size()) +
              " results fit into an answer";
      break;
    }
    hits.push_back(std::move(row));
  }
  Json facets = Json::object();
  for (const auto& [name, values] : found.facets) {
    Json list = Json::array();
    for (const FacetValue& value : values)
      list.push_back({{"value", value.value}, {"label", value.label}, {"count", value.count}, {"selected", value.selected}});
    const auto cut = found.cuts.find(name);
    facets[name] = {{"values", std::move(list)}, {"cut", cut == found.cuts.end() ? 0 : cut->second}};
  }
  const std::string_view relation = found.total.relation == Relation::eq    ? "eq"
                                    : found.total.relation == Relation::gte ? "gte"
                                                                            : "lte";
  Json out{{"v", kPeerVersion},
           {"generation", found.generation},
           {"hits", std::move(hits)},
           {"total", {{"value", found.total.value}, {"relation", relation}}},
           {"facets", std::move(facets)}};
  if (!note.empty()) out["note"] = note;
  return show_json(out);
}

Result<Found> parse_found(std::string_view text, const SearchRequest& request, std::int64_t documents) {
  const auto json = answer_of(text);
  if (!json) return tl::unexpected(json.error());
  Found out;
  std::string wrong, relation = "eq";
  Reader in(*json, wrong);
  for (const char* key : {"generation", "hits", "total", "facets"})
    if (!in.find(key)) return schema(key);
  in("generation", out.generation)("note", out.note);
  Reader(*in.find("total"), wrong)("value", out.total.value)("relation", relation);
  if (relation != "eq") out.total.relation = relation == "lte" ? Relation::lte : Relation::gte;
  std::size_t foreign = 0;
  in.each("hits", [&](const Json& item) {
    Reader one(item, wrong);
    const Json* card = one.find("card");
    if (!card) return in.blame("hits.card");
    Hit hit = read_hit(*card, wrong);
    hit.sources.clear();
    one("id", hit.id)("score", hit.score)("person_keys", hit.person_keys);
    const auto url = Url::parse(hit.url);
    if (const auto flaw = flaw_of(hit, url, request); !flaw.empty()) return in.blame("hits." + flaw);
    if (!is_own_id(hit, *url)) return void(++foreign);
    make_harmless(hit);
    out.best = std::max(out.best, hit.score);
    out.hits.push_back(std::move(hit));
  });
  if (out.hits.size() + foreign > static_cast<std::size_t>(request.limit)) in.blame("hits: there are more than were asked for");
  if (out.total.value < static_cast<std::int64_t>(out.hits.size()) || out.total.value > documents) in.blame("total");
  const Json& facets = *in.find("facets");
  if (const auto flaw = facets.is_object() ? read_facets(facets, request, documents, out) : "facets"; !flaw.empty())
    in.blame("facets." + flaw);
  if (!wrong.empty()) return schema(wrong);
  out.note = out.note.substr(0, 500);
  if (foreign > 0) {
    out.note += (out.note.empty() ? "" : "; ") + std::to_string(foreign) + " results with ids of other people are left out";
    out.total.value = std::max<std::int64_t>(out.total.value - static_cast<std::int64_t>(foreign), 0);
  }
  return out;
}

}  // namespace fellow::searchd
