// SPDX-License-Identifier: GPL-3.0-or-later
// What sentences say about the person: "I am a … at …, advised by …. Before that I was …; I received my … from …".
//
// A sentence is cut at its cues ("currently", "was", "before", "received", …); each cue gives the tense of what follows, up to
// the next one. An institution in present tense is an affiliation, one in past tense a past one; what stands with an advisor,
// a sponsor or a collaborator is neither.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

#include "extractor/fields/advising.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/prose_clauses.h"
#include "extractor/fields/sentence.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/fields/topics.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr WordSet kSponsors({"supported",     "funded",        "sponsored",    "fellowship",  "scholarship",   "award",
                             "grant",         "grants",        "awards",       "collaborate", "collaboration", "collaborations",
                             "collaborating", "collaborators", "collaborated", "reviewer",    "committee",     "published",
                             "paper",         "papers",        "conference",   "prize",       "dataset",       "thanks",
                             "thank",         "visit",         "book",         "talk",        "course",        "partner",
                             "partners",      "partnership",   "sponsor",      "founded",     "program",       "project",
                             "editor",        "workshop",      "born",         "live",        "living",        "raised",
                             "medal",         "recipient",     "chair",        "logo",        "funding",       "support",
                             "contract",      "bourse",        "financement",  "finance",     "financee",      "stipend",
                             "accepted",      "selected",      "invited",      "presented",   "ranked"});

bool sponsored(const Sentence& s, const Organisation& place) {
  const auto [begin, end] = s.segment(place.begin);
  // Words within the eight before the place, in its own segment.
  std::size_t index = 0;
  while (index < s.words.size() && s.words[index].begin < place.begin) ++index;
  for (std::size_t k = index; k > 0 && index - k < 8;) {
    --k;
    if (s.words[k].begin < begin) break;
    if (s.words[k].folded == "program" && s.tense_at(place.begin) == Tense::degree) continue;  // "completed a program at"
    if (in(kSponsors, s.words[k].folded)) return true;
    if (s.words[k].folded == "by" && index - k <= 3) return true;
    // "a fellow with X", "she is now with X"
    static constexpr WordSet kEmployed({"affiliated", "intern",   "student",   "researcher", "internship", "am",
                                        "position",   "engineer", "scientist", "fellow",     "professor",  "interned",
                                        "associated", "was",      "been",      "is",         "now",        "currently",
                                        "scholar",    "lecturer", "analyst",   "associate"});
    if (s.words[k].folded == "with" && index - k <= 2 && k > 0 && !in(kEmployed, s.words[k - 1].folded)) return true;
    if (s.words[k].folded == "at" || s.words[k].folded == "from") break;
  }
  // "an Academy of X postdoctoral researcher at Acme": who pays, and where.
  for (const Title& title : s.titles)
    if (title.begin > place.begin && title.begin <= place.end + 1 && title.end > place.end &&
        s.text.substr(title.end, 4) == " at " && std::any_of(s.places.begin(), s.places.end(), [&](const Organisation& p) {
          return p.begin >= title.end && p.begin < title.end + 12;
        }))
      return true;
  static constexpr WordSet kAfter({"scholar",   "fellowship",  "scholarship", "award",    "grant",      "project", "conference",
                                   "prize",     "fellow",      "innovator",   "laureate", "ambassador", "rising",  "press",
                                   "challenge", "competition", "initiative",  "workshop", "journal",    "program", "medal"});
  if (index < s.words.size()) {
    std::size_t after = index;
    while (after < s.words.size() && s.words[after].begin < place.end) ++after;
    if (after < s.words.size() && in(kAfter, s.words[after].folded) &&
        adjoining(s.text.substr(place.end, s.words[after].begin - place.end)))
      return true;
  }
  return false;
}

// "support from the X Foundation": no place of a degree.
bool given_by(const Sentence& s, const Organisation& place) {
  static constexpr WordSet kGifts({"support", "funding", "scholarship", "scholarships", "fellowship", "grant", "grants",
                                   "award", "stipend", "sponsorship", "funds"});
  std::size_t index = 0;
  while (index < s.words.size() && s.words[index].begin < place.begin) ++index;
  if (index > 0 && s.words[index - 1].folded == "the") --index;
  return index > 1 && (s.words[index - 1].folded == "from" || s.words[index - 1].folded == "by") &&
         in(kGifts, s.words[index - 2].folded);
}

bool near_title(const Sentence& s, const Organisation& place) {
  const auto [begin, end] = s.segment(place.begin);
  return std::any_of(s.titles.begin(), s.titles.end(),
                     [&, b = begin, e = end](const Title& t) { return t.begin >= b && t.end <= e; });
}

bool honorific(const Sentence& s, const Title& title) {  // "Professor Jane Doe"
  const std::string kind = title.kind;
  if (kind != "faculty") return false;
  const std::vector<Person> people = leading_people(s.text.substr(title.end, 60));
  return !people.empty() && people.front().begin <= 2;
}

// "… at Acme (2021)", "… at Acme (2019-2021)": years in a bracket right behind a place that are over.
bool ended_behind(std::string_view text, std::size_t end, const ProfileBuilder& builder) {
  while (end < text.size() && text[end] == ' ') ++end;
  if (end >= text.size() || text[end] != '(') return false;
  const std::string_view bracket = text.substr(end, std::min<std::size_t>(text.find(')', end), end + 40) - end);
  const auto period = find_period(bracket);
  const int now = std::atoi(builder.page().seen_at.substr(0, 4).c_str());
  return period && !period->open && period->end != 0 && now != 0 && period->end < now;
}

void add_titles(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  for (const Title& title : s.titles) {
    if (s.tense_at(title.begin) != Tense::current || s.advised(title.begin) || honorific(s, title)) continue;
    std::size_t index = 0, cue = 0;
    while (index < s.words.size() && s.words[index].begin < title.begin) ++index;
    for (const Cue& c : s.cues)
      if (c.at < index && c.tense == Tense::current) cue = c.at;
    const std::string_view before = index > 0 ? std::string_view(s.words[index - 1].folded) : std::string_view();
    static constexpr WordSet kNot({"my",     "our",     "by",      "of",        "for",       "with",
                                   "other",  "to",      "from",    "motivated", "talented",  "many",
                                   "his",    "her",     "between", "supervise", "several",   "prospective",
                                   "become", "looking", "hiring",  "recruit",   "recruiting"});
    if (in(kNot, before) || index - cue > 14) continue;
    bool others = false;
    for (std::size_t k = cue; k < index; ++k)
      others = others || s.words[k].folded == "looking" || s.words[k].folded == "recruiting" || s.words[k].folded == "hiring" ||
               s.words[k].folded == "with" || s.words[k].folded == "seeking" || s.words[k].folded == "supervise" ||
               s.words[k].folded == "become" || s.words[k].folded == "whose" || s.words[k].folded == "towards" ||
               s.words[k].folded == "where" || s.words[k].folded == "program" || s.words[k].folded == "that";
    if (others) continue;
    // "I work as an intern at Acme (2021)".
    const auto place =
        std::find_if(s.places.begin(), s.places.end(), [&](const Organisation& p) { return p.begin >= title.end; });
    if (place != s.places.end() && place->begin < title.end + 40 && ended_behind(s.text, place->end, builder)) continue;
    builder.add_position(title.text, reading);
  }
}

// Words of training that is no degree.
bool tells_training(std::string_view text) {
  const std::string folded = " " + text::fold(text) + " ";
  for (std::string_view word :
       {" program ", " programme ", " training ", " residency ", " internship ", " exchange ", " semester ", " graduated ",
        " graduating ", " years at ", " years in ", " years with ", " graduate work ", " graduate studies ", " undergrad ",
        " my degree ", " studium ", " defended my thesis "})
    if (folded.find(word) != std::string::npos) return true;
  return false;
}

// "planning software (.NET and Microsoft Silverlight)": a bracket that says what with, not where.
bool bracketed(const Sentence& s, const Organisation& place) {
  const std::size_t open = s.text.substr(0, place.begin).rfind('(');
  if (open == std::string_view::npos || s.text.substr(open, place.begin - open).find(')') != std::string_view::npos)
    return false;
  const std::string before = " " + text::fold(s.text.substr(open, place.begin - open)) + " ";
  if (before.size() < 4) return false;  // "(Google)", "(at Google)" stand by themselves
  for (std::string_view word : {" at ", " in ", " with ", " now ", " formerly ", " from ", " of ", " for "})
    if (before.find(word) != std::string::npos) return false;
  return true;
}

void add_places(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  for (const Organisation& place : s.places) {
    if (s.advised(place.begin) || sponsored(s, place) || given_by(s, place)) {
      builder.reject("affiliations", place.name,
                     s.advised(place.begin) ? "stands with an advisor" : "a sponsor, event or title", reading);
      continue;
    }
    Tense tense = s.tense_at(place.begin);
    if (tense == Tense::current && ended_behind(s.text, place.end, builder)) tense = Tense::past;
    const bool titled = near_title(s, place);
    if (tense == Tense::past && !titled && bracketed(s, place)) continue;
    Stay stay{.organisation = place.name, .department = place.department, .role = {}, .country = {}};
    if (tense == Tense::current && s.personal) {
      Reading sure = reading;
      if (!titled) sure.confidence -= 0.1;
      if (place.house) sure.confidence -= 0.3;  // its university may stand elsewhere
      builder.add_affiliation(stay, sure);
    } else if (tense == Tense::past && s.personal) {
      const auto [begin, end] = s.segment(place.begin);
      for (const Title& title : s.titles)
        if (title.begin >= begin && title.end <= end && title.begin < place.begin) stay.role = title.text;
      if (const auto years = find_period(s.text.substr(begin, end - begin))) stay.start = years->start, stay.end = years->end;
      builder.add_past(stay, reading);
    } else if (tense == Tense::degree && s.personal && (titled || tells_training(s.text.substr(0, place.begin)))) {
      builder.add_past(stay, reading);
    } else {
      builder.reject("affiliations", place.name,
                     !s.personal              ? "the sentence is not about the person"
                     : tense == Tense::none   ? "no word before it tells the time"
                     : tense == Tense::future ? "in the future"
                                              : "only a degree is told",
                     reading);
    }
  }
}

// The name in "… on jet engines at Bytedance" that no table and no form knows; `from` is a byte behind a title or a verb.
std::string_view unknown_place(const Sentence& s, std::size_t from) {
  const std::string_view rest = s.text.substr(from, 120);
  std::size_t at = std::string_view::npos, length = 0;
  for (std::string_view word : {" at the ", " at ", " @ ", " bei ", " chez "}) {
    const std::size_t found = rest.find(word);
    if (found < at) at = found, length = word.size();
  }
  if (at > 60 || rest.substr(0, at).find_first_of(",;:()") != std::string_view::npos) return {};
  if (at > 0 && std::any_of(s.places.begin(), s.places.end(),
                            [&](const Organisation& p) { return p.begin >= from && p.begin < from + at; }))
    return {};
  const std::string_view name = capital_run(rest.substr(at + length));
  const std::size_t begin = from + at + length;
  if (name.empty() || is_department(name) || tables::venue(name) || bare_adjective(name)) return {};
  for (const Organisation& p : s.places) {
    if (p.begin <= begin + name.size() && begin <= p.end) return {};
    // "the CSSI, School of Y at the University of Z": a part of what follows.
    if (p.begin >= begin && p.begin < begin + name.size() + 60 &&
        s.text.substr(begin + name.size(), p.begin - begin - name.size()).find_first_of(".;") == std::string_view::npos &&
        s.text.substr(begin + name.size(), 5) != " and ")
      return {};
  }
  return name;
}

void add_unknown_places(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  if (!s.personal) return;
  const auto add = [&](Tense tense, std::size_t from, const std::string& role) {
    if (tense != Tense::current && tense != Tense::past) return;
    const std::string_view name = unknown_place(s, from);
    if (name.empty()) return;
    const Stay stay{.organisation = std::string(name), .department = {}, .role = role, .country = {}};
    if (tense == Tense::current)
      builder.add_affiliation(stay, {reading.method, reading.confidence - 0.05});
    else
      builder.add_past(stay, reading);
  };
  for (const Title& title : s.titles)
    if (!s.advised(title.begin)) add(s.tense_at(title.begin), title.end, title.text);
  for (const Token& word : s.words)
    if (word.folded == "interned" || word.folded == "worked" || word.folded == "internship" || word.folded == "internships" ||
        word.folded == "previously" || word.folded == "formerly")
      add(s.tense_at(word.begin) == Tense::current ? Tense::none : s.tense_at(word.begin), word.end, {});
}

// "I am a PhD student in Physics at X": the degree that is studied for, without a year. Only with its field: measured, half of
// the pages that just say "PhD student at X" count it as no education of theirs.
void add_studies(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  if (!s.personal) return;
  for (const Title& title : s.titles) {
    if (title.kind != "student" || s.tense_at(title.begin) != Tense::current || s.advised(title.begin)) continue;
    const std::string degree = degree_studied(title.text);
    const std::string_view behind = s.text.substr(title.end, 8);
    const bool field_follows = behind.starts_with(" in ") || behind.starts_with(" en ") || behind.starts_with(" em ");
    if (degree.empty() || !field_follows || behind.starts_with(" in the ")) continue;
    const auto [begin, end] = s.segment(title.begin);
    for (const Organisation& place : s.places) {
      if (place.begin < title.end || place.begin >= end || s.advised(place.begin) || sponsored(s, place)) continue;
      std::string_view field = s.text.substr(title.end + 4, place.begin - std::min(place.begin, title.end + 4));
      field = field.substr(0, std::min({field.find(" at "), field.find(','), field.find(" ("), field.find(" in the ")}));
      if (field.size() > 60) field = {};
      builder.add_education({.institution = place.name, .id = {}, .degree = degree, .field = std::string(field), .year = 0},
                            {reading.method, kStudies});
      break;
    }
  }
}

// "I studied at X and began my MSc": not said where.
bool begun(const Sentence& s, const Degree& degree) {
  std::size_t index = 0;
  while (index < s.words.size() && s.words[index].begin < degree.begin) ++index;
  for (std::size_t k = index; k > 0 && index - k < 3;)
    if (const std::string& word = s.words[--k].folded; word == "began" || word == "started" || word == "starting") return true;
  return false;
}

// "at X, where I recently obtained my PhD": the place named last.
const Organisation* where_before(const Sentence& s, const Degree& degree) {
  const Organisation* last = nullptr;
  for (const Organisation& place : s.places)
    if (place.end <= degree.begin && !s.advised(place.begin)) last = &place;
  if (!last || degree.begin - last->end > 80) return nullptr;
  const std::string between = " " + text::fold(s.text.substr(last->end, degree.begin - last->end));
  for (std::string_view where : {" where i ", " where he ", " where she ", " ou j", " wo ich ", " donde "})
    if (between.starts_with(where)) return last;
  return nullptr;
}

// "received a PhD under the supervision of A at the University of X": said with the advisor, but of the degree.
const Organisation* where_advised(const Sentence& s, const Degree& degree, std::size_t next_degree) {
  for (const Advising& advising : s.advising) {
    if (!advising.weak_place || advising.begin < degree.end || advising.begin >= next_degree || advising.people.empty())
      continue;
    for (const Organisation& place : s.places)
      if (place.begin >= advising.people.back().end && place.begin < advising.end) return &place;
  }
  return nullptr;
}

// "Before my PhD, I worked at X": only says when.
bool says_when(const Sentence& s, std::size_t behind, std::size_t first) {
  static constexpr std::string_view kBefore[] = {"before", "prior", "during", "besides", "alongside"};
  static constexpr std::string_view kSmall[] = {"to", "my", "the", "his", "her"};
  if (behind >= s.words.size() || !s.text.substr(s.words[behind - 1].end).starts_with(',')) return false;
  while (first > 0 && in(kSmall, s.words[first - 1].folded)) --first;
  return first > 0 && in(kBefore, s.words[first - 1].folded);
}

// "BS and MS degrees from X in 2008 and 2010, respectively": the year of the d-th degree; 0 if years are not told so.
int respective_year(const Sentence& s, std::size_t d) {
  const std::size_t end = text::lower(s.text).find("respectively");
  if (s.degrees.size() < 2 || end == std::string::npos) return 0;
  std::vector<int> years;
  for (const Token& word : s.words)
    if (word.begin > s.degrees.back().end && word.end <= end && word.number && word.folded.size() == 4)
      years.push_back(std::atoi(word.folded.c_str()));
  return years.size() == s.degrees.size() ? years[d] : 0;
}

// "two masters from X: an MSc (2016) and an MA (2017)" counts the degrees that it names then.
bool counts_degrees(const Sentence& s, std::size_t d) {
  const Degree& degree = s.degrees[d];
  const auto alike = std::count_if(s.degrees.begin() + static_cast<std::ptrdiff_t>(d) + 1, s.degrees.end(),
                                   [&](const Degree& other) { return other.degree == degree.degree; });
  if (alike < 2) return false;
  const auto word = std::find_if(s.words.begin(), s.words.end(), [&](const Token& w) { return w.begin == degree.begin; });
  return word != s.words.end() && word != s.words.begin() && ((word - 1)->folded == "two" || (word - 1)->folded == "three");
}

void add_degrees(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  for (std::size_t d = 0; d < s.degrees.size(); ++d) {
    const Degree& degree = s.degrees[d];
    const Tense tense = s.tense_at(degree.begin);
    if (counts_degrees(s, d)) continue;
    if (s.advised(degree.begin) || !s.personal || only_dates(s.text.substr(0, degree.begin), s.text.substr(degree.end)))
      continue;
    std::size_t index = 0;
    while (index < s.words.size() && s.words[index].begin < degree.end) ++index;
    static constexpr WordSet kNoun({"student", "students", "candidate", "thesis", "theses", "researcher", "fellow",
                                    "dissertation", "supervisor", "advisor", "advisors", "program", "work", "project",
                                    "research", "course", "level", "fellowship", "scholarship"});
    // "Before my doctoral studies, I received an MSc at X".
    static constexpr std::string_view kTime[] = {"studies", "study", "years", "journey", "education", "training", "candidacy"};
    static constexpr std::string_view kBefore[] = {"before", "prior", "during", "after", "since", "throughout"};
    if (index < s.words.size() && in(kTime, s.words[index].folded)) {
      bool only_time = false;
      for (std::size_t k = index, back = 0; k > 0 && back < 6; ++back)
        only_time = only_time || in(kBefore, s.words[--k].folded);
      if (only_time) continue;
    }
    std::size_t first = 0;
    while (first < s.words.size() && s.words[first].begin < degree.begin) ++first;
    if (says_when(s, index, first)) continue;
    // "I defended my doctoral thesis in 2024 at X" tells of a degree, "my PhD thesis deals with …" does not.
    const bool defended = index >= 3 && index < s.words.size() &&
                          (s.words[index].folded == "thesis" || s.words[index].folded == "dissertation") &&
                          (s.words[index - 3].folded == "defended" || s.words[index - 2].folded == "defended");
    if (index < s.words.size() && in(kNoun, s.words[index].folded) && !defended) continue;
    const std::size_t next_degree = d + 1 < s.degrees.size() ? s.degrees[d + 1].begin : s.text.size();
    // The institution behind the degree; with several degrees before one institution, all take it; else the last one before.
    const Organisation* place = nullptr;
    for (const Organisation& candidate : s.places) {
      if (s.advised(candidate.begin) || given_by(s, candidate)) continue;
      if (candidate.begin >= degree.end && !place) {
        const Tense there = s.tense_at(candidate.begin);
        const std::string_view between = s.text.substr(degree.end, candidate.begin - degree.end);
        const bool moved = between.find(" moving to ") != std::string_view::npos;  // "a PhD …, before moving to X"
        if (there == Tense::current || there == Tense::future || moved) break;
        place = &candidate;
      }
    }
    const bool before_verb = tense != Tense::degree && tense != Tense::past;
    if (before_verb && !(place && s.tense_at(place->begin) == Tense::degree)) continue;
    if (!place || place->begin > next_degree) {
      const Organisation* earlier = nullptr;
      for (const Organisation& candidate : s.places)
        if (candidate.end <= degree.begin && !s.advised(candidate.begin) && s.tense_at(candidate.begin) != Tense::current)
          earlier = &candidate;
      const bool follows = earlier && (!place || s.text.substr(earlier->end, degree.begin - earlier->end).find(" and ") ==
                                                     std::string_view::npos);
      if (earlier && !place && follows) place = earlier;
      if (earlier && !place) place = earlier;
      if (!place) place = where_before(s, degree);
      if (!place && tense == Tense::degree) place = where_advised(s, degree, next_degree);
    }
    if (says_same_place(s.text.substr(degree.end, std::min<std::size_t>(60, next_degree - degree.end)))) {
      if (s.before.name.empty() && !place) continue;
      if (!s.before.name.empty()) place = &s.before;
    }
    if (!place || (place->end <= degree.begin && begun(s, degree))) continue;
    Education education{.institution = place->name, .id = {}, .degree = degree.degree, .field = degree.field, .year = 0};
    const std::size_t place_end = place == &s.before ? degree.end : place->end;
    const std::string_view part = s.text.substr(
        degree.begin, std::min(std::max(place_end, degree.end) + 40, std::max(next_degree, place_end)) - degree.begin);
    if (const auto years = find_period(part))
      education.year = years->end ? years->end : 0;
    else if (s.degrees.size() == 1)
      if (const auto lead = find_period(s.text.substr(0, degree.begin));
          lead && lead->start == 0 && s.tense_at(lead->begin_byte) != Tense::current)
        education.year = lead->end;
    if (const int own = respective_year(s, d)) education.year = own;
    builder.add_education(education, reading);
    builder.add_past({.organisation = place->name,
                      .department = place->department,
                      .role = {},
                      .country = {},
                      .start = 0,
                      .end = education.year},
                     reading);
  }
}

void add_advisors(const Sentence& s, const Document& page, Reading reading, ProfileBuilder& builder) {
  for (const Advising& advising : s.advising)
    for (std::size_t i = 0; i < advising.people.size(); ++i)
      builder.add_advisor({advising.people[i].name, link_of(page, advising.people[i].name), advising.place_of(i)}, reading);
}

// Whether the text speaks of somebody rather than lists things.
bool tells(std::string_view text) {
  for (const Token& word : tokens(text))
    if (word.end - word.begin == 2 && text[word.begin + 1] < 'a' && word.folded == "he")
      continue;  // "Yuxiong HE"
    else if (word.folded == "i" || word.folded == "my" || word.folded == "he" || word.folded == "she" || word.folded == "je" ||
             word.folded == "ich" || word.folded == "im" || word.folded == "eu" || word.folded == "yo")
      return true;
  return text::cjk_share(text) > 0.5;
}

}  // namespace

void read_sentences(std::string_view text, const Document& page, ProfileBuilder& builder) {
  int count = 0;
  const Reading reading{.method = "pattern", .confidence = 0.6};
  Organisation before;  // named last
  for (std::string_view sentence : sentences(text)) {
    if (++count > 60 || sentence.size() > 1500) continue;
    if (text::cjk_share(sentence) > 0.5) {
      Sentence s{.text = sentence};
      s.advising = find_advising(sentence);
      add_advisors(s, page, reading, builder);
      read_cjk_sentence(sentence, builder);
      continue;
    }
    const Sentence s = sentence_of(sentence, builder, before);
    add_advisors(s, page, reading, builder);
    if (!s.places.empty()) before = s.places.back(), before.begin = before.end = 0;
    if (s.cues.empty()) continue;
    add_titles(s, reading, builder);
    add_places(s, reading, builder);
    add_unknown_places(s, reading, builder);
    add_studies(s, reading, builder);
    add_degrees(s, reading, builder);
    for (const Advising& advising : s.advising)  // "a PhD student advised by X at Y": Y, if nothing better says where
      if (advising.weak_place &&
          std::all_of(s.places.begin(), s.places.end(), [&](const Organisation& p) { return s.advised(p.begin); }) &&
          s.tense_at(advising.begin) == Tense::current && !s.titles.empty() && s.titles.front().begin < advising.begin)
        for (std::size_t i = 0; i < advising.people.size(); ++i)
          builder.add_affiliation({.organisation = advising.place_of(i), .department = {}, .role = {}, .country = {}},
                                  {"pattern", 0.3});
  }
}

void read_prose(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  constexpr std::size_t kShortest = 18;  // "Supervisor: Ann Bee"
  std::size_t bytes = 0;
  for (const Block& block : outline.blocks) {
    if (outline.in_job_line(static_cast<std::size_t>(&block - outline.blocks.data()))) continue;  // read with its date
    const SectionKind kind = outline.sections[block.section].kind;
    const bool talks_of_self = kind == SectionKind::none || kind == SectionKind::about || kind == SectionKind::education ||
                               kind == SectionKind::experience || kind == SectionKind::contact ||
                               kind == SectionKind::research || kind == SectionKind::interests;
    if (!talks_of_self || block.text.size() < kShortest || bytes > 12'000) continue;
    if (block.kind == BlockKind::heading && block.text.size() < 30) continue;
    bytes += block.text.size();
    // Lists of education and experience have readers of their own; their sentences are not in first person.
    if ((kind == SectionKind::education || kind == SectionKind::experience) &&
        (block.kind != BlockKind::paragraph || block.text.size() < 100 || !tells(block.text)))
      continue;
    read_sentences(block.text, page, builder);
  }
}

}  // namespace fellow::extractor
