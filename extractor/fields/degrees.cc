// SPDX-License-Identifier: GPL-3.0-or-later
// Degrees in a text: find_degrees of titles.h.
#include <algorithm>
#include <array>
#include <iterator>

#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"
#include "extractor/phrases.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
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
                                       {"promovierte", "PhD"},
                                       {"mhs", "MS"},
                                       {"promotionsstudium", "PhD"},
                                       {"masterstudium", "MS"},
                                       {"bachelorstudium", "BS"},
                                       {"doctora", "PhD"},
                                       {"docteur", "PhD"},
                                       {"docteure", "PhD"},
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
                                       {"llb", "BS"},
                                       {"associate's", "other"},
                                       {"especializacao", "other"},
                                       {"residency", "other"},
                                       {"minor", ""},
                                       {"agregation", "other"},
                                       {"diploma", "other"}};
constexpr DegreeWord kCjkDegrees[] = {{"博士后", ""}, {"博士後", ""}, {"博士", "PhD"}, {"直博", "PhD"}, {"박사", "PhD"},
                                      {"硕士", "MS"}, {"碩士", "MS"}, {"修士", "MS"},  {"석사", "MS"},  {"学士", "BS"},
                                      {"學士", "BS"}, {"本科", "BS"}, {"학사", "BS"},  {"学部", "BS"}};

constexpr auto kWords = [] {
  std::array<std::string_view, std::size(kDegreeWords)> out;
  std::transform(std::begin(kDegreeWords), std::end(kDegreeWords), out.begin(), [](const DegreeWord& row) { return row.word; });
  return out;
}();
constexpr PhraseTable<count_words(kWords)> kDegreeTable(kWords);

// The row of a word that names a degree; null if there is none.
const DegreeWord* degree_of(std::string_view folded) {
  const std::uint32_t row = Phrases(kDegreeTable).number_of(folded);
  return row == Phrases::kNone || kDegreeWords[row].degree.empty() ? nullptr : &kDegreeWords[row];
}

// "Ph.D. in Computer Science", "MSc Computer Science", "BSc (Hons) Physics": the words behind the degree up to an institution's
// preposition, punctuation or year.
std::string field_after(std::string_view text, const std::vector<Token>& words, std::size_t at) {
  static constexpr WordSet kSkip({"degree", "degrees", "hons", "honours", "honors", "of", "studies", "student", "candidate",
                                  "thesis", "program", "programme", "with", "diploma", "double", "joint"});
  static constexpr WordSet kEnd({"from",      "at",  "with",    "under",      "by",       "where",      "i",          "degree",
                                 "thesis",    "and", "advisor", "supervisor", "summa",    "magna",      "cum",        "student",
                                 "candidate", "on",  "advised", "supervised", "who",      "working",    "university", "the",
                                 "was",       "in",  "since",   "studies",    "expected", "universite", "program",    "to",
                                 "a",         "an",  "is",      "my",         "before"});
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
  if (first < words.size() && degree_of(words[first].folded) != nullptr) return {};
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
  // "Master of Science in Geology": what follows "of" is the faculty.
  static constexpr WordSet kFaculties({"science", "sciences", "arts", "art", "philosophy", "engineering", "technology",
                                       "applied science", "fine arts", "research"});
  const std::string_view field = text.substr(words[first].begin, words[last].end - words[first].begin);
  if (in(kFaculties, text::fold(field)) && last + 1 < words.size() && words[last + 1].folded == "in")
    return field_after(text, words, last);
  static constexpr WordSet kNoField({"fellow",   "fellowship", "distinction", "honours",  "honors",   "january",  "february",
                                     "march",    "april",      "may",         "june",     "july",     "august",   "september",
                                     "october",  "november",   "december",    "expected", "present",  "ongoing",  "thesis",
                                     "advisors", "supervisor", "advisor",     "research", "visiting", "graduated"});
  return in(kNoField, text::fold(field)) ? std::string() : text::clean(field, 120);
}

// Within a bracket that says what a degree is worth elsewhere.
bool in_equivalent(std::string_view text, std::size_t at) {
  const std::size_t open = text.substr(0, at).rfind('(');
  if (open == std::string_view::npos || at - open > 40 || text.substr(open, at - open).find(')') != std::string_view::npos)
    return false;
  const std::string_view bracket = text.substr(open, std::min(text.find(')', at), open + 80) - open);
  return text::lower(bracket).find("equiv") != std::string::npos;
}

}  // namespace

std::vector<Degree> find_degrees(std::string_view text) { return find_degrees(text, tokens(text)); }

std::vector<Degree> find_degrees(std::string_view text, const std::vector<Token>& words) {
  std::vector<Degree> out;
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
      static constexpr WordSet kPairs(
          {"phd", "msc", "bsc", "ms", "bs", "ma", "ba", "mtech", "btech", "meng", "beng", "dphil", "mphil", "be"});
      if (between.size() <= 2 && in(kPairs, pair) && words[i + 1].capital) key = pair, last = i + 1;
    }
    if (key == "dr" && (next(1) == "rer" || next(1) == "ing" || next(1) == "phil" || next(1) == "med"))
      key = "doktor", last = i + (next(1) == "rer" ? 2 : 1);
    if (key == "laurea" && (next(1) == "magistrale" || next(1) == "specialistica")) key = "magistrale", last = i + 1;
    // The engineer's degree of French schools is a master's by law (Code de l'éducation, D612-34).
    if (key == "diplome" && (next(1).starts_with("dingenieur") || (next(1) == "d" && next(2).starts_with("ingenieur"))))
      key = "meng", last = i + (next(1) == "d" ? 2 : 1);
    if (key == "engineering" && next(1) == "degree" && upper && out.empty()) key = "meng", last = i + 1;
    if (key == "juris" && next(1) == "doctor") key = "jd", last = i + 1;
    const DegreeWord* row = degree_of(key);
    if (row == nullptr) continue;
    const std::size_t letters = words[i].end - words[i].begin;
    const std::string_view as_written = text.substr(words[i].begin, letters);
    const bool short_word = key.size() <= 3 && !(key == "mgr" && text.substr(words[i].end, 1) == ".");
    if (short_word && key != "phd" &&
        !(as_written.size() >= 2 && as_written[0] >= 'A' && as_written[0] <= 'Z' &&
          (as_written.find('.') != std::string_view::npos || (as_written.back() >= 'A' && as_written.back() <= 'Z') ||
           as_written.back() == 'c' || as_written.back() == 'A' || last > i)))
      continue;
    if ((key == "docteur" || key == "docteure") && next(1) != "en" && next(1) != "es") continue;
    if (key == "doctora" && next(1) != "en" && next(1) != "por") continue;
    if (key == "doctor" && next(1) != "of" && next(1) != "en" && next(1) != "in" && next(1) != "degree") continue;
    if (key == "undergraduate" && next(1) != "degree" && next(1) != "studies" && next(1) != "in" && next(1) != "at") continue;
    if (key == "these" && (text.substr(words[i].begin, 3) == "the" || text.substr(words[i].begin, 3) == "The")) continue;
    if ((key == "ma" || key == "be" || key == "ms" || key == "ba" || key == "sm" || key == "ab" || key == "sb") && i > 0 &&
        gap(text, words[i - 1], words[i]) == ", " && words[i - 1].capital && key == "ma" && as_written == "MA" &&
        next(1) != "in") {
      // "Cambridge, MA" is a state.
      static constexpr WordSet kTowns({"cambridge", "boston", "amherst", "worcester", "medford", "waltham", "lowell",
                                       "somerville", "wellesley", "northampton"});
      if (in(kTowns, words[i - 1].folded)) continue;
    }
    std::string_view level = row->degree;
    // "Doctor of Medicine", "doctorat en pharmacie": a profession's degree.
    static constexpr WordSet kProfessions({"medicine", "medecine", "medicina", "medizin", "pharmacy", "pharmacie", "farmacia",
                                           "dental", "dentistry", "veterinary", "veterinaire", "law", "optometry",
                                           "chiropractic", "nursing"});
    if (level == "PhD" && key.starts_with("do") && (next(1) == "of" || next(1) == "en" || next(1) == "in") &&
        in(kProfessions, next(2)) && !(next(1) == "in" && (next(2) == "law" || next(2) == "nursing")))
      level = "other";
    // "Mgr. (BSc + MSc equivalent)" explains the degree before.
    if (!out.empty() && in_equivalent(text, words[i].begin)) continue;
    // "Ph.D. student", "PhD students", "Master's thesis" still name the degree; callers judge the context.
    Degree degree{
        .degree = std::string(level), .field = field_after(text, words, last), .begin = words[i].begin, .end = words[last].end};
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
