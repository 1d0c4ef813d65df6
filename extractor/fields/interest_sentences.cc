// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/interest_sentences.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "extractor/fields/interest_statements.h"
#include "extractor/fields/interest_words.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/topic_lists.h"
#include "extractor/marks.h"
#include "extractor/word_set.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// "…, with a particular focus on X": where what narrows a topic begins and ends, in lower case.
struct Narrowing {
  std::size_t at = std::string::npos, end = 0;
};

Narrowing narrowing_in(std::string_view lower) {
  Narrowing found;
  if (narrowing_words().any_in(lower)) {
    for (std::string_view more : narrowing_words()) {
      const std::size_t at = lower.find(more);
      if (at == std::string::npos) continue;
      const std::size_t behind = at + more.size();  // " like", and no "likelihood"
      if (behind < lower.size() && std::isalpha(static_cast<unsigned char>(lower[behind])) != 0) continue;
      found = {at, at + more.size()};
      break;
    }
  }
  const std::vector<Token> words = tokens(lower);
  static constexpr std::string_view kBent[] = {"focus", "emphasis", "interest", "interests", "attention"};
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (words[i].folded != "with" && words[i].folded != "placing") continue;
    std::size_t k = i + 1;
    while (k < words.size() && k < i + 4 && !in(kBent, words[k].folded)) ++k;
    if (k + 1 >= words.size() || !in(kBent, words[k].folded)) continue;
    const std::string& next = words[k + 1].folded;
    if (next != "on" && next != "in" && next != "to" && next != "for" && next != "upon") continue;
    if (words[i].begin < 2 || words[i].begin >= found.at) break;
    const std::size_t at = words[i].begin - (lower[words[i].begin - 2] == ',' ? 2 : 1);
    return {at, words[k + 1].end};
  }
  return found;
}

// What is told of is over: "I worked as … , specialising in", "my dissertation focused on".
bool told_of_past(std::string_view before) {
  const std::string folded = " " + text::fold(before) + " ";
  static constexpr Marks kPast({" was ", " were ", " worked ", " developed ", " dissertation ", " thesis ", " previously ",
                                " prior to ", " before that ", " during my ", " completed ", " received ", " interned ",
                                " earned ", " internship ", " have a master ", " a degree ", " i have a "});
  return kPast.any_in(folded);
}

// "brown dwarfs (objects between stars and planets) and dust": a bracket that explains, and would be parted as the list is. A
// name in brackets, "natural language processing (NLP)", stays.
std::string without_explanations(std::string_view clause) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t open = clause.find('('); open != std::string_view::npos; open = clause.find('(', open + 1)) {
    const std::size_t close = clause.find(')', open);
    if (close == std::string_view::npos) break;
    const std::string_view inside = clause.substr(open + 1, close - open - 1);
    if (inside.find('(') != std::string_view::npos) break;
    const bool example = inside.starts_with("e.g") || inside.starts_with("i.e") || inside.starts_with("such as ") ||
                         inside.starts_with("including ") || inside.starts_with("like ") || inside.starts_with("see ") ||
                         inside.starts_with("especially ") || inside.starts_with("particularly ") ||
                         inside.starts_with("mainly ") || inside.starts_with("mostly ");
    const bool limits = text::lower(inside).starts_with("but not limited") || text::lower(inside).starts_with("but are not");
    if (limits || open < from || (!example && std::count(inside.begin(), inside.end(), ' ') < 3)) continue;
    std::size_t end = open;
    while (end > from && clause[end - 1] == ' ') --end;
    out.append(clause.substr(from, end - from));
    from = close + 1;
    if (from < clause.size() && clause[from] != ' ' && clause[from] != ',' && clause[from] != '.' && clause[from] != ';')
      out += ' ';
  }
  return out.append(clause.substr(from));
}

// "developing and applying geospatial tools": one object of two verbs; the first goes.
std::string with_one_gerund(std::string_view clause) {
  static constexpr WordSet kVerbs({"developing", "designing",   "building",   "understanding", "analyzing",  "analysing",
                                   "applying",   "creating",    "improving",  "investigating", "exploring",  "studying",
                                   "evaluating", "identifying", "exploiting", "implementing",  "advancing",  "characterizing",
                                   "examining",  "using",       "proposing",  "deploying",     "optimizing", "constructing"});
  const std::vector<Token> words = tokens(clause);
  std::string out;
  std::size_t from = 0;
  for (std::size_t i = 0; i + 3 < words.size(); ++i) {
    if (!in(kVerbs, words[i].folded) || words[i + 1].folded != "and" || !in(kVerbs, words[i + 2].folded) ||
        gap(clause, words[i], words[i + 1]) != " " || words[i].begin < from)
      continue;
    out.append(clause.substr(from, words[i].begin - from));
    from = words[i + 2].begin;
  }
  return out.append(clause.substr(from));
}

// "examines spillovers and develops methods": a verb that goes on with another matter parts as a comma does.
std::string with_one_verb(std::string_view clause) {
  static constexpr WordSet kVerbs({"develop",     "develops",  "enhance", "enhances", "augment",   "augments",  "investigate",
                                   "examine",     "examines",  "explore", "explores", "design",    "designs",   "investigates",
                                   "build",       "builds",    "improve", "improves", "analyze",   "analyzes",  "understand",
                                   "analyse",     "analyses",  "create",  "creates",  "propose",   "proposes",  "characterize",
                                   "understands", "addresses", "apply",   "applies",  "optimize",  "quantify",  "advance",
                                   "predict",     "identify",  "deploy",  "evaluate", "evaluates", "establish", "construct"});
  const std::vector<Token> words = tokens(clause);
  std::string out;
  std::size_t from = 0;
  for (std::size_t i = 1; i + 2 < words.size(); ++i) {
    if (words[i].folded != "and" || !in(kVerbs, words[i + 1].folded) || words[i + 1].capital || words[i].begin < from) continue;
    if (gap(clause, words[i], words[i + 1]) != " " || gap(clause, words[i + 1], words[i + 2]) != " ") continue;
    static constexpr WordSet kNouns({"and", "of", "for", "in", "or", "as", "to", "optimization", "space", "patterns"});
    if (in(kNouns, words[i + 2].folded)) continue;  // "design of experiments"
    std::size_t end = words[i - 1].end;
    out.append(clause.substr(from, end - from)).append(",");
    from = words[i + 1].end;
  }
  return out.append(clause.substr(from));
}

void read_plain_clause(std::string_view written, Statement& said) {
  const std::string one_verb = with_one_verb(with_one_gerund(written));
  std::string_view clause = one_verb;
  std::string lower = text::lower(clause);
  for (std::string_view lead : {", but are not limited to", ", but is not limited to", ", but not limited to",
                                " but are not limited to", " (but are not limited to)", " (but not limited to)",
                                " but not limited to", "but not limited to", "but are not limited to", ", among others"})
    if (lower.starts_with(lead)) {
      clause = clause.substr(lead.size());
      if (!clause.empty() && (clause[0] == ',' || clause[0] == ':')) clause = clause.substr(1);
      lower = text::lower(clause);
    }
  // "how institutions shape growth" is a question, no topic.
  for (std::string_view question : {"how ", "why ", "whether ", "what ", "when "})
    if (std::string_view(lower).substr(lower.starts_with(' ') ? 1 : 0).starts_with(question) && !lower.starts_with(" how to"))
      return;
  // What a main topic is narrowed to is topics as well.
  // Behind a dash that parts the sentence, "including" is of something else.
  const std::size_t dash = std::min({lower.find("—"), lower.find(" – "), lower.find(" -- ")});
  if (const Narrowing more = narrowing_in(lower); more.at != std::string::npos && (dash > more.at || dash + 1 >= more.at)) {
    std::string_view rest = clause.substr(more.end);
    const bool where = rest.starts_with(" dans ");  // "…, en particulier dans les banques"
    if (!where && (rest.starts_with(' ') || rest.starts_with(':') || rest.starts_with(',')))
      read_plain_clause(rest.substr(1), said);
    clause = clause.substr(0, more.at);
    lower = text::lower(clause);
  }
  const MarkPlace ends = topic_ends().earliest_in(lower, 3, [&](std::size_t at, std::string_view word) {
    // "monitoring using drones, planning under doubt, and perception": the means belongs to one item of the list.
    const bool means = word == " using " || word == " via " || word == " through " || word == " based on";
    return !means || std::count(lower.begin() + static_cast<std::ptrdiff_t>(at), lower.end(), ',') < 2;
  });
  const std::size_t end = std::min(ends.at, clause.size());
  std::vector<std::string> left_out;
  for (std::string& topic : topics_in_prose(clause.substr(0, end), &left_out)) said.topics.push_back(std::move(topic));
  for (std::string& part : left_out)
    if (!part.empty()) said.left_out.push_back(std::move(part));
}

void read_clause(std::string_view clause, Statement& said) {
  if (clause.find('(') == std::string_view::npos) return read_plain_clause(clause, said);
  read_plain_clause(without_explanations(clause), said);
}

// "My research lies broadly in" -> "My research lies in": the adverb between subject, verb and preposition would hide the cue.
std::string without_adverbs(std::string_view sentence) {
  static constexpr WordSet kBefore({"i",    "im",    "am",       "is",  "are",     "my",    "research", "interesse",
                                    "work", "works", "lies",     "lie", "focuses", "focus", "focused",  "interests",
                                    "he",   "she",   "interest", "has", "have",    "been"});
  const std::vector<Token> words = tokens(sentence);
  std::string out;
  std::size_t from = 0;
  std::size_t kept = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!adverb(words[i].folded) || !in(kBefore, words[kept].folded) || gap(sentence, words[i - 1], words[i]) != " ") {
      kept = i;
      continue;
    }
    out.append(sentence.substr(from, words[i - 1].end - from));
    from = words[i].end;
  }
  return out.append(sentence.substr(from));
}

// "In my free time I am interested in running": no research.
bool of_leisure(std::string_view lower) {
  static constexpr Marks kLeisure({"free time",
                                   "spare time",
                                   "leisure",
                                   "hobbies",
                                   "outside of work",
                                   "outside work",
                                   "outside of research",
                                   "outside research",
                                   "outside the lab",
                                   "outside of the lab",
                                   "when i am not",
                                   "when i'm not",
                                   "when not working",
                                   "in my time off",
                                   "personal interests",
                                   "non-academic",
                                   "outside academia",
                                   "outside of academia",
                                   "in addition to my academic",
                                   "besides academia",
                                   "beyond academia",
                                   "beyond research",
                                   "beyond my research",
                                   "beyond work",
                                   "apart from research",
                                   "besides research",
                                   "freizeit",
                                   "temps libre",
                                   "tiempo libre",
                                   "tempo livre",
                                   "tempo libero"});
  return kLeisure.any_in(lower);
}

// Whether a part of the enumeration is a topic of the table.
bool names_topic(std::string_view clause) {
  constexpr std::size_t kLongest = 160;
  if (clause.size() > kLongest || text::trim(clause).starts_with("the ")) return false;  // "in the Acme Team"
  for (const std::string& part : enumeration(clause, true))
    if (tables::topic(part)) return true;
  const std::vector<Token> words = tokens(clause);
  return words.size() > 2 && tables::topic(clause.substr(words[words.size() - 2].begin)) != nullptr && !words[0].capital;
}

// "areas such as": of whatever the sentence is about.
bool names_matter(std::string_view cue) {
  return cue.ends_with("such as") || cue.ends_with("areas like") || cue.ends_with("topics like") || cue == "areas including" ||
         cue == "topics including";
}

// "Sensors are used in areas such as farming" says nothing of the writer.
bool speaks_of_somebody(std::string_view lower) {
  static constexpr WordSet kWords({"i", "my", "me", "we", "our", "us", "he", "his", "she", "her", "interests", "interest", "dr",
                                   "prof", "research", "expertise", "work", "works"});
  const std::vector<Token> words = tokens(lower);
  return std::any_of(words.begin(), words.end(), [](const Token& word) { return in(kWords, word.folded); });
}

// "I'm a physicist studying dust": where the topics begin; npos if nobody is told to work on anything.
std::size_t work_of_a_role(std::string_view sentence) {
  static constexpr Marks kSaid({"working on", "studying", "researching", "investigating"});
  if (!kSaid.any_in(sentence)) return std::string_view::npos;
  static constexpr WordSet kVerbs({"working", "studying", "researching", "investigating"});
  const std::vector<Token> words = tokens(sentence);
  for (std::size_t i = 2; i + 2 < words.size(); ++i) {
    const std::string& role = words[i - 1].folded;
    if (!in(kVerbs, words[i].folded) || gap(sentence, words[i - 1], words[i]) != " ") continue;
    if (role.size() < 7 || (!role.ends_with("ist") && !role.ends_with("ician") && !role.ends_with("orian"))) continue;
    if (told_of_past(sentence.substr(0, words[i].begin))) return std::string_view::npos;
    if (words[i].folded != "working") return words[i].end;
    return words[i + 1].folded == "on" ? words[i + 1].end : std::string_view::npos;
  }
  return std::string_view::npos;
}

void read_one(std::string_view sentence, Statement& said) {
  if (const std::size_t end = stated_as_interest(sentence); end != std::string_view::npos)
    return read_clause(sentence.substr(0, end), said);
  const std::string lower = text::lower(sentence);
  if (of_leisure(lower)) return;
  if (lower.starts_with("working on ")) return read_clause(sentence.substr(10), said);  // a tagline
  std::size_t from = 0;
  const std::optional<InterestStatement> grammar = interest_statement(sentence);
  for (int rounds = 0; rounds < 3; ++rounds) {
    const auto [best, cue] = interest_cues().earliest_in(lower, from, [&](std::size_t at, std::string_view word) {
      return at + word.size() == lower.size() || std::isalpha(static_cast<unsigned char>(lower[at + word.size()])) == 0;
    });
    const std::size_t length = cue.size();
    if (const std::size_t role = rounds == 0 ? work_of_a_role(sentence) : std::string_view::npos;
        role != std::string_view::npos && (best == std::string::npos || best >= role))
      return read_clause(sentence.substr(role), said);
    if (grammar && rounds == 0 && (best == std::string::npos || (grammar->begin <= best && grammar->end >= best + length))) {
      read_clause(sentence.substr(grammar->end), said);
      return;
    }
    if (best == std::string::npos) return;
    std::string_view rest = sentence.substr(best + length);
    from = best + length;
    const std::string before = lower.substr(best > 60 ? best - 60 : 0, best > 60 ? 60 : best);
    const bool about_readers = before.find("you ") != std::string::npos || before.find("students") != std::string::npos ||
                               before.find("anyone") != std::string::npos || before.find("who are") != std::string::npos ||
                               before.find("those") != std::string::npos || before.find("people") != std::string::npos;
    const std::string after = text::lower(text::trim(rest.substr(0, 40)));
    const bool other = !not_after_cue().at_begin(after).empty();
    const bool open_cue =
        cue == "interested in" || cue == "expertise in" || cue.starts_with("with") || cue.starts_with("special");
    const bool ends_word = rest.empty() || rest[0] == ' ' || rest[0] == ':' || rest.starts_with(", but") ||
                           static_cast<unsigned char>(rest[0]) >= 0x80 || static_cast<unsigned char>(cue.back()) >= 0x80;
    static constexpr WordSet kPeople({"researcher", "scientist", "student", "candidate", "fellow", "professor"});
    const bool loose = cue.starts_with(",") || cue.starts_with("with") || cue.starts_with("special") ||
                       cue.starts_with("working") || in(kPeople, cue.substr(0, cue.find(' ')));
    if (about_readers || other || !ends_word || (open_cue && lower.find("if ") == 0)) continue;
    if (names_matter(cue) && !speaks_of_somebody(lower)) continue;
    // "I work in algebraic geometry", and not "in Oslo" or "in the lab of X".
    if (cue == "i work in" && !names_topic(rest.substr(0, rest.find_first_of(",.;:("))) &&
        !names_topic(rest.substr(0, rest.find_first_of(".;:("))))
      continue;
    if (loose && told_of_past(std::string_view(lower).substr(0, best))) continue;
    if (cue.ends_with("range from") || cue.ends_with("ranges from")) {  // "from number theory to geometry"
      std::string both(rest);
      if (const std::size_t to = both.find(" to "); to != std::string::npos) both.replace(to, 4, ", ");
      read_clause(both, said);
      return;
    }
    read_clause(rest, said);
    // What the clause gave is read; a later cue in the same sentence ("…, with a focus on …") was part of it.
    return;
  }
}

}  // namespace

// Each half of "…; I also work on …" has a cue of its own; a list whose items semicolons part has one.
Statement topics_stated(std::string_view sentence) {
  Statement said;
  const std::string plain = without_adverbs(sentence);
  std::string_view rest = plain;
  for (std::size_t at = rest.find("; "); at != std::string_view::npos; at = rest.find("; ")) {
    const std::string next = text::lower(rest.substr(at + 2, 12));
    const bool clause =
        next.starts_with("i ") || next.starts_with("my ") || next.starts_with("he ") || next.starts_with("she ");
    if (!clause) break;
    read_one(rest.substr(0, at), said);
    rest = rest.substr(at + 2);
  }
  read_one(rest, said);
  return said;
}

}  // namespace fellow::extractor
