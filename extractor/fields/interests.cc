// SPDX-License-Identifier: GPL-3.0-or-later
// What the person works on: interest lists, "Research interests: …" lines, and prose ("My interests lie at the intersection of
// A, B and C").
#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

#include "extractor/fields/fields.h"
#include "extractor/fields/interest_statements.h"
#include "extractor/fields/interest_words.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/topic_lists.h"
#include "extractor/fields/topics.h"
#include "extractor/word_set.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

void add_topics(const std::vector<std::string>& topics, Reading reading, ProfileBuilder& builder) {
  for (const std::string& topic : topics) builder.add_interest(topic, reading);
}

// What `split` (topics_of, topics_in_prose) takes for topics is added, the rest told as rejected.
void add_parts(std::string_view text, Reading reading, ProfileBuilder& builder, auto split) {
  std::vector<std::string> left_out;
  add_topics(split(text, builder.explains() ? &left_out : nullptr), reading, builder);
  for (const std::string& part : left_out)
    if (!part.empty()) builder.reject("interests", part, why_no_topic(part), reading);
}

void add_enumeration(std::string_view text, Reading reading, ProfileBuilder& builder) {
  add_parts(text, reading, builder, topics_of);
}

// "…, with a particular focus on X": where what narrows a topic begins and ends, in lower case.
struct Narrowing {
  std::size_t at = std::string::npos, end = 0;
};

Narrowing narrowing_in(std::string_view lower) {
  Narrowing found;
  for (std::string_view more : narrowing_words()) {
    const std::size_t at = lower.find(more);
    if (at == std::string::npos) continue;
    found = {at, at + more.size()};
    break;
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
  for (std::string_view word : {" was ", " were ", " worked ", " developed ", " dissertation ", " thesis ", " previously ",
                                " prior to ", " before that ", " during my ", " completed ", " received ", " interned ",
                                " earned ", " internship ", " have a master ", " a degree ", " i have a "})
    if (folded.find(word) != std::string::npos) return true;
  return false;
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
                         inside.starts_with("including ") || inside.starts_with("like ") || inside.starts_with("see ");
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

void read_plain_clause(std::string_view clause, Reading reading, ProfileBuilder& builder) {
  std::string lower = text::lower(clause);
  for (std::string_view lead :
       {", but are not limited to", ", but is not limited to", ", but not limited to", " but are not limited to",
        " (but are not limited to)", " (but not limited to)", " but not limited to", ", among others"})
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
  if (const Narrowing more = narrowing_in(lower); more.at != std::string::npos) {
    std::string_view rest = clause.substr(more.end);
    if (rest.starts_with(' ') || rest.starts_with(':') || rest.starts_with(','))
      read_plain_clause(rest.substr(1), reading, builder);
    clause = clause.substr(0, more.at);
    lower = text::lower(clause);
  }
  std::size_t end = clause.size();
  for (std::string_view word : topic_ends()) {
    const std::size_t at = lower.find(word, 3);
    if (at == std::string::npos || at >= end) continue;
    // "monitoring using drones, planning under doubt, and perception": the means belongs to one item of the list.
    const bool means = word == " using " || word == " via " || word == " through " || word == " based on";
    if (means && std::count(lower.begin() + static_cast<std::ptrdiff_t>(at), lower.end(), ',') >= 2) continue;
    end = at;
  }
  add_parts(clause.substr(0, end), reading, builder, topics_in_prose);
}

void read_clause(std::string_view clause, Reading reading, ProfileBuilder& builder) {
  if (clause.find('(') == std::string_view::npos) return read_plain_clause(clause, reading, builder);
  read_plain_clause(without_explanations(clause), reading, builder);
}

// "My research lies broadly in" -> "My research lies in": the adverb between subject, verb and preposition would hide the cue.
std::string without_adverbs(std::string_view sentence) {
  static constexpr WordSet kBefore({"i",         "im",    "am",   "is",       "are",     "my",    "research",
                                    "work",      "works", "lies", "lie",      "focuses", "focus", "focused",
                                    "interests", "he",    "she",  "interest", "has",     "have",  "been"});
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
  for (std::string_view word : {"free time",
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
                                "apart from research",
                                "besides research",
                                "freizeit",
                                "temps libre",
                                "tiempo libre",
                                "tempo livre",
                                "tempo libero"})
    if (lower.find(word) != std::string_view::npos) return true;
  return false;
}

void read_one(std::string_view sentence, Reading reading, ProfileBuilder& builder) {
  if (const std::size_t end = stated_as_interest(sentence); end != std::string_view::npos)
    return read_clause(sentence.substr(0, end), reading, builder);
  const std::string lower = text::lower(sentence);
  if (of_leisure(lower)) return;
  std::size_t from = 0;
  const std::optional<InterestStatement> said = interest_statement(sentence);
  for (int rounds = 0; rounds < 3; ++rounds) {
    std::size_t best = std::string::npos, length = 0;
    for (std::string_view cue : interest_cues()) {
      const std::size_t at = lower.find(cue, from);
      if (at == std::string::npos || (at + cue.size() < lower.size() && cue.back() != ',' &&
                                      std::isalpha(static_cast<unsigned char>(lower[at + cue.size()])) != 0))
        continue;
      if (at > best || (at == best && cue.size() < length)) continue;
      best = at, length = cue.size();
    }
    if (said && rounds == 0 && (best == std::string::npos || (said->begin <= best && said->end >= best + length))) {
      read_clause(sentence.substr(said->end), reading, builder);
      return;
    }
    if (best == std::string::npos) return;
    std::string_view rest = sentence.substr(best + length);
    from = best + length;
    const std::string_view cue = std::string_view(lower).substr(best, length);
    const std::string before = lower.substr(best > 60 ? best - 60 : 0, best > 60 ? 60 : best);
    const bool about_readers = before.find("you ") != std::string::npos || before.find("students") != std::string::npos ||
                               before.find("anyone") != std::string::npos || before.find("who are") != std::string::npos ||
                               before.find("those") != std::string::npos || before.find("people") != std::string::npos;
    const std::string after = text::lower(text::trim(rest.substr(0, 40)));
    const bool other =
        std::any_of(not_after_cue().begin(), not_after_cue().end(), [&](std::string_view w) { return after.starts_with(w); });
    const bool open_cue =
        cue == "interested in" || cue == "expertise in" || cue.starts_with("with") || cue.starts_with("special");
    const bool ends_word = rest.empty() || rest[0] == ' ' || rest[0] == ':' || rest.starts_with(", but") ||
                           static_cast<unsigned char>(rest[0]) >= 0x80 || static_cast<unsigned char>(cue.back()) >= 0x80;
    const bool loose = cue.starts_with(",") || cue.starts_with("with") || cue.starts_with("special");
    if (about_readers || other || !ends_word || (open_cue && lower.find("if ") == 0)) continue;
    if (loose && told_of_past(std::string_view(lower).substr(0, best))) continue;
    if (cue.ends_with("range from") || cue.ends_with("ranges from")) {  // "from number theory to geometry"
      std::string both(rest);
      if (const std::size_t to = both.find(" to "); to != std::string::npos) both.replace(to, 4, ", ");
      read_clause(both, reading, builder);
      return;
    }
    read_clause(rest, reading, builder);
    // What the clause gave is read; a later cue in the same sentence ("…, with a focus on …") was part of it.
    return;
  }
}

// Each half of "…; I also work on …" has a cue of its own; a list whose items semicolons part has one.
void read_sentence(std::string_view sentence, Reading reading, ProfileBuilder& builder) {
  const std::string plain = without_adverbs(sentence);
  std::string_view rest = plain;
  for (std::size_t at = rest.find("; "); at != std::string_view::npos; at = rest.find("; ")) {
    const std::string next = text::lower(rest.substr(at + 2, 12));
    const bool clause =
        next.starts_with("i ") || next.starts_with("my ") || next.starts_with("he ") || next.starts_with("she ");
    if (!clause) break;
    read_one(rest.substr(0, at), reading, builder);
    rest = rest.substr(at + 2);
  }
  read_one(rest, reading, builder);
}

// "Research topics include:" within a job is about the job.
bool of_a_job(const Outline& outline, const Section& section) {
  return section.kind == SectionKind::interests && section.parent > 0 &&
         outline.sections[section.parent].kind == SectionKind::experience &&
         text::lower(section.heading).find("topics include") != std::string::npos;
}

// What a list of links says beside the topics.
bool names_profile(std::string_view text) {
  static constexpr WordSet kProfiles({"google scholar", "linkedin", "email", "e mail", "github", "cv", "twitter", "orcid",
                                      "resume", "dblp", "x", "researchgate"});
  return in(kProfiles, text::fold(text));
}

void read_list_item(std::string_view text, Reading reading, ProfileBuilder& builder) {
  if (names_profile(text)) return;
  std::vector<std::string_view> parts = lines(text);
  for (std::string_view line : parts) {
    if (line.find("，") != std::string_view::npos || line.find("、") != std::string_view::npos) {
      add_enumeration(line, reading, builder);
      continue;
    }
    // "Cross-chain: sharding, storage": the label is a topic if short, what follows are topics too.
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos && colon < 60) {
      builder.add_interest(trimmed_topic(line.substr(0, colon)), reading);
      if (line.size() - colon < 160) add_enumeration(line.substr(colon + 2), reading, builder);
      continue;
    }
    const std::string topic(trimmed_topic(line));
    if (tokens(topic).size() <= 12 && topic.size() <= 120 &&
        (topic.find(", ") == std::string::npos || topic.find('(') != std::string::npos))
      builder.add_interest(topic, reading);
    else if (topic.size() < 200)
      add_enumeration(topic, reading, builder);
    else
      for (std::string_view sentence : sentences(topic)) read_sentence(sentence, reading, builder);
  }
}

// Whether the last sentence says that topics of research follow in a list.
bool announces_topics(std::string_view text) {
  text = text::trim(text);
  if (!text.ends_with(':')) return false;
  const std::vector<std::string_view> all = sentences(text);
  if (all.empty() || all.back().size() > 200) return false;
  std::string lower = text::lower(all.back());
  // "I am interested in the origins of man. Some topics include:"
  if (all.size() > 1 && tokens(lower).size() <= 5) lower = text::lower(all[all.size() - 2]) + " " + lower;
  for (std::string_view other : {"you", "students", "fund", "support"})
    if (lower.find(other) != std::string::npos) return false;
  for (std::string_view word :
       {"interests", "interested in", "research area", "research topic", "research focus", "i work on", "work focuses",
        "my research include", "current research include", "following topics", "research topics include", "research theme",
        "研究方向", "研究兴趣", "forschungsinteressen", "intérêts"})
    if (lower.find(word) != std::string::npos) return true;
  return false;
}

// Whether a sentence says something about its subject rather than lists topics.
bool predicates(std::string_view lower) {
  static constexpr std::string_view kWords[] = {"i",  "my",  "we",   "our",  "they", "these", "this", "it",     "while", "are",
                                                "is", "was", "were", "have", "has",  "can",   "will", "driven", "their"};
  const std::vector<Token> words = tokens(lower);
  return std::any_of(words.begin(), words.end(), [](const Token& w) { return in(kWords, w.folded); });
}

// "A; B in C; D": by its marks.
bool lists_topics(std::string_view sentence) {
  return (sentence.size() < 200 && std::count(sentence.begin(), sentence.end(), ',') >= 2) ||
         (sentence.size() < 500 && std::count(sentence.begin(), sentence.end(), ';') >= 2);
}

// Of each section: whether it is one of several below "Research interests" whose headings are the topics.
std::vector<bool> topic_headings(const Outline& outline) {
  std::vector<bool> out(outline.sections.size(), false);
  std::vector<std::size_t> children(outline.sections.size(), 0);
  const auto child = [&](const Section& section) {
    return section.own == SectionKind::none && section.kind == SectionKind::interests && section.parent > 0 &&
           section.heading.size() < 90 && topic_like(trimmed_topic(section.heading));
  };
  for (const Section& section : outline.sections)
    if (child(section)) ++children[section.parent];
  for (std::size_t s = 0; s < out.size(); ++s) out[s] = child(outline.sections[s]) && children[outline.sections[s].parent] >= 2;
  return out;
}

// Of each block: whether it is one of the headings below a sentence that announces topics, "I am interested in the following:".
std::vector<bool> announced_headings(const Outline& outline) {
  std::vector<bool> out(outline.blocks.size(), false);
  for (std::size_t i = 0; i + 1 < outline.blocks.size(); ++i) {
    const Block& next = outline.blocks[i + 1];
    const SectionKind kind = outline.sections[outline.blocks[i].section].kind;
    const bool own = kind == SectionKind::none || kind == SectionKind::about || kind == SectionKind::research ||
                     kind == SectionKind::interests;
    if (!own || outline.blocks[i].kind != BlockKind::paragraph || next.kind != BlockKind::heading ||
        !announces_topics(outline.blocks[i].text))
      continue;
    std::vector<std::size_t> headings;
    constexpr std::size_t kMost = 12;
    for (std::size_t k = i + 1; k < outline.blocks.size() && headings.size() <= kMost; ++k) {
      if (outline.blocks[k].kind != BlockKind::heading || outline.blocks[k].level > next.level) continue;
      if (outline.blocks[k].level < next.level || section_kind(outline.blocks[k].text) != SectionKind::none) break;
      headings.push_back(k);
    }
    if (headings.size() >= 2 && headings.size() <= kMost)
      for (const std::size_t k : headings) out[k] = topic_like(trimmed_topic(outline.blocks[k].text));
  }
  return out;
}

}  // namespace

void read_interests(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const std::string_view list_method = page.format == Format::pdf ? "pdf_layout" : "section";
  std::size_t bytes = 0;
  bool announced = false;
  std::size_t announced_in = 0;
  std::vector<bool> listed(outline.sections.size(), false);  // whose topics stand in a list
  for (const Block& block : outline.blocks)
    listed[block.section] = listed[block.section] || (block.kind == BlockKind::item && block.group != kNoNode);
  const std::vector<bool> headed = topic_headings(outline), below_announced = announced_headings(outline);
  for (const Block& block : outline.blocks) {
    const Section& section = outline.sections[block.section];
    const SectionKind kind = section.kind;
    if (headed[block.section]) {  // the heading is the topic, what stands below describes it
      if (block.kind == BlockKind::heading) read_list_item(block.text, {list_method, 0.75}, builder);
      continue;
    }
    if (below_announced[static_cast<std::size_t>(&block - outline.blocks.data())]) {
      builder.add_interest(trimmed_topic(block.text), {list_method, 0.6});
      continue;
    }
    // Taglines of one-page sites are headings: "I am a geologist interested in rocks".
    const bool tagline = block.kind == BlockKind::heading && block.text.size() > 40 && builder.rank() == 0 &&
                         (" " + text::fold(block.text)).find(" i ") != std::string::npos;
    if (block.kind == BlockKind::heading && !tagline) continue;
    if (of_a_job(outline, section)) continue;
    if (kind == SectionKind::interests) {
      bool any_label = false;
      for (std::string_view line : lines(block.text))
        if (const auto label = label_of(line); label && label->first != SectionKind::interests) any_label = true;
      if (any_label) continue;
      const bool short_text =
          block.text.size() < 260 && sentences(block.text).size() <= std::max<std::size_t>(1, lines(block.text).size());
      if (block.group != kNoNode) {
        read_list_item(block.text, {list_method, 0.8}, builder);
      } else if (listed[block.section]) {
        for (std::string_view sentence : sentences(block.text)) read_sentence(sentence, {"pattern", 0.6}, builder);
      } else {
        int count = 0;
        for (std::string_view sentence : sentences(block.text)) {
          if (++count > 12) break;
          const std::string lower = text::lower(sentence);
          const bool cue = std::any_of(interest_cues().begin(), interest_cues().end(),
                                       [&](std::string_view c) { return lower.find(c) != std::string::npos; });
          if (cue)
            read_sentence(sentence, {"pattern", 0.6}, builder);
          else if (short_text || (lists_topics(sentence) && !predicates(lower)))
            add_enumeration(sentence, {list_method, 0.7}, builder);
        }
      }
      continue;
    }
    for (std::string_view line : lines(block.text))
      if (const auto label = label_of(line); label && label->first == SectionKind::interests && line.size() < 500 &&
                                             // Among skills, "Expertise: …" lists tools.
                                             (kind != SectionKind::skills || text::lower(line).find("interest") < 40))
        add_topics(labelled_topics(label->second), {list_method, 0.7}, builder);
    // "I am interested in the following:" and the list behind it.
    if (announced && block.kind == BlockKind::item && block.section == announced_in) {
      if (block.text.size() < 160) read_list_item(block.text, {list_method, 0.6}, builder);
      continue;
    }
    announced = block.kind == BlockKind::paragraph && kind != SectionKind::experience && announces_topics(block.text) &&
                builder.rank() <= 1;
    announced_in = block.section;
    const bool prose = kind == SectionKind::none || kind == SectionKind::about || kind == SectionKind::research ||
                       kind == SectionKind::contact || kind == SectionKind::experience;
    const bool task = kind == SectionKind::experience && block.kind == BlockKind::item;  // of a job that may be over
    if (!prose || task || block.text.size() < 30 || bytes > 8000 || builder.rank() > 1) continue;
    bytes += block.text.size();
    int count = 0;
    for (std::string_view sentence : sentences(block.text)) {
      if (++count > 40) break;
      if (label_of(sentence)) continue;
      read_sentence(sentence, {"pattern", 0.5}, builder);
    }
  }
}

}  // namespace fellow::extractor
