// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/topic_lists.h"

#include <algorithm>
#include <iterator>

#include "extractor/fields/outline.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/topics.h"
#include "extractor/word_set.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// "imitation learning and reinforcement learning": two topics of the table.
bool two_topics(const std::vector<std::string>& parts) {
  return parts.size() == 2 && std::all_of(parts.begin(), parts.end(), [](const std::string& part) {
           return tables::topic(trimmed_topic(part)) != nullptr;
         });
}

// "relations between A and B" is one topic; "the interplay (interface, intersection) between A and B" are two.
bool relates(std::string_view item) {
  const std::string lower = " " + text::lower(item);
  std::size_t between = lower.find(" between ");
  if (between == std::string::npos) between = lower.find(" entre ");
  if (between == std::string::npos) return false;
  const std::string before = lower.substr(0, between);
  return before.find(" inter") == std::string::npos || before.find("interaction") != std::string::npos;
}

// "relations between design, social dynamics, and processes" is one item, up to the one that "and" stands in or before.
void join_between(std::string_view text, std::vector<std::string>& items) {
  const auto ends = [&](const std::string& item) {
    const std::size_t at = text.find(item);
    const bool led = at != std::string_view::npos && text::lower(text::trim(text.substr(0, at))).ends_with(" and");
    return led || (" " + text::lower(item)).find(" and ") != std::string::npos;
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string lower = " " + text::lower(items[i]) + " ";
    if (!relates(items[i]) || lower.find(" and ", lower.find(" between ")) != std::string::npos) continue;
    std::size_t last = i + 1;
    while (last < items.size() && last < i + 4 && !ends(items[last])) ++last;
    if (last >= items.size() || last == i + 4) continue;
    for (std::size_t k = i + 1; k <= last; ++k) {
      const bool led = k == last && (" " + text::lower(items[k])).find(" and ") == std::string::npos;
      items[i] += (led ? ", and " : ", ") + items[k];
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i) + 1, items.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  }
}

// "modelling and assessment of solar systems": both parts are of one thing.
bool shares_object(const std::vector<std::string>& parts) {
  const std::string first = trimmed_topic(parts[0]);
  return tokens(first).size() == 1 && !tables::topic(first) &&
         (parts[1].find(" of ") != std::string::npos || parts[1].find(" for ") != std::string::npos);
}

// "food aid in France", "Brazil".
bool names_behind(const std::vector<std::string>& parts) {
  const std::vector<Token> first = tokens(parts[0]), second = tokens(parts[1]);
  static constexpr WordSet kBefore({"in", "between", "across", "within", "from"});
  return first.size() > 2 && second.size() == 1 && second[0].capital && first.back().capital &&
         in(kBefore, first[first.size() - 2].folded) && !tables::topic(parts[1]);
}

// "Simultaneous Localization and Mapping (SLAM)": the bracket holds the first letters of all of it.
bool spells_acronym(std::string_view item) {
  const std::size_t open = item.rfind(" (");
  if (open == std::string_view::npos || !item.ends_with(')')) return false;
  const std::string_view acronym = item.substr(open + 2, item.size() - open - 3);
  if (acronym.size() < 2 || acronym.size() > 8) return false;
  std::string letters, all;
  for (const Token& word : tokens(item.substr(0, open))) {
    if (word.folded.empty()) continue;
    all += word.folded[0];
    if (word.folded != "and" && word.folded != "of" && word.folded != "the") letters += word.folded[0];
  }
  const std::string wanted = text::fold(acronym);
  return item.substr(0, open).find(" and ") != std::string_view::npos && (letters == wanted || all == wanted);
}

// "dynamics of fish and wildlife populations": what stands behind "and" belongs to "of", unless a table knows it as a topic.
bool shares_head(const std::vector<std::string>& parts) {
  const std::size_t of = parts[0].rfind(" of ");
  if (of == std::string::npos) return false;
  const std::string object = parts[0].substr(of + 4);
  return tokens(object).size() == 1 && !tables::topic(object) && tokens(parts[1]).size() == 2 &&
         !tables::topic(trimmed_topic(parts[1]));
}

// "design of efficient, reliable stores": the item is not over.
bool ends_in_adjective(std::string_view topic) {
  static constexpr WordSet kOpen({"efficient",   "robust",    "safe",        "secure",      "trustworthy", "interpretable",
                                  "scalable",    "fair",      "reliable",    "fast",        "accurate",    "flexible",
                                  "explainable", "complex",   "adaptive",    "transparent", "responsible", "resilient",
                                  "sustainable", "effective", "intelligent", "novel",       "realistic",   "practical",
                                  "autonomous",  "large",     "new",         "rigorous"});
  const std::vector<Token> words = tokens(topic);
  return !words.empty() && in(kOpen, words.back().folded) && !tables::topic(topic);
}

// "safe systems and complex, high-dimensional data": the adjective goes to what follows.
void part_before_adjective(std::vector<std::string>& items) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const std::size_t and_at = items[i].rfind(" and ");
    if (and_at == std::string::npos || and_at < 4 || !ends_in_adjective(items[i]) ||
        tokens(std::string_view(items[i]).substr(and_at + 5)).size() != 1)
      continue;
    items[i + 1] = items[i].substr(and_at + 5) + ", " + items[i + 1];
    items[i].erase(and_at);
  }
}

// "fast, accurate, and interpretable algorithms" is one item.
void join_adjectives(std::vector<std::string>& items) {
  for (std::size_t i = 0; i + 1 < items.size();) {
    const std::string topic = trimmed_topic(items[i]);
    const std::size_t comma = topic.rfind(", ");
    const std::string last = comma == std::string::npos ? topic : topic.substr(comma + 2);
    if (!bare_adjective(last) && !ends_in_adjective(last)) {
      ++i;
      continue;
    }
    items[i] += ", " + items[i + 1];
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

// "深度学习和机器人", "計算機科学とデータベースです", "컴퓨터 비전과 딥러닝입니다": the copula goes, "and" parts.
void part_cjk(std::vector<std::string>& items) {
  constexpr std::size_t kShortest = 6;  // bytes, two characters
  std::vector<std::string> out;
  for (std::string& item : items) {
    if (text::cjk_share(item) < 0.7) {
      out.push_back(std::move(item));
      continue;
    }
    for (std::string_view end : {"です", "である", "입니다", "이다", "等方向", "等领域", "等"})
      if (item.size() > end.size() + kShortest && item.ends_with(end)) item.erase(item.size() - end.size());
    std::size_t cut = std::string::npos, length = 0;
    if (!tables::topic(item))
      for (std::string_view mark : {"和", "以及", "及其", "と", "과 ", "와 ", "및 "})
        if (const std::size_t at = item.find(mark);
            at != std::string::npos && at >= kShortest && item.size() - at - mark.size() >= kShortest && at < cut)
          cut = at, length = mark.size();
    if (cut == std::string::npos) {
      out.push_back(std::move(item));
    } else {
      out.push_back(item.substr(0, cut));
      out.push_back(item.substr(cut + length));
    }
  }
  items = std::move(out);
}

// "enhancing risk predictions" -> "risk predictions"; empty if what is left is no topic ("recognising", "tapping into data").
// Gerunds that are nouns of a field stay: "learning theory", "planning under uncertainty".
std::string object_of_gerund(const std::string& topic) {
  static constexpr std::string_view kNouns[] = {
      "learning",    "modeling",   "modelling", "planning",   "computing",  "engineering",   "reasoning",    "processing",
      "programming", "testing",    "mining",    "imaging",    "sensing",    "scheduling",    "networking",   "manufacturing",
      "clustering",  "rendering",  "marketing", "accounting", "housing",    "banking",       "aging",        "ageing",
      "training",    "tracking",   "mapping",   "screening",  "sequencing", "signaling",     "signalling",   "tutoring",
      "teaching",    "nursing",    "hacking",   "caching",    "pricing",    "gaming",        "farming",      "fishing",
      "binding",     "folding",    "coding",    "bargaining", "matching",   "forecasting",   "nowcasting",   "machining",
      "parsing",     "sampling",   "scaling",   "hearing",    "writing",    "reading",       "parenting",    "wellbeing",
      "well-being",  "being",      "bring",     "spring",     "string",     "king",          "ring",         "wing",
      "breeding",    "printing",   "fuzzing",   "debugging",  "mixing",     "upcycling",     "recycling",    "crowdsourcing",
      "pruning",     "hashing",    "indexing",  "profiling",  "ranking",    "filtering",     "lighting",     "welding",
      "drilling",    "reversing",  "sharding",  "charging",   "prompting",  "bootstrapping", "conditioning", "spiking",
      "emerging",    "missing",    "varying",   "growing",    "evolving",   "moving",        "streaming",    "underlying",
      "existing",    "developing", "morphing",  "nudging",    "voting",     "counting",      "tiling",       "crossing"};
  const std::vector<Token> words = tokens(topic);
  static constexpr std::string_view kOfNouns[] = {"developing", "existing", "emerging", "growing", "varying", "underlying"};
  if (words.size() == 1 && in(kOfNouns, words[0].folded)) return {};
  if (words.empty() || words[0].folded.size() < 5 || !words[0].folded.ends_with("ing") || in(kNouns, words[0].folded) ||
      tables::topic(topic))
    return topic;
  if (words.size() > 1 && words[0].capital && words[1].capital) return topic;  // "Missing Values" is a name
  if (words.size() == 1 || topic[words[0].end] != ' ') return words.size() == 1 ? std::string() : topic;
  static constexpr std::string_view kNominal[] = {"of", "for", "and", "or"};  // "tracking of cells"
  if (in(kNominal, words[1].folded)) return topic;
  static constexpr std::string_view kBent[] = {"into", "on",   "with", "from", "at",    "to",
                                               "in",   "that", "how",  "what", "about", "why"};
  if (in(kBent, words[1].folded)) return {};
  return trimmed_topic(topic.substr(words[1].begin));
}

// "generative models for low-level vision in mobile phones of all kinds": too long for a topic; what is it about?
std::string head_of_long(std::string topic) {
  constexpr std::size_t kLongest = 9;  // words, as topic_like
  while (tokens(topic).size() > kLongest && topic.find(" between ") == std::string::npos) {
    std::size_t cut = 0;  // before the last preposition
    for (std::string_view word : {" for ", " in ", " within ", " across ", " by ", " with ", " of ", " over "})
      if (const std::size_t at = topic.rfind(word); at != std::string::npos) cut = std::max(cut, at);
    if (cut <= 8) break;
    topic.erase(cut);
  }
  return topic;
}

// "Departments of Statistics and Data Science, Acme".
bool names_department(std::string_view topic) {
  static constexpr WordSet kUnits({"department", "departments", "faculty", "school", "schools", "institute", "division", "dept",
                                   "college", "center", "centre", "chair"});
  const std::vector<Token> words = tokens(topic);
  return words.size() > 1 && in(kUnits, words[0].folded);
}

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> items = enumeration(text, false);
  join_between(text, items);
  std::vector<std::string> out;
  bool one = false;  // "fast, accurate, and interpretable algorithms"
  if (items.size() >= 2 && items.size() <= 4 &&
      std::all_of(items.begin(), items.end() - 1, [](const std::string& item) { return bare_adjective(trimmed_topic(item)); }))
    one = true, items = {std::string(text)};
  if (!one) part_before_adjective(items), join_adjectives(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    // "A, B and C": the last item holds two, unless a table knows it as one topic.
    const bool joined = ends_in_adjective(std::string_view(items[i]).substr(0, items[i].find(", ")));
    const bool whole = tables::topic(trimmed_topic(items[i])) != nullptr || relates(items[i]) || joined;
    if (const std::vector<std::string> two = enumeration(items[i], true); !whole && !one && two_topics(two)) {
      out.insert(out.end(), two.begin(), two.end());
    } else if (i + 1 == items.size() && !whole && !one) {
      std::vector<std::string> parts = enumeration(items[i], true);
      // "tools and techniques for X" is one thing: a part of a single common word before "and" stays whole.
      if (parts.size() == 2 && items.size() == 1 && tokens(parts[0]).size() == 1 && tokens(parts[1]).size() >= 3)
        parts = {items[i]};
      if (parts.size() == 2 && bare_adjective(trimmed_topic(parts[0])) && tokens(parts[1]).size() >= 2) parts = {items[i]};
      // "food aid in France and Brazil": two names behind one preposition.
      if (parts.size() == 2 && names_behind(parts)) parts = {items[i]};
      // "reliable and safe stores", "sensors with cost-effective and durable parts"; "Mapping and Planning (MAP)".
      if (parts.size() == 2 && (ends_in_adjective(parts[0]) || spells_acronym(items[i]))) parts = {items[i]};
      if (parts.size() == 2 && (shares_object(parts) || shares_head(parts))) parts = {items[i]};
      // "methods for both continuous and discrete domains"
      if (parts.size() == 2 && (" " + parts[0]).find(" both ") != std::string::npos && !parts[0].starts_with("both "))
        parts = {items[i]};
      // "planets, detection and characterisation of dust": so do two parts further on.
      for (std::size_t k = 0; parts.size() >= 3 && k + 1 < parts.size(); ++k) {
        if (!shares_object({parts[k], parts[k + 1]})) continue;
        parts[k] += " and " + parts[k + 1];
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      }
      for (std::string& part : parts) out.push_back(std::move(part));
    } else {
      out.push_back(items[i]);
    }
  }
  part_cjk(out);
  for (std::string& item : out) item = trimmed_topic(item);
  return out;
}

// "Sea ice / Glaciers / Polar climate": as commas would part them.
std::string between_slashes(std::string_view text) {
  std::string out(text);
  std::size_t marks = 0;
  for (std::size_t at = out.find(" / "); at != std::string::npos; at = out.find(" / ", at + 3)) ++marks;
  if (marks < 2 || out.find(',') != std::string::npos) return out;
  for (std::size_t at = out.find(" / "); at != std::string::npos; at = out.find(" / ", at)) out.replace(at, 3, ", ");
  return out;
}

// "serverless workflows: programs made of many small functions": the topic, and what it means.
std::string without_meaning(const std::string& topic) {
  static constexpr WordSet kAnnounce({"areas", "area", "directions", "topics", "themes", "questions", "problems", "fields",
                                      "following", "things", "aspects", "domains", "goals", "parts"});
  const std::size_t colon = topic.find(": ");
  if (colon == std::string::npos || colon < 8) return topic;
  const std::vector<Token> before = tokens(std::string_view(topic).substr(0, colon));
  const bool long_behind = tokens(std::string_view(topic).substr(colon + 2)).size() >= 4;
  return long_behind && before.size() >= 2 && !in(kAnnounce, before.back().folded) ? topic.substr(0, colon) : topic;
}

void keep_topics(std::vector<std::string>& topics, std::vector<std::string>* left_out) {
  std::erase_if(topics, [&](const std::string& topic) {
    if (topic_like(topic)) return false;
    if (left_out) left_out->push_back(topic);
    return true;
  });
}

}  // namespace

std::vector<std::string> topics_of(std::string_view text, std::vector<std::string>* left_out) {
  std::vector<std::string> out = parts_of(between_slashes(text));
  keep_topics(out, left_out);
  return out;
}

std::vector<std::string> topics_in_prose(std::string_view text, std::vector<std::string>* left_out) {
  std::vector<std::string> out = parts_of(text);
  for (std::string& topic : out) topic = head_of_long(object_of_gerund(without_meaning(topic)));
  keep_topics(out, left_out);
  return out;
}

std::vector<std::string> labelled_topics(std::string_view text) {
  if (text::cjk_share(text) < 0.8 || text.find_first_of(",;") != std::string_view::npos ||
      text.find("、") != std::string_view::npos || text.find("，") != std::string_view::npos)
    return topics_of(text);
  std::string parted(text);
  for (std::size_t at = 0; (at = parted.find("　", at)) != std::string::npos;) parted.replace(at, 3, " ");
  std::vector<std::string> out;
  for (std::string_view word : text::split(parted, ' '))
    if (word.size() >= 6)
      for (std::string& topic : topics_of(word)) out.push_back(std::move(topic));
  return out;
}

std::vector<std::string> topics_alone(std::string_view line) {
  constexpr std::size_t kLongestLine = 240, kFewest = 3, kMostWords = 6;
  for (std::string_view dash : {" – ", " — ", " - "})
    if (const std::size_t at = line.find(dash); at != std::string_view::npos) line = line.substr(at + dash.size());
  if (const auto label = label_of(line); label && label->first == SectionKind::research) line = label->second;
  if (line.size() > kLongestLine || line.find(':') != std::string_view::npos) return {};  // "Courses: …"
  const std::vector<std::string> items = enumeration(line, true);
  if (items.size() < kFewest) return {};
  std::vector<std::string> out;
  std::size_t known = 0;
  for (const std::string& item : items) {
    std::string topic = trimmed_topic(item);
    const bool bracket = item.starts_with('(');  // "(semi-)algebraic geometry"
    if (tokens(item).size() > kMostWords || tokens(item).size() != tokens(topic).size() || (!topic_like(topic) && !bracket))
      return {};
    if (names_department(topic)) return {};
    known += tables::topic(topic) ? 1 : 0;
    out.push_back(std::move(topic));
  }
  return known >= 2 && 2 * known >= items.size() ? out : std::vector<std::string>();
}

}  // namespace fellow::extractor
