// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/titles.h"

#include <algorithm>
#include <iterator>

#include "extractor/fields/organisations.h"
#include "extractor/fields/tokens.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool in(auto const& list, std::string_view what) { return std::find(std::begin(list), std::end(list), what) != std::end(list); }

// Last words of a title, folded.
constexpr std::string_view kHeads[] = {"undergrad",
                                       "student",
                                       "candidate",
                                       "professor",
                                       "prof",
                                       "lecturer",
                                       "researcher",
                                       "scientist",
                                       "engineer",
                                       "fellow",
                                       "postdoc",
                                       "director",
                                       "dean",
                                       "reader",
                                       "associate",
                                       "assistant",
                                       "intern",
                                       "instructor",
                                       "manager",
                                       "developer",
                                       "scholar",
                                       "consultant",
                                       "analyst",
                                       "biologist",
                                       "statistician",
                                       "biostatistician",
                                       "economist",
                                       "physicist",
                                       "mathematician",
                                       "psychologist",
                                       "founder",
                                       "cofounder",
                                       "ceo",
                                       "cto",
                                       "chair",
                                       "investigator",
                                       "architect",
                                       "specialist",
                                       "head",
                                       "staff",
                                       "trainee",
                                       "tutor",
                                       "president",
                                       "epidemiologist",
                                       "bioinformatician",
                                       "undergraduate",
                                       "postdoctorate",
                                       "phd",
                                       "programmer",
                                       "technician",
                                       "librarian",
                                       "curator",
                                       "physician",
                                       "clinician",
                                       "advisor",
                                       "chercheur",
                                       "chercheuse",
                                       "professeur",
                                       "professeure",
                                       "doctorant",
                                       "doctorante",
                                       "conferences",
                                       "ingenieur",
                                       "enseignant",
                                       "enseignante",
                                       "etudiant",
                                       "etudiante",
                                       "pediatre",
                                       "medecin",
                                       "cours",
                                       "recherche",
                                       "recherches",
                                       "attache",
                                       "mitarbeiter",
                                       "mitarbeiterin",
                                       "doktorand",
                                       "doktorandin",
                                       "professorin",
                                       "privatdozent",
                                       "dozent",
                                       "dozentin",
                                       "juniorprofessor",
                                       "juniorprofessorin",
                                       "leiter",
                                       "leiterin",
                                       "wissenschaftler",
                                       "wissenschaftlerin",
                                       "profesor",
                                       "profesora",
                                       "investigador",
                                       "investigadora",
                                       "doctorando",
                                       "doctoranda",
                                       "estudiante",
                                       "becario",
                                       "catedratico",
                                       "doutorando",
                                       "doutoranda",
                                       "mestrando",
                                       "mestranda",
                                       "pesquisador",
                                       "pesquisadora",
                                       "estudante",
                                       "ricercatore",
                                       "ricercatrice",
                                       "dottorando",
                                       "dottoranda",
                                       "professore",
                                       "assegnista",
                                       "hoogleraar",
                                       "promovendus",
                                       "docent",
                                       "astronomer",
                                       "chemist",
                                       "geneticist",
                                       "linguist",
                                       "philosopher",
                                       "historian",
                                       "neuroscientist",
                                       "ecologist",
                                       "roboticist",
                                       "sociologist",
                                       "developper",
                                       "entrepreneur",
                                       "designer",
                                       "writer",
                                       "teacher",
                                       "officer",
                                       "lead",
                                       "leader",
                                       "pi",
                                       "fellowship",
                                       "stipendiat",
                                       "geologist",
                                       "surgeon",
                                       "md",
                                       "postgraduate",
                                       "doctorate",
                                       "educator",
                                       "planner",
                                       "technologist",
                                       "informaticist",
                                       "oceanographer",
                                       "meteorologist",
                                       "geographer",
                                       "archaeologist",
                                       "anthropologist",
                                       "strategist",
                                       "coordinator",
                                       "administrator",
                                       "quant",
                                       "trader",
                                       "freelancer",
                                       "member",
                                       "responsable",
                                       "directeur",
                                       "directrice",
                                       "chargee",
                                       "maitre",
                                       "lektor",
                                       "adjunkt",
                                       "professeur",
                                       "forsker",
                                       "stipendiary"};
// Heads that are a title only with one of kModifiers (or a capital) before them, or "of" after.
constexpr std::string_view kWeakHeads[] = {
    "associate", "assistant",  "chair",       "head",      "staff",         "phd",           "conferences",  "cours",
    "recherche", "recherches", "advisor",     "lead",      "leader",        "fellowship",    "member",       "officer",
    "editor",    "teacher",    "writer",      "president", "undergraduate", "graduate",      "doctorate",    "pi",
    "md",        "candidate",  "attache",     "trainee",   "philosopher",   "designer",      "postgraduate", "trader",
    "maitre",    "chargee",    "coordinator", "reader",    "prof",          "administrator", "fellow",       "student",
    "director",  "dean"};
constexpr std::string_view kModifiers[] = {"phd",
                                           "ph",
                                           "doctoral",
                                           "graduate",
                                           "postgraduate",
                                           "undergraduate",
                                           "master",
                                           "masters",
                                           "msc",
                                           "bsc",
                                           "ms",
                                           "ma",
                                           "mphil",
                                           "bachelor",
                                           "bachelors",
                                           "research",
                                           "teaching",
                                           "assistant",
                                           "associate",
                                           "full",
                                           "senior",
                                           "junior",
                                           "principal",
                                           "staff",
                                           "postdoctoral",
                                           "post",
                                           "doc",
                                           "doctorate",
                                           "visiting",
                                           "adjunct",
                                           "clinical",
                                           "distinguished",
                                           "chair",
                                           "tenured",
                                           "tenure",
                                           "track",
                                           "honorary",
                                           "emeritus",
                                           "applied",
                                           "machine",
                                           "learning",
                                           "software",
                                           "data",
                                           "lead",
                                           "chief",
                                           "executive",
                                           "technical",
                                           "scientific",
                                           "co",
                                           "vice",
                                           "deputy",
                                           "faculty",
                                           "university",
                                           "r",
                                           "d",
                                           "ai",
                                           "ml",
                                           "computer",
                                           "computational",
                                           "science",
                                           "night",
                                           "permanent",
                                           "part",
                                           "time",
                                           "endowed",
                                           "named",
                                           "founding",
                                           "managing",
                                           "academic",
                                           "assist",
                                           "asst",
                                           "assoc",
                                           "invited",
                                           "guest",
                                           "independent",
                                           "marie",
                                           "curie",
                                           "humboldt",
                                           "nsf",
                                           "jsps",
                                           "eth",
                                           "early",
                                           "career",
                                           "fulbright",
                                           "rhodes",
                                           "group",
                                           "team",
                                           "special",
                                           "specially",
                                           "appointed",
                                           "project",
                                           "program",
                                           "limited",
                                           "term",
                                           "medical",
                                           "quantitative",
                                           "deep",
                                           "hardware",
                                           "system",
                                           "systems",
                                           "security",
                                           "network",
                                           "requirements",
                                           "fisheries",
                                           "statistics",
                                           "physics",
                                           "mathematics",
                                           "economics",
                                           "psychology",
                                           "engineering",
                                           "biology",
                                           "chemistry",
                                           "robotics",
                                           "college",
                                           "cs",
                                           "eecs",
                                           "joint",
                                           "wissenschaftlicher",
                                           "wissenschaftliche",
                                           "chaire",
                                           "maitre",
                                           "charge",
                                           "chargee",
                                           "de",
                                           "directeur",
                                           "directrice",
                                           "postdoctorant",
                                           "postdoctoral",
                                           "incoming",
                                           "registered",
                                           "environmental",
                                           "biomedical",
                                           "scholarship",
                                           "exchange",
                                           "erasmus",
                                           "affiliate",
                                           "affiliated",
                                           "core",
                                           "prize",
                                           "junior",
                                           "simons",
                                           "member",
                                           "nlp",
                                           "vision",
                                           "summer",
                                           "industrial",
                                           "industry",
                                           "fundamental",
                                           "investigador",
                                           "dr",
                                           "ing",
                                           "regents",
                                           "presidential",
                                           "royal",
                                           "society",
                                           "leverhulme",
                                           "wellcome",
                                           "global",
                                           "national",
                                           "international",
                                           "long",
                                           "contract",
                                           "combined",
                                           "integrated",
                                           "cotutelle",
                                           "dphil",
                                           "md",
                                           "mres",
                                           "meng",
                                           "mba",
                                           "doctorado",
                                           "computer",
                                           "interdisciplinary",
                                           "sloan",
                                           "staff"};
constexpr std::string_view kOrdinals[] = {
    "first",  "second", "third", "fourth", "fifth",    "sixth",   "final",    "last",       "1st",       "2nd",
    "3rd",    "4th",    "5th",   "6th",    "7th",      "year",    "new",      "current",    "currently", "proud",
    "now",    "also",   "time",  "years",  "recently", "newly",   "part",     "1er",        "full",      "year's",
    "former", "st",     "nd",    "rd",     "th",       "tenured", "previous", "previously", "previous"};
constexpr std::string_view kStops[] = {
    "a",         "an",          "the",      "as",        "i",           "am",        "im",      "is",         "was",
    "were",      "are",         "be",       "been",      "at",          "in",        "of",      "for",        "with",
    "by",        "to",          "from",     "my",        "his",         "her",       "our",     "your",       "their",
    "and",       "or",          "he",       "she",       "we",          "currently", "un",      "une",        "je",
    "suis",      "ich",         "bin",      "ein",       "eine",        "der",       "die",     "das",        "et",
    "und",       "y",           "e",        "soy",       "sou",         "sono",      "uno",     "um",         "uma",
    "el",        "la",          "le",       "les",       "another",     "one",       "this",    "that",       "these",
    "other",     "fellow",      "advising", "mentoring", "co-advised",  "mentored",  "joined",  "become",     "became",
    "being",     "hiring",      "hired",    "who",       "which",       "it",        "ist",     "est",        "als",
    "many",      "all",         "some",     "several",   "two",         "three",     "advised", "supervised", "seeking",
    "looking",   "interested",  "among",    "position",  "outstanding", "excellent", "best",    "talented",   "motivated",
    "supervise", "supervising", "job",      "lifelong",  "on",          "not",       "no"};

struct CjkTitle {
  std::string_view text, kind;
};
constexpr CjkTitle kCjkTitles[] = {
    {"博士研究生", "student"}, {"硕士研究生", "student"},   {"博士候选人", "student"},  {"博士后研究员", "postdoc"},
    {"博士后", "postdoc"},     {"博士生", "student"},       {"硕士生", "student"},      {"本科生", "student"},
    {"研究生", "student"},     {"客員教授", "faculty"},     {"名誉教授", "faculty"},    {"特任准教授", "faculty"},
    {"特任教授", "faculty"},   {"特任助教", "faculty"},     {"特任講師", "faculty"},    {"准教授", "faculty"},
    {"副教授", "faculty"},     {"助理教授", "faculty"},     {"讲席教授", "faculty"},    {"特聘教授", "faculty"},
    {"教授", "faculty"},       {"特别研究员", "research"},  {"特別研究員", "research"}, {"助理研究员", "research"},
    {"副研究员", "research"},  {"主任研究員", "research"},  {"研究员", "research"},     {"研究員", "research"},
    {"讲师", "faculty"},       {"講師", "faculty"},         {"助教", "faculty"},        {"高级工程师", "industry"},
    {"工程师", "industry"},    {"博士課程", "student"},     {"修士課程", "student"},    {"박사과정", "student"},
    {"석사과정", "student"},   {"박사후연구원", "postdoc"}, {"부교수", "faculty"},      {"조교수", "faculty"},
    {"교수", "faculty"},       {"연구원", "research"},      {"大学院生", "student"}};

bool has(const std::vector<std::string>& words, std::initializer_list<std::string_view> wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](std::string_view w) { return std::find(words.begin(), words.end(), w) != words.end(); });
}

bool tight(std::string_view between) {
  return adjoining(between) && between.find('\n') == std::string_view::npos && between != ". ";
}

void add_cjk(std::string_view text, std::vector<Title>& out) {
  for (std::size_t at = 0; at < text.size();) {
    const CjkTitle* best = nullptr;
    for (const CjkTitle& row : kCjkTitles)
      if (text.substr(at).starts_with(row.text) && (!best || row.text.size() > best->text.size())) best = &row;
    if (best) {
      out.push_back({std::string(best->text), std::string(best->kind), at, at + best->text.size()});
      at += best->text.size();
    } else {
      ++at;
    }
  }
}

}  // namespace

std::string position_kind(std::string_view title) {
  const std::vector<std::string> w = text::words(title);
  for (const CjkTitle& row : kCjkTitles)
    if (title.find(row.text) != std::string_view::npos) return std::string(row.kind);
  if (has(w, {"postdoc", "postdoctoral", "postdoctorate", "postdoctorant", "postdoctorante"}) ||
      (has(w, {"post"}) && has(w, {"doc", "doctoral"})))
    return "postdoc";
  if (has(w, {"student",    "candidate",  "doctorant",  "doctorante", "doktorand",     "doktorandin", "doctorando",
              "doctoranda", "doutorando", "doutoranda", "mestrando",  "mestranda",     "dottorando",  "dottoranda",
              "estudiante", "estudante",  "etudiant",   "etudiante",  "undergraduate", "promovendus", "stipendiat"}))
    return "student";
  if (has(w, {"phd"}) && !has(w, {"researcher", "fellow"})) return "student";
  if (has(w, {"professor",    "prof",   "lecturer",        "professeur",        "professeure", "reader",     "professorin",
              "privatdozent", "dozent", "juniorprofessor", "juniorprofessorin", "profesor",    "profesora",  "professore",
              "catedratico",  "dean",   "conferences",     "hoogleraar",        "docent",      "instructor", "chair",
              "faculty"}))
    return "faculty";
  if (has(w, {"intern", "engineer", "developer", "manager", "ceo", "cto", "founder", "cofounder", "consultant", "analyst",
              "architect", "ingenieur", "programmer", "entrepreneur", "president", "quant"}))
    return "industry";
  if (has(w,
          {"researcher",  "scientist",     "research",      "fellow",      "investigator", "chercheur",   "chercheuse",
           "recherche",   "investigador",  "investigadora", "pesquisador", "pesquisadora", "ricercatore", "ricercatrice",
           "mitarbeiter", "mitarbeiterin", "statistician",  "biologist",   "scholar",      "assegnista",  "wissenschaftler"}))
    return "research";
  return "other";
}

std::vector<Title> find_titles(std::string_view text) {
  std::vector<Title> out;
  const std::vector<Token> words = tokens(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!in(kHeads, words[i].folded)) continue;
    // To the right: "Research Fellow", "Assistant Professor": the last head of the run is the title's.
    std::size_t last = i;
    while (last + 1 < words.size() && tight(gap(text, words[last], words[last + 1])) && in(kHeads, words[last + 1].folded))
      ++last;
    std::size_t first = i;
    const bool joined = last > i;
    while (first > 0 && i - first < 7) {
      const Token& before = words[first - 1];
      const std::string_view between = gap(text, before, words[first]);
      if (!(tight(between) || between == "&" || between == " & ") || in(kStops, before.folded) || before.cjk || before.number)
        break;
      if (!before.capital && !in(kModifiers, before.folded) && !in(kOrdinals, before.folded) &&
          !(between == "-" || between == "/"))
        break;
      if (before.capital && before.end - before.begin == 1 && before.folded != "r") break;
      --first;
    }
    while (first < i && (in(kOrdinals, words[first].folded)) && !(words[first].folded == "full") &&
           !(words[first].folded == "part"))
      ++first;
    const bool modified = first < i || joined;
    const bool with_of = last + 1 < words.size() && words[last + 1].folded == "of" && words[i].capital;
    const bool weak = in(kWeakHeads, words[last].folded);
    if (weak && !modified && !with_of &&
        !(words[last].folded == "director" || words[last].folded == "dean" || words[last].folded == "student"))
      continue;
    if (words[last].folded == "member" &&
        !(last + 2 < words.size() && words[last + 1].folded == "of" && words[last + 2].folded == "technical")) {
      i = last;
      continue;
    }
    // "Google Scholar", "Fulbright Scholar", "DAAD Fellow" are no positions; "Visiting Scholar", "Marie Curie Fellow" are.
    if (words[last].folded == "scholar" || words[last].folded == "fellow") {
      static constexpr std::string_view kPosts[] = {
          "visiting",     "research", "postdoctoral", "teaching",      "doctoral", "clinical",   "phd",
          "postgraduate", "graduate", "curie",        "humboldt",      "senior",   "junior",     "postdoc",
          "honorary",     "career",   "affiliated",   "distinguished", "msc",      "industrial", "lecturer"};
      bool post = false;
      for (std::size_t k = first; k < last; ++k) post = post || in(kPosts, words[k].folded);
      if (!post) {
        i = last;
        continue;
      }
    }
    Title title{.text = {}, .kind = {}, .begin = words[first].begin, .end = words[last].end};
    const bool wants_of = in(std::initializer_list<std::string_view>{"director", "head", "dean", "chair", "conferences",
                                                                     "maitre", "member", "charge", "leader"},
                             words[last].folded);
    if (wants_of && last + 2 < words.size() && (words[last + 1].folded == "of" || words[last + 1].folded == "de")) {
      std::size_t end = last + 2;
      if (words[end].folded == "the" && end + 1 < words.size()) ++end;
      while (end + 1 < words.size() && tight(gap(text, words[end], words[end + 1])) &&
             (words[end + 1].capital || words[last].folded == "member") && end - last < 5 && words[end + 1].folded != "at")
        ++end;
      title.end = words[end].end, last = end;
    }
    title.text = text::clean(text.substr(title.begin, title.end - title.begin), 200);
    title.kind = position_kind(title.text);
    i = last;
    out.push_back(std::move(title));
  }
  add_cjk(text, out);
  std::stable_sort(out.begin(), out.end(), [](const Title& a, const Title& b) { return a.begin < b.begin; });
  return out;
}

namespace {

struct DegreeWord {
  std::string_view word, degree;  // one folded token ("Ph.D." folds to "phd")
};
constexpr DegreeWord kDegreeWords[] = {{"phd", "PhD"},
                                       {"dphil", "PhD"},
                                       {"doctorate", "PhD"},
                                       {"doctoral", "PhD"},
                                       {"doctorat", "PhD"},
                                       {"doctorado", "PhD"},
                                       {"doutorado", "PhD"},
                                       {"dottorato", "PhD"},
                                       {"promotion", "PhD"},
                                       {"doktor", "PhD"},
                                       {"dsc", "PhD"},
                                       {"scd", "PhD"},
                                       {"edd", "PhD"},
                                       {"drsc", "PhD"},
                                       {"dring", "PhD"},
                                       {"drrernat", "PhD"},
                                       {"promoviert", "PhD"},
                                       {"promotionsstudium", "PhD"},
                                       {"these", "PhD"},
                                       {"doctor", "PhD"},
                                       {"ms", "MS"},
                                       {"msc", "MS"},
                                       {"ma", "MS"},
                                       {"mphil", "MS"},
                                       {"meng", "MS"},
                                       {"mtech", "MS"},
                                       {"mba", "MS"},
                                       {"master", "MS"},
                                       {"masters", "MS"},
                                       {"master's", "MS"},
                                       {"mres", "MS"},
                                       {"mmath", "MS"},
                                       {"mphys", "MS"},
                                       {"mst", "MS"},
                                       {"msi", "MS"},
                                       {"mpp", "MS"},
                                       {"mph", "MS"},
                                       {"mpa", "MS"},
                                       {"mdiv", "MS"},
                                       {"mfa", "MS"},
                                       {"msci", "MS"},
                                       {"scm", "MS"},
                                       {"sm", "MS"},
                                       {"mcs", "MS"},
                                       {"mse", "MS"},
                                       {"mlitt", "MS"},
                                       {"diplom", "MS"},
                                       {"diplominformatiker", "MS"},
                                       {"dea", "MS"},
                                       {"dess", "MS"},
                                       {"magister", "MS"},
                                       {"maestria", "MS"},
                                       {"mestrado", "MS"},
                                       {"laurea magistrale", "MS"},
                                       {"magistrale", "MS"},
                                       {"specialistica", "MS"},
                                       {"mestre", "MS"},
                                       {"maitrise", "MS"},
                                       {"ing", ""},
                                       {"mgr", "MS"},
                                       {"mcomp", "MS"},
                                       {"llm", ""},
                                       {"bs", "BS"},
                                       {"bsc", "BS"},
                                       {"ba", "BS"},
                                       {"beng", "BS"},
                                       {"be", "BS"},
                                       {"btech", "BS"},
                                       {"bachelor", "BS"},
                                       {"bachelors", "BS"},
                                       {"undergraduate", "BS"},
                                       {"licence", "BS"},
                                       {"license", ""},
                                       {"licenciatura", "BS"},
                                       {"licenciado", "BS"},
                                       {"grado", "BS"},
                                       {"graduacao", "BS"},
                                       {"bacharelado", "BS"},
                                       {"laurea", "BS"},
                                       {"triennale", "BS"},
                                       {"sb", "BS"},
                                       {"ab", "BS"},
                                       {"bcs", "BS"},
                                       {"bcomp", "BS"},
                                       {"bmath", "BS"},
                                       {"bse", "BS"},
                                       {"bcomm", "BS"},
                                       {"bfa", "BS"},
                                       {"hbsc", "BS"},
                                       {"scb", "BS"},
                                       {"bba", "BS"},
                                       {"licenciada", "BS"},
                                       {"baccalaureat", "BS"},
                                       {"baccalaureate", "BS"},
                                       {"vordiplom", "BS"},
                                       {"bca", "BS"},
                                       {"bmus", "BS"},
                                       {"bm", "BS"},
                                       {"mm", "MS"},
                                       {"graduado", "BS"},
                                       {"graduada", "BS"},
                                       {"especialista", "other"},
                                       {"bacharel", "BS"},
                                       {"doutor", "PhD"},
                                       {"bsn", "BS"},
                                       {"habilitation", "other"},
                                       {"hdr", "other"},
                                       {"md", "other"},
                                       {"jd", "other"},
                                       {"pgce", "other"},
                                       {"certificate", "other"},
                                       {"dut", "other"},
                                       {"bts", "other"},
                                       {"pgdip", "other"},
                                       {"pharmd", "other"},
                                       {"dvm", "other"},
                                       {"mbbs", "other"},
                                       {"associate's", "other"},
                                       {"especializacao", "other"},
                                       {"residency", "other"},
                                       {"minor", ""},
                                       {"agregation", "other"},
                                       {"diploma", "other"}};
constexpr DegreeWord kCjkDegrees[] = {{"博士后", ""}, {"博士後", ""}, {"博士", "PhD"}, {"박사", "PhD"}, {"硕士", "MS"},
                                      {"碩士", "MS"}, {"修士", "MS"}, {"석사", "MS"},  {"学士", "BS"},  {"學士", "BS"},
                                      {"本科", "BS"}, {"학사", "BS"}, {"学部", "BS"}};

bool degree_word(std::string_view folded) {
  return std::any_of(std::begin(kDegreeWords), std::end(kDegreeWords),
                     [&](const DegreeWord& r) { return r.word == folded && !r.degree.empty(); });
}

// "Ph.D. in Computer Science", "MSc Computer Science", "BSc (Hons) Physics": the words behind the degree up to an institution's
// preposition, punctuation or year.
std::string field_after(std::string_view text, const std::vector<Token>& words, std::size_t at) {
  static constexpr std::string_view kSkip[] = {"degree",  "degrees", "hons",      "honours", "honors",  "of",
                                               "studies", "student", "candidate", "thesis",  "program", "programme",
                                               "with",    "diploma", "double",    "joint"};
  static constexpr std::string_view kEnd[] = {
      "from",    "at",         "with",       "under", "by",  "where",   "i",         "degree",  "thesis",   "and",
      "advisor", "supervisor", "summa",      "magna", "cum", "student", "candidate", "on",      "advised",  "supervised",
      "who",     "working",    "university", "the",   "was", "in",      "since",     "studies", "expected", "universite",
      "program", "to",         "a",          "an",    "is",  "my",      "before"};
  std::size_t i = at + 1;
  bool marked = false;  // "in", "of", ":"
  while (i < words.size() && i < at + 5) {
    const std::string_view between = gap(text, words[i - 1], words[i]);
    if (between.find('\n') != std::string_view::npos || between.find(". ") != std::string_view::npos) return {};
    if (words[i].folded == "in" || words[i].folded == "en" || words[i].folded == "em" || words[i].folded == "im" ||
        words[i].folded == "fur") {
      marked = true, ++i;
      break;
    }
    if (words[i].folded == "of") marked = true;
    const bool level = words[i].number && words[i].folded.size() == 1;  // "Master 2"
    if (!in(kSkip, words[i].folded) && !level) break;
    ++i;
  }
  const std::size_t first = i;
  if (first < words.size() && degree_word(words[first].folded)) return {};
  std::size_t last = first;
  bool any = false;
  for (; i < words.size() && i < first + 9; ++i) {
    const std::string_view between = gap(text, words[i - 1], words[i]);
    if (i > first && between.find_first_of(",;.\n:()|[") != std::string_view::npos) break;
    if (i > first && (between.find("–") != std::string_view::npos || between.find(" - ") != std::string_view::npos)) break;
    const bool inner_and =
        words[i].folded == "and" && any && i + 1 < words.size() && words[i + 1].capital && words[last].capital;
    if ((in(kEnd, words[i].folded) && !inner_and) || words[i].number) break;
    if (i == first && !words[i].capital && !marked) return {};
    last = i, any = true;
  }
  if (!any) return {};

  const bool apart = gap(text, words[first - 1], words[first]).find_first_of(",;|") != std::string_view::npos;
  if (apart && last + 1 < words.size() && (words[last + 1].folded == "university" || words[last + 1].folded == "universite"))
    return {};
  if (gap(text, words[first - 1], words[first]).find_first_of(",;|") != std::string_view::npos &&
      !find_organisations(text.substr(words[first].begin, words[last].end - words[first].begin)).empty())
    return {};  // "Promotion, Universität X"
  const std::string field = text::clean(text.substr(words[first].begin, words[last].end - words[first].begin), 120);
  return field;
}

}  // namespace

std::vector<Degree> find_degrees(std::string_view text) {
  std::vector<Degree> out;
  const std::vector<Token> words = tokens(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].cjk) {
      const std::string_view word = text.substr(words[i].begin, words[i].end - words[i].begin);
      for (std::size_t at = 0; at < word.size();) {
        std::size_t step = 1;
        for (const DegreeWord& row : kCjkDegrees) {
          if (!word.substr(at).starts_with(row.word)) continue;
          step = row.word.size();
          if (!row.degree.empty())
            out.push_back({std::string(row.degree), {}, words[i].begin + at, words[i].begin + at + step});
          break;
        }
        at += step;
      }
      continue;
    }
    std::string key = words[i].folded;
    while (key.size() > 4 && key.back() >= '0' && key.back() <= '9') key.pop_back();  // "Master2"
    std::size_t last = i;
    const auto next = [&](std::size_t n) {
      return i + n < words.size() ? std::string_view(words[i + n].folded) : std::string_view();
    };
    const bool upper = words[i].capital;
    if ((key == "ph" || key == "m" || key == "b" || key == "d") && upper) {  // "Ph. D.", "M. Sc.", "B. S."
      const std::string pair = key + std::string(next(1));
      const std::string_view between = i + 1 < words.size() ? gap(text, words[i], words[i + 1]) : std::string_view("\n");
      static constexpr std::string_view kPairs[] = {"phd",   "msc",   "bsc",  "ms",   "bs",    "ma",    "ba",
                                                    "mtech", "btech", "meng", "beng", "dphil", "mphil", "be"};
      if (between.size() <= 2 && in(kPairs, pair) && words[i + 1].capital) key = pair, last = i + 1;
    }
    if (key == "dr" && (next(1) == "rer" || next(1) == "ing" || next(1) == "phil" || next(1) == "med"))
      key = "doktor", last = i + (next(1) == "rer" ? 2 : 1);
    if (key == "laurea" && (next(1) == "magistrale" || next(1) == "specialistica")) key = "magistrale", last = i + 1;
    if (key == "licence" && false) continue;
    const auto row =
        std::find_if(std::begin(kDegreeWords), std::end(kDegreeWords), [&](const DegreeWord& r) { return r.word == key; });
    if (row == std::end(kDegreeWords) || row->degree.empty()) continue;
    const std::size_t letters = words[i].end - words[i].begin;
    const std::string_view as_written = text.substr(words[i].begin, letters);
    const bool short_word = key.size() <= 3;
    if (short_word && key != "phd" &&
        !(as_written.size() >= 2 && as_written[0] >= 'A' && as_written[0] <= 'Z' &&
          (as_written.find('.') != std::string_view::npos || (as_written.back() >= 'A' && as_written.back() <= 'Z') ||
           as_written.back() == 'c' || as_written.back() == 'A' || last > i)))
      continue;
    if (key == "doctor" && next(1) != "of" && next(1) != "en" && next(1) != "in" && next(1) != "degree") continue;
    if (key == "undergraduate" && next(1) != "degree" && next(1) != "studies" && next(1) != "in" && next(1) != "at") continue;
    if (key == "these" && (text.substr(words[i].begin, 3) == "the" || text.substr(words[i].begin, 3) == "The")) continue;
    if ((key == "ma" || key == "be" || key == "ms" || key == "ba" || key == "sm" || key == "ab" || key == "sb") && i > 0 &&
        gap(text, words[i - 1], words[i]) == ", " && words[i - 1].capital && key == "ma" && as_written == "MA" &&
        next(1) != "in") {
      // "Cambridge, MA" is a state.
      static constexpr std::string_view kTowns[] = {"cambridge", "boston", "amherst",    "worcester", "medford",
                                                    "waltham",   "lowell", "somerville", "wellesley", "northampton"};
      if (in(kTowns, words[i - 1].folded)) continue;
    }
    // "Ph.D. student", "PhD students", "Master's thesis" still name the degree; callers judge the context.
    Degree degree{.degree = std::string(row->degree),
                  .field = field_after(text, words, last),
                  .begin = words[i].begin,
                  .end = words[last].end};
    if (!out.empty() && out.back().degree == degree.degree && words[i].begin - out.back().end <= 2 &&
        text.substr(out.back().end, words[i].begin - out.back().end).find_first_of("&/,") == std::string_view::npos)
      continue;
    out.push_back(std::move(degree));
    i = last;
  }
  std::stable_sort(out.begin(), out.end(), [](const Degree& a, const Degree& b) { return a.begin < b.begin; });
  return out;
}

}  // namespace fellow::extractor
