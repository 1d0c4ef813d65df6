// SPDX-License-Identifier: GPL-3.0-or-later
// What the person works on: interest lists, "Research interests: …" lines, and prose ("My interests lie at the intersection of
// A, B and C").
#include <algorithm>
#include <iterator>

#include "extractor/fields/fields.h"
#include "extractor/fields/interest_sentences.h"
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

void read_sentence(std::string_view sentence, Reading reading, ProfileBuilder& builder) {
  const Statement said = topics_stated(sentence);
  add_topics(said.topics, reading, builder);
  for (const std::string& part : said.left_out) builder.reject("interests", part, why_no_topic(part), reading);
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

// "Graph theory; discrete geometry", "A, B (C), and D": marks that part, none of them within a bracket.
bool listed_outside_brackets(std::string_view text) {
  int depth = 0;
  std::size_t commas = 0, semicolons = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth > 0) continue;
    commas += c == ',' ? 1 : 0, semicolons += c == ';' ? 1 : 0;
  }
  return semicolons > 0 || commas > 1;
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
    std::string topic(trimmed_topic(line));
    // "Labour economics with emphasis on young firms": what narrows it is told at length.
    for (std::string_view narrow : {" with emphasis on ", " with a focus on ", " focusing on ", " with an emphasis on "})
      if (const std::size_t at = topic.find(narrow); at != std::string::npos && at > 4) topic.erase(at);
    if (listed_outside_brackets(topic)) {
      add_enumeration(topic, reading, builder);
      continue;
    }
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
        "think about", "my research include", "current research include", "following topics", "research topics include",
        "research theme", "研究方向", "研究兴趣", "forschungsinteressen", "intérêts"})
    if (lower.find(word) != std::string::npos) return true;
  return false;
}

// "My main interests include", with no mark before the list.
bool breaks_off(std::string_view text) {
  text = text::trim(text);
  return text.ends_with(" include") || text.ends_with(" are") || text.ends_with(" on") || text.ends_with(" in");
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

// "Methods" and "Applications" below "Research interests" part the topics, and are none.
bool parts_topics(std::string_view heading) {
  static constexpr WordSet kParts({"methodology",
                                   "methodologies",
                                   "methods",
                                   "method",
                                   "application",
                                   "applications",
                                   "application area",
                                   "application areas",
                                   "applied",
                                   "theory",
                                   "topics",
                                   "techniques",
                                   "keywords",
                                   "fields",
                                   "areas",
                                   "domains",
                                   "tools",
                                   "overview",
                                   "introduction",
                                   "more",
                                   "find out more",
                                   "current",
                                   "past",
                                   "previous",
                                   "other",
                                   "others",
                                   "main",
                                   "primary",
                                   "secondary",
                                   "general",
                                   "summary"});
  return in(kParts, text::fold(heading));
}

// Of each block: whether it is one of several short paragraphs that are topics, one each, though no list is set:
// "<h3>Interests</h3><p>Sea ice</p><p>Glacier flow</p>".
std::vector<bool> topic_paragraphs(const Outline& outline) {
  std::vector<bool> out(outline.blocks.size(), false);
  for (const Section& section : outline.sections) {
    if (section.kind != SectionKind::interests) continue;
    std::vector<std::size_t> found;
    bool only = true;
    for (std::size_t b = section.begin; b < section.end && only; ++b) {
      const Block& block = outline.blocks[b];
      if (block.kind == BlockKind::heading) continue;
      const bool sentence = block.text.ends_with('.') || block.text.ends_with(':');
      const std::string lower = text::lower(block.text);
      const bool topic = block.kind == BlockKind::paragraph && block.text.size() <= 120 && !sentence && !predicates(lower) &&
                         block.text.find('\n') == std::string::npos && tokens(block.text).size() <= 12;
      if (topic)
        found.push_back(b);
      else
        only = sentence && found.empty();
    }
    if (only && found.size() >= 2)
      for (const std::size_t b : found) out[b] = true;
  }
  return out;
}

// Of each section: whether it is one of several below "Research interests" whose headings are the topics.
std::vector<bool> topic_headings(const Outline& outline) {
  std::vector<bool> out(outline.sections.size(), false);
  std::vector<std::size_t> children(outline.sections.size(), 0);
  const auto child = [&](const Section& section) {
    return section.own == SectionKind::none && section.kind == SectionKind::interests && section.parent > 0 &&
           section.heading.size() < 90 && topic_like(trimmed_topic(section.heading)) && !parts_topics(section.heading);
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

// "<b>Tidal rivers</b>: how they silt up": what an item tells of, set apart at its begin, with a colon or without one; "" if
// nothing is.
std::string bold_lead(const Dom& dom, const Block& block, bool colon) {
  constexpr std::size_t kLongest = 80;
  const NodeId bold = block.group == kNoNode ? kNoNode : dom.first("strong, b", block.group);
  if (bold == kNoNode) return {};
  const std::string text = dom.text(bold);
  std::string_view lead = text::trim(text);
  if (lead.size() > kLongest || !block.text.starts_with(lead)) return {};
  const std::string_view rest = text::trim(std::string_view(block.text).substr(lead.size()));
  if (colon != (lead.ends_with(':') || rest.starts_with(':'))) return {};
  if (lead.ends_with(':')) lead.remove_suffix(1);
  return std::string(trimmed_topic(lead));
}

// Of each block: the lead of an item of a list about research all of whose items have one; else "". A name of one word is
// rather a project's, unless it is a known topic.
std::vector<std::string> led_items(const Document& page, const Outline& outline) {
  std::vector<std::string> out(outline.blocks.size());
  const std::string path = text::lower(page.url.path());
  const bool of_research = path.find("research") != std::string::npos;
  for (const Section& section : outline.sections) {
    const bool interests = section.kind == SectionKind::interests;  // where topics stand behind a colon as well
    const bool own = section.kind == SectionKind::research || interests ||
                     (of_research && (section.kind == SectionKind::none || section.kind == SectionKind::about));
    std::vector<std::pair<std::size_t, std::string>> leads;
    bool all = own, any_long = !interests;  // "<b>Tidal rivers</b> of the north" is a topic as it stands
    constexpr std::size_t kLong = 9;        // words
    for (std::size_t b = section.begin; b < section.end && all; ++b) {
      if (outline.blocks[b].kind != BlockKind::item) continue;
      std::string lead = bold_lead(page.dom, outline.blocks[b], !interests);
      const bool named = !interests && lead.find_first_of("(0123456789") != std::string::npos;  // "S3-Silt (DAM'23)"
      const bool topic = lead.find(' ') != std::string::npos || tables::topic(lead) != nullptr;
      all = topic && !named && topic_like(lead);
      any_long = any_long || tokens(outline.blocks[b].text).size() > kLong;
      leads.emplace_back(b, std::move(lead));
    }
    if (!all || !any_long || leads.size() < 2) continue;
    for (auto& [block, lead] : leads) out[block] = std::move(lead);
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
  const std::vector<bool> headed = topic_headings(outline), below_announced = announced_headings(outline),
                          alone = topic_paragraphs(outline);
  const std::vector<std::string> led = led_items(page, outline);
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
    if (const std::string& lead = led[static_cast<std::size_t>(&block - outline.blocks.data())]; !lead.empty()) {
      add_enumeration(lead, {list_method, 0.6}, builder);
      continue;
    }
    // Taglines of one-page sites are headings: "I am a geologist interested in rocks".
    const bool tagline = block.kind == BlockKind::heading && block.text.size() > 40 && builder.rank() == 0 &&
                         (" " + text::fold(block.text)).find(" i ") != std::string::npos;
    // "Optimization, control theory, tidal rivers" below or beside the name.
    constexpr std::ptrdiff_t kTop = 12;  // blocks
    if (builder.rank() == 0 && block.group == kNoNode && (kind == SectionKind::none || kind == SectionKind::about) &&
        &block - outline.blocks.data() < kTop)
      for (std::string_view line : lines(block.text)) add_topics(topics_alone(line), {list_method, 0.5}, builder);
    if (block.kind == BlockKind::heading && !tagline) continue;
    if (of_a_job(outline, section)) continue;
    if (kind == SectionKind::interests) {
      bool any_label = false;
      for (std::string_view line : lines(block.text))
        if (const auto label = label_of(line); label && label->first != SectionKind::interests) any_label = true;
      if (any_label) continue;
      const bool short_text =
          block.text.size() < 260 && sentences(block.text).size() <= std::max<std::size_t>(1, lines(block.text).size());
      if (block.group != kNoNode || alone[static_cast<std::size_t>(&block - outline.blocks.data())]) {
        read_list_item(block.text, {list_method, block.group != kNoNode ? 0.8 : 0.7}, builder);
      } else if (listed[block.section]) {
        for (std::string_view sentence : sentences(block.text)) read_sentence(sentence, {"pattern", 0.6}, builder);
      } else {
        int count = 0;
        for (std::string_view sentence : sentences(block.text)) {
          if (++count > 12) break;
          const std::string lower = text::lower(sentence);
          if (interest_cues().any_in(lower))
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
    const std::size_t next = static_cast<std::size_t>(&block - outline.blocks.data()) + 1;
    const bool broken_off =
        next < outline.blocks.size() && outline.blocks[next].kind == BlockKind::item && breaks_off(block.text);
    announced = block.kind == BlockKind::paragraph && kind != SectionKind::experience && builder.rank() <= 1 &&
                (broken_off ? announces_topics(block.text + ":") : announces_topics(block.text));
    announced_in = block.section;
    const bool prose = kind == SectionKind::none || kind == SectionKind::about || kind == SectionKind::research ||
                       kind == SectionKind::contact || kind == SectionKind::experience;
    const bool task = kind == SectionKind::experience && block.kind == BlockKind::item;  // of a job that may be over
    if (!prose || task || block.text.size() < 30 || bytes > 8000 || builder.rank() > 1) continue;
    bytes += block.text.size();
    int count = 0;
    for (std::string_view sentence : sentences(block.text)) {
      if (++count > 40) break;
      if (const auto label = label_of(sentence)) {  // "Lecturer at X. Interests: A, B": as a line of its own would
        if (label->first == SectionKind::interests && sentence.data() != block.text.data() && sentence.size() < 300)
          add_topics(labelled_topics(label->second), {list_method, 0.6}, builder);
        if (label->first == SectionKind::about) read_sentence(label->second, {"pattern", 0.5}, builder);  // "Bio: I study …"
        continue;
      }
      read_sentence(sentence, {"pattern", 0.5}, builder);
    }
  }
}

}  // namespace fellow::extractor
