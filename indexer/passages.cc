// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/passages.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include "fellow/fields.h"
#include "fellow/text.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kSnippets = 3;
constexpr std::size_t kWindowBytes = 220;  // about two lines on a result page
using ClauseSet = std::bitset<Query::kMaxWords>;
using Stems = Quoter::Stems;
using Wanted = Quoter::Wanted;

// The stems that the query looks for; `clauses` point to them.
std::vector<std::string> stems_of_query(const Query& query, std::vector<Wanted>& clauses) {
  std::vector<std::string> stems;
  for (const auto& clause : query.clauses) {
    if (clause.exclude || clause.kind == Clause::Kind::year) continue;
    Wanted wanted{.clause = &clause, .stems = {}};
    const bool telling = std::any_of(clause.words.begin(), clause.words.end(), [](const auto& w) { return !says_nothing(w); });
    for (const auto& word : clause.words) {
      if (telling && clause.kind != Clause::Kind::phrase && says_nothing(word)) continue;
      for (auto& stem : stems_of(word)) {
        auto place = std::find(stems.begin(), stems.end(), stem);
        if (place == stems.end()) place = stems.insert(place, std::move(stem));
        const auto bit = static_cast<std::size_t>(place - stems.begin());
        if (bit < wanted.stems.size()) wanted.stems.set(bit);
      }
    }
    wanted.count = wanted.stems.count();
    if (wanted.count > 0 && clauses.size() < ClauseSet().size()) clauses.push_back(wanted);
  }
  return stems;
}

// How one field answers the query.
struct FieldMatch {
  const Card::Content* content = nullptr;
  ClauseSet whole, part;       // clauses with all words in one text (or by id), and with some
  std::size_t best_item = 0;   // the text to quote
  std::size_t best_score = 0;  // 0: none holds a word
};

class Matcher {
 public:
  Matcher(const Card& person, const std::vector<Wanted>& clauses, const StemSet& set, PlacesInRow& places)
      : person_(person), clauses_(clauses), set_(set), places_(places) {}

  std::vector<FieldMatch> run() {
    std::vector<FieldMatch> out;
    out.reserve(person_.fields().size());
    ClauseSet answered;
    for (const auto& content : person_.fields()) {
      if (content.field->once && answered.count() == clauses_.size()) continue;  // it would explain nothing
      out.push_back(match(content));
      if (content.field->once) out.back().whole &= ~answered;  // it is told where nothing else explains the match
      answered |= out.back().whole;
    }
    for (auto& match : out) add_mentions(match, answered);
    // A clause that no text holds as a whole was matched by words here and there.
    for (const auto& match : out) answered |= match.whole;
    for (auto& match : out) match.part &= ~answered;
    std::erase_if(out, [](const FieldMatch& m) { return m.whole.none() && m.part.none(); });
    const auto rank = [](const FieldMatch& m) { return std::tuple(m.whole.count(), m.part.count(), m.content->field->weight); };
    std::stable_sort(out.begin(), out.end(), [&](const FieldMatch& a, const FieldMatch& b) { return rank(a) > rank(b); });
    return out;
  }

 private:
  static bool may_match(const Clause& clause, const Field& field) {
    return clause.field.empty() ? field.weight > 0 : clause.field == field.name;
  }

  // `text`: the place of its string. `item`: of the text, if it may be quoted.
  void add_text(FieldMatch& match, std::uint32_t text, std::optional<std::size_t> item) const {
    const Field& field = *match.content->field;
    const auto found = places_.of(text);
    const bool initials = set_.has_single_letters() && field.name == "name";
    if (found.empty() && !initials) return;  // as most are
    Stems here;
    for (const auto& place : found) {
      if (place.stem < here.size()) here.set(place.stem);
    }
    if (initials) add_initials(person_.string(text), here);
    if (here.none()) return;
    ClauseSet whole;
    std::size_t words = 0;
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      const auto& wanted = clauses_[i];
      if (!may_match(*wanted.clause, field)) continue;
      const Stems both = wanted.stems & here;
      if (both.none()) continue;
      match.part.set(i);
      const bool all = both == wanted.stems;
      words += all ? wanted.count : both.count();
      if (all) whole.set(i);
    }
    match.whole |= whole;
    const std::size_t score = words + 4 * whole.count();
    if (item && score > match.best_score) match.best_score = score, match.best_item = *item;
  }

  // "j doe" is in "Jane Doe".
  void add_initials(std::string_view name, Stems& here) const {
    for (const auto& word : text::words(name)) {
      if (const auto stem = set_.find_exact(word.substr(0, 1)); stem < here.size()) here.set(stem);
    }
  }

  // Clauses of that kind whose id is among these.
  template <class Visit>
  void each_known(const FieldMatch& match, Clause::Kind kind, const Card::KnownOnes& ids, Visit visit) const {
    if (ids.size() == 0) return;
    for (std::size_t i = 0; i < clauses_.size(); ++i) {
      const Clause& clause = *clauses_[i].clause;
      if (clause.kind != kind || clause.id.empty() || !may_match(clause, *match.content->field)) continue;
      std::size_t at = 0;
      while (at < ids.size() && person_.string(ids[at].id) != clause.id) ++at;
      if (at < ids.size()) visit(i, std::size_t{ids[at].item});
    }
  }

  // Institutions and topics that the field names by another name than the query's.
  void add_known(FieldMatch& match) const {
    const auto kind = match.content->field->name == "interests" ? Clause::Kind::topic : Clause::Kind::institution;
    each_known(match, kind, match.content->ids, [&](std::size_t i, std::size_t item) {
      match.whole.set(i);
      if (match.best_score == 0) match.best_item = item;
    });
  }

  // Titles and biography that name a topic by another of its names: looked for only where nothing else explains the match.
  void add_mentions(FieldMatch& match, const ClauseSet& answered) const {
    each_known(match, Clause::Kind::topic, match.content->mentions, [&](std::size_t i, std::size_t item) {
      if (answered.test(i)) return;
      match.whole.set(i);
      if (match.best_score == 0) match.best_item = item;
    });
  }

  FieldMatch match(const Card::Content& content) const {
    FieldMatch out{.content = &content, .whole = {}, .part = {}};
    for (std::size_t i = 0; i < content.texts.size(); ++i) {
      if (const Card::Text text = content.texts[i]; !text.again) add_text(out, text.place, i);
    }
    for (const auto text : content.aliases) add_text(out, text, std::nullopt);
    add_known(out);
    return out;
  }

  const Card& person_;
  const std::vector<Wanted>& clauses_;
  const StemSet& set_;
  PlacesInRow& places_;
};

struct Marked {
  std::size_t begin = 0, end = 0;
};

// Places joined where they touch ("[机][器]" is one mark).
std::vector<Marked> joined(std::span<const StemPlace> found) {
  std::vector<Marked> out;
  for (const auto& place : found) {
    if (!out.empty() && place.begin <= out.back().end) {
      out.back().begin = std::min(out.back().begin, place.begin);
      out.back().end = std::max(out.back().end, place.end);
    } else {
      out.push_back({place.begin, place.end});
    }
  }
  return out;
}

// The window of a long text that holds most different stems; begins and ends at blanks where there are any near.
std::pair<std::size_t, std::size_t> window(std::string_view text, std::span<const StemPlace> found) {
  if (text.size() <= kWindowBytes + kWindowBytes / 4) return {0, text.size()};
  std::size_t best = 0, best_distinct = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    Stems distinct;
    for (std::size_t k = i; k < found.size() && found[k].end <= found[i].begin + kWindowBytes * 3 / 4; ++k) {
      if (found[k].stem < distinct.size()) distinct.set(found[k].stem);
    }
    if (distinct.count() > best_distinct) best = i, best_distinct = distinct.count();
  }
  const std::size_t at = found.empty() ? 0 : found[best].begin;
  std::size_t begin = at > kWindowBytes / 4 ? at - kWindowBytes / 4 : 0;
  if (begin > 0) {
    const std::size_t blank = text.find(' ', begin);
    begin = blank != std::string_view::npos && blank < at ? blank + 1 : at;
  }
  std::size_t end = std::min(text.size(), begin + kWindowBytes);
  if (end < text.size()) {
    const std::size_t blank = text.rfind(' ', end);
    if (blank != std::string_view::npos && blank > begin + kWindowBytes / 2) end = blank;
    while (end > begin && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  }
  return {begin, end};
}

// Most texts have nothing to escape.
void add_escaped(std::string& out, std::string_view text) {
  const auto special = [](char c) { return c == '&' || c == '<' || c == '>' || c == '"' || c == '\''; };
  if (std::none_of(text.begin(), text.end(), special)) {
    out += text;
  } else {
    out += text::escape_html(text);
  }
}

std::string marked(std::string_view text, std::span<const StemPlace> found) {
  constexpr std::size_t kForMarks = 64;  // bytes
  const auto [begin, end] = window(text, found);
  std::string out;
  out.reserve(end - begin + kForMarks);
  if (begin > 0) out = "… ";
  std::size_t at = begin;
  for (const auto& mark : joined(found)) {
    if (mark.begin < at || mark.end > end) continue;
    add_escaped(out, text.substr(at, mark.begin - at));
    out += "<mark>";
    add_escaped(out, text.substr(mark.begin, mark.end - mark.begin));
    out += "</mark>";
    at = mark.end;
  }
  add_escaped(out, text.substr(at, end - at));
  if (end < text.size()) out += " …";
  return out;
}

}  // namespace

std::string highlighted(std::string_view text, const std::vector<std::string>& stems) {
  return marked(text, places(text, StemSet(stems)));
}

Quoter::Quoter(const Query& query) : clauses_(), set_(stems_of_query(query, clauses_)) {}

Reasons Quoter::reasons(const Card& person) const {
  Reasons out;
  PlacesInRow places(person.strings(), person.begins(), set_);
  for (const auto& match : Matcher(person, clauses_, set_, places).run()) {
    const Field& field = *match.content->field;
    const auto& texts = match.content->texts;
    out.matched_on.emplace_back(field.name);
    if (field.name == "name" || field.weight == 0 || out.snippets.size() >= kSnippets) continue;
    if (match.best_item >= texts.size()) continue;
    const std::uint32_t text = texts[match.best_item].place;
    if (person.string(text).empty()) continue;
    out.snippets.push_back({.field = std::string(field.name),
                            .html = marked(person.string(text), places.of(text)),
                            .url = std::string(person.page(*match.content, match.best_item))});
  }
  return out;
}

}  // namespace fellow::indexer
