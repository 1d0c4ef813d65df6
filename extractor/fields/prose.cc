// SPDX-License-Identifier: GPL-3.0-or-later
// What sentences say about the person: "I am a … at …, advised by …. Before that I was …; I received my … from …".
//
// A sentence is cut at its cues ("currently", "was", "before", "received", …); each cue gives the tense of what follows, up to
// the next one. An institution in present tense is an affiliation, one in past tense a past one; what stands with an advisor,
// a sponsor or a collaborator is neither.
#include <algorithm>
#include <iterator>
#include <optional>

#include "extractor/fields/advising.h"
#include "extractor/fields/dates.h"
#include "extractor/fields/fields.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/prose_clauses.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool in(auto const& list, std::string_view what) { return std::find(std::begin(list), std::end(list), what) != std::end(list); }

enum class Tense { none, current, past, degree, future };  // degree: past, but only with a degree or a title

constexpr std::string_view kSubjects[] = {"i",   "im",  "ive", "my",    "he",   "she", "his",  "her",   "me",     "je",  "j",
                                          "ma",  "mon", "mes", "il",    "elle", "ich", "mein", "meine", "meiner", "yo",  "mi",
                                          "mis", "eu",  "meu", "minha", "io",   "mio", "mia",  "jai",   "ik",     "mijn"};
constexpr std::string_view kCurrent[] = {
    "am",       "im",           "currently",  "now",       "presently",   "pursuing", "working",     "joined",
    "since",    "lead",         "leads",      "work",      "works",       "serve",    "serves",      "serving",
    "suis",     "actuellement", "bin",        "arbeite",   "derzeit",     "aktuell",  "soy",         "actualmente",
    "trabajo",  "sou",          "atualmente", "sono",      "attualmente", "momentan", "gegenwartig", "lavoro",
    "trabalho", "werkzaam",     "ben",        "momenteel", "travaille"};
constexpr std::string_view kPast[] = {"was",
                                      "were",
                                      "previously",
                                      "before",
                                      "prior",
                                      "formerly",
                                      "interned",
                                      "spent",
                                      "worked",
                                      "visited",
                                      "former",
                                      "previous",
                                      "precedemment",
                                      "auparavant",
                                      "etais",
                                      "war",
                                      "zuvor",
                                      "vorher",
                                      "arbeitete",
                                      "fui",
                                      "anteriormente",
                                      "trabaje",
                                      "trabalhei",
                                      "stato",
                                      "stata",
                                      "precedentemente",
                                      "avant",
                                      "travaille",
                                      "studied",
                                      "attended",
                                      "originally",
                                      "earlier",
                                      "past",
                                      "past,",
                                      "studierte",
                                      "estudie",
                                      "estudei",
                                      "etudie",
                                      "served",
                                      "until",
                                      "intern",
                                      "interning",
                                      "internship",
                                      "internships",
                                      "ex"};
constexpr std::string_view kDegree[] = {
    "received",   "obtained",      "earned",      "graduated", "completed",  "finished",   "got",         "defended",
    "did",        "awarded",       "obtenu",      "obtiens",   "soutenu",    "soutenue",   "promovierte", "promoviert",
    "erhielt",    "abgeschlossen", "obtuve",      "obtive",    "conseguito", "laureato",   "laureata",    "graduei",
    "formado",    "formada",       "graduado",    "receiving", "obtaining",  "completing", "finishing",   "earning",
    "graduating", "doing",         "habilitated", "holds",     "hold",       "degree",     "degrees",     "diplome",
    "diplomee",   "gradue",        "titulaire",   "majored",   "majoring",   "possui",     "licenciado",  "doctored",
    "alumnus",    "alumna",        "after",       "depois",    "nach",       "apres",      "from"};
constexpr std::string_view kSponsors[] = {
    "supported",    "funded",      "sponsored",   "fellowship",    "scholarship",    "award",         "grant",
    "grants",       "awards",      "collaborate", "collaboration", "collaborations", "collaborating", "collaborators",
    "collaborated", "reviewer",    "committee",   "published",     "paper",          "papers",        "conference",
    "prize",        "dataset",     "thanks",      "thank",         "visit",          "book",          "talk",
    "course",       "partner",     "partners",    "partnership",   "sponsor",        "founded",       "program",
    "project",      "editor",      "workshop",    "born",          "live",           "living",        "raised",
    "medal",        "recipient",   "chair",       "logo",          "funding",        "support",       "contract",
    "bourse",       "financement", "finance",     "financee",      "stipend",        "accepted",      "selected",
    "invited",      "presented",   "ranked"};

struct Cue {
  std::size_t at = 0;  // token
  Tense tense = Tense::none;
};

struct Sentence {
  std::string_view text;
  std::vector<Token> words;
  bool personal = false;
  std::vector<Cue> cues;
  std::vector<Organisation> places;
  std::vector<Title> titles;
  std::vector<Degree> degrees;
  std::vector<Advising> advising;
  Organisation before;  // named last by the sentences before

  Tense tense_at(std::size_t byte) const {
    Tense tense = Tense::none;
    for (const Cue& cue : cues) {
      if (words[cue.at].begin > byte) break;
      tense = cue.tense;
    }
    return tense;
  }
  // Bytes of the segment (between cues that change the tense) around a place.
  std::pair<std::size_t, std::size_t> segment(std::size_t byte) const {
    std::size_t begin = 0, end = text.size();
    Tense tense = Tense::none;
    for (const Cue& cue : cues) {
      const std::size_t at = words[cue.at].begin;
      if (cue.tense == tense) continue;
      if (at <= byte)
        begin = at, tense = cue.tense;
      else {
        end = at;
        break;
      }
    }
    return {begin, end};
  }
  bool advised(std::size_t byte) const {
    return std::any_of(advising.begin(), advising.end(), [&](const Advising& a) { return a.begin <= byte && byte < a.end; });
  }
};

bool is_personal(const std::vector<Token>& words, std::string_view text, const ProfileBuilder& builder) {
  for (const Token& word : words)
    if (in(kSubjects, word.folded)) return true;
  const std::vector<std::string> own = text::words(builder.name());
  for (std::size_t i = 0; i < words.size() && i < 6; ++i)
    for (const std::string& name : own)
      if (name.size() > 2 && words[i].folded == name) return true;
  if (!words.empty() && (in(kCurrent, words[0].folded) || in(kPast, words[0].folded) || words[0].folded == "prior"))
    return true;
  // "Doctoral student at …", "Graduado em …": a fragment without subject.
  if (!words.empty() && in(kDegree, words[0].folded)) return true;
  const std::vector<Title> titles = find_titles(text.substr(0, 80));
  if (!titles.empty() && titles.front().begin == 0) return true;
  return text.find("我") != std::string_view::npos || text.find("本人") != std::string_view::npos ||
         text.find("私") != std::string_view::npos;
}

void find_cues(Sentence& s, const ProfileBuilder& builder) {
  const std::vector<Token>& w = s.words;
  const std::vector<std::string> own = text::words(builder.name());
  const auto word = [&](std::size_t i) { return i < w.size() ? std::string_view(w[i].folded) : std::string_view(); };
  const auto subject = [&](std::size_t i) {  // a subject within three words before
    for (std::size_t k = i; k > 0 && i - k < 4;) {
      --k;
      if (in(kSubjects, w[k].folded) || (!own.empty() && w[k].folded == own.back()) || w[k].folded == "who") return true;
    }
    return i == 0;
  };
  if (!s.titles.empty() && s.titles.front().begin == 0 && !s.places.empty() &&
      text::lower(s.text).find("position") == std::string::npos && text::lower(s.text).find("applica") == std::string::npos)
    s.cues.push_back({0, Tense::current});
  if (!w.empty() && !s.degrees.empty() && s.degrees.front().begin == 0 && s.titles.empty() && !s.places.empty())
    s.cues.push_back({0, Tense::degree});
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::string_view f = w[i].folded;
    Tense tense = Tense::none;
    if (f == "will" || f == "incoming" || f == "upcoming")
      tense = Tense::future;
    else if ((f == "before" || f == "prior") &&
             (word(i + 1) == "joining" || word(i + 2) == "joining" || word(i + 1) == "coming" || word(i + 1) == "moving" ||
              word(i + 2) == "moving" || word(i + 2) == "coming" || word(i + 1) == "starting" || word(i + 2) == "starting"))
      tense = Tense::current;
    else if (f == "is" || f == "est" || f == "ist" || f == "es" || f == "e" || f == "has" || f == "have") {
      if (f == "e" && s.text.substr(w[i].begin, 2) != "é" && s.text.substr(w[i].begin, 2) != "è") continue;
      if ((f == "has" || f == "have") && word(i + 1) == "been")
        tense = Tense::current;
      else if (f == "has" || f == "have") {
        if (!subject(i)) continue;
        for (std::size_t k = i + 1; k < w.size() && k < i + 7; ++k)
          if (!find_degrees(s.text.substr(w[k].begin, w[k].end - w[k].begin)).empty()) tense = Tense::degree;
        if (word(i + 1) == "worked" || word(i + 1) == "also") continue;
      } else if (subject(i) && word(i > 0 ? i - 1 : 99) != "my" && !(i >= 2 && word(i - 2) == "my"))
        tense = Tense::current;
    } else if (f == "since") {
      tense = subject(i + 1) || i == 0 || find_period(s.text.substr(w[i].begin, 20)) ? Tense::current : Tense::none;
    } else if (in(kDegree, f)) {
      if (f == "from" || f == "hold" || f == "holds" || f == "degree" || f == "degrees") {
        const bool has_degree = std::any_of(s.degrees.begin(), s.degrees.end(), [&](const Degree& d) {
          return d.begin + 60 > w[i].begin && d.begin < w[i].begin + 60;
        });
        if (!has_degree) continue;
        if (f == "from" && !std::any_of(s.degrees.begin(), s.degrees.end(),
                                        [&](const Degree& d) { return d.begin < w[i].begin && w[i].begin - d.begin < 120; }))
          continue;
        // "a doctoral degree at X" that is pursued
        if (s.tense_at(w[i].begin) == Tense::current && (f == "degree" || f == "degrees")) continue;
      }
      if ((f == "after" || f == "nach" || f == "apres") && word(i + 1) == "that") continue;
      tense = Tense::degree;
    } else if (in(kPast, f)) {
      if ((f == "studied" || f == "attended") && !subject(i) && i > 0 && word(i - 1) != "and") continue;
      if ((f == "intern" || f == "interning") && s.tense_at(w[i].begin) == Tense::current) continue;
      if (f == "until" && s.tense_at(w[i].begin) != Tense::none) continue;
      tense = Tense::past;
      if ((f == "was" || f == "were") && word(i + 1) == "born") tense = Tense::none;
    } else if (in(kCurrent, f)) {
      if (f == "am" && !subject(i)) continue;
      if ((f == "work" || f == "works" || f == "lead" || f == "leads" || f == "serve" || f == "serves") &&
          (!subject(i) || word(i - (i > 0)) == "my"))
        continue;
      if ((f == "working" || f == "serving") && s.tense_at(w[i].begin) != Tense::none) continue;
      if (f == "joined" && s.tense_at(w[i].begin) == Tense::past) continue;
      if (f == "now" && s.tense_at(w[i].begin) == Tense::past) {
        // "at Bell Labs (now Nokia)" renames, it does not change the time.
        if (i > 0 && gap(s.text, w[i - 1], w[i]).find('(') != std::string_view::npos) continue;
      }
      tense = Tense::current;
    } else {
      continue;
    }
    if (tense == Tense::none && f != "was" && f != "were") continue;
    s.cues.push_back({i, tense});
  }
}

bool sponsored(const Sentence& s, const Organisation& place) {
  const auto [begin, end] = s.segment(place.begin);
  // Words within the eight before the place, in its own segment.
  std::size_t index = 0;
  while (index < s.words.size() && s.words[index].begin < place.begin) ++index;
  for (std::size_t k = index; k > 0 && index - k < 8;) {
    --k;
    if (s.words[k].begin < begin) break;
    if (in(kSponsors, s.words[k].folded)) return true;
    if (s.words[k].folded == "by" && index - k <= 3) return true;
    if (s.words[k].folded == "with" && index - k <= 2 && k > 0 &&
        !(s.words[k - 1].folded == "affiliated" || s.words[k - 1].folded == "intern" || s.words[k - 1].folded == "student" ||
          s.words[k - 1].folded == "researcher" || s.words[k - 1].folded == "internship" || s.words[k - 1].folded == "am" ||
          s.words[k - 1].folded == "position" || s.words[k - 1].folded == "engineer" || s.words[k - 1].folded == "scientist" ||
          s.words[k - 1].folded == "fellow" || s.words[k - 1].folded == "professor" || s.words[k - 1].folded == "interned" ||
          s.words[k - 1].folded == "associated"))
      return true;
    if (s.words[k].folded == "at" || s.words[k].folded == "from") break;
  }
  static constexpr std::string_view kAfter[] = {
      "scholar", "fellowship", "scholarship", "award",      "grant",    "project", "conference", "prize", "fellow",
      "press",   "challenge",  "competition", "initiative", "workshop", "journal", "program",    "medal"};
  if (index < s.words.size()) {
    std::size_t after = index;
    while (after < s.words.size() && s.words[after].begin < place.end) ++after;
    if (after < s.words.size() && in(kAfter, s.words[after].folded) &&
        adjoining(s.text.substr(place.end, s.words[after].begin - place.end)))
      return true;
  }
  return false;
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

void add_titles(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  for (const Title& title : s.titles) {
    if (s.tense_at(title.begin) != Tense::current || s.advised(title.begin) || honorific(s, title)) continue;
    std::size_t index = 0, cue = 0;
    while (index < s.words.size() && s.words[index].begin < title.begin) ++index;
    for (const Cue& c : s.cues)
      if (c.at < index && c.tense == Tense::current) cue = c.at;
    const std::string_view before = index > 0 ? std::string_view(s.words[index - 1].folded) : std::string_view();
    static constexpr std::string_view kNot[] = {"my",     "our",     "by",      "of",        "for",       "with",
                                                "other",  "to",      "from",    "motivated", "talented",  "many",
                                                "his",    "her",     "between", "supervise", "several",   "prospective",
                                                "become", "looking", "hiring",  "recruit",   "recruiting"};
    if (in(kNot, before) || index - cue > 14) continue;
    bool others = false;
    for (std::size_t k = cue; k < index; ++k)
      others = others || s.words[k].folded == "looking" || s.words[k].folded == "recruiting" || s.words[k].folded == "hiring" ||
               s.words[k].folded == "with" || s.words[k].folded == "seeking" || s.words[k].folded == "supervise" ||
               s.words[k].folded == "become" || s.words[k].folded == "whose" || s.words[k].folded == "towards" ||
               s.words[k].folded == "where" || s.words[k].folded == "program" || s.words[k].folded == "that";
    if (others) continue;
    builder.add_position(title.text, reading);
  }
}

void add_places(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  for (const Organisation& place : s.places) {
    if (s.advised(place.begin) || sponsored(s, place)) continue;
    const Tense tense = s.tense_at(place.begin);
    const bool titled = near_title(s, place);
    Stay stay{.organisation = place.name, .department = place.department, .role = {}, .country = {}};
    if (tense == Tense::current && s.personal) {
      Reading sure = reading;
      if (!titled) sure.confidence -= 0.1;
      builder.add_affiliation(stay, sure);
    } else if (tense == Tense::past && s.personal) {
      const auto [begin, end] = s.segment(place.begin);
      for (const Title& title : s.titles)
        if (title.begin >= begin && title.end <= end && title.begin < place.begin) stay.role = title.text;
      if (const auto years = find_period(s.text.substr(begin, end - begin))) stay.start = years->start, stay.end = years->end;
      builder.add_past(stay, reading);
    } else if (tense == Tense::degree && s.personal && titled) {
      builder.add_past(stay, reading);
    }
  }
  // "research scientist at Bytedance": a name that no table and no form knows.
  for (const Title& title : s.titles) {
    const Tense tense = s.tense_at(title.begin);
    if ((tense != Tense::current && tense != Tense::past) || !s.personal || s.advised(title.begin)) continue;
    std::string_view rest = s.text.substr(title.end, 120);
    for (std::string_view at : {" at the ", " at ", " @ ", " bei ", " chez "}) {
      if (!rest.starts_with(at)) continue;
      const std::string_view name = capital_run(rest.substr(at.size()));
      const std::size_t begin = title.end + at.size();
      const bool known = std::any_of(s.places.begin(), s.places.end(),
                                     [&](const Organisation& p) { return p.begin <= begin + name.size() && begin <= p.end; });
      // "the CSSI, School of Y at the University of Z": a part of what follows.
      const bool part = std::any_of(s.places.begin(), s.places.end(), [&](const Organisation& p) {
        return p.begin >= begin && p.begin < begin + name.size() + 60 &&
               s.text.substr(begin + name.size(), p.begin - begin - name.size()).find_first_of(".;") == std::string_view::npos;
      });
      if (name.empty() || known || part || is_department(name)) break;
      if (tense == Tense::current)
        builder.add_affiliation({.organisation = std::string(name), .department = {}, .role = {}, .country = {}},
                                {reading.method, reading.confidence - 0.05});
      else
        builder.add_past(
            {.organisation = std::string(name), .department = {}, .role = title.text, .country = {}, .start = 0, .end = 0},
            reading);
      break;
    }
  }
}

void add_degrees(const Sentence& s, Reading reading, ProfileBuilder& builder) {
  for (std::size_t d = 0; d < s.degrees.size(); ++d) {
    const Degree& degree = s.degrees[d];
    const Tense tense = s.tense_at(degree.begin);
    if (s.advised(degree.begin) || !s.personal || only_dates(s.text.substr(0, degree.begin), s.text.substr(degree.end)))
      continue;
    std::size_t index = 0;
    while (index < s.words.size() && s.words[index].begin < degree.end) ++index;
    static constexpr std::string_view kNoun[] = {"student", "students",     "candidate",  "thesis",  "theses",   "researcher",
                                                 "fellow",  "dissertation", "supervisor", "advisor", "advisors", "program",
                                                 "work",    "project",      "research",   "course",  "level"};
    // "I defended my doctoral thesis in 2024 at X" tells of a degree, "my PhD thesis deals with …" does not.
    const bool defended = index >= 3 && index < s.words.size() &&
                          (s.words[index].folded == "thesis" || s.words[index].folded == "dissertation") &&
                          (s.words[index - 3].folded == "defended" || s.words[index - 2].folded == "defended");
    if (index < s.words.size() && in(kNoun, s.words[index].folded) && !defended) continue;
    const std::size_t next_degree = d + 1 < s.degrees.size() ? s.degrees[d + 1].begin : s.text.size();
    // The institution behind the degree; with several degrees before one institution, all take it; else the last one before.
    const Organisation* place = nullptr;
    for (const Organisation& candidate : s.places) {
      if (s.advised(candidate.begin)) continue;
      if (candidate.begin >= degree.end && !place) {
        const Tense there = s.tense_at(candidate.begin);
        if (there == Tense::current || there == Tense::future) break;
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
    }
    if (says_same_place(s.text.substr(degree.end, std::min<std::size_t>(60, next_degree - degree.end)))) {
      if (s.before.name.empty() && !place) continue;
      if (!s.before.name.empty()) place = &s.before;
    }
    if (!place) continue;
    Education education{.institution = place->name, .id = {}, .degree = degree.degree, .field = degree.field, .year = 0};
    const std::size_t place_end = place == &s.before ? degree.end : place->end;
    const std::string_view part = s.text.substr(
        degree.begin, std::min(std::max(place_end, degree.end) + 40, std::max(next_degree, place_end)) - degree.begin);
    if (const auto years = find_period(part))
      education.year = years->end ? years->end : 0;
    else if (s.degrees.size() == 1)
      if (const auto lead = find_period(s.text.substr(0, degree.begin)); lead && lead->start == 0) education.year = lead->end;
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
    if (word.folded == "i" || word.folded == "my" || word.folded == "he" || word.folded == "she" || word.folded == "je" ||
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
    Sentence s{.text = sentence,
               .words = tokens(sentence),
               .personal = false,
               .cues = {},
               .places = {},
               .titles = {},
               .degrees = {},
               .advising = {},
               .before = before};
    s.advising = find_advising(sentence);
    add_advisors(s, page, reading, builder);
    if (text::cjk_share(sentence) > 0.5) {
      read_cjk_sentence(sentence, builder);
      continue;
    }
    s.personal = is_personal(s.words, sentence, builder);
    s.degrees = find_degrees(sentence);
    s.titles = find_titles(sentence);
    s.places = find_organisations(sentence);
    if (!s.places.empty()) before = s.places.back(), before.begin = before.end = 0;
    find_cues(s, builder);
    if (s.cues.empty()) continue;
    add_titles(s, reading, builder);
    add_places(s, reading, builder);
    add_degrees(s, reading, builder);
    for (const Advising& advising : s.advising)  // "a PhD student advised by X at Y": Y, if nothing better says where
      if (advising.weak_place && s.places.size() == 1 && s.tense_at(advising.begin) == Tense::current && !s.titles.empty() &&
          s.titles.front().begin < advising.begin)
        builder.add_affiliation({.organisation = advising.affiliation, .department = {}, .role = {}, .country = {}},
                                {"pattern", 0.3});
  }
}

void read_prose(const Document& page, const Outline& outline, ProfileBuilder& builder) {
  if (builder.rank() > 2) return;
  std::size_t bytes = 0;
  for (const Block& block : outline.blocks) {
    const SectionKind kind = outline.sections[block.section].kind;
    const bool talks_of_self = kind == SectionKind::none || kind == SectionKind::about || kind == SectionKind::education ||
                               kind == SectionKind::experience || kind == SectionKind::contact ||
                               kind == SectionKind::research || kind == SectionKind::interests;
    if (!talks_of_self || block.text.size() < 25 || bytes > 12'000) continue;
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
