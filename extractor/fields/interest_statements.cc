// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/interest_statements.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "extractor/fields/tokens.h"
#include "extractor/word_set.h"

namespace fellow::extractor {
namespace {

constexpr std::string_view kOwners[] = {"my",  "his",   "her",    "our",  "whose",  "mon",   "ma",   "mes",   "mi",
                                        "mis", "meine", "meiner", "mein", "meinen", "meu",   "meus", "minha", "minhas",
                                        "mio", "miei",  "mia",    "mie",  "unsere", "notre", "nos"};
// Nouns that stand for the work, and nouns that name its matter ("my main interest is X", but no "my research is X").
constexpr std::string_view kWork[] = {
    "research",       "work",    "works",         "study",      "studies",  "recherche", "recherches", "travaux", "forschung",
    "arbeit",         "trabajo", "investigacion", "trabalho",   "pesquisa", "pesquisas", "ricerca",    "lavoro",  "scholarship",
    "investigations", "agenda",  "projects",      "activities", "efforts",  "program",   "programme",  "career"};
constexpr std::string_view kMatter[] = {"interest",
                                        "interests",
                                        "focus",
                                        "focuses",
                                        "foci",
                                        "expertise",
                                        "specialty",
                                        "specialties",
                                        "area",
                                        "areas",
                                        "field",
                                        "fields",
                                        "topic",
                                        "topics",
                                        "theme",
                                        "themes",
                                        "direction",
                                        "directions",
                                        "specialization",
                                        "specialisation",
                                        "interets",
                                        "interet",
                                        "intereses",
                                        "interes",
                                        "interesses",
                                        "interesse",
                                        "interessi",
                                        "interessen",
                                        "schwerpunkte",
                                        "schwerpunkt",
                                        "themen",
                                        "thematiques",
                                        "forschungsinteressen",
                                        "forschungsschwerpunkte",
                                        "forschungsthemen",
                                        "lineas",
                                        "linhas",
                                        "temas",
                                        "domaine",
                                        "domaines",
                                        "foco"};
constexpr std::string_view kAuxiliaries[] = {"has",    "have",  "been",  "also", "now", "so",       "far",
                                             "always", "often", "still", "then", "all", "today",    "ha",
                                             "se",     "s",     "sich",  "hat",  "je",  "currently"};
constexpr std::string_view kBe[] = {"is",    "are",    "est",   "sont", "ist",   "sind",   "es",   "son",
                                    "e",     "sao",    "sono",  "lie",  "lies",  "lay",    "sit",  "sits",
                                    "stand", "stands", "falls", "fall", "liegt", "liegen", "situa"};
// Verbs whose object is the matter, and those that need a preposition.
constexpr std::string_view kNaming[] = {
    "include",  "includes",   "included",    "including",    "span",        "spans",    "cover",      "covers",   "concern",
    "concerns", "explore",    "explores",    "investigates", "investigate", "examines", "examine",    "address",  "addresses",
    "studies",  "encompass",  "encompasses", "tackle",       "tackles",     "touches",  "bridges",    "combines", "intersects",
    "develops", "integrates", "comprise",    "comprises",    "incluyen",    "incluye",  "incluem",    "inclui",   "includono",
    "umfassen", "umfasst",    "comprennent", "concernent",   "concerne",    "riguarda", "riguardano", "abarca",   "abarcan",
    "abrange",  "explorent",  "explore",     "untersucht"};
constexpr std::string_view kLeaning[] = {
    "focus",        "focuses",     "focused",      "focusses",  "focussed",    "focusing",    "center",  "centers",
    "centered",     "centre",      "centres",      "centred",   "revolve",     "revolves",    "relate",  "relates",
    "related",      "deal",        "deals",        "draws",     "pertain",     "pertains",    "belongs", "belong",
    "concentrates", "concentrate", "concentrated", "dedicated", "devoted",     "concerned",   "targets", "centra",
    "centran",      "enfoca",      "enfocan",      "concentra", "concentram",  "concentrano", "enmarca", "insere",
    "portent",      "porte",       "focalisent",   "focalise",  "concentrent", "inscrivent",  "inscrit", "situent",
    "situe",        "beschaftigt", "konzentriert", "befasst",   "dreht",       "basa",        "foca",    "focam",
    "sits",         "geht"};
constexpr std::string_view kPrepositions[] = {
    "on",    "upon",     "in",   "at",  "around", "across", "over", "between", "about", "with", "within",
    "into",  "to",       "from", "sur", "dans",   "au",     "aux",  "autour",  "auf",   "mit",  "im",
    "um",    "zwischen", "en",   "em",  "sobre",  "entre",  "con",  "su",      "nel",   "sul",  "sulla",
    "nella", "no",       "na",   "nos", "nas",    "der",    "des",  "von",     "tra",   "zu"};
constexpr std::string_view kPlaces[] = {"the",
                                        "intersection",
                                        "intersections",
                                        "interface",
                                        "interfaces",
                                        "crossroads",
                                        "nexus",
                                        "la",
                                        "le",
                                        "l",
                                        "intersezione",
                                        "interseccion",
                                        "intersecao",
                                        "interseccao",
                                        "croisee",
                                        "schnittstelle",
                                        "broad",
                                        "area",
                                        "areas",
                                        "field",
                                        "fields",
                                        "domain",
                                        "domains",
                                        "of",
                                        "between",
                                        "entre",
                                        "zwischen",
                                        "tra",
                                        "de",
                                        "a",
                                        "realm",
                                        "cruce",
                                        "el",
                                        "o"};
// What may stand behind "my interests are" without naming any.
constexpr std::string_view kNoMatter[] = {"to",
                                          "supported",
                                          "available",
                                          "motivated",
                                          "driven",
                                          "broad",
                                          "diverse",
                                          "varied",
                                          "not",
                                          "published",
                                          "listed",
                                          "described",
                                          "inspired",
                                          "funded",
                                          "being",
                                          "part",
                                          "that",
                                          "as",
                                          "very",
                                          "quite",
                                          "currently",
                                          "wide",
                                          "interdisciplinary",
                                          "multidisciplinary",
                                          "here",
                                          "below",
                                          "fortunate",
                                          "possible",
                                          "featured",
                                          "partially",
                                          "also",
                                          "mainly"};

bool lead_over(const std::vector<Token>& w, std::string_view text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i)
    if (gap(text, w[i], w[i + 1]).find_first_of(".;:!?") != std::string_view::npos) return false;
  return true;
}

// Whether the noun at `at` is somebody's: "my main research", "the focus of my work".
bool owned(const std::vector<Token>& w, std::size_t at) {
  static constexpr std::string_view kOver[] = {"past",     "previous",  "former",  "earlier",    "prior",
                                               "doctoral", "phd",       "masters", "engagement", "outreach",
                                               "teaching", "volunteer", "service", "editorial"};
  for (std::size_t k = at, steps = 0; k > 0 && steps < 3; ++steps)
    if (in(kOver, w[--k].folded)) return false;
  for (std::size_t k = at, steps = 0; k > 0 && steps < 5; ++steps)
    if (in(kOwners, w[--k].folded)) return true;
  return at + 2 < w.size() && (w[at + 1].folded == "of" || w[at + 1].folded == "in" || w[at + 1].folded == "de") &&
         in(kOwners, w[at + 2].folded);
}

}  // namespace

bool adverb(std::string_view folded) {
  static constexpr std::string_view kNone[] = {"only",    "family", "apply", "supply",   "rely",     "reply",
                                               "early",   "daily",  "imply", "comply",   "multiply", "assembly",
                                               "anomaly", "italy",  "july",  "monopoly", "elderly",  "friendly"};
  static constexpr std::string_view kMore[] = {"also", "now", "hauptsachlich", "vorwiegend", "surtout", "aussi"};
  if (in(kMore, folded)) return true;
  return folded.size() > 4 && (folded.ends_with("ly") || folded.ends_with("mente") || folded.ends_with("lement")) &&
         !in(kNone, folded);
}

std::size_t stated_as_interest(std::string_view text) {
  // Cheaply first: few sentences say it so.
  const std::size_t verb = std::min(text.find(" is "), text.find(" are "));
  if (verb == std::string_view::npos ||
      (text.find(" my ", verb) == std::string_view::npos && text.find(" our ", verb) == std::string_view::npos &&
       text.find(" his ", verb) == std::string_view::npos && text.find(" her ", verb) == std::string_view::npos))
    return std::string_view::npos;
  const std::vector<Token> w = tokens(text);
  constexpr std::size_t kBehind = 9, kMostWords = 24;
  for (std::size_t i = 1; i + 2 < w.size() && i <= kMostWords; ++i) {
    if (w[i].folded != "is" && w[i].folded != "are") continue;
    if (w.size() - i - 1 > kBehind) continue;
    bool ours = false, matter = false, work = false;
    for (std::size_t k = i + 1; k < w.size(); ++k) {
      ours = ours || in(kOwners, w[k].folded);
      matter = matter || in(kMatter, w[k].folded);
      work = work || in(kWork, w[k].folded);
      if (!ours && w[k].folded == "in") return std::string_view::npos;
    }
    static constexpr std::string_view kSpeaks[] = {"i",     "my",   "we", "our", "this", "these", "it",  "they",
                                                   "which", "that", "he", "she", "his",  "her",   "you", "there"};
    const bool speaks = std::any_of(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(i),
                                    [](const Token& word) { return in(kSpeaks, word.folded); });
    return ours && matter && work && !speaks ? w[i - 1].end : std::string_view::npos;
  }
  return std::string_view::npos;
}

namespace {

// "The goal of my research is to understand X", "my work aims to improve X": behind the verb whose object is the matter.
std::optional<InterestStatement> stated_as_aim(std::string_view text, const std::vector<Token>& w) {
  static constexpr WordSet kAims({"goal", "goals", "aim", "aims", "objective", "objectives", "mission", "purpose", "seeks",
                                  "strives", "aspires", "attempts"});
  static constexpr WordSet kVerbs({"understand", "study",    "improve",      "advance",      "enhance",   "investigate",
                                   "explore",    "uncover",  "analyze",      "analyse",      "elucidate", "examine",
                                   "explain",    "unravel",  "characterize", "characterise", "quantify",  "augment",
                                   "unveil",     "decipher", "optimize",     "reveal"});
  if (text.find(" to ") == std::string_view::npos) return std::nullopt;
  for (std::size_t i = 0; i + 3 < w.size(); ++i) {
    if (!in(kAims, w[i].folded)) continue;
    // The work is told of before ("my research aims to") or behind ("the goal of my research is to").
    constexpr std::size_t kNear = 7;
    bool ours = false, work = false, past = false;
    std::size_t to = i + 1;
    const auto see = [&](const Token& word) {
      ours = ours || in(kOwners, word.folded), work = work || in(kWork, word.folded);
      past = past || word.folded == "was" || word.folded == "thesis" || word.folded == "project" || word.folded == "long";
    };
    for (std::size_t k = i, steps = 0; k > 0 && steps < 4; ++steps) see(w[--k]);
    while (to < w.size() && to < i + kNear && w[to].folded != "to") see(w[to++]);
    if (!ours || !work || past || to + 2 >= w.size() || w[to].folded != "to") continue;
    std::size_t verb = to + 1;
    while (verb < w.size() && (adverb(w[verb].folded) || w[verb].folded == "better" || w[verb].folded == "further")) ++verb;
    if (verb + 1 >= w.size() || !in(kVerbs, w[verb].folded)) continue;
    if (verb + 2 < w.size() && w[verb + 1].folded == "and" && in(kVerbs, w[verb + 2].folded)) verb += 2;
    if (!lead_over(w, text, i, verb)) continue;
    return InterestStatement{w[i].begin, w[verb].end};
  }
  return std::nullopt;
}

}  // namespace

std::optional<InterestStatement> interest_statement(std::string_view text) {
  const std::vector<Token> w = tokens(text);
  if (const auto aim = stated_as_aim(text, w)) return aim;
  for (std::size_t i = 0; i + 2 < w.size(); ++i) {
    bool matter = in(kMatter, w[i].folded);
    if ((!matter && !in(kWork, w[i].folded)) || !owned(w, i)) continue;
    std::size_t j = i + 1;
    // "research interests", "focus of my current research", "research on X" stops.
    for (std::size_t steps = 0; j < w.size() && steps < 6; ++j, ++steps) {
      const std::string& f = w[j].folded;
      if (in(kMatter, f)) matter = true;
      const bool of = (f == "of" || f == "in" || f == "de") && j + 1 < w.size() && in(kOwners, w[j + 1].folded);
      if (!in(kMatter, f) && !in(kWork, f) && !in(kOwners, f) && !of && f != "current" && f != "recent" && f != "primary" &&
          f != "de" && f != "d" && f != "di")
        break;
    }
    std::size_t fillers = 0;
    while (j < w.size() && fillers < 5 && (in(kAuxiliaries, w[j].folded) || adverb(w[j].folded))) ++j, ++fillers;
    bool be = false;
    if (j < w.size() && in(kBe, w[j].folded)) {
      be = true, ++j;
      while (j < w.size() && (adverb(w[j].folded) || w[j].folded == "been")) ++j;
    }
    if (be && matter) {  // "my interests are wide-ranging and include X"
      constexpr std::size_t kNear = 5;
      for (std::size_t k = j; k + 1 < w.size() && k < j + kNear; ++k)
        if (w[k].folded == "and" && (w[k + 1].folded == "include" || w[k + 1].folded == "span" || w[k + 1].folded == "cover")) {
          j = k + 1, be = false;
          break;
        }
    }
    const bool leaning = j < w.size() && in(kLeaning, w[j].folded);
    const bool naming = !be && !leaning && j < w.size() && in(kNaming, w[j].folded);
    if (leaning || naming) ++j;
    if (!be && !leaning && !naming) continue;
    while (j < w.size() && adverb(w[j].folded)) ++j;
    const bool to = j > 0 && (w[j - 1].folded == "devoted" || w[j - 1].folded == "dedicated");
    const bool bent = j < w.size() && in(kPrepositions, w[j].folded) && (w[j].folded != "to" || to);
    if (leaning && !bent) continue;
    if (be && !leaning && bent && w[j].folded == "with") continue;  // "most of my work is with children"
    if (be && !leaning && !bent && (!matter || j >= w.size() || in(kNoMatter, w[j].folded))) continue;
    if (bent) {
      ++j;
      std::size_t places = 0;  // "the intersection of"
      std::size_t k = j;
      while (k < w.size() && places < 5 && in(kPlaces, w[k].folded)) ++k, ++places;
      const bool place = std::any_of(w.begin() + static_cast<std::ptrdiff_t>(j), w.begin() + static_cast<std::ptrdiff_t>(k),
                                     [](const Token& t) { return t.folded.size() > 4; });
      if (place) j = k;
    }
    if (j >= w.size() || j == 0 || !lead_over(w, text, i, j - 1)) continue;
    return InterestStatement{w[i].begin, w[j - 1].end};
  }
  return std::nullopt;
}

}  // namespace fellow::extractor
