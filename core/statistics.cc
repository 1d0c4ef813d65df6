// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/statistics.h"

#include <algorithm>
#include <tuple>

#include "fellow/text.h"

namespace fellow {
namespace {

// Clauses behind a prefix and phrases were meant: they have to match. Of free ones some may do.
bool is_meant(const Clause& clause) { return clause.kind == Clause::Kind::phrase || !clause.field.empty(); }

bool has_free_clause(const SearchRequest& request) {
  return std::any_of(request.query.clauses.begin(), request.query.clauses.end(), [&](const Clause& clause) {
    return !clause.exclude && (!is_meant(clause) || request.match == Match::any);
  });
}

// --- spelling ---

constexpr std::size_t kShortest = 3, kLongest = 40;

bool may_be_mistyped(const std::string& word) {
  return word.size() >= kShortest && word.size() <= kLongest &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Whether the word was typed as an abbreviation: a few capitals in a line that has small letters too. One that nobody has is no
// other one mistyped ("RNB" is no RNA).
bool is_abbreviation(const std::string& text, const std::string& word) {
  constexpr std::size_t kLongestAbbreviation = 5;
  const auto is_large = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (word.size() > kLongestAbbreviation || std::none_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
    return false;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string written = text.substr(i, end - i);
    if (!written.empty() && std::all_of(written.begin(), written.end(), is_large) && text::fold(written) == word) return true;
    i = std::max(end, i + 1);
  }
  return false;
}

std::string replaced(const std::string& text, const std::map<std::string, std::string>& better) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    const auto row = better.find(text::fold(word));
    out += row == better.end() ? word : row->second;
    i = end;
  }
  return out;
}

// What all say together to doubt number `i`: the one that stands with the other words, then a name, then the more frequent.
std::optional<std::string> best_guess(std::size_t i, const std::vector<std::vector<Respelled>>& said) {
  std::vector<Respelling> sums;
  for (const auto& source : said) {
    if (i >= source.size()) continue;
    if (source[i].known) return std::nullopt;
    for (const Respelling& word : source[i].words) {
      const auto same = std::find_if(sums.begin(), sums.end(), [&](const Respelling& sum) { return sum.word == word.word; });
      if (same == sums.end()) {
        sums.push_back(word);
        continue;
      }
      same->people += word.people;
      same->together = same->together || word.together;
      same->in_names = same->in_names || word.in_names;
    }
  }
  const auto claim = [](const Respelling& r) { return std::tuple(r.together, r.in_names, r.people); };
  const Respelling* best = nullptr;
  for (const Respelling& word : sums) {
    if (word.people > 0 && (!best || claim(word) > claim(*best))) best = &word;
  }
  return best ? std::optional(best->word) : std::nullopt;
}

}  // namespace

Statistics& Statistics::operator+=(const Statistics& other) {
  generation = std::max(generation, other.generation);
  documents += other.documents;
  total_length += other.total_length;
  indexed_at = std::max(indexed_at, other.indexed_at);
  if (note.empty()) note = other.note;
  for (const auto& [key, n] : other.counts) counts[key] += n;
  return *this;
}

std::int64_t Statistics::count(std::string_view key) const {
  const auto row = counts.find(key);
  return row == counts.end() ? 0 : row->second;
}

std::string clause_key(std::size_t clause) { return "#" + std::to_string(clause); }

bool takes_some(const SearchRequest& request, const Statistics& all) {
  if (request.match == Match::all || !has_free_clause(request)) return false;
  return request.match == Match::any || all.count(kStrongKey) < std::max(request.enough, 1);
}

bool splits(const SearchRequest& request, const Statistics& all) {
  return takes_some(request, all) && all.count(kShownKey) > 0;
}

bool finds(const SearchRequest& request, const Statistics& all) {
  return all.count(kStrongKey) > 0 || (takes_some(request, all) && all.count(kSomeKey) > 0);
}

Sort order_of(const SearchRequest& request) {
  if (request.sort != Sort::relevance) return request.sort;
  const bool ranks = std::any_of(request.query.clauses.begin(), request.query.clauses.end(),
                                 [](const Clause& clause) { return !clause.exclude && clause.kind != Clause::Kind::year; });
  return ranks ? Sort::relevance : Sort::name;
}

bool stands_before(const Hit& a, const Hit& b, Sort order, bool strong_first) {
  if (order != Sort::relevance && strong_first && a.strong != b.strong) return a.strong;
  if (order == Sort::name) {
    const std::string first = text::fold(a.display_name), second = text::fold(b.display_name);
    if (first != second) return first < second;
  } else if (order == Sort::papers) {
    if (a.paper_count != b.paper_count) return a.paper_count > b.paper_count;
  } else if (a.score != b.score) {
    return a.score > b.score;
  }
  return a.id < b.id;
}

void settle(Found& found, const SearchRequest& request, const Statistics& all) {
  if (order_of(request) != Sort::relevance) {
    for (Hit& hit : found.hits) hit.score = 0;
    return;
  }
  const bool split = splits(request, all);
  const auto upper = [&](double raw) { return split && raw >= 0.5; };
  const auto weight = [&](double raw) { return !split ? raw : upper(raw) ? (raw - 0.5) * 2 : raw * 2; };
  const double most = std::max(weight(found.best), 1e-12);
  for (Hit& hit : found.hits) {
    const double share = std::min(weight(hit.score) / most, 1.0);
    hit.score = !split ? share : upper(hit.score) ? 0.5 + share / 2 : share / 2;
  }
}

std::vector<Doubt> doubts(const SearchRequest& request, const Statistics& all) {
  std::vector<Doubt> out;
  for (std::size_t i = 0; i < request.query.clauses.size(); ++i) {
    const Clause& clause = request.query.clauses[i];
    const bool words = clause.kind == Clause::Kind::word || clause.kind == Clause::Kind::phrase;
    if (clause.exclude || !words || all.count(clause_key(i)) > 0) continue;
    for (const auto& word : clause.words) {
      if (may_be_mistyped(word) && !is_abbreviation(request.query.text, word)) out.push_back({i, word});
    }
  }
  return out;
}

std::optional<std::string> respelled(const Query& query, const std::vector<Doubt>& doubts,
                                     const std::vector<std::vector<Respelled>>& said) {
  std::map<std::string, std::string> better;
  for (std::size_t i = 0; i < doubts.size(); ++i) {
    if (auto word = best_guess(i, said)) better.emplace(doubts[i].word, std::move(*word));
  }
  if (better.empty()) return std::nullopt;
  std::string text = replaced(query.text, better);
  return text == query.text ? std::nullopt : std::optional(std::move(text));
}

}  // namespace fellow
