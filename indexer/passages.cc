// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/passages.h"

#include <algorithm>
#include <bitset>

#include "fellow/fields.h"
#include "fellow/tables.h"
#include "fellow/text.h"
#include "indexer/terms.h"
#include "indexer/tokens.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kSnippets = 3;
constexpr std::size_t kWindowBytes = 220;  // about two lines on a result page
using ClauseSet = std::bitset<Query::kMaxWords>;
using Stems = std::bitset<4 * Query::kMaxWords>;

// What one clause looks for in a text: all of these stems.
struct Wanted {
  const Clause* clause = nullptr;
  Stems stems;
};

struct QueryStems {
  std::vector<std::string> stems;
  std::vector<Wanted> clauses;
};

QueryStems stems_of_query(const Query& query) {
  QueryStems out;
  for (const auto& clause : query.clauses) {
    if (clause.exclude || clause.kind == Clause::Kind::year) continue;
    Wanted wanted{.clause = &clause, .stems = {}};
    const bool telling = std::any_of(clause.words.begin(), clause.words.end(), [](const auto& w) { return !says_nothing(w); });
    for (const auto& word : clause.words) {
      if (telling && clause.kind != Clause::Kind::phrase && says_nothing(word)) continue;
      for (auto& stem : stems_of(word)) {
        auto place = std::find(out.stems.begin(), out.stems.end(), stem);
        if (place == out.stems.end()) place = out.stems.insert(place, std::move(stem));
        const auto bit = static_cast<std::size_t>(place - out.stems.begin());
        if (bit < wanted.stems.size()) wanted.stems.set(bit);
      }
    }
    if (wanted.stems.any() && out.clauses.size() < ClauseSet().size()) out.clauses.push_back(wanted);
  }
  return out;
}

// How one field answers the query.
struct FieldMatch {
  const Field* field = nullptr;
  ClauseSet whole, part;       // clauses with all words in one text (or by id), and with some
  std::size_t best_item = 0;   // the text to quote
  std::size_t best_score = 0;  // 0: none holds a word
};

class Matcher {
 public:
  Matcher(const Stored& person, const Query& query) : person_(person), query_(stems_of_query(query)), set_(query_.stems) {}

  std::vector<FieldMatch> run() {
    std::vector<FieldMatch> out;
    ClauseSet answered;
    for (const Field& field : kFields) {
      out.push_back(match(field));
      answered |= out.back().whole;
    }
    for (auto& match : out) {
      if (match.field->name == "papers" || match.field->name == "biography") add_mentions(match, answered);
    }
    // A clause that no text holds as a whole was matched by words here and there.
    for (const auto& match : out) answered |= match.whole;
    for (auto& match : out) match.part &= ~answered;
    std::erase_if(out, [](const FieldMatch& m) { return m.whole.none() && m.part.none(); });
    const auto rank = [](const FieldMatch& m) { return std::tuple(m.whole.count(), m.part.count(), m.field->weight); };
    std::stable_sort(out.begin(), out.end(), [&](const FieldMatch& a, const FieldMatch& b) { return rank(a) > rank(b); });
    return out;
  }

  const std::vector<std::string>& stems() const { return query_.stems; }

 private:
  bool may_match(const Clause& clause, const Field& field) const {
    return clause.field.empty() ? field.weight > 0 : clause.field == field.name;
  }

  void add_text(FieldMatch& match, const std::string& text, std::size_t item, bool quoted) const {
    Stems here;
    for (const auto& place : places(text, set_)) {
      if (place.stem < here.size()) here.set(place.stem);
    }
    if (match.field->name == "name") add_initials(text, here);
    if (here.none()) return;
    ClauseSet whole;
    std::size_t words = 0;
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      const auto& wanted = query_.clauses[i];
      if (!may_match(*wanted.clause, *match.field)) continue;
      const Stems both = wanted.stems & here;
      words += both.count();
      if (both == wanted.stems) whole.set(i);
      if (both.any()) match.part.set(i);
    }
    match.whole |= whole;
    const std::size_t score = words + 4 * whole.count();
    if (quoted && score > match.best_score) match.best_score = score, match.best_item = item;
  }

  // "j doe" is in "Jane Doe".
  void add_initials(const std::string& name, Stems& here) const {
    for (const auto& word : text::words(name)) {
      if (const auto stem = set_.find_exact(word.substr(0, 1)); stem < here.size()) here.set(stem);
    }
  }

  // Institutions and topics that the field names by another name than the query's.
  void add_known(FieldMatch& match) const {
    const auto ids =
        match.field->name == "interests" ? topics_in(person_.profile) : institutions_in(person_.profile, match.field->name);
    const auto kind = match.field->name == "interests" ? Clause::Kind::topic : Clause::Kind::institution;
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      const Clause& clause = *query_.clauses[i].clause;
      const auto item = std::find(ids.begin(), ids.end(), clause.id);
      if (clause.kind != kind || clause.id.empty() || item == ids.end() || !may_match(clause, *match.field)) continue;
      match.whole.set(i);
      if (match.best_score == 0) match.best_item = static_cast<std::size_t>(item - ids.begin());
    }
  }

  // Titles and biography that name a topic by another of its names: looked for only where nothing else explains the match.
  void add_mentions(FieldMatch& match, const ClauseSet& answered) const {
    const auto texts = match.field->texts(person_.profile);
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      const Clause& clause = *query_.clauses[i].clause;
      if (clause.kind != Clause::Kind::topic || answered.test(i) || !may_match(clause, *match.field)) continue;
      for (std::size_t item = 0; item < texts.size() && !match.whole.test(i); ++item) {
        const auto words = text::words(texts[item]);
        const auto spans = tables::find_topics(words);
        if (std::none_of(spans.begin(), spans.end(), [&](const auto& span) { return span.row->id == clause.id; })) continue;
        match.whole.set(i);
        if (match.best_score == 0) match.best_item = item;
      }
    }
  }

  FieldMatch match(const Field& field) const {
    FieldMatch out{.field = &field, .whole = {}, .part = {}};
    const auto texts = field.texts(person_.profile);
    for (std::size_t i = 0; i < texts.size(); ++i) add_text(out, texts[i], i, true);
    if (field.aliases) {
      for (const auto& text : field.aliases(person_.profile)) add_text(out, text, 0, false);
    }
    add_known(out);
    return out;
  }

  const Stored& person_;
  QueryStems query_;
  StemSet set_;
};

struct Marked {
  std::size_t begin = 0, end = 0;
};

// Places joined where they touch ("[机][器]" is one mark).
std::vector<Marked> joined(const std::vector<StemPlace>& found) {
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
std::pair<std::size_t, std::size_t> window(std::string_view text, const std::vector<StemPlace>& found) {
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

}  // namespace

std::string highlighted(std::string_view text, const std::vector<std::string>& stems) {
  const auto found = places(text, StemSet(stems));
  const auto [begin, end] = window(text, found);
  std::string out = begin > 0 ? "… " : "";
  std::size_t at = begin;
  for (const auto& mark : joined(found)) {
    if (mark.begin < at || mark.end > end) continue;
    out += text::escape_html(text.substr(at, mark.begin - at)) + "<mark>" +
           text::escape_html(text.substr(mark.begin, mark.end - mark.begin)) + "</mark>";
    at = mark.end;
  }
  out += text::escape_html(text.substr(at, end - at));
  return end < text.size() ? out + " …" : out;
}

Reasons reasons(const Stored& person, const Query& query) {
  Matcher matcher(person, query);
  Reasons out;
  for (const auto& match : matcher.run()) {
    const Field& field = *match.field;
    out.matched_on.emplace_back(field.name);
    if (field.name == "name" || field.weight == 0 || out.snippets.size() >= kSnippets) continue;
    const auto texts = field.texts(person.profile);
    if (match.best_item >= texts.size() || texts[match.best_item].empty()) continue;
    out.snippets.push_back(
        {std::string(field.name), highlighted(texts[match.best_item], matcher.stems()), person.page(field, match.best_item)});
  }
  return out;
}

}  // namespace fellow::indexer
