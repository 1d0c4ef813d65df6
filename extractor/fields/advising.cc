// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/advising.h"

#include <algorithm>
#include <cctype>
#include <span>

#include "extractor/fields/organisations.h"
#include "extractor/fields/tokens.h"
#include "extractor/marks.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// What stands before the names; lower case. A cue that ends in a letter is followed by a word.
constexpr Marks kCues({"advised by",
                       "co-advised by",
                       "coadvised by",
                       "advised jointly by",
                       "supervised by",
                       "co-supervised by",
                       "cosupervised by",
                       "mentored by",
                       "co-mentored by",
                       "hosted by",
                       "guided by",
                       "supervised jointly by",
                       "under the supervision of",
                       "under the co-supervision of",
                       "under the joint supervision of",
                       "under the guidance of",
                       "under the direction of",
                       "under the mentorship of",
                       "under the advisory of",
                       "under the advisement of",
                       "under the tutelage of",
                       "under supervision of",
                       "under the supervison of",
                       "under supervison of",
                       "advisors including",
                       "advisers including",
                       "supervisors including",
                       "mentors including",
                       "host:",
                       "hosts:",
                       "under guidance of",
                       "under the advice of",
                       "under the advising of",
                       "supervision of",
                       "guidance of",
                       "mentorship of",
                       "under the instruction of",
                       "advisor is",
                       "adviser is",
                       "supervisor is",
                       "mentor is",
                       "advisors are",
                       "advisers are",
                       "supervisors are",
                       "mentors are",
                       "advisor was",
                       "supervisor was",
                       "advisors were",
                       "supervisors were",
                       "advisor:",
                       "advisors:",
                       "adviser:",
                       "advisers:",
                       "supervisor:",
                       "supervisors:",
                       "mentor:",
                       "mentors:",
                       "supervision:",
                       "advisor(s):",
                       "supervisor(s):",
                       "advised by:",
                       "supervised by:",
                       "co-advisor:",
                       "co-supervisor:",
                       "advisor -",
                       "advisor –",
                       "pi:",
                       "my advisor",
                       "my advisors",
                       "my adviser",
                       "my supervisor",
                       "my supervisors",
                       "my mentor",
                       "my mentors",
                       "my phd advisor",
                       "my ph.d. advisor",
                       "my phd supervisor",
                       "my phd supervisors",
                       "my ph.d. supervisor",
                       "my co-advisor",
                       "my doctoral advisor",
                       "his advisor",
                       "her advisor",
                       "my phd advisors",
                       "working with prof",
                       "work with prof",
                       "worked with prof",
                       "working with dr",
                       "worked with dr",
                       "work with dr",
                       "interned under",
                       "worked under",
                       "working under",
                       "study under",
                       "studied under",
                       "studying under",
                       "work under",
                       "mentored under",
                       "trained by",
                       "fellow with prof",
                       "with my advisor",
                       "closely with prof",
                       "closely with dr",
                       "worked closely with",
                       "working closely with",
                       "student of prof",
                       "student with prof",
                       "student under",
                       "researcher with prof",
                       "fellow under",
                       "intern under",
                       "researcher under",
                       "advised under",
                       "in the group of",
                       "in the research group of",
                       "in the lab of",
                       "in the laboratory of",
                       "group led by",
                       "lab led by",
                       "group headed by",
                       "lab headed by",
                       "team led by",
                       "laboratory led by",
                       "lab directed by",
                       "group directed by",
                       "lab of prof",
                       "group of prof",
                       "sous la direction de",
                       "sous la direction d'",
                       "encadré par",
                       "encadrée par",
                       "dirigée par",
                       "dirigé par",
                       "sous la supervision de",
                       "supervisé par",
                       "supervisée par",
                       "directeur de thèse :",
                       "directeur de thèse:",
                       "directeurs de thèse :",
                       "encadrants :",
                       "encadrant :",
                       "encadrante :",
                       "encadrement :",
                       "betreut von",
                       "unter der leitung von",
                       "betreuer:",
                       "betreuerin:",
                       "unter betreuung von",
                       "bei prof",
                       "bajo la dirección de",
                       "bajo la supervisión de",
                       "dirigida por",
                       "dirigido por",
                       "director de tesis:",
                       "dir. dr",
                       "dir. prof",
                       "sob orientação",
                       "sob a orientação",
                       "sob supervisão",
                       "orientado por",
                       "orientada por",
                       "orientador:",
                       "orientadora:",
                       "sotto la supervisione di",
                       "supervisionato da",
                       "supervisore:",
                       "relatore:",
                       "sotto la guida di",
                       "师从",
                       "导师：",
                       "导师:",
                       "导师为",
                       "导师是",
                       "导师",
                       "指導教員：",
                       "指導教員:",
                       "指導教員は",
                       "指導教授",
                       "지도교수:",
                       "지도교수 :",
                       "지도교수"});

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80; }

// Bytes of a phrase that advisors follow; `end` 0 if there is none.
struct Phrase {
  std::size_t begin = std::string::npos, end = 0;
};

// By grammar, where kCues lists wordings: "advised jointly by", "under the kind supervision and guidance of", "a PhD student (a
// postdoc, an intern) with X", "did my PhD at Y with Prof. X".
Phrase phrase_from(std::string_view text, const std::vector<Token>& w, std::size_t from) {
  static constexpr std::string_view kVerbs[] = {"advised", "supervised", "mentored", "coadvised", "cosupervised", "comentored"};
  static constexpr std::string_view kNouns[] = {"supervision", "guidance",   "mentorship", "direction",
                                                "tutelage",    "advisement", "advising",   "cosupervision",
                                                "mentoring",   "advice",     "instruction"};
  static constexpr std::string_view kLearners[] = {
      "student",   "candidate",  "postdoc",    "fellow", "associate",    "assistant", "intern", "phd",
      "doctorate", "internship", "researcher", "thesis", "dissertation", "rotation",  "msc",    "masters"};
  static constexpr std::string_view kStudies[] = {"phd",          "doctorate", "doctoral",  "degree",    "thesis",
                                                  "dissertation", "student",   "candidate", "postdoc",   "postdoctoral",
                                                  "msc",          "master",    "masters",   "internship"};
  static constexpr std::string_view kTogether[] = {"collaborated", "collaborating", "collaborate", "collaboration",
                                                   "together",     "jointly",       "along",       "teaching",
                                                   "taught",       "joint",         "coauthored",  "met"};
  const auto word = [&](std::size_t i) { return i < w.size() ? std::string_view(w[i].folded) : std::string_view(); };
  const auto close = [&](std::size_t i, std::size_t k) {
    return text.substr(w[i].end, w[k].begin - w[i].end).find_first_of(".;:!?") == std::string_view::npos;
  };
  for (std::size_t i = 0; i + 1 < w.size(); ++i) {
    if (w[i].begin < from) continue;
    if (in(kVerbs, word(i)))
      for (std::size_t k = i + 1; k < i + 4 && k < w.size() && close(i, k); ++k)
        if (word(k) == "by") return {w[i].begin, w[k].end};
    if (word(i) == "under" || word(i) == "with")
      for (std::size_t k = i + 1; k < i + 6 && k < w.size() && close(i, k) && !(w[k].capital && k > i + 1); ++k)
        if (in(kNouns, word(k)) && (word(k + 1) == "of" || word(k + 1) == "from" || word(k + 1) == "by") && close(k, k + 1))
          return {w[i].begin, w[k + 1].end};
    // "received a PhD researching X under Prof. Y", "working on the foundations team under A B and C D".
    if (word(i) == "under" && i > 0) {
      const bool honour = word(i + 1) == "prof" || word(i + 1) == "professor" || word(i + 1) == "dr" || word(i + 1) == "profs";
      bool learner = honour;
      for (std::size_t k = i, back = 0; k > 0 && back < 24 && close(k - 1, i) && !learner; ++back)
        learner = in(kStudies, word(k - 1)) || in(kLearners, word(k - 1)) || word(k - 1) == "working", --k;
      const std::vector<Person> people = leading_people(text.substr(w[i].end, 80));
      if (learner && !people.empty() && people.front().begin <= 14 && (honour || w[i + 1].capital) &&
          find_organisations(people.front().name).empty())
        return {w[i].begin, w[i].end};
    }
    if (word(i) != "with" || i == 0 || in(kTogether, word(i - 1))) continue;
    const std::size_t next = i + 1 + (word(i + 1) == "my" ? 1 : 0);
    const bool honoured = word(next) == "prof" || word(next) == "profs" || word(next) == "professor" ||
                          word(next) == "professors" || word(next) == "dr" || word(next) == "drs";
    bool studies = in(kLearners, word(i - 1)) && text.substr(w[i - 1].end, w[i].begin - w[i - 1].end) == " ";
    for (std::size_t k = i, back = 0; honoured && k > 0 && back < 14 && close(k - 1, i); ++back)
      studies = studies || in(kStudies, word(--k));
    if (!studies || !close(i - 1, i)) continue;
    const std::vector<Person> people = leading_people(text.substr(w[i].end, 80));
    if (people.empty() || people.front().begin > 14) continue;
    if (!honoured && (!find_organisations(people.front().name).empty() || !w[i + 1].capital)) continue;
    return {w[i].begin, w[i].end};
  }
  return {};
}

// Whether the words before `at` make it somebody else who is advised there: "I co-supervise a PhD student with Prof. X", "I am
// the advisor of A, who worked with Prof. X", "My student A is advised by X", "A (PhD student with X)".
bool is_of_another(std::string_view text, const std::vector<Token>& w, std::size_t at) {
  static constexpr std::string_view kAdvise[] = {"advise",     "advises",    "advising",    "supervise",
                                                 "supervises", "mentors",    "mentoring",   "supervising",
                                                 "coadvise",   "coadvising", "cosupervise", "cosupervising"};
  static constexpr std::string_view kAdvised[] = {"advised", "supervised", "mentored", "coadvised", "cosupervised"};
  static constexpr std::string_view kAdvisor[] = {"advisor",   "adviser",      "supervisor",  "mentor",
                                                  "coadvisor", "cosupervisor", "supervisors", "advisors"};
  static constexpr std::string_view kStudents[] = {"student", "students", "mentee", "mentees", "advisee", "advisees"};
  static constexpr std::string_view kWriters[] = {"i", "ive", "have", "also", "we"};
  static constexpr std::string_view kPassive[] = {"am", "was", "were", "been", "being", "im"};
  static constexpr std::string_view kTimes[] = {"days", "years", "time", "life", "career", "period", "project"};
  const auto word = [&](std::size_t i) { return i < w.size() ? std::string_view(w[i].folded) : std::string_view(); };
  std::size_t end = 0;  // of the words before
  while (end < w.size() && w[end].end <= at) ++end;
  std::size_t first = end;  // of the sentence; "Prof. X" does not end it
  while (first > 0 && end - first < 30) {
    const std::string_view space = first < w.size() ? gap(text, w[first - 1], w[first]) : std::string_view();
    const bool stops = space.find('\n') != std::string_view::npos || space.find_first_of(";!?") != std::string_view::npos ||
                       (space.find(". ") != std::string_view::npos && w[first - 1].folded.size() > 4);
    if (stops && first < end) break;
    --first;
  }
  // "I now advise A, and was myself advised by X": a clause of its own.
  const bool own = (end > first && in(kPassive, word(end - 1))) || (end > first + 1 && in(kPassive, word(end - 2)));
  for (std::size_t i = first; i < end; ++i) {
    const std::size_t before = i > first && word(i - 1) == "co" ? i - 1 : i;
    const std::string_view left = before > first ? word(before - 1) : std::string_view();
    const bool by = word(i + 1) == "by" || word(i + 1) == "jointly" || word(i + 1) == "under";
    if (!own && in(kAdvise, word(i))) return true;
    if (!own && word(i) == "mentor" && in(kWriters, left)) return true;
    if (!own && in(kAdvised, word(i)) && !by && (before == first || in(kWriters, left))) return true;
    if (!own && in(kAdvisor, word(i)) && (word(i + 1) == "of" || word(i + 1) == "to")) {
      bool mine = false;
      for (std::size_t k = i; k > first && i - k < 3; --k) mine = mine || word(k - 1) == "my" || word(k - 1) == "whose";
      if (!mine) return true;
    }
    if ((word(i) == "my" || word(i) == "our") && i + 1 < end) {
      for (std::size_t k = i + 1; k < i + 4 && k < end; ++k)
        if (in(kStudents, word(k)) && !in(kTimes, word(k + 1))) return true;
    }
  }
  // "A (co-advisor: X)"
  const std::size_t open = text.substr(0, at).rfind('(');
  if (open == std::string_view::npos || text.substr(open, at - open).find(')') != std::string_view::npos) return false;
  const std::string_view line = text.substr(0, open);
  const std::size_t start = line.find_last_of("\n.;•") == std::string_view::npos ? 0 : line.find_last_of("\n.;•") + 1;
  std::size_t k = 0;
  while (k < w.size() && w[k].begin < start) ++k;
  if (k >= w.size() || w[k].begin >= open) return false;
  for (; k < w.size() && w[k].begin < open && !w[k].capital; ++k) {
  }
  const std::vector<Person> people = leading_people(line.substr(std::min(w[std::min(k, w.size() - 1)].begin, open)));
  return people.size() == 1 && text::trim(line).ends_with(people.front().name);
}

// "Prof. X is my advisor", "X (advisor)": the people before.
constexpr Marks kAfterCues({" is my advisor", " is my supervisor", " is my phd advisor", " are my advisors", " is my mentor",
                            " (advisor)", " (supervisor)", " (co-advisor)"});

// "Yue Cheng (UVA), Wei Wang (HKUST)": what the brackets behind each name say.
void bracketed_places(std::string_view text, Advising& advising) {
  for (const Person& person : advising.people) {
    std::string place;
    std::size_t at = person.end;
    while (at < text.size() && (text[at] == ' ' || text[at] == ']')) ++at;
    const std::size_t close = at < text.size() && text[at] == '(' ? text.find(')', at) : std::string_view::npos;
    if (close != std::string_view::npos && close - at < 90) {
      place = whole_organisation(text.substr(at + 1, close - at - 1)).name;
      advising.end = std::max(advising.end, close + 1);
    }
    advising.places.push_back(std::move(place));
  }
}

void place_of(std::string_view text, Advising& advising) {
  const std::size_t from = advising.people.back().end;
  std::string_view rest = text.substr(from);
  const std::size_t lead = rest.find_first_not_of(" ,(");
  if (lead == std::string_view::npos || lead > 3) return;
  const bool bracket = rest.substr(0, lead).find('(') != std::string_view::npos;
  const bool comma = rest.substr(0, lead).find(',') != std::string_view::npos;
  std::string_view word = rest.substr(lead, 5);
  const bool at = word.starts_with("at ") || word.starts_with("@ ");
  const bool from_word = word.starts_with("from ") || word.starts_with("of ");
  const bool in = word.starts_with("in ");
  if (!bracket && !comma && !at && !from_word && !in) return;
  const std::vector<Organisation> places = find_organisations(rest.substr(0, 160));
  if (places.empty() || places.front().begin > lead + 40) return;
  const std::string_view between = rest.substr(lead, places.front().begin - lead);
  if (between.find(". ") != std::string_view::npos || between.find(" and ") != std::string_view::npos ||
      between.find(" where ") != std::string_view::npos)
    return;
  for (std::string_view verb : {" in 20", " receiv", " befor", " after", " previ", "I ", " who ", " my "})
    if (between.find(verb) != std::string_view::npos) return;
  if (comma && places.front().begin > lead + 6) return;
  advising.affiliation = places.front().name;
  advising.end = from + places.front().end;
  advising.weak_place = at || in;
}

// "X from A and Professor Y from B": the list goes on behind the place of its last person.
void go_on_behind_place(std::string_view text, Advising& advising) {
  for (int rounds = 0; rounds < 6 && !advising.affiliation.empty(); ++rounds) {
    std::size_t at = advising.end;
    for (std::string_view mark : {")", ",", " and", " &", " et", " und", " as well as"})
      if (text.substr(at).starts_with(mark)) at += mark.size();
    if (at == advising.end || text.substr(advising.end, at - advising.end) == ")") return;
    std::vector<Person> more = leading_people(text.substr(at));
    if (more.empty() || more.front().begin > 12) return;
    // "… and Acme Labs at Z": what is no person with a place or an honour of its own is not one of the list.
    const std::string lead = text::lower(text.substr(at, more.front().begin + 1));
    Advising next{.people = std::move(more), .places = {}, .begin = at, .end = at, .affiliation = {}};
    for (Person& person : next.people) person.begin += at, person.end += at;
    next.end = next.people.back().end;
    bracketed_places(text, next);
    if (next.places.back().empty()) place_of(text, next);
    const bool honoured = lead.find("prof") != std::string::npos || lead.find("dr") != std::string::npos;
    if (!honoured && next.affiliation.empty()) return;
    advising.places.back() = advising.affiliation;
    for (std::size_t i = 0; i < next.people.size(); ++i) {
      advising.people.push_back(next.people[i]);
      advising.places.push_back(next.places[i]);
    }
    advising.affiliation = next.affiliation, advising.end = next.end, advising.weak_place = next.weak_place;
  }
}

}  // namespace

std::vector<Advising> find_advising(std::string_view text) { return find_advising(text, tokens(text)); }

std::vector<Advising> find_advising(std::string_view text, const std::vector<Token>& words_of_text) {
  std::vector<Advising> out;
  const std::string lower = text::lower(text);
  const std::span cues(kCues.begin(), kCues.any_in(lower) ? kCues.end() : kCues.begin());
  for (std::size_t at = 0; at < lower.size() && out.size() < 20;) {
    std::size_t best = std::string::npos, length = 0;
    for (std::string_view cue : cues) {
      for (std::size_t found = lower.find(cue, at); found != std::string::npos; found = lower.find(cue, found + 1)) {
        if (found > best) break;
        const bool begins = found == 0 || !word_char(lower[found - 1]) || static_cast<unsigned char>(cue[0]) >= 0x80;
        const std::size_t end = found + cue.size();
        const bool ends = end >= lower.size() || !word_char(cue.back()) || !word_char(lower[end]) ||
                          static_cast<unsigned char>(cue.back()) >= 0x80;
        if (!begins || !ends) continue;
        if (found < best || cue.size() > length) best = found, length = cue.size();
        break;
      }
    }
    if (const Phrase phrase = phrase_from(text, words_of_text, at); phrase.end != 0 && phrase.begin < best)
      best = phrase.begin, length = phrase.end - phrase.begin;
    if (best == std::string::npos) break;
    const std::size_t from = best + length;
    // "I also supervise X, whose main supervisor is Y": not the writer's.
    if (const std::size_t whose = lower.rfind("whose ", best); whose != std::string::npos && best - whose < 24) {
      at = from;
      continue;
    }
    std::string_view rest = text.substr(from);
    if (rest.starts_with(" me ") || rest.starts_with(" me,") || is_of_another(text, words_of_text, best)) {
      at = from;
      continue;
    }
    // "co-advised by my amazing advisors Prof. …": a few small words may stand between.
    const bool title = length >= 4 && (lower.compare(from - 4, 4, "prof") == 0 || lower.compare(from - 2, 2, "dr") == 0);
    Advising advising{.people = leading_people(rest), .places = {}, .begin = best, .end = from, .affiliation = {}};
    if (advising.people.empty() && !title) {
      const std::vector<Token> words = tokens(rest.substr(0, 120));
      for (std::size_t k = 0; k < words.size() && k < 6; ++k) {
        const std::string_view space = rest.substr(0, words[k].begin);
        if (space.find(". ") != std::string_view::npos && !(k > 0 && words[k - 1].folded.size() <= 5)) break;
        if (words[k].folded == "students" || words[k].folded == "student") break;  // "worked closely with my students X and Y"
        if (!words[k].capital) continue;
        advising.people = leading_people(rest.substr(words[k].begin));
        for (Person& person : advising.people) person.begin += words[k].begin, person.end += words[k].begin;
        break;
      }
    }
    for (Person& person : advising.people) person.begin += from, person.end += from;
    if (!advising.people.empty()) {
      advising.end = advising.people.back().end;
      bracketed_places(text, advising);
      if (advising.places.back().empty()) place_of(text, advising);
      go_on_behind_place(text, advising);
      at = advising.end;
      out.push_back(std::move(advising));
    } else {
      at = from;
    }
  }
  if (!kAfterCues.any_in(lower)) return out;
  for (std::string_view cue : kAfterCues) {
    const std::size_t found = lower.find(cue);
    if (found == std::string::npos || found < 4) continue;
    std::size_t begin = text.substr(0, found).rfind(". ");
    begin = begin == std::string_view::npos ? 0 : begin + 2;
    std::size_t start = found;
    while (start > begin && found - start < 60) {
      --start;
      if (text[start] == ' ' || start == begin) {
        const std::vector<Person> people = leading_people(text.substr(start, found - start));
        if (people.size() == 1 && start + people[0].end == found &&
            (start == begin || text[start - 1] == ',' || !std::isupper(static_cast<unsigned char>(text[start + 1])) ||
             start == begin)) {
          Person person{people[0].name, start + people[0].begin, start + people[0].end};
          out.push_back(
              {.people = {person}, .places = {""}, .begin = person.begin, .end = found + cue.size(), .affiliation = {}});
          break;
        }
      }
    }
  }
  return out;
}

std::string Advising::place_of(std::size_t person) const {
  return person < places.size() && !places[person].empty() ? places[person] : affiliation;
}

std::string link_of(const Document& page, std::string_view name) {
  int seen = 0;
  const std::string folded = text::fold(name);
  for (NodeId n : page.dom.select("a[href]")) {
    if (++seen > 1500) break;
    const std::string said = text::fold(page.dom.text(n));
    if (said.empty() || said.size() > folded.size() + 20) continue;
    if (said != folded && said.find(folded) == std::string::npos) continue;
    if (const auto url = page.url.resolve(page.dom.attribute(n, "href"))) return url->text();
  }
  return {};
}

}  // namespace fellow::extractor
