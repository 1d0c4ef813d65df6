// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/sentence.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "extractor/fields/dates.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

constexpr WordSet kSubjects({"i",   "im",    "ive", "my",   "he",  "she",  "his",   "her",    "me",  "je", "j",   "ma",
                             "mon", "mes",   "il",  "elle", "ich", "mein", "meine", "meiner", "yo",  "mi", "mis", "eu",
                             "meu", "minha", "io",  "mio",  "mia", "jai",  "ik",    "mijn",   "sie", "er"});
constexpr WordSet kCurrent({"am",          "im",       "currently",   "now",          "presently", "pursuing",   "working",
                            "joined",      "since",    "lead",        "leads",        "work",      "works",      "serve",
                            "serves",      "serving",  "suis",        "actuellement", "bin",       "arbeite",    "derzeit",
                            "aktuell",     "soy",      "actualmente", "trabajo",      "sou",       "atualmente", "sono",
                            "attualmente", "momentan", "gegenwartig", "lavoro",       "trabalho",  "werkzaam",   "ben",
                            "momenteel",   "travaille"});
constexpr WordSet kPast({"was",
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
                         "ex",
                         "pursued",
                         "trained",
                         "held",
                         "stays",
                         "alumnus",
                         "alumna",
                         "davor",
                         "precedenza",
                         "lavorato",
                         "left",
                         "vormals",
                         "ehemals",
                         "ancien",
                         "ancienne",
                         "antes"});
constexpr WordSet kDegree({"received",    "obtained",   "earned",    "graduated",     "completed",  "finished",  "got",
                           "defended",    "did",        "awarded",   "obtenu",        "obtiens",    "soutenu",   "soutenue",
                           "promovierte", "promoviert", "erhielt",   "abgeschlossen", "obtuve",     "obtive",    "conseguito",
                           "laureato",    "laureata",   "graduei",   "formado",       "formada",    "graduado",  "receiving",
                           "obtaining",   "completing", "finishing", "earning",       "graduating", "doing",     "habilitated",
                           "holds",       "hold",       "degree",    "degrees",       "diplome",    "diplomee",  "gradue",
                           "titulaire",   "majored",    "majoring",  "possui",        "licenciado", "doctored",  "after",
                           "depois",      "nach",       "apres",     "from",          "effectue",   "effectuee", "realise",
                           "realisee",    "fiz",        "fez",       "cursei",        "cursou",     "conclui",   "concluiu",
                           "realizei",    "hice",       "hizo",      "realice",       "curse",      "termine",   "absolvierte",
                           "took"});
bool is_personal(const std::vector<Token>& words, std::string_view text, const ProfileBuilder& builder) {
  for (const Token& word : words)
    if (in(kSubjects, word.folded) || (word.folded == "ho" && !word.capital)) return true;  // "ho lavorato", not Dr. Ho
  const std::vector<std::string>& own = builder.name_words();
  static constexpr WordSet kHonours({"dr", "prof", "professor", "mr", "ms", "mrs"});
  for (std::size_t i = 0; i < words.size() && i < 6; ++i)
    for (const std::string& name : own)  // "Li" is a word of many sentences, "Dr. Li" is the person
      if (words[i].folded == name && (name.size() > 2 || (i > 0 && in(kHonours, words[i - 1].folded)))) return true;
  if (!words.empty() && (in(kCurrent, words[0].folded) || in(kPast, words[0].folded) || words[0].folded == "prior"))
    return true;
  // "Doctoral student at …", "Graduado em …": a fragment without subject.
  if (!words.empty() && in(kDegree, words[0].folded)) return true;
  // "Es doctora en Economía": a verb without subject.
  if (words.size() > 2 && words[0].folded == "es" && !find_degrees(text.substr(words[1].begin, 40)).empty()) return true;
  if (own.empty() && words.size() > 2 && words[1].capital && in(kHonours, words[0].folded)) return true;  // "Dr. Doe received"
  // "PhD from X, BSc from Y": a fragment too.
  if (builder.page().format != Format::pdf)  // whose lines have readers of their own
    if (const std::vector<Degree> degrees = find_degrees(text.substr(0, 40)); !degrees.empty() && degrees.front().begin == 0)
      return true;
  const std::vector<Title> titles = find_titles(text.substr(0, 80));
  if (!titles.empty() && titles.front().begin == 0) return true;
  return text.find("我") != std::string_view::npos || text.find("本人") != std::string_view::npos ||
         text.find("私") != std::string_view::npos;
}

// "Software Engineer, Acme, Jul 2012 – Dec 2012": a range of years that has ended.
bool is_over(std::string_view text, const ProfileBuilder& builder) {
  const auto period = find_period(text);
  const int now = std::atoi(builder.page().seen_at.substr(0, 4).c_str());
  return period && !period->open && period->start != 0 && period->end < now;
}

void find_cues(Sentence& s, const ProfileBuilder& builder) {
  const std::vector<Token>& w = s.words;
  const std::vector<std::string>& own = builder.name_words();
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
    s.cues.push_back({0, is_over(s.text, builder) ? Tense::past : Tense::current});
  if (!w.empty() && !s.degrees.empty() && s.degrees.front().begin == 0 && s.titles.empty() && !s.places.empty())
    s.cues.push_back({0, Tense::degree});
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::string_view f = w[i].folded;
    Tense tense = Tense::none;
    if (f == "will" || f == "incoming" || f == "upcoming")
      tense = Tense::future;
    else if (f == "following" && (word(i + 1) == "positions" || word(i + 1) == "appointments" || word(i + 1) == "posts" ||
                                  word(i + 1) == "roles" || word(i + 1) == "stints"))
      tense = Tense::past;  // "I am a scientist at A, following positions at B and C"
    else if (f == "training" && (word(i + 1) == "includes" || word(i + 1) == "included"))
      tense = Tense::degree;  // "His training includes a PhD at X and an MSc at Y"
    else if ((f == "before" || f == "prior") &&
             (word(i + 1) == "joining" || word(i + 2) == "joining" || word(i + 1) == "coming" || word(i + 1) == "moving" ||
              word(i + 2) == "moving" || word(i + 2) == "coming" || word(i + 1) == "starting" || word(i + 2) == "starting")) {
      // "I previously completed a PhD at A, before moving to B, and later C": all of it is over.
      const bool over = std::any_of(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(i),
                                    [](const Token& t) { return t.folded == "previously" || t.folded == "formerly"; });
      tense = over ? Tense::past : Tense::current;
    } else if (f == "es" && i == 0 && !s.degrees.empty() && w.size() > 1 && s.degrees.front().begin == w[1].begin)
      tense = Tense::degree;  // "Es doctora en Economía por la Universidad X"
    else if (f == "is" || f == "est" || f == "ist" || f == "es" || f == "e" || f == "has" || f == "have") {
      if (f == "e" && s.text.substr(w[i].begin, 2) != "é" && s.text.substr(w[i].begin, 2) != "è") continue;
      if ((f == "has" || f == "have") && word(i + 1) == "also" && word(i + 2) == "been" && word(i + 4) == "visiting") {
        tense = Tense::past;
      } else if ((f == "has" || f == "have") && word(i + 1) == "been") {
        // "my tools have been deployed at X" is about the tools.
        static constexpr std::string_view kOfPeople[] = {"affiliated", "employed",   "appointed", "based",   "located",
                                                         "promoted",   "associated", "tenured",   "engaged", "involved"};
        const std::size_t next = i + 2 + (word(i + 2).ends_with("ly") ? 1 : 0);
        if (word(next).ends_with("ed") && !in(kOfPeople, word(next))) continue;
        // "I have (also) been a visiting scholar at X", without a since: a stay that is over.
        bool visiting = false, since = false;
        for (std::size_t k = i + 2; k < w.size(); ++k) {
          visiting = visiting || (k < i + 7 && (word(k) == "visiting" || word(k) == "visitor" || word(k) == "guest"));
          since = since || word(k) == "since" || word(k) == "for" || word(k) == "currently" || word(k) == "now";
        }
        tense = visiting && !since ? Tense::past : Tense::current;
      } else if (f == "has" || f == "have") {
        if (!subject(i)) continue;
        for (std::size_t k = i + 1; k < w.size() && k < i + 7; ++k)
          if (!find_degrees(s.text.substr(w[k].begin, w[k].end - w[k].begin)).empty()) tense = Tense::degree;
        if (word(i + 1) == "worked" || word(i + 1) == "also") continue;
      } else if (subject(i) && word(i > 0 ? i - 1 : 99) != "my" && !(i >= 2 && word(i - 2) == "my"))
        tense = Tense::current;
    } else if (f == "used") {  // "I used to be a lecturer"
      if (word(i + 1) == "to" && (word(i + 2) == "be" || word(i + 2) == "work") && subject(i)) tense = Tense::past;
    } else if ((f == "moved" || f == "moving") && word(i + 1) == "from") {  // "having moved from X in 2023"
      tense = Tense::past;
    } else if (f == "ete") {  // "elle a été chercheuse à X"
      if (i == 0 || !(word(i - 1) == "a" || word(i - 1) == "ai" || (i > 1 && (word(i - 2) == "a" || word(i - 2) == "ai"))))
        continue;
      tense = Tense::past;
    } else if (f == "avant" && word(i + 1) == "de" && word(i + 2) == "rejoindre") {
      tense = Tense::current;
    } else if (f == "moved") {  // "I moved to X from Y"
      if (word(i + 1) == "to" && subject(i)) tense = Tense::current;
    } else if (f == "join") {  // "I left A to join B"
      if (i == 0 || word(i - 1) != "to" || s.cues.empty() || w[s.cues.back().at].folded != "left") continue;
      tense = Tense::current;
    } else if (f == "habe" || f == "hat") {  // "Ich habe an der TU X studiert": the verb stands at the end
      static constexpr std::string_view kEnds[] = {"studiert",   "gearbeitet", "geforscht",
                                                   "promoviert", "absolviert", "gelehrt"};
      const bool ends = std::any_of(w.begin() + static_cast<std::ptrdiff_t>(i), w.end(),
                                    [](const Token& token) { return in(kEnds, token.folded); });
      if (!ends) continue;
      tense = Tense::past;
    } else if (f == "took") {  // "I took my degree at X"
      if (!subject(i) || (word(i + 2) != "degree" && word(i + 1) != "degrees")) continue;
      tense = Tense::degree;
    } else if (f == "from" && !s.cues.empty() && w[s.cues.back().at].folded == "moved") {
      tense = Tense::past;
    } else if (f == "since") {
      tense = subject(i + 1) || i == 0 || find_period(s.text.substr(w[i].begin, 20)) ? Tense::current : Tense::none;
    } else if ((f == "began" || f == "started" || f == "begins") && word(i + 1) == "with" && subject(i) &&
               std::any_of(s.degrees.begin(), s.degrees.end(),
                           [&](const Degree& d) { return d.begin > w[i].begin && d.begin < w[i].begin + 40; })) {
      tense = Tense::degree;  // "my academic journey began with an MSc at X"
    } else if (in(kDegree, f)) {
      // "I am (currently) doing my PhD at X" runs.
      const bool runs = f == "doing" || f == "completing" || f == "finishing" || f == "obtaining" || f == "earning";
      if (runs && s.tense_at(w[i].begin) == Tense::current && i - s.cues.back().at <= 2) continue;
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
      if (f == "left" && !subject(i)) continue;
      if (f == "studied" && i > 0 && (word(i - 1) == "has" || word(i - 1) == "have") && word(i + 1) != "at") continue;
      if (f == "until" && s.tense_at(w[i].begin) != Tense::none) continue;
      tense = Tense::past;
      if ((f == "was" || f == "were") && word(i + 1) == "born") tense = Tense::none;
    } else if (in(kCurrent, f)) {
      if (f == "am" && (!subject(i) || word(i > 0 ? i - 1 : 99) == "ich")) continue;  // "war ich am Institut"
      if (i > 0 && word(i - 1) == "to" && f != "since") continue;                     // "I was fortunate to work with …"
      // "Sou doutor em Física pela …": a degree that one has.
      if ((f == "sou" || f == "soy" || f == "sono") && i + 1 < w.size()) {
        const std::string_view next = s.text.substr(w[i + 1].begin, w[i + 1].end - w[i + 1].begin);
        if (!find_degrees(next).empty() && find_titles(next).empty()) {
          s.cues.push_back({i, Tense::degree});
          continue;
        }
      }
      if ((f == "work" || f == "works" || f == "lead" || f == "leads" || f == "serve" || f == "serves") &&
          (!subject(i) || word(i - (i > 0)) == "my"))
        continue;
      if ((f == "working" || f == "serving") && s.tense_at(w[i].begin) != Tense::none) continue;
      if (f == "working" &&
          (word(i + 1) == "group" || word(i + 1) == "groups" || word(i + 1) == "paper" || word(i + 1) == "papers"))
        continue;
      // "I had the pleasure of working with X at Y" is over.
      if (f == "working" || f == "serving") {
        bool had = false;
        for (std::size_t k = i; k > 0 && i - k < 9 && !had; --k) had = word(k - 1) == "had" || word(k - 1) == "enjoyed";
        if (had) {
          s.cues.push_back({i, Tense::past});
          continue;
        }
      }
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

}  // namespace

Sentence sentence_of(std::string_view text, const ProfileBuilder& builder, const Organisation& before) {
  std::vector<Token> words = tokens(text);
  Sentence s{.text = text,
             .words = {},
             .personal = false,
             .cues = {},
             .places = find_organisations(text, words),
             .titles = find_titles(text, words),
             .degrees = find_degrees(text, words),
             .advising = find_advising(text, words),
             .before = before};
  s.words = std::move(words);
  s.personal = is_personal(s.words, text, builder);
  find_cues(s, builder);
  return s;
}

}  // namespace fellow::extractor
