// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/peer_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>

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
  out.key("enough").number(request.enough > 0 ? request.enough : request.limit).key("sort").text(show(request.sort)).end('}');
}

// The members of an object.
void write_stats(JsonText& out, const Statistics& stats) {
  out.key("doccount").number(stats.documents).key("total_length").number(stats.total_length).key("termfreq").begin('{');
  for (const auto& [key, n] : stats.counts) out.key(key).number(n);
  out.end('}');
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

// The head of an answer, and which of its members are there.
struct Answered {
  std::optional<std::int64_t> version;
  std::vector<std::string> members;
  bool has(std::string_view key) const { return std::find(members.begin(), members.end(), key) != members.end(); }
};

// Each member of an answer of our version is shown to `visit`, which takes it from `in`. The error, if it is none, or lacks
// one of the wanted.
template <class Visit>
std::optional<Error> read_answer(JsonScan& in, std::initializer_list<std::string_view> wanted, Visit visit) {
  Answered out;
  bool is_object = false, is_number = true;
  in.members("object", [&](std::string_view key) {
    is_object = true;
    if (!in.rest().starts_with("null")) out.members.emplace_back(key);
    if (key != "v") return visit(key);
    const std::string_view text = in.rest();
    std::int64_t v = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    is_number = error == std::errc() && std::string_view(end, text.end()).find_first_of(".eE") != 0;
    if (is_number) out.version = v;
  });
  if (!in.is_sound() || !is_object) return Error{Code::corrupt, "the answer is no JSON object", "#schema"};
  if (!out.version) return schema("v").value();
  if (*out.version != kPeerVersion) {
    return Error{Code::corrupt,
                 "it speaks version " + std::to_string(*out.version) + " of the protocol, not " + std::to_string(kPeerVersion),
                 "#version"};
  }
  for (const std::string_view key : wanted)
    if (!out.has(key)) return schema(std::string(key)).value();
  return std::nullopt;
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

// A facet that was asked for, as far as its counts can be.
void read_facet(JsonScan& in, const std::string& name, std::int64_t documents, Found& out) {
  std::int64_t cut = 0;
  auto& values = out.facets[name];
  values.clear();
  in.members("facets." + name, [&](std::string_view member) {
    if (member == "cut") return in.take("facets.cut", cut);
    if (member != "values") return;
    in.items("facets.values", [&] {
      FacetValue& value = values.emplace_back();
      in.members("facets.values", [&](std::string_view key) {
        if (key == "value") in.take("facets.value", value.value);
        if (key == "label") in.take("facets.label", value.label);
        if (key == "count") in.take("facets.count", value.count);
        if (key == "selected") in.take("facets.selected", value.selected);
      });
      if (value.count < 0 || value.count > documents) in.blame("facets.count");
    });
  });
  if (cut < 0 || cut > documents) in.blame("facets.cut");
  if (cut > 0) out.cuts[name] = cut;
}

// One row of the list; its card says the same of her as in any list.
Hit read_row(JsonScan& in) {
  Hit card;
  std::string id;
  double score = 0;
  std::vector<std::string> person_keys;
  bool carded = false;
  in.members("hits", [&](std::string_view key) {
    if (key == "id") in.take("hits.id", id);
    if (key == "score") in.take("hits.score", score);
    if (key == "person_keys") in.take("hits.person_keys", person_keys);
    if (key != "card" || in.rest().starts_with("null")) return;
    card = read_hit(in);
    carded = true;
  });
  if (!carded) in.blame("hits.card");
  card.sources.clear();
  if (!id.empty()) card.id = std::move(id);
  card.score = score;
  card.person_keys = std::move(person_keys);
  return card;
}

void write_respelled(JsonText& out, const Respelled& said) {
  out.begin('{').key("known").flag(said.known).key("words").begin('[');
  for (const auto& word : said.words) {
    out.begin('{').key("word").text(word.word).key("people").number(word.people);
    out.key("together").flag(word.together).key("in_names").flag(word.in_names).end('}');
  }
  out.end(']').end('}');
}

void read_respelled(JsonScan& in, Respelled& said) {
  in.members("respelled", [&](std::string_view key) {
    if (key == "known") return in.take(key, said.known);
    if (key != "words") return;
    in.items(key, [&] {
      Respelling& word = said.words.emplace_back();
      in.members("words", [&](std::string_view part) {
        if (part == "word") in.take(part, word.word);
        if (part == "people") in.take(part, word.people);
        if (part == "together") in.take(part, word.together);
        if (part == "in_names") in.take(part, word.in_names);
      });
    });
  });
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

std::string show_counts(const PeerCounts& counts) {
  JsonText out;
  out.begin('{').key("v").number(kPeerVersion).key("source").text(counts.source);
  write_stats(out.key("generation").number(counts.stats.generation), counts.stats);
  if (!counts.stats.indexed_at.empty()) out.key("indexed_at").text(counts.stats.indexed_at);
  if (!counts.stats.note.empty()) out.key("note").text(counts.stats.note);
  if (!counts.respelled.empty()) {
    out.key("respelled").begin('[');
    for (const Respelled& said : counts.respelled) write_respelled(out, said);
    out.end(']');
  }
  return out.end('}').take();
}

Result<PeerCounts> parse_counts(std::string_view text) {
  PeerCounts out;
  JsonScan in(text);
  Statistics& stats = out.stats;
  const auto flaw = read_answer(in, {"generation", "doccount", "total_length", "termfreq"}, [&](std::string_view key) {
    if (key == "source") return in.take(key, out.source);
    if (key == "generation") return in.take(key, stats.generation);
    if (key == "indexed_at") return in.take(key, stats.indexed_at);
    if (key == "note") return in.take(key, stats.note);
    if (key == "doccount") return in.take(key, stats.documents);
    if (key == "total_length") return in.take(key, stats.total_length);
    if (key == "termfreq") {
      stats.counts.clear();
      return in.members(key, [&](std::string_view term) { in.take("termfreq", stats.counts[std::string(term)]); });
    }
    if (key == "respelled") {
      out.respelled.clear();
      return in.items(key, [&] { read_respelled(in, out.respelled.emplace_back()); });
    }
  });
  if (flaw) return tl::unexpected(*flaw);
  if (stats.documents < 0 || stats.documents > kMostDocuments) in.blame("doccount");
  if (stats.total_length < 0 || stats.total_length > kMostLength) in.blame("total_length");
  for (const auto& [term, n] : stats.counts)
    if (n < 0 || n > stats.documents) in.blame("termfreq");
  if (!in.wrong().empty()) return schema(in.wrong());
  out.stats.note = out.stats.note.substr(0, 500);
  return out;
}

std::string show_found(const Found& found) {
  const std::string_view relation = found.total.relation == Relation::eq    ? "eq"
                                    : found.total.relation == Relation::gte ? "gte"
                                                                            : "lte";
  JsonText out;
  out.begin('{').key("v").number(kPeerVersion).key("generation").number(found.generation).key("hits").begin('[');
  std::size_t bytes = 0, told = 0;
  std::string note = found.note;
  for (const Hit& hit : found.hits) {
    JsonText row;
    row.begin('{').key("id").text(hit.id).key("score").number(hit.score).key("person_keys").texts(hit.person_keys);
    row.key("card").begin('{');
    write_hit(row, hit, {.score = false, .sources = false});
    row.end('}').end('}');
    bytes += row.size();
    if (bytes > kRoomForHits) {
      note +=
          (note.empty() ? "" : "; ") + std::string("only the first ") + std::to_string(told) + " results fit into an answer";
      break;
    }
    out.raw(row.take());
    ++told;
  }
  out.end(']').key("total").begin('{').key("value").number(found.total.value).key("relation").text(relation).end('}');
  out.key("facets").begin('{');
  for (const auto& [name, values] : found.facets) {
    out.key(name).begin('{').key("values").begin('[');
    for (const FacetValue& value : values) {
      out.begin('{').key("value").text(value.value).key("label").text(value.label).key("count").number(value.count);
      out.key("selected").flag(value.selected).end('}');
    }
    const auto cut = found.cuts.find(name);
    out.end(']').key("cut").number(cut == found.cuts.end() ? 0 : cut->second).end('}');
  }
  out.end('}');
  if (!note.empty()) out.key("note").text(note);
  return out.end('}').take();
}

Result<Found> parse_found(std::string_view text, const SearchRequest& request, std::int64_t documents) {
  Found out;
  JsonScan in(text);
  std::string relation = "eq";
  std::size_t foreign = 0, rows = 0;
  const auto take_row = [&] {
    Hit hit = read_row(in);
    ++rows;
    const auto url = Url::parse(hit.url);
    if (const auto flaw = flaw_of(hit, url, request); !flaw.empty()) return in.blame("hits." + flaw);
    if (!is_own_id(hit, *url)) return void(++foreign);
    make_harmless(hit);
    out.best = std::max(out.best, hit.score);
    out.hits.push_back(std::move(hit));
  };
  const auto flaw = read_answer(in, {"generation", "hits", "total", "facets"}, [&](std::string_view key) {
    if (key == "generation") return in.take(key, out.generation);
    if (key == "note") return in.take(key, out.note);
    if (key == "total") {
      return in.members(key, [&](std::string_view part) {
        if (part == "value") in.take("total", out.total.value);
        if (part == "relation") in.take("total", relation);
      });
    }
    if (key == "facets") {
      return in.members(key, [&](std::string_view name) {
        const auto wish =
            std::find_if(request.facets.begin(), request.facets.end(), [&](const FacetWish& one) { return one.name == name; });
        if (wish != request.facets.end()) read_facet(in, wish->name, documents, out);
      });
    }
    if (key != "hits") return;
    out.hits.clear();
    rows = foreign = 0;
    return in.items(key, take_row);
  });
  if (flaw) return tl::unexpected(*flaw);
  for (const FacetWish& wish : request.facets)
    if (!out.facets.contains(wish.name)) in.blame("facets." + wish.name);
  if (relation != "eq") out.total.relation = relation == "lte" ? Relation::lte : Relation::gte;
  if (rows > static_cast<std::size_t>(request.limit)) in.blame("hits: there are more than were asked for");
  if (out.total.value < static_cast<std::int64_t>(out.hits.size()) || out.total.value > documents) in.blame("total");
  if (!in.wrong().empty()) return schema(in.wrong());
  out.note = out.note.substr(0, 500);
  if (foreign > 0) {
    out.note += (out.note.empty() ? "" : "; ") + std::to_string(foreign) + " results with ids of other people are left out";
    out.total.value = std::max<std::int64_t>(out.total.value - static_cast<std::int64_t>(foreign), 0);
  }
  return out;
}

}  // namespace fellow::searchd
