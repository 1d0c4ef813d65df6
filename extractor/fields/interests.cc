// SPDX-License-Identifier: GPL-3.0-or-later
// What the person works on: interest lists, "Research interests: …" lines, and prose ("My interests lie at the intersection of
// A, B and C").
#include <algorithm>
#include <iterator>

#include "extractor/fields/fields.h"
#include "extractor/fields/tokens.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool in(auto const& list, std::string_view what) { return std::find(std::begin(list), std::end(list), what) != std::end(list); }

// Lower case; what follows up to the end of the clause is an enumeration of topics.
constexpr std::string_view kCues[] = {"research interests include",
                                      "research interests are",
                                      "research interests lie in",
                                      "research interests lie at the intersection of",
                                      "research interests lie broadly in",
                                      "research interests span",
                                      "research interests focus on",
                                      "research interests broadly span",
                                      "research interests broadly include",
                                      "research interests center on",
                                      "research interests cover",
                                      "research interests revolve around",
                                      "research interests mainly include",
                                      "research interests currently include",
                                      "research interests mainly focus on",
                                      "research interests primarily include",
                                      "research interest is",
                                      "research interests lies in",
                                      "research interest lies in",
                                      "research interest includes",
                                      "research interest include",
                                      "research interest focuses on",
                                      "research interests",
                                      "research interest",
                                      "interests include",
                                      "interests are in",
                                      "interests are",
                                      "interests lie in",
                                      "interests lie at the intersection of",
                                      "interests span",
                                      "interested in",
                                      "interests in",
                                      "key areas are",
                                      "areas of interest include",
                                      "areas of interest are",
                                      "research areas include",
                                      "research areas are",
                                      "areas of expertise include",
                                      "expertise spans",
                                      "expertise is in",
                                      "expertise lies in",
                                      "expertise in",
                                      "areas of expertise are",
                                      "research focuses on",
                                      "research focuses mainly on",
                                      "research focuses primarily on",
                                      "research mainly focuses on",
                                      "research primarily focuses on",
                                      "research focus is on",
                                      "research focus is",
                                      "research focused on",
                                      "research is focused on",
                                      "research is mainly focused on",
                                      "research lies at the intersection of",
                                      "research is at the intersection of",
                                      "research is at the interface of",
                                      "research interests are at the intersection of",
                                      "research lies in",
                                      "research topics include",
                                      "research topics are",
                                      "research topic is",
                                      "research spans",
                                      "research centers on",
                                      "research centers around",
                                      "research concerns",
                                      "research revolves around",
                                      "research has focused on",
                                      "research covers",
                                      "work focuses on",
                                      "work is focused on",
                                      "work lies at the intersection of",
                                      "work primarily focuses on",
                                      "work mainly focuses on",
                                      "research addresses",
                                      "research explores",
                                      "research examines",
                                      "research investigates the",
                                      "research is in",
                                      "research is on",
                                      "research area is",
                                      "research field is",
                                      "field of research is",
                                      "research fields are",
                                      "research activity focuses on",
                                      "i focus on",
                                      "with a focus on",
                                      "specializing in",
                                      "specialising in",
                                      "specialize in",
                                      "specialise in",
                                      "with a particular focus on",
                                      "with focus on",
                                      "with research interests in",
                                      "with interests in",
                                      "i work on",
                                      "i mainly work on",
                                      "i work in the area of",
                                      "i work in the field of",
                                      "i study",
                                      "i currently work on",
                                      "whose research focuses on",
                                      "researches on",
                                      "mes recherches portent sur",
                                      "mes thèmes de recherche sont",
                                      "je m'intéresse à",
                                      "je m’intéresse à",
                                      "je m'intéresse aux",
                                      "mes intérêts de recherche sont",
                                      "je travaille sur",
                                      "mes travaux portent sur",
                                      "intérêts de recherche",
                                      "forschungsinteressen sind",
                                      "forschungsinteressen umfassen",
                                      "forschungsinteressen liegen in",
                                      "forschungsschwerpunkte sind",
                                      "interessiere mich für",
                                      "ich forsche zu",
                                      "intereses de investigación incluyen",
                                      "intereses de investigación son",
                                      "me interesa",
                                      "mi investigación se centra en",
                                      "interesses de pesquisa incluem",
                                      "interesses de pesquisa são",
                                      "tenho interesse em",
                                      "interesse em",
                                      "interessi di ricerca includono",
                                      "interessi di ricerca riguardano",
                                      "mi occupo di",
                                      "研究兴趣包括",
                                      "研究兴趣为",
                                      "研究兴趣是",
                                      "研究兴趣主要包括",
                                      "研究方向包括",
                                      "研究方向为",
                                      "研究方向是",
                                      "主要研究方向为",
                                      "主要研究方向包括",
                                      "研究领域包括",
                                      "研究领域为",
                                      "主要从事",
                                      "연구 관심 분야는",
                                      "関心は",
                                      "研究分野は",
                                      "専門は"};

constexpr std::string_view kNotAfter[] = {"hearing",  "joining",         "working with", "collaborat", "my ",    "applying",
                                          "our ",     "becoming",        "student",      "talking",    "these ", "this ",
                                          "pursuing", "position",        "doing",        "what i",     "it",     "meeting",
                                          "phd",      "in working with", "any of",       "finding",    "seeing", "being"};

// Words with which an enumeration ends and the sentence goes on.
constexpr std::string_view kEnds[] = {" where ",
                                      " which ",
                                      " that ",
                                      " because ",
                                      " so that ",
                                      " and i ",
                                      " and my ",
                                      ", where",
                                      ", which",
                                      ", with",
                                      " while ",
                                      ", using",
                                      " in order to",
                                      " to ",
                                      " by ",
                                      " but ",
                                      ", i ",
                                      " and how ",
                                      " and have ",
                                      " and am ",
                                      " and also ",
                                      ", and i",
                                      " for my ",
                                      " under ",
                                      " at the university",
                                      " at ",
                                      " with applications",
                                      " through ",
                                      " aiming ",
                                      ", aiming",
                                      " and its application",
                                      ", from ",
                                      " — ",
                                      " – ",
                                      " - ",
                                      " particularly ",
                                      " especially ",
                                      " from both",
                                      " and currently",
                                      ", towards",
                                      " via ",
                                      " such that",
                                      " and is ",
                                      ", as well as how",
                                      " using ",
                                      " based on",
                                      "，致力",
                                      " is ",
                                      " are ",
                                      " leveraging ",
                                      " can ",
                                      " has ",
                                      " over the ",
                                      " when "};
constexpr std::string_view kMore[] = {", particularly",
                                      ", especially",
                                      ", in particular",
                                      ", specifically",
                                      ", with a focus on",
                                      ", with a particular focus on",
                                      ", with special focus on",
                                      ", with an emphasis on",
                                      ", focusing on",
                                      ", including",
                                      " including",
                                      " such as",
                                      ", such as",
                                      ", e.g.",
                                      ", notably",
                                      ", mainly",
                                      " with a focus on",
                                      " with emphasis on",
                                      " with a particular focus on",
                                      " with an emphasis on",
                                      ", like",
                                      " — particularly",
                                      " (e.g.",
                                      ", with focus on",
                                      ", primarily"};
constexpr std::string_view kLeads[] = {"the ",
                                       "in ",
                                       "on ",
                                       "of ",
                                       "broadly ",
                                       "mainly ",
                                       "include ",
                                       "encompass ",
                                       "includes ",
                                       "including ",
                                       "various aspects of ",
                                       "aspects of ",
                                       "topics in ",
                                       "areas such as ",
                                       "areas of ",
                                       "a range of ",
                                       "a wide range of ",
                                       "all things ",
                                       "all aspects of ",
                                       "both ",
                                       "particularly ",
                                       "especially ",
                                       "primarily ",
                                       "also ",
                                       "generally ",
                                       "problems in ",
                                       "issues in ",
                                       "topics such as ",
                                       "fields of ",
                                       "field of ",
                                       "area of ",
                                       "intersection of ",
                                       "at the intersection of ",
                                       "developing ",
                                       "understanding ",
                                       "study of ",
                                       "using ",
                                       "and ",
                                       "as well as ",
                                       "an ",
                                       "a ",
                                       "more specifically ",
                                       "specifically ",
                                       "currently ",
                                       "but not limited to ",
                                       "are ",
                                       "is ",
                                       "lie in ",
                                       "how to ",
                                       "applying ",
                                       "designing ",
                                       "building ",
                                       "exploring ",
                                       "studying ",
                                       "studying the ",
                                       "improving ",
                                       "les ",
                                       "la ",
                                       "le ",
                                       "l'",
                                       "l’",
                                       "des ",
                                       "du ",
                                       "de la ",
                                       "de ",
                                       "die ",
                                       "der ",
                                       "das ",
                                       "el ",
                                       "los ",
                                       "las ",
                                       "o ",
                                       "os ",
                                       "as ",
                                       "il ",
                                       "au ",
                                       "aux ",
                                       "à ",
                                       "et ",
                                       "investigating ",
                                       "analyzing ",
                                       "analysing ",
                                       "creating ",
                                       "etc",
                                       "theory and application of ",
                                       "related to ",
                                       "things related to ",
                                       "anything related to "};

std::string trimmed_topic(std::string_view written) {
  std::string_view text = bare(written);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::string_view lead : kLeads)
      if (text.size() > lead.size() + 1 && text::same_letters(text.substr(0, lead.size()), lead)) {
        text = bare(text.substr(lead.size()));
        moved = true;
      }
  }
  for (std::string_view end :
       {" etc", ", etc", " and so on", " among others", " in general", " and more", " and others", "等", "など", " and beyond"})
    if (text.ends_with(end)) text = bare(text.substr(0, text.size() - end.size()));
  return std::string(text);
}

bool topic_like(std::string_view topic) {
  const std::vector<Token> words = tokens(topic);
  if (words.empty() || words.size() > 9 || topic.size() > 110) return false;
  static constexpr std::string_view kNever[] = {
      "i",     "my",    "you",      "we",      "our",   "your",       "please",    "contact", "am",
      "me",    "us",    "students", "student", "phd",   "university", "email",     "etc",     "others",
      "more",  "what",  "why",      "who",     "he",    "she",        "his",       "her",     "it",
      "these", "those", "this",     "hiring",  "other", "interested", "professor", "working", "work"};
  static constexpr std::string_view kNotFirst[] = {"how",     "from",      "for",  "their", "its",
                                                   "so",      "about",     "was",  "is",    "whether",
                                                   "notably", "notamment", "some", "such",  "particularly"};
  if (in(kNotFirst, words[0].folded)) return false;
  static constexpr std::string_view kEmpty[] = {"projects",
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
                                                "behavior"};
  if (in(kEmpty, text::fold(topic))) return false;
  if (words.size() == 1 && (words[0].folded.size() < 2 || words[0].number)) return false;
  return std::none_of(words.begin(), words.end(), [&](const Token& w) { return in(kNever, w.folded); });
}

void add_enumeration(std::string_view text, Reading reading, ProfileBuilder& builder) {
  std::vector<std::string> items = enumeration(text, false);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    // "A, B and C": the last item holds two, unless a table knows it as one topic.
    const bool whole = tables::topic(trimmed_topic(items[i])) != nullptr;
    if (i + 1 == items.size() && !whole) {
      std::vector<std::string> parts = enumeration(items[i], true);
      // "tools and techniques for X" is one thing: a part of a single common word before "and" stays whole.
      if (parts.size() == 2 && items.size() == 1 && tokens(parts[0]).size() == 1 && tokens(parts[1]).size() >= 3)
        parts = {items[i]};
      for (std::string& part : parts) out.push_back(std::move(part));
    } else {
      out.push_back(items[i]);
    }
  }
  for (const std::string& item : out) {
    const std::string topic = trimmed_topic(item);
    if (topic_like(topic)) builder.add_interest(topic, reading);
  }
}

void read_clause(std::string_view clause, Reading reading, ProfileBuilder& builder) {
  std::string lower = text::lower(clause);
  for (std::string_view lead :
       {", but are not limited to", ", but is not limited to", ", but not limited to", " but are not limited to",
        " (but are not limited to)", " (but not limited to)", " but not limited to", ", among others"})
    if (lower.starts_with(lead)) {
      clause = clause.substr(lead.size());
      if (!clause.empty() && (clause[0] == ',' || clause[0] == ':')) clause = clause.substr(1);
      lower = text::lower(clause);
    }
  // What a main topic is narrowed to is topics as well.
  for (std::string_view more : kMore) {
    const std::size_t at = lower.find(more);
    if (at == std::string::npos) continue;
    std::string_view rest = clause.substr(at + more.size());
    if (rest.starts_with(' ') || rest.starts_with(':') || rest.starts_with(',')) read_clause(rest.substr(1), reading, builder);
    clause = clause.substr(0, at);
    lower = text::lower(clause);
    break;
  }
  std::size_t end = clause.size();
  for (std::string_view word : kEnds) {
    const std::size_t at = lower.find(word, 3);
    if (at != std::string::npos && at < end) end = at;
  }
  add_enumeration(clause.substr(0, end), reading, builder);
}

void read_sentence(std::string_view sentence, Reading reading, ProfileBuilder& builder) {
  const std::string lower = text::lower(sentence);
  std::size_t from = 0;
  for (int rounds = 0; rounds < 3; ++rounds) {
    std::size_t best = std::string::npos, length = 0;
    for (std::string_view cue : kCues) {
      const std::size_t at = lower.find(cue, from);
      if (at == std::string::npos || at > best || (at == best && cue.size() < length)) continue;
      best = at, length = cue.size();
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
        std::any_of(std::begin(kNotAfter), std::end(kNotAfter), [&](std::string_view w) { return after.starts_with(w); });
    const bool open_cue =
        cue == "interested in" || cue == "expertise in" || cue.starts_with("with") || cue.starts_with("special");
    const bool ends_word = rest.empty() || rest[0] == ' ' || rest[0] == ':' || rest.starts_with(", but") ||
                           static_cast<unsigned char>(rest[0]) >= 0x80 || static_cast<unsigned char>(cue.back()) >= 0x80;
    if (about_readers || other || !ends_word || (open_cue && lower.find("if ") == 0)) continue;
    read_clause(rest, reading, builder);
    // What the clause gave is read; a later cue in the same sentence ("…, with a focus on …") was part of it.
    return;
  }
}

bool section_of_topics(SectionKind kind) { return kind == SectionKind::interests; }

void read_list_item(std::string_view text, Reading reading, ProfileBuilder& builder) {
  std::vector<std::string_view> parts = lines(text);
  for (std::string_view line : parts) {
    // "Cross-chain: sharding, storage": the label is a topic if short, what follows are topics too.
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos && colon < 60) {
      builder.add_interest(trimmed_topic(line.substr(0, colon)), reading);
      if (line.size() - colon < 160) add_enumeration(line.substr(colon + 2), reading, builder);
      continue;
    }
    const std::string topic(bare(line));
    if (tokens(topic).size() <= 12 && topic.size() <= 120 &&
        (topic.find(", ") == std::string::npos || topic.find('(') != std::string::npos))
      builder.add_interest(topic, reading);
    else if (topic.size() < 200)
      add_enumeration(topic, reading, builder);
    else
      for (std::string_view sentence : sentences(topic)) read_sentence(sentence, reading, builder);
  }
}

}  // namespace

void read_interests(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  const std::string_view list_method = page.format == Format::pdf ? "pdf_layout" : "section";
  std::size_t bytes = 0;
  for (const Block& block : outline.blocks) {
    const SectionKind kind = outline.sections[block.section].kind;
    if (block.kind == BlockKind::heading) continue;
    if (section_of_topics(kind)) {
      bool any_label = false;
      for (std::string_view line : lines(block.text))
        if (const auto label = label_of(line); label && label->first != SectionKind::interests) any_label = true;
      if (any_label) continue;
      const bool short_text =
          block.text.size() < 260 && sentences(block.text).size() <= std::max<std::size_t>(1, lines(block.text).size());
      if (block.group != kNoNode) {
        read_list_item(block.text, {list_method, 0.8}, builder);
      } else {
        int count = 0;
        for (std::string_view sentence : sentences(block.text)) {
          if (++count > 12) break;
          const std::string lower = text::lower(sentence);
          const bool cue = std::any_of(std::begin(kCues), std::end(kCues),
                                       [&](std::string_view c) { return lower.find(c) != std::string::npos; });
          if (cue)
            read_sentence(sentence, {"pattern", 0.6}, builder);
          else if (short_text || (sentence.size() < 200 && std::count(sentence.begin(), sentence.end(), ',') >= 2 &&
                                  !lower.starts_with("i ") && lower.find(" my ") == std::string::npos))
            add_enumeration(sentence, {list_method, 0.7}, builder);
        }
      }
      continue;
    }
    for (std::string_view line : lines(block.text))
      if (const auto label = label_of(line); label && label->first == SectionKind::interests && line.size() < 500)
        add_enumeration(label->second, {list_method, 0.7}, builder);
    const bool prose = kind == SectionKind::none || kind == SectionKind::about || kind == SectionKind::research ||
                       kind == SectionKind::contact || kind == SectionKind::experience;
    if (!prose || block.text.size() < 30 || bytes > 8000 || builder.rank() > 1) continue;
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
