// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/query.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "core/asking.h"
#include "fellow/compounds.h"
#include "fellow/fields.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow {
namespace {

constexpr int kFirstYear = 1000, kLastYear = 9999;

struct Word {
  std::string folded, written;
};

// The words of a piece of text with what stood there. "A&M" and "O'Neil" stay together for the folding's sake.
std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> out;
  const auto joins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '&' || c == '\'' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && joins(text[end])) ++end;
    if (end > i) {
      const std::string_view written = text.substr(i, end - i);
      for (auto& folded : text::words(written)) out.push_back({std::move(folded), std::string(written)});
    }
    i = end + 1;
  }
  return out;
}

// Whether an institution's name begins with the word at `begin`.
bool begins_institution(const std::vector<Word>& words, std::size_t begin) {
  std::vector<std::string> rest;
  for (std::size_t i = begin; i < words.size(); ++i) rest.push_back(words[i].folded);
  const auto spans = tables::find_institutions(rest);
  return !spans.empty() && spans.front().begin == 0;
}

// "multi agent" is "multiagent", as in the index; but "bio stanford" are two things.
std::vector<Word> compounds_joined(std::vector<Word> words) {
  std::vector<Word> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool one = i + 1 < words.size() && text::are_one(words[i].folded, words[i + 1].folded) &&
                     (words[i].written == words[i + 1].written || !begins_institution(words, i + 1));
    Word word = std::move(words[i]);
    if (one) {
      ++i;
      word.folded += words[i].folded;
      if (word.written != words[i].written) word.written += " " + words[i].written;
    }
    out.push_back(std::move(word));
  }
  return out;
}

std::vector<std::string> folded(const std::vector<Word>& words) {
  std::vector<std::string> out;
  for (const auto& word : words) out.push_back(word.folded);
  return out;
}

std::optional<int> year_of(std::string_view text) {
  int year = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), year);
  if (error != std::errc() || end != text.data() + text.size() || year < kFirstYear || year > kLastYear) return std::nullopt;
  return year;
}

// "2020", "2020..2024", "2020-2024", "2020..", "..2024".
std::optional<std::pair<int, int>> years_of(std::string_view text) {
  std::size_t dots = text.find(".."), width = 2;
  if (dots == std::string_view::npos) dots = text.find('-'), width = 1;
  if (dots == std::string_view::npos) {
    const auto year = year_of(text);
    return year ? std::optional(std::pair(*year, *year)) : std::nullopt;
  }
  const std::string_view left = text.substr(0, dots), right = text.substr(dots + width);
  if (left.empty() && right.empty()) return std::nullopt;
  const auto from = left.empty() ? kFirstYear : year_of(left), to = right.empty() ? kLastYear : year_of(right);
  return from && to && *from <= *to ? std::optional(std::pair(*from, *to)) : std::nullopt;
}

// A pasted address is searched by what tells hosts apart.
std::string_view without_scheme(std::string_view piece) {
  for (const std::string_view start : {"https://", "http://", "www."}) {
    if (piece.starts_with(start)) piece.remove_prefix(start.size());
  }
  return piece;
}

// Whether the tables' institutions may stand in the field.
bool holds_institutions(std::string_view field) {
  return field == "affiliations" || field == "past_affiliations" || field == "advisors" || field == "education";
}

class Parser {
 public:
  explicit Parser(std::string_view text) { query_.text = text; }

  Query parse() {
    const std::string_view text = query_.text;
    while (at_ < text.size() && words_ < Query::kMaxWords) {
      if (text[at_] == ' ') {
        ++at_;
      } else {
        take_piece(text);
      }
    }
    end_run();
    return std::move(query_);
  }

 private:
  // One blank-separated piece: -? prefix:? ("phrase" | word). Anything else in it is punctuation.
  void take_piece(std::string_view text) {
    bool exclude = false;
    if (text[at_] == '-' && at_ + 1 < text.size() && text[at_ + 1] != ' ' && text[at_ + 1] != '-') {
      exclude = true;
      ++at_;
    }
    const Field* field = take_prefix(text);
    const std::string_view quoted = take_quoted(text);
    if (!quoted.empty()) {
      end_run();
      add_phrase(field, exclude, quoted);
      return;
    }
    const std::size_t end = std::min(text.find_first_of(" \"", at_ + (text[at_] == '"' ? 1 : 0)), text.size());
    const std::string_view piece = text.substr(at_, end - at_);
    at_ = end;
    if (field || exclude) {
      end_run();
      add_piece(field, exclude, piece);
    } else {
      for (auto& word : words_of(without_scheme(piece))) {
        if (words_ + run_.size() < Query::kMaxWords) run_.push_back(std::move(word));
      }
    }
  }

  // "name:" with something behind it.
  const Field* take_prefix(std::string_view text) {
    const std::size_t colon = text.find_first_of(": \"", at_);
    if (colon == std::string_view::npos || text[colon] != ':' || colon == at_) return nullptr;
    if (colon + 1 == text.size() || text[colon + 1] == ' ') return nullptr;
    const Field* field = field_for_query(text::lower(text.substr(at_, colon - at_)));
    if (field) at_ = colon + 1;
    return field;
  }

  // The inside of a quotation that begins here and ends somewhere; else nothing is taken.
  std::string_view take_quoted(std::string_view text) {
    if (text[at_] != '"') return {};
    const std::size_t end = text.find('"', at_ + 1);
    if (end == std::string_view::npos || end == at_ + 1) return {};
    const std::string_view inside = text.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inside;
  }

  void add(Clause clause) {
    if (clause.words.empty() && clause.kind != Clause::Kind::year) return;
    clause.words.resize(std::min(clause.words.size(), Query::kMaxWords - std::min(words_, Query::kMaxWords)));
    if (clause.words.empty() && clause.kind != Clause::Kind::year) return;
    words_ += std::max<std::size_t>(clause.words.size(), 1);
    if (words_ <= Query::kMaxWords) query_.clauses.push_back(std::move(clause));
  }

  void add_phrase(const Field* field, bool exclude, std::string_view inside) {
    auto words = folded(compounds_joined(words_of(inside)));
    if (field && add_known(field, exclude, inside, words)) return;
    const auto kind = words.size() == 1 ? Clause::Kind::word : Clause::Kind::phrase;
    add({.kind = kind, .field = field ? std::string(field->name) : "", .words = std::move(words), .exclude = exclude});
  }

  // A word with a prefix or a '-'. Several words in one piece ("name:jane-doe") belong together.
  void add_piece(const Field* field, bool exclude, std::string_view piece) {
    auto words = folded(compounds_joined(words_of(piece)));
    if (field && add_known(field, exclude, piece, words)) return;
    if (field && field->name == "year") field = nullptr;  // no year: plain words
    const auto kind = words.size() == 1 ? Clause::Kind::word : Clause::Kind::phrase;
    add({.kind = kind, .field = field ? std::string(field->name) : "", .words = std::move(words), .exclude = exclude});
  }

  // What stands behind a prefix and means one thing there: years, an institution, a topic.
  bool add_known(const Field* field, bool exclude, std::string_view text, const std::vector<std::string>& words) {
    Clause clause{.field = std::string(field->name), .words = words, .exclude = exclude};
    if (field->name == "year") {
      const auto years = years_of(text);
      if (!years) return false;
      clause.kind = Clause::Kind::year;
      std::tie(clause.from, clause.to) = *years;
      clause.words.clear();
    } else if (const auto* row = holds_institutions(field->name) ? tables::institution(text) : nullptr) {
      clause.kind = Clause::Kind::institution;
      clause.id = row->id;
    } else if (const auto* topic = field->name == "interests" ? tables::topic(text) : nullptr) {
      clause.kind = Clause::Kind::topic;
      clause.id = topic->id;
    } else {
      return false;
    }
    add(std::move(clause));
    return true;
  }

  // The free words since the last piece of another sort: institutions, topics between them, then plain words.
  void end_run() {
    const auto run = compounds_joined(std::exchange(run_, {}));
    if (run.empty()) return;
    std::vector<std::string> words, written;
    for (const auto& word : run) {
      words.push_back(word.folded);
      written.push_back(word.written);
    }
    query_.free_words.insert(query_.free_words.end(), words.begin(), words.end());
    const Run free{.words = words, .asks = words_that_ask(words)};
    std::vector<Understood> found;
    std::size_t begin = 0;
    for (const auto& span : tables::find_institutions(words, written)) {
      add_topics(found, free, begin, span.begin);
      found.push_back({free.known(Clause::Kind::institution, span.begin, span.end, span.row->id)});
      begin = span.end;
    }
    add_topics(found, free, begin, words.size());
    add_telling(std::move(found));
  }

  struct Run {
    std::span<const std::string> words;
    std::vector<bool> asks;
    Clause known(Clause::Kind kind, std::size_t begin, std::size_t end, const std::string& id) const {
      const auto named = words.subspan(begin, end - begin);
      return {.kind = kind, .words = {named.begin(), named.end()}, .id = id};
    }
  };
  struct Understood {
    Clause clause;
    bool idle = false;  // says nothing of whom is asked for
  };

  static void add_topics(std::vector<Understood>& found, const Run& run, std::size_t begin, std::size_t end) {
    const auto plain = [&](std::size_t until) {
      for (; begin < until; ++begin)
        found.push_back({{.words = {run.words[begin]}}, run.asks[begin] || says_nothing(run.words[begin])});
    };
    const std::size_t from = begin;
    for (const auto& span : tables::find_topics(run.words.subspan(from, end - from))) {
      plain(from + span.begin);
      begin = from + span.end;
      found.push_back({run.known(Clause::Kind::topic, from + span.begin, begin, span.row->id)});
    }
    plain(end);
  }

  // Common words go, unless the run has nothing else.
  void add_telling(std::vector<Understood> found) {
    const bool keep_all = std::all_of(found.begin(), found.end(), [](const Understood& one) { return one.idle; });
    for (auto& one : found) {
      if (keep_all || !one.idle) add(std::move(one.clause));
    }
  }

  Query query_;
  std::size_t at_ = 0;
  std::size_t words_ = 0;  // of the clauses so far; a year counts as one
  std::vector<Word> run_;
};

// Blanks as ' ', typographic quotes as '"'.
std::string plain_marks(std::string text) {
  for (const std::string_view quote : {"\u201C", "\u201D", "\u201E", "\u00AB", "\u00BB", "\u300C", "\u300D"}) {
    for (std::size_t i = text.find(quote); i != std::string::npos; i = text.find(quote, i + 1))
      text.replace(i, quote.size(), "\"");
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string show(const Clause& clause) {
  std::string prefix = clause.exclude ? "-" : "";
  if (!clause.field.empty()) {
    const Field* field = field_named(clause.field);
    prefix += std::string(field && !field->query.empty() ? field->query : std::string_view(clause.field)) + ":";
  }
  const bool free = clause.field.empty();
  switch (clause.kind) {
    case Clause::Kind::word:
      return prefix + joined(clause.words);
    case Clause::Kind::phrase:
      return prefix + '"' + joined(clause.words) + '"';
    case Clause::Kind::institution:
      return prefix + (free ? "affiliation:" : "") + clause.id;
    case Clause::Kind::topic:
      return prefix + (free ? "topic:" : "") + "[" + joined(clause.words) + "]";
    case Clause::Kind::year:
      return prefix + (clause.from == clause.to ? std::to_string(clause.from)
                                                : std::to_string(clause.from) + ".." + std::to_string(clause.to));
  }
  return prefix;
}

}  // namespace

// Words that say nothing about a person; folded. English, and the articles and prepositions of the languages that
// institutions are named in. Function words only: "will" and "may" are names.
bool says_nothing(std::string_view word) {
  static constexpr std::array<std::string_view, 41> kWords{
      "a",  "about", "an",  "and",   "are",  "as",   "at",  "by",    "das", "de",  "del",  "der",  "des", "die",
      "do", "dos",   "du",  "et",    "for",  "from", "fur", "in",    "is",  "it",  "la",   "les",  "of",  "on",
      "or", "that",  "the", "their", "this", "to",   "und", "using", "von", "was", "were", "what", "with"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

Query parse_query(std::string_view text) {
  return Parser(plain_marks(text::clean(text::valid_utf8(text), Query::kMaxBytes))).parse();
}

std::string show(const Query& query) {
  std::string out;
  for (const auto& clause : query.clauses) out += (out.empty() ? "" : " ") + show(clause);
  return out;
}

}  // namespace fellow
