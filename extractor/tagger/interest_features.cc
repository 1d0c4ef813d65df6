// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/tagger/interest_features.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kMostWords = 120;

bool ascii_alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// Bytes of the character at `at` (text is valid UTF-8).
std::size_t width(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t bytes = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return std::min(bytes, text.size() - at);
}

enum class Sort { blank, letter, sign };

// U+2000 .. U+206F, U+00A0 .. U+00BF and U+3000 .. U+303F are signs or blanks, all else beyond ASCII are letters.
Sort sort_of(std::string_view c) {
  if (c.size() == 1)
    return ascii_alnum(c[0]) ? Sort::letter : static_cast<unsigned char>(c[0]) <= ' ' ? Sort::blank : Sort::sign;
  if (c == "\xC2\xA0" || c == "\xE3\x80\x80" || c == "\xE2\x80\x89" || c == "\xE2\x80\x8B") return Sort::blank;
  const bool sign = c[0] == '\xC2' || c.starts_with("\xE2\x80") || c.starts_with("\xE2\x81") || c.starts_with("\xE3\x80");
  return sign ? Sort::sign : Sort::letter;
}

// "don't", "l’art", "U.S.A": what may stand between two letters of one word.
bool joins(std::string_view c) { return c == "'" || c == "." || c == "\xE2\x80\x99"; }

char shape_of(std::string_view word) {
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (std::all_of(word.begin(), word.end(), digit)) return '9';
  const auto capitals = std::count_if(word.begin(), word.end(), upper);
  if (capitals == 0) return 'a';
  if (capitals == static_cast<std::ptrdiff_t>(word.size()) && word.size() > 1) return 'A';
  return capitals == 1 && upper(word[0]) ? 'C' : 'm';
}

constexpr WordSet kGrammar(
    {"a",       "an",   "the",   "and",        "or",           "of",    "in",    "on",     "at",     "for",   "to",
     "from",    "with", "by",    "as",         "is",           "are",   "was",   "were",   "be",     "been",  "i",
     "my",      "me",   "we",    "our",        "you",          "your",  "he",    "his",    "she",    "her",   "they",
     "their",   "its",  "it",    "this",       "that",         "these", "those", "who",    "which",  "where", "how",
     "why",     "what", "if",    "when",       "but",          "while", "not",   "also",   "more",   "most",  "such",
     "into",    "over", "under", "between",    "across",       "about", "like",  "within", "toward", "then",  "through",
     "towards", "via",  "using", "especially", "particularly", "et",    "de",    "la",     "le",     "les",   "des",
     "du",      "en",   "sur",   "dans",       "und",          "der",   "die",   "das",    "im",     "von",   "mit",
     "y",       "e",    "el",    "los",        "las",          "o",     "os",    "da",     "do",     "das",   "dos",
     "per",     "di",   "il",    "gli",        "im",           "ive",   "et",    "i.e",    "e.g",    "any",   "other"});

// Words that introduce what follows, beside those that begin like one of kStems.
constexpr WordSet kLeading({"area",      "areas",      "thesis",       "theses",      "dissertation", "study",      "studies",
                            "studied",   "studying",   "intersection", "with",        "lie",          "lies",       "use",
                            "uses",      "using",      "toward",       "towards",     "such",         "especially", "mainly",
                            "student",   "phd",        "degree",       "university",  "department",   "group",      "lab",
                            "taught",    "interface",  "at",           "from",        "workshop",     "by",         "position",
                            "professor", "engineer",   "advised",      "who",         "you",          "if",         "how",
                            "that",      "which",      "where",        "why",         "is",           "are",        "was",
                            "were",      "have",       "has",          "can",         "to",           "through",    "via",
                            "apply",     "applied",    "applying",     "applies",     "center",       "centers",    "centered",
                            "any",       "supervised", "supervisor",   "supervision", "whether"});
constexpr std::array<std::string_view, 40> kStems = {
    "interest", "research", "work",    "focus",    "speciali", "expert",  "topic",   "field",    "passion", "fascinat",
    "explor",   "investig", "develop", "span",     "includ",   "concern", "keyword", "recherch", "forsch",  "interes",
    "pesquis",  "ricerc",   "travau",  "travaill", "centr",    "revolv",  "examin",  "address",  "combin",  "particular",
    "course",   "paper",    "talk",    "accepted", "project",  "teach",   "interne", "ask",      "sobre",   "temas"};

bool leads(const std::string& word) {
  return in(kLeading, word) ||
         std::any_of(kStems.begin(), kStems.end(), [&](std::string_view stem) { return word.starts_with(stem); });
}

// What a sentence speaks of, by single words.
constexpr WordSet kFirstPerson({"i", "my", "im", "ive", "we", "our", "me", "je", "mes", "mein", "meine", "ich", "mi", "mis"});
constexpr WordSet kThirdPerson({"he", "she", "his", "her", "dr", "prof"});
constexpr WordSet kReader({"you", "your", "please", "contact", "students", "welcome", "apply", "looking", "applicants"});
constexpr WordSet kPast({"was",    "were",   "received", "obtained", "completed",  "earned", "graduated", "worked",
                         "taught", "served", "joined",   "had",      "did",        "during", "before",    "previously",
                         "prior",  "former", "formerly", "studied",  "internship", "became", "born"});
constexpr WordSet kLeisure({"hiking", "cooking", "free", "hobbies", "outside", "photography", "spare", "enjoy", "avid"});
constexpr WordSet kEvents({"paper", "papers", "accepted", "talk", "workshop", "conference", "published", "award", "presented",
                           "invited", "press"});
constexpr WordSet kResearch({"interests", "interest", "interested", "research", "focus", "focuses", "expertise"});

// One bit a subject that some word speaks of; the last, a very short sentence.
unsigned subjects_of(const std::vector<Word>& words) {
  constexpr std::size_t kShort = 6;
  unsigned out = words.size() < kShort ? 1U << 7 : 0U;
  for (const Word& word : words) {
    const bool has[] = {in(kFirstPerson, word.folded), in(kThirdPerson, word.folded), in(kReader, word.folded),
                        in(kPast, word.folded),        in(kLeisure, word.folded),     in(kEvents, word.folded),
                        in(kResearch, word.folded)};
    for (unsigned k = 0; k < 7; ++k) out |= has[k] ? 1U << k : 0U;
  }
  return out;
}

// A feature: the number of its template and what fills it.
class Hash {
 public:
  explicit Hash(char which) : value_(hash_of(std::string_view(&which, 1))) {}
  Hash& operator<<(std::string_view part) {
    value_ = hash_of("|", hash_of(part, value_));
    return *this;
  }
  Hash& operator<<(char part) { return *this << std::string_view(&part, 1); }
  Hash& operator<<(std::size_t part) { return *this << static_cast<char>('0' + std::min<std::size_t>(part, 70)); }
  std::uint16_t feature() const { return static_cast<std::uint16_t>((value_ * 0x9E3779B97F4A7C15U) >> 48); }

 private:
  std::uint64_t value_;
};

// The words of a sentence, classed, and how far its leading words reach.
struct Sentence {
  std::vector<std::string> classes;    // the word itself if of grammar, leading or a sign; else its shape
  std::vector<std::string> neighbour;  // the same with "x" for any other word; two at each end stand for the ends
  std::vector<bool> grammar;
};

Sentence classed(const std::vector<Word>& words) {
  Sentence out;
  out.neighbour = {"<", "<"};
  for (const Word& word : words) {
    const bool grammar = in(kGrammar, word.folded), known = grammar || word.shape == '.' || leads(word.folded);
    out.classes.push_back(known ? word.folded : std::string(1, word.shape));
    out.neighbour.push_back(known ? word.folded : "x");
    out.grammar.push_back(grammar);
  }
  out.neighbour.insert(out.neighbour.end(), {">", ">"});
  return out;
}

std::string of_rules(const std::vector<Word>& words, const std::vector<Phrase>& ruled) {
  std::string out(words.size(), 'O');
  for (const Phrase& phrase : ruled)
    for (std::size_t i = phrase.begin; i < phrase.end; ++i) out[i] = i == phrase.begin ? 'B' : 'I';
  return out;
}

}  // namespace

std::vector<Word> words_of(std::string_view sentence) {
  std::vector<Word> out;
  for (std::size_t at = 0; at < sentence.size() && out.size() < kMostWords;) {
    const std::size_t begin = at;
    const Sort sort = sort_of(sentence.substr(at, width(sentence, at)));
    at += width(sentence, at);
    if (sort == Sort::blank) continue;
    while (sort == Sort::letter && at < sentence.size()) {
      const std::size_t wide = width(sentence, at);
      const std::string_view c = sentence.substr(at, wide);
      const std::size_t next = at + wide;
      const bool inner =
          joins(c) && next < sentence.size() && sort_of(sentence.substr(next, width(sentence, next))) == Sort::letter;
      if (sort_of(c) != Sort::letter && !inner) break;
      at = next;
    }
    const std::string_view word = sentence.substr(begin, at - begin);
    out.push_back({.begin = begin,
                   .end = at,
                   .folded = sort == Sort::letter ? text::fold(word) : std::string(word),
                   .shape = sort == Sort::letter ? shape_of(word) : '.'});
  }
  return out;
}

std::vector<Phrase> phrases_of(const std::vector<Word>& words, const std::vector<std::string>& topics) {
  std::vector<Phrase> out(topics.size());
  std::vector<std::size_t> letters;  // without signs
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].shape != '.') letters.push_back(i);
  std::vector<std::size_t> order(topics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return topics[a].size() > topics[b].size(); });
  std::vector<bool> taken(words.size(), false);
  for (const std::size_t topic : order) {
    std::vector<Word> wanted = words_of(topics[topic]);
    std::erase_if(wanted, [](const Word& word) { return word.shape == '.'; });
    for (std::size_t at = 0; !wanted.empty() && at + wanted.size() <= letters.size(); ++at) {
      std::size_t k = 0;
      while (k < wanted.size() && words[letters[at + k]].folded == wanted[k].folded) ++k;
      const std::size_t begin = letters[at], end = letters[at + wanted.size() - 1] + 1;
      const auto in_words = [&](std::size_t i) { return taken.begin() + static_cast<std::ptrdiff_t>(i); };
      if (k < wanted.size() || std::any_of(in_words(begin), in_words(end), [](bool b) { return b; })) continue;
      std::fill(in_words(begin), in_words(end), true);
      out[topic] = {begin, end};
      break;
    }
  }
  return out;
}

Features interest_features(const std::vector<Word>& words, SectionKind kind, const std::vector<Phrase>* ruled) {
  const Sentence sentence = classed(words);
  const unsigned subjects = subjects_of(words);
  const std::string rules = ruled ? of_rules(words, *ruled) : "";
  const auto commas =
      static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](const Word& w) { return w.folded == ","; }));
  std::string_view lead = "-", lead_before = "-";
  std::size_t since_lead = 6, commas_since = 0;
  Features out(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    const std::string_view self = sentence.classes[i];
    const std::string_view before = sentence.neighbour[i + 1], before2 = sentence.neighbour[i];
    const std::string_view after = sentence.neighbour[i + 3], after2 = sentence.neighbour[i + 4];
    const char part = word.shape == '.' ? '.' : sentence.grammar[i] ? 'g' : 'w';
    const std::string_view folded = word.folded;
    std::vector<std::uint16_t>& to = out[i];
    const auto add = [&](const Hash& hash) { to.push_back(hash.feature()); };
    add(Hash('a') << self);
    add(Hash('b') << folded.substr(0, 3));
    add(Hash('c') << folded.substr(folded.size() - std::min<std::size_t>(3, folded.size())));
    add(Hash('d') << word.shape);
    add(Hash('e') << before << before2);
    add(Hash('f') << after << after2);
    add(Hash('g') << before << self);
    add(Hash('h') << self << after);
    add(Hash('i') << before << self << after);
    add(Hash('j') << lead << self);
    add(Hash('k') << lead << lead_before);
    add(Hash('l') << lead << std::min<std::size_t>(since_lead, 6));
    add(Hash('m') << lead << std::min<std::size_t>(commas_since, 4));
    add(Hash('n') << std::min<std::size_t>(i, 5));
    add(Hash('o') << std::min<std::size_t>(commas, 4) << (word.shape == '.' ? '.' : 'w'));
    add(Hash('p') << static_cast<std::size_t>(kind) << part);
    for (std::size_t k = 0; k < 8; ++k)
      if ((subjects >> k & 1U) != 0) add(Hash('q') << k << part);
    if (ruled) {
      const char last = i > 0 ? rules[i - 1] : '<', next = i + 1 < words.size() ? rules[i + 1] : '>';
      add(Hash('r') << rules[i]);
      add(Hash('s') << rules[i] << last << next);
      add(Hash('t') << rules[i] << self);
      add(Hash('u') << rules[i] << lead);
      for (std::size_t k = 0; k < 8; ++k)
        if ((subjects >> k & 1U) != 0) add(Hash('v') << rules[i] << k);
    }
    if (word.folded == "," || word.folded == ";") ++commas_since;
    ++since_lead;
    if (word.shape != '.' && leads(word.folded)) lead_before = lead, lead = word.folded, since_lead = 0, commas_since = 0;
  }
  return out;
}

}  // namespace fellow::extractor
