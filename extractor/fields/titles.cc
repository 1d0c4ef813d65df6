// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/fields/titles.h"

#include <algorithm>
#include <iterator>

#include "extractor/fields/title_tails.h"
#include "extractor/fields/title_words.h"
#include "extractor/fields/tokens.h"
#include "extractor/word_set.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

bool has(const std::vector<std::string>& words, std::initializer_list<std::string_view> wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](std::string_view w) { return std::find(words.begin(), words.end(), w) != words.end(); });
}

bool tight(std::string_view between) {
  return adjoining(between) && between.find('\n') == std::string_view::npos && between != ". ";
}

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
static_assert(std::none_of(std::begin(kCjkTitles), std::end(kCjkTitles),
                           [](const CjkTitle& row) { return is_ascii(row.text[0]); }));

void add_cjk(std::string_view text, std::vector<Title>& out) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_ascii(text[at])) {
      ++at;
      continue;
    }
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

// "an Elin Steen Fellow at the Institute of X", and "Elin Steen Fellow. Institute of X" at the head of a line: a post that is
// named after somebody, by two words and more.
bool named_fellow(std::string_view text, const std::vector<Token>& words, std::size_t first, std::size_t last) {
  static constexpr WordSet kNoPosts({"ieee", "acm", "google", "microsoft", "facebook", "meta", "nvidia", "apple", "amazon",
                                     "ibm", "nsf", "daad", "rhodes", "fulbright", "schmidt", "openai", "adobe", "qualcomm",
                                     "snap"});
  std::size_t capitals = 0;
  for (std::size_t k = first; k < last; ++k) {
    if (in(kNoPosts, words[k].folded)) return false;
    capitals += words[k].capital && words[k].folded.size() > 2 ? 1 : 0;
  }
  if (capitals < 2 || last + 1 >= words.size()) return false;
  const std::string_view behind = gap(text, words[last], words[last + 1]);
  return (behind == " " && words[last + 1].folded == "at") || (first == 0 && behind == ". ");
}

// The last word of what belongs to the title that ends with words[last].
std::size_t with_tail(std::string_view text, const std::vector<Token>& words, std::size_t last) {
  std::size_t end = last;
  for (const std::string_view tail : kTails) {
    std::size_t k = last;
    for (const std::string_view word : text::split(tail, ' ')) {
      const std::string_view between = ++k < words.size() ? gap(text, words[k - 1], words[k]) : std::string_view();
      if ((between != " " && between != "'" && between != "’") || words[k].folded != word) {
        k = last;
        break;
      }
    }
    end = std::max(end, k);
  }
  return end == last ? last : with_tail(text, words, end);  // "Profesor Titular", and then "de Universidad"
}

}  // namespace

std::string position_kind(std::string_view title) {
  const std::vector<std::string> w = text::words(title);
  for (const CjkTitle& row : kCjkTitles)
    if (title.find(row.text) != std::string_view::npos) return std::string(row.kind);
  if (has(w, {"postdoc", "postdoctoral", "postdoctorale", "posdoctoral", "postdoctorate", "postdoctorant", "postdoctorante",
              "postdoktor", "tutkijatohtori"}) ||
      (has(w, {"post"}) && has(w, {"doc", "doctoral", "doctorant", "doctorante", "doctorate"})))
    return "postdoc";
  if (has(w, {"student",    "candidate",  "doctorant",     "doctorante",         "doktorand",   "doktorandin", "doctorando",
              "doctoranda", "doutorando", "doutoranda",    "mestrando",          "mestranda",   "dottorando",  "dottoranda",
              "promovenda", "doktorant",  "doktorantka",   "vaitoskirjatutkija", "predoctoral", "estudiante",  "estudante",
              "etudiant",   "etudiante",  "undergraduate", "promovendus",        "stipendiat"}))
    return "student";
  if (has(w, {"phd"}) && !has(w, {"researcher", "fellow"})) return "student";
  if (has(w, {"professor",
              "prof",
              "lecturer",
              "professeur",
              "professeure",
              "reader",
              "professorin",
              "privatdozent",
              "dozent",
              "juniorprofessor",
              "juniorprofessorin",
              "profesor",
              "profesora",
              "professore",
              "catedratico",
              "dean",
              "conferences",
              "hoogleraar",
              "docent",
              "instructor",
              "chair",
              "faculty",
              "catedratica",
              "professora",
              "professoressa",
              "universitatsprofessor",
              "universitatsprofessorin",
              "privatdozentin",
              "lehrstuhlinhaber",
              "lehrstuhlinhaberin",
              "universitetslektor",
              "universitetsadjunkt",
              "forsteamanuensis",
              "forstelektor",
              "lektor",
              "adjunkt",
              "adiunkt",
              "hoofddocent",
              "professori",
              "apulaisprofessori",
              "yliopistonlehtori",
              "dosentti",
              "asistent",
              "asistentka",
              "uyesi"}))
    return "faculty";
  if (has(w, {"intern", "engineer", "developer", "manager", "ceo", "cto", "founder", "cofounder", "consultant", "analyst",
              "architect", "ingenieur", "programmer", "entrepreneur", "president", "quant"}))
    return "industry";
  if (has(w, {"researcher",  "scientist",     "research",     "fellow",           "investigator",  "chercheur",
              "chercheuse",  "recherche",     "investigador", "investigadora",    "pesquisador",   "pesquisadora",
              "ricercatore", "ricercatrice",  "forskare",     "forskarassistent", "forsker",       "seniorforsker",
              "onderzoeker", "onderzoekster", "tutkija",      "ricerca",          "gorevlisi",     "rat",
              "ratin",       "oberrat",       "hilfskraft",   "mitarbeiter",      "mitarbeiterin", "statistician",
              "biologist",   "scholar",       "assegnista",   "wissenschaftler"}))
    return "research";
  return "other";
}

std::vector<Title> find_titles(std::string_view text) { return find_titles(text, tokens(text)); }

std::vector<Title> find_titles(std::string_view text, const std::vector<Token>& words) {
  std::vector<Title> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool tailed = in(kTailed, words[i].folded);
    if (!tailed && !in(kHeads, words[i].folded)) continue;
    // To the right: "Research Fellow", "Assistant Professor": the last head of the run is the title's.
    std::size_t last = i;
    while (last + 1 < words.size() && tight(gap(text, words[last], words[last + 1])) && in(kHeads, words[last + 1].folded))
      ++last;
    const std::size_t behind = with_tail(text, words, last);
    if (tailed && behind == last) continue;
    std::size_t first = i;
    const bool joined = last > i || behind > last;
    last = behind;
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
    while (first < i && (words[first].folded == "de" || words[first].folded == "des")) ++first;
    const bool modified = first < i || joined;
    const bool with_of = last + 1 < words.size() && words[last + 1].folded == "of" && words[i].capital;
    const bool weak = in(kWeakHeads, words[last].folded);
    // "She is a reader at X".
    const bool reader = words[last].folded == "reader" && first > 0 && words[first - 1].folded == "a" &&
                        last + 1 < words.size() && (words[last + 1].folded == "at" || words[last + 1].folded == "in");
    if (weak && !modified && !with_of && !reader &&
        !(words[last].folded == "director" || words[last].folded == "dean" || words[last].folded == "student"))
      continue;
    // "a student at the Chair of Distributed Systems": a part of a university; "I am the chair of the board".
    if (words[last].folded == "chair" && with_of && first > 0) {
      // "PhD student · Chair of Distributed Systems"
      if (!out.empty() && out.back().kind != "faculty" && gap(text, words[first - 1], words[first]).size() > 1 &&
          out.back().end == words[first - 1].end) {
        i = last;
        continue;
      }
      const std::size_t before = first - (words[first - 1].folded == "the" && first > 1 ? 2 : 1);
      if (in(std::initializer_list<std::string_view>{"at", "of", "in", "with", "from", "within", "joined", "by"},
             words[before].folded)) {
        i = last;
        continue;
      }
    }
    if (words[last].folded == "member" &&
        !(last + 2 < words.size() && words[last + 1].folded == "of" && words[last + 2].folded == "technical")) {
      i = last;
      continue;
    }
    // "Google Scholar", "Fulbright Scholar", "DAAD Fellow" are no positions; "Visiting Scholar", "Marie Curie Fellow" are.
    if (words[last].folded == "scholar" || words[last].folded == "fellow") {
      static constexpr WordSet kPosts({"visiting", "research",     "postdoctoral", "teaching", "doctoral",   "clinical",
                                       "phd",      "postgraduate", "graduate",     "curie",    "humboldt",   "senior",
                                       "junior",   "postdoc",      "honorary",     "career",   "affiliated", "distinguished",
                                       "msc",      "industrial",   "lecturer"});
      bool post = words[last].folded == "fellow" && named_fellow(text, words, first, last);
      for (std::size_t k = first; k < last; ++k) post = post || in(kPosts, words[k].folded);
      if (!post) {
        i = last;
        continue;
      }
    }
    Title title{.text = {}, .kind = {}, .begin = words[first].begin, .end = words[last].end};
    const bool wants_of = in(std::initializer_list<std::string_view>{"director", "head", "dean", "chair", "conferences",
                                                                     "maitre", "maitresse", "member", "charge", "leader"},
                             words[last].folded);
    if (wants_of && last + 2 < words.size() && (words[last + 1].folded == "of" || words[last + 1].folded == "de")) {
      std::size_t end = last + 2;
      if (words[end].folded == "the" && end + 1 < words.size()) ++end;
      const bool small = !words[end].capital;  // "director of machine learning research at X"
      static constexpr std::string_view kEnds[] = {"at",    "in",     "and", "for",  "with",
                                                   "where", "within", "on",  "from", "working"};
      while (end + 1 < words.size() && tight(gap(text, words[end], words[end + 1])) &&
             (words[end + 1].capital || words[last].folded == "member" || small) && end - last < 5 &&
             !in(kEnds, words[end + 1].folded))
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

std::string degree_studied(std::string_view title) {
  const std::string folded = " " + text::fold(title);
  for (std::string_view word :
       {" phd", " ph d", " doctora", " doktorand", " doutorand", " dottorand", " doctoral", " dphil", " promovend", " thesard"})
    if (folded.find(word) != std::string::npos) return "PhD";
  for (std::string_view word : {" master", " msc ", " mestrand", " ms student", " mphil"})
    if (folded.find(word) != std::string::npos) return "MS";
  return {};
}

}  // namespace fellow::extractor
