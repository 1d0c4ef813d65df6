// SPDX-License-Identifier: GPL-3.0-or-later
// What a daemon answers another: the answers of searchd/peer_json.h.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "fellow/url.h"
#include "searchd/answer_json.h"
#include "searchd/peer_json.h"
#include "searchd/peer_statistics.h"

namespace fellow::searchd {
namespace {

// Room for what stands around the hits.
constexpr std::size_t kRoomForHits = kMaxPeerBytes - 200 * 1024;

tl::unexpected<Error> schema(const std::string& what) {
  return fail(Code::corrupt, "the answer has no valid " + what, "#schema");
}

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
  if (const auto key = flaw_of(stats); !key.empty()) in.blame(key);
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
