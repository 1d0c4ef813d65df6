// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/topics.h"

#include <algorithm>

#include "extractor/fields/interest_statements.h"
#include "extractor/fields/interest_words.h"
#include "extractor/fields/tokens.h"
#include "extractor/word_set.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// Without emoji and other signs in front.
std::string_view without_signs(std::string_view text) {
  while (text.size() >= 3 && static_cast<unsigned char>(text[0]) >= 0xE2) {
    const bool emoji = static_cast<unsigned char>(text[0]) == 0xF0;
    const bool sign = static_cast<unsigned char>(text[0]) == 0xE2 || text.starts_with("\xEF\xB8\x8F");
    if (!emoji && !sign) break;
    text.remove_prefix(std::min<std::size_t>(emoji ? 4 : 3, text.size()));
  }
  return text;
}

// "🏃 Jogging 🏃": signs behind; a letter of Han is none.
std::string_view without_signs_behind(std::string_view text) {
  while (!text.empty()) {
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    const std::string_view last = text.substr(at);
    const bool sign = static_cast<unsigned char>(last[0]) == 0xF0 || last == "\xEF\xB8\x8F" || last == "\xE2\x80\x8D" ||
                      (last.size() == 3 && last[0] == '\xE2' && static_cast<unsigned char>(last[1]) >= 0x98 &&
                       static_cast<unsigned char>(last[1]) <= 0xAD);
    if (!sign && last != " ") break;
    text = text.substr(0, at);
  }
  return text;
}

std::string_view without_quotes(std::string_view text) {
  static constexpr std::string_view kQuotes[] = {"\"", "“", "”", "„", "«", "»", "''"};
  for (std::string_view quote : kQuotes) {
    // Both of a pair, or one that has lost its partner to the end of the enumeration.
    if (text.starts_with(quote)) text = text.substr(quote.size());
    if (text.ends_with(quote) && text.size() > quote.size()) text = text.substr(0, text.size() - quote.size());
  }
  return text;
}

}  // namespace

std::string trimmed_topic(std::string_view written) {
  std::string_view text = bare(without_quotes(bare(without_signs_behind(without_signs(bare(written))))));
  // "1. Tidal rivers"
  if (const std::size_t digits = text.find_first_not_of("0123456789");
      digits != std::string_view::npos && digits > 0 && digits < 3 && text.substr(digits).starts_with(". "))
    text = bare(text.substr(digits + 2));
  // "measurement studies [OSDI'20][HotOS'23]", "fair division (link)": where it was published.
  while (text.ends_with(']') || text.ends_with("(link)")) {
    const std::size_t open = text.rfind(text.ends_with(']') ? '[' : '(');
    text = bare(open == std::string_view::npos ? text.substr(0, text.size() - 1) : text.substr(0, open));
  }
  for (std::string_view means : {" using ", " via ", " through ", " based on "})
    if (const auto at = text.find(means); at != std::string_view::npos && at > 8) text = bare(text.substr(0, at));
  // "a diverse range of topics within the field of X".
  for (std::string_view many : {"range of ", "variety of ", "array of ", "spectrum of ", "number of "}) {
    const std::size_t at = text.find(many);
    if (at == std::string_view::npos || at > 24) continue;
    text = bare(text.substr(at + many.size()));
    for (std::string_view what : {"topics ", "areas ", "problems ", "aspects ", "fields ", "subjects ", "questions "})
      for (std::string_view in : {"within ", "in ", "of ", "related to ", "across "})
        if (const std::string lead = std::string(what) + std::string(in); text.starts_with(lead))
          text = bare(text.substr(lead.size()));
    break;
  }
  for (bool moved = true; moved && topic_leads().may_begin(text);) {
    moved = false;
    for (std::string_view lead : topic_leads())
      if (text.size() > lead.size() + 1 && text::same_letters(text.substr(0, lead.size()), lead)) {
        text = bare(text.substr(lead.size()));
        moved = true;
      }
  }
  text = bare(without_signs(text));
  // "computer vision(e.g., detection)"
  if (const auto open = text.rfind("(e.g"); text.ends_with(')') && open != std::string_view::npos && open > 3)
    text = bare(text.substr(0, open));
  // "circuit complexity (QAC in particular)", "childhood (poverty, stress)": what a bracket adds is no part of the topic.
  if (const auto open = text.rfind(" ("); text.ends_with(')') && open != std::string_view::npos && open > 3) {
    const std::string inner = text::lower(text.substr(open));
    if (inner.find(',') != std::string::npos || inner.find("particular") != std::string::npos ||
        inner.find("e.g") != std::string::npos || inner.find("especially") != std::string::npos ||
        inner.find("award") != std::string::npos)
      text = bare(text.substr(0, open));
  }
  for (std::string_view end :
       {" affected", " caused",     " applied",   " related",      " relevant",   " relating", " pertaining", " etc.",
        " etc",      ", etc",       " and so on", " among others", " in general", " and more", " and others", "等",
        "など",      " and beyond", " and",       " or",           " of",         " with"})
    if (text.ends_with(end)) text = bare(text.substr(0, text.size() - end.size()));
  return std::string(text);
}

namespace {

// "on", "i.e.": what is left of a list that was cut.
bool small_word(std::string_view folded) {
  static constexpr WordSet kSmall({"on", "in", "of", "for", "with", "at", "by", "ie", "eg", "viz", "cf", "using", "both",
                                   "also", "sur", "de", "en", "and", "or"});
  return in(kSmall, folded);
}

// "sociology of work": the word that else speaks of the writer.
bool of_labour(const std::vector<Token>& words, std::size_t i) {
  static constexpr WordSet kBefore({"of", "social", "care", "domestic", "remote", "platform", "paid", "unpaid", "decent"});
  return i > 0 && (words[i].folded == "work") && in(kBefore, words[i - 1].folded);
}

}  // namespace

std::string_view why_no_topic(std::string_view topic) {
  const std::vector<Token> words = tokens(topic);
  if (words.empty() || words.size() > (topic.find(" between ") == std::string_view::npos ? 9U : 14U) || topic.size() > 110)
    return words.empty() ? "no words" : "more than nine words";
  if (std::count(topic.begin(), topic.end(), '(') != std::count(topic.begin(), topic.end(), ')')) return "half of a bracket";
  if (words.back().folded == "project" || words.back().folded == "projects") return "a project";
  static constexpr WordSet kNever(
      {"im",         "ive",    "je",         "ich",        "i",        "my",     "you",      "we",      "our",
       "your",       "please", "contact",    "am",         "me",       "us",     "students", "student", "phd",
       "university", "email",  "etc",        "others",     "more",     "what",   "why",      "who",     "he",
       "she",        "his",    "her",        "it",         "these",    "those",  "this",     "hiring",  "other",
       "interested", "them",   "themselves", "professor",  "working",  "work",   "linkedin", "scholar", "today",
       "pertaining", "click",  "scientist",  "researcher", "lecturer", "intern", "postdoc"});
  static constexpr WordSet kNotFirst(
      {"how",        "any",      "from",      "for",       "their",     "its",      "so",       "about",
       "was",        "is",       "whether",   "notably",   "notamment", "some",     "such",     "particularly",
       "following",  "several",  "various",   "many",      "via",       "thinking", "making",   "often",
       "ultimately", "rather",   "alongside", "provides",  "viewing",   "thus",     "then",     "therefore",
       "which",      "that",     "where",     "during",    "after",     "before",   "without",  "with",
       "to",         "while",    "if",        "when",      "being",     "there",    "designed", "aimed",
       "motivated",  "inspired", "devoted",   "dedicated", "having",    "recently", "including"});
  if (in(kNotFirst, words[0].folded) || topic.front() == '(' || topic.find('@') != std::string_view::npos)
    return "begins as a clause";
  static constexpr WordSet kEmpty({"projects",
                                   "project",
                                   "tools",
                                   "techniques",
                                   "practical approaches",
                                   "approaches",
                                   "problems",
                                   "methods",
                                   "processes",
                                   "systems",
                                   "people",
                                   "topics",
                                   "applications",
                                   "scalable paradigms",
                                   "research",
                                   "things",
                                   "puzzles",
                                   "solving puzzles",
                                   "theory",
                                   "questions",
                                   "issues",
                                   "challenges",
                                   "solutions",
                                   "performance",
                                   "efficiency",
                                   "scalability",
                                   "robustness",
                                   "reliability",
                                   "accuracy",
                                   "flexibility",
                                   "causes and consequences",
                                   "practice",
                                   "ways",
                                   "but not limited",
                                   "cutting edge technologies",
                                   "methodological research",
                                   "technologies",
                                   "practices",
                                   "methodology",
                                   "methodologies",
                                   "novel methods",
                                   "new methods",
                                   "experiments",
                                   "ideas",
                                   "fields",
                                   "areas",
                                   "include",
                                   "column",
                                   "method",
                                   "approach",
                                   "technique",
                                   "framework",
                                   "causes",
                                   "consequences",
                                   "research topics",
                                   "everything",
                                   "almost everything",
                                   "anything",
                                   "research interests",
                                   "software",
                                   "theoretical",
                                   "applied",
                                   "experimental",
                                   "computational",
                                   "behavior",
                                   "photography",
                                   "hiking",
                                   "cooking",
                                   "traveling",
                                   "travelling",
                                   "mechanisms",
                                   "phenomena",
                                   "python",
                                   "cython",
                                   "matlab",
                                   "strategies",
                                   "effects",
                                   "exact"});
  if (in(kEmpty, text::fold(topic))) return "says nothing in particular";
  if (words.size() == 1 && (small_word(words[0].folded) || (!words[0].capital && adverb(words[0].folded))))
    return "says nothing in particular";
  // "multiple application domains", "challenges in fields"
  static constexpr WordSet kMatters({"domains", "fields", "areas", "topics", "settings", "directions", "disciplines"});
  static constexpr WordSet kAny({"multiple", "various", "several", "different", "many", "other", "diverse", "challenges", "a",
                                 "all", "related", "both", "new", "emerging"});
  if (words.size() > 1 && words.size() < 5 && in(kMatters, words.back().folded) && in(kAny, words[0].folded))
    return "says nothing in particular";
  for (const Token& word : words)
    if (word.number && word.folded.size() == 4 && (word.folded.starts_with("19") || word.folded.starts_with("20")))
      return "a date";
  if (words.size() == 1 && (words[0].folded.size() < 2 || words[0].number)) return "a letter or number";
  // "excited", "followed"
  if (words.size() == 1 && words[0].folded.ends_with("ed") && words[0].folded.size() > 4 && !words[0].capital &&
      !tables::topic(topic))
    return "says nothing in particular";
  for (std::size_t i = 0; i < words.size(); ++i)
    if (in(kNever, words[i].folded) && !of_labour(words, i)) return "speaks of people";
  return "";
}

bool topic_like(std::string_view topic) { return why_no_topic(topic).empty(); }

bool bare_adjective(std::string_view part) {
  const std::string folded = text::fold(part);
  static constexpr WordSet kAdjectives(
      {"theoretical",   "applied",      "pure",          "computational", "experimental", "empirical",   "numerical",
       "statistical",   "quantitative", "qualitative",   "parallel",      "static",       "dynamic",     "supervised",
       "unsupervised",  "mobile",       "digital",       "visual",        "spatial",      "temporal",    "cognitive",
       "social",        "efficient",    "robust",        "safe",          "secure",       "trustworthy", "interpretable",
       "scalable",      "fair",         "algebraic",     "analytic",      "linear",       "nonlinear",   "discrete",
       "continuous",    "classical",    "molecular",     "cellular",      "clinical",     "online",      "offline",
       "deterministic", "stochastic",   "distributed",   "reliable",      "private",      "human",       "natural",
       "modern",        "image",        "text",          "biological",    "physical",     "formal",      "fast",
       "accurate",      "flexible",     "explainable",   "transparent",   "responsible",  "accountable", "multimodal",
       "multiscale",    "multiphysics", "nonparametric", "generative",    "sustainable",  "adaptive"});
  if (in(kAdjectives, folded)) return true;
  // By its form: endings that hardly any noun has. The last word tells: "multimodal physiological and behavioural data".
  static constexpr std::string_view kEndings[] = {"ical", "ional", "istic", "ative", "ioral", "ioural",   "able",   "ible",
                                                  "ous",  "ular",  "ental", "etic",  "omic",  "ological", "ecular", "urgical"};
  static constexpr std::string_view kNouns[] = {
      "vegetable",  "variable",  "table",    "cable",  "generative", "narrative",   "molecular",  "initiative", "cellular",
      "vernacular", "renewable", "wearable", "rental", "mental",     "alternative", "derivative", "variables"};
  const std::vector<Token> words = tokens(part);
  if (words.empty() || words.size() > 2 || tables::topic(part)) return false;
  const std::string& last = words.back().folded;
  return last.size() >= 6 && !in(kNouns, last) &&
         std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view end) { return last.ends_with(end); });
}

}  // namespace fellow::extractor
