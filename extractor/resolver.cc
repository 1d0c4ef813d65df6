// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where candidates are weighed against each other.
#include <algorithm>
#include <map>
#include <set>

#include "extractor/builder.h"
#include "extractor/degrees_settled.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/people.h"
#include "extractor/fields/tokens.h"
#include "extractor/topics_settled.h"
#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

// Place of a method in the order of trust; smaller is better.
int trust(std::string_view method) {
  static constexpr std::string_view kOrder[] = {
      "json_ld", "front_matter", "bibtex", "microdata", "theme:", "meta", "section", "pdf_layout", "pattern"};
  for (int i = 0; i < 9; ++i)
    if (method.starts_with(kOrder[i])) return i;
  return 9;
}

// Between two statements of one fact: the page, then the confidence, then the method.
template <class T>
bool better(const Candidate<T>& a, const Candidate<T>& b) {
  if (a.rank != b.rank) return a.rank < b.rank;
  if (a.evidence.confidence != b.evidence.confidence) return a.evidence.confidence > b.evidence.confidence;
  return trust(a.evidence.method) < trust(b.evidence.method);
}

bool visible(std::string_view method) { return method != "json_ld" && method != "meta"; }

// "PhD student" says more than "CS PhD".
bool lists_study(std::string_view title) {
  const std::string lower = text::lower(title);
  return lower.find("student") != std::string::npos || lower.find("candidate") != std::string::npos;
}

// 某某学院 is a part of 某某大学 where both stand.
bool chinese_part(std::string_view name) {
  for (std::string_view ending : {"学院", "研究院", "研究所", "研究中心", "研究科", "学部", "實驗室", "实验室", "大学院"})
    if (name.ends_with(ending)) return true;
  return false;
}

std::string stemmed(std::string_view topic) {
  std::string out;
  for (std::string word : text::words(topic)) {
    if (word.size() > 4 && word.ends_with("ies"))
      word = word.substr(0, word.size() - 3) + "y";
    else if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss"))
      word.pop_back();
    if (word == "the" || word == "of" || word == "and" || word == "for" || word == "in") continue;
    out += word + " ";
  }
  return out;
}

// "USC" of "Universidade de Santiago de Compostela"; empty for a single word.
std::string capitals(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i)
    if ((i == 0 || name[i - 1] == ' ') && name[i] >= 'A' && name[i] <= 'Z') out += name[i];
  return out.size() > 1 ? out : std::string();
}

// What of a candidate an explanation shows.
const std::string& shown(const std::string& value) { return value; }
const std::string& shown(const Stay& stay) { return stay.organisation; }
const std::string& shown(const Position& position) { return position.title; }
const std::string& shown(const Advisor& advisor) { return advisor.name; }
std::string shown(const Education& education) { return education.degree + ", " + education.institution; }

}  // namespace

class Resolver {
 public:
  explicit Resolver(const ProfileBuilder& from) : from_(from) {}

  Profile run() {
    out_.theme = from_.theme_;
    name();
    positions();
    affiliations();
    past_affiliations();
    interests();
    education();
    advisors();
    email();
    identifiers();
    awards();
    single(from_.biographies_, out_.biography, "/biography");
    single(from_.photos_, out_.photo_url, "/photo_url");
    return std::move(out_);
  }

  // The name with the most support, and everything that stands for it.
  const Candidate<std::string>* best_name() const {
    const Candidate<std::string>* best = nullptr;
    double best_score = 0;
    std::vector<NameWords> words;
    for (const auto& candidate : from_.names_) words.push_back(name_words(candidate.value));
    for (const auto& candidate : from_.names_) {
      std::set<std::string> methods;
      const NameWords& own = words[static_cast<std::size_t>(&candidate - from_.names_.data())];
      bool seen = false;
      double score = candidate.evidence.confidence - 0.06 * candidate.rank;
      for (const auto& other : from_.names_) {
        if (!same_person(own, words[static_cast<std::size_t>(&other - from_.names_.data())])) continue;
        if (methods.insert(other.evidence.method + (other.rank == 0 ? "0" : "1")).second)
          score += 0.12 * other.evidence.confidence;
        seen = seen || visible(other.evidence.method);
      }
      // R19: a name that no visible part of a page shows is not taken while another one is shown.
      if (!seen) score -= 0.35;
      if (score > best_score + 1e-9) best = &candidate, best_score = score;
    }
    return best;
  }

 private:
  template <class T>
  void reject(std::string_view field, const Candidate<T>& candidate, std::string_view rule) {
    Explanation* const to = from_.explanation_;
    if (!to || to->rejected.size() >= Explanation::kMost) return;
    to->rejected.push_back({.field = std::string(field),
                            .value = shown(candidate.value),
                            .rule = std::string(rule),
                            .url = candidate.evidence.url,
                            .method = candidate.evidence.method,
                            .confidence = candidate.evidence.confidence});
  }
  // Takes those out of the list that the rule of this name holds for.
  template <class T, class Holds>
  void drop(std::vector<Candidate<T>>& list, std::string_view field, std::string_view rule, Holds holds) {
    std::erase_if(list, [&](const Candidate<T>& candidate) {
      if (!holds(candidate)) return false;
      reject(field, candidate, rule);
      return true;
    });
  }

  void testify(const std::string& pointer, const Evidence& evidence) { out_.evidence[pointer] = evidence; }
  static std::string pointer(std::string_view field, std::size_t index) {
    return "/" + std::string(field) + "/" + std::to_string(index);
  }

  void single(const std::vector<Candidate<std::string>>& list, std::string& field, const char* where) {
    const Candidate<std::string>* best = nullptr;
    for (const auto& candidate : list)
      if (!best || better(candidate, *best)) best = &candidate;
    if (!best) return;
    field = best->value;
    testify(where, best->evidence);
  }

  void name() {
    const Candidate<std::string>* best = best_name();
    if (!best) return;
    out_.name = best->value;
    testify("/name", best->evidence);
    const auto add = [&](const Candidate<std::string>& candidate) {
      if (text::fold(candidate.value) == text::fold(out_.name) || out_.alternate_names.size() >= 6) return;
      for (const std::string& known : out_.alternate_names)
        if (text::fold(known) == text::fold(candidate.value)) return;
      testify(pointer("alternate_names", out_.alternate_names.size()), candidate.evidence);
      out_.alternate_names.push_back(candidate.value);
    };
    for (const auto& candidate : from_.alternates_) add(candidate);
    for (const auto& candidate : from_.names_) {  // the same name in another form or script
      const bool other_script = (text::cjk_share(candidate.value) > 0.6) != (text::cjk_share(out_.name) > 0.6);
      if (same_person(candidate.value, out_.name) || (other_script && candidate.rank == 0))
        add(candidate);
      else
        reject("name", candidate, "another name has more support");
    }
  }

  // Facts of the best page that has any; pages further away only fill what no better page says.
  template <class T>
  std::vector<Candidate<T>> of_best_page(const std::vector<Candidate<T>>& list, std::string_view field) {
    int best = 99;
    for (const auto& candidate : list) best = std::min(best, candidate.rank);
    std::vector<Candidate<T>> out;
    for (const auto& candidate : list) {
      if (candidate.rank <= best)
        out.push_back(candidate);
      else
        reject(field, candidate, "a page nearer to the person says others");
    }
    return out;
  }

  // A page in another script tells the same facts again: what only such pages say, in a script that the best page does not
  // use for them, is a translation.
  template <class T, class Written>
  void drop_translations(std::vector<Candidate<T>>& list, std::string_view field, Written written) {
    if (list.empty()) return;
    const auto native = [&](const Candidate<T>& c) { return text::cjk_share(written(c)) > 0.5; };
    const auto first = std::min_element(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    bool script = native(*first);
    // Of two pages as near, in two scripts, that in the script of the name.
    if (std::any_of(list.begin(), list.end(), [&](const auto& c) { return c.rank == first->rank && native(c) != script; }))
      if (const auto* name = best_name()) script = text::cjk_share(name->value) > 0.5;
    const std::string page = first->evidence.url;
    drop(list, field, "translation of what a better page says",
         [&](const Candidate<T>& c) { return native(c) != script && (c.evidence.url != page || native(*first) != script); });
  }

  void positions() {
    std::vector<Candidate<Position>> list = of_best_page(from_.positions_, "positions");
    // A doctor with a post is no longer the student that an older line of the page names.
    const bool doctor = std::any_of(from_.education_.begin(), from_.education_.end(), [](const auto& c) {
      return c.value.degree == "PhD" && c.value.year != 0 && c.evidence.method == "pattern";
    });
    const bool posted = std::any_of(list.begin(), list.end(),
                                    [](const auto& c) { return c.value.kind != "student" && c.evidence.method == "pattern"; });
    graduated_ = doctor && posted;
    if (graduated_)
      drop(list, "positions", "student before the degree", [](const auto& c) { return c.value.kind == "student"; });
    for (const auto& candidate : list) {
      bool merged = false;
      const std::string folded = stemmed(candidate.value.title);
      for (std::size_t i = 0; i < out_.positions.size() && !merged; ++i) {
        const std::string known = stemmed(out_.positions[i].title);
        const bool inside = known.find(folded) != std::string::npos || folded.find(known) != std::string::npos;
        const bool student = out_.positions[i].kind == "student" && candidate.value.kind == "student";
        const bool postdoc = out_.positions[i].kind == "postdoc" && candidate.value.kind == "postdoc";
        if (!inside && !student && !postdoc) continue;
        merged = true;
        Evidence& evidence = out_.evidence[pointer("positions", i)];
        const bool fuller = student && lists_study(candidate.value.title) && !lists_study(out_.positions[i].title);
        if (fuller || candidate.evidence.confidence > evidence.confidence + 0.005)
          out_.positions[i] = candidate.value, evidence = candidate.evidence;
      }
      if (!merged && out_.positions.size() >= 8) reject("positions", candidate, "more than 8");
      if (merged || out_.positions.size() >= 8) continue;
      testify(pointer("positions", out_.positions.size()), candidate.evidence);
      out_.positions.push_back(candidate.value);
    }
  }

  static Affiliation described(const Stay& stay) {
    Affiliation out{
        .name = stay.organisation, .id = {}, .alternate_names = {}, .department = stay.department, .country = stay.country};
    const tables::Institution* row = tables::institution(stay.organisation);
    if (!row) {
      const std::vector<Organisation> found = find_organisations(stay.organisation);
      if (found.size() == 1 && found[0].row) row = found[0].row;
    }
    if (!row) return out;
    out.id = row->id;
    if (out.country.empty()) out.country = row->country;
    const auto add = [&](const std::string& name) {
      if (out.alternate_names.size() < 6 && text::fold(name) != text::fold(out.name)) out.alternate_names.push_back(name);
    };
    add(row->name);
    for (const std::string& name : row->alternate_names) add(name);
    return out;
  }

  void affiliations() {
    std::vector<Candidate<Stay>> list = of_best_page(from_.affiliations_, "affiliations");
    if (graduated_ && std::any_of(list.begin(), list.end(), [](const auto& c) { return c.evidence.method == "pattern"; }))
      drop(list, "affiliations", "place of the doctorate, which is done", [&](const auto& c) {
        return c.evidence.method == "section" &&
               std::any_of(from_.education_.begin(), from_.education_.end(), [&](const auto& e) {
                 return e.value.degree == "PhD" && same_organisation(e.value.institution, c.value.organisation);
               });
      });
    const bool chinese = std::any_of(list.begin(), list.end(), [](const auto& c) {
      return c.value.organisation.ends_with("大学") || c.value.organisation.ends_with("大學");
    });
    if (chinese)
      drop(list, "affiliations", "part of a university that is named",
           [](const auto& c) { return chinese_part(c.value.organisation); });
    const bool sure = std::any_of(list.begin(), list.end(), [](const auto& c) { return c.evidence.confidence >= 0.5; });
    if (sure)
      drop(list, "affiliations", "unsure, and others are sure", [](const auto& c) { return c.evidence.confidence < 0.35; });
    // "USC" beside "Universidade de Santiago de Compostela" is its abbreviation, whatever else a table knows by it.
    drop(list, "affiliations", "abbreviation of another", [&](const auto& c) {
      const std::string& name = c.value.organisation;
      if (name.size() < 2 || name.size() > 6 || name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos)
        return false;
      return std::any_of(list.begin(), list.end(), [&](const auto& o) {
        return capitals(o.value.organisation) == name && tables::institution(o.value.organisation) != tables::institution(name);
      });
    });
    for (const auto& candidate : list) {
      Affiliation affiliation = described(candidate.value);
      bool merged = false;
      for (std::size_t i = 0; i < out_.affiliations.size() && !merged; ++i) {
        Affiliation& known = out_.affiliations[i];
        if (!same_organisation(known.name, affiliation.name) && (known.id.empty() || known.id != affiliation.id)) continue;
        merged = true;
        if (known.department.empty()) known.department = affiliation.department;
        Evidence& evidence = out_.evidence[pointer("affiliations", i)];
        if (candidate.evidence.confidence > evidence.confidence + 0.05) evidence = candidate.evidence;
      }
      if (!merged && out_.affiliations.size() >= 6) reject("affiliations", candidate, "more than 6");
      if (merged || out_.affiliations.size() >= 6) continue;
      testify(pointer("affiliations", out_.affiliations.size()), candidate.evidence);
      out_.affiliations.push_back(std::move(affiliation));
    }
  }

  bool current(const std::string& organisation) const {
    return std::any_of(out_.affiliations.begin(), out_.affiliations.end(),
                       [&](const Affiliation& a) { return same_organisation(a.name, organisation); });
  }

  void add_past(const Candidate<Stay>& candidate) {
    const Stay& stay = candidate.value;
    const Evidence& evidence = candidate.evidence;
    if (current(stay.organisation)) return reject("past_affiliations", candidate, "a current affiliation");
    for (std::size_t i = 0; i < out_.past_affiliations.size(); ++i) {
      PastAffiliation& known = out_.past_affiliations[i];
      if (!same_organisation(known.name, stay.organisation)) continue;
      if (known.role.empty()) known.role = stay.role, known.start = stay.start, known.end = stay.end;
      return;
    }
    if (out_.past_affiliations.size() >= 40) return;
    PastAffiliation past{.name = stay.organisation, .id = {}, .role = stay.role, .start = stay.start, .end = stay.end};
    if (const tables::Institution* row = tables::institution(past.name)) past.id = row->id;
    testify(pointer("past_affiliations", out_.past_affiliations.size()), evidence);
    out_.past_affiliations.push_back(std::move(past));
  }

  void past_affiliations() {
    std::vector<Candidate<Stay>> list = from_.past_;
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    drop_translations(list, "past_affiliations", [](const auto& c) { return c.value.organisation; });
    for (const auto& candidate : list) add_past(candidate);
  }

  void interests() {
    std::vector<Candidate<std::string>> list;
    int best = 99;
    for (const auto& candidate : from_.interests_) best = std::min(best, candidate.rank);
    for (const auto& candidate : from_.interests_)
      if (candidate.rank <= std::max(best, 1))
        list.push_back(candidate);
      else
        reject("interests", candidate, "a page nearer to the person says others");
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    drop_translations(list, "interests", [](const auto& c) { return c.value; });
    drop(list, "interests", "said by a list", [said = said_by_lists(list)](const auto& c) { return said(c); });
    std::vector<std::string> stems;
    for (const auto& candidate : list) {
      // "large language models (LLMs)" is the same topic.
      const std::size_t bracket = candidate.value.rfind(" (");
      const bool short_form = candidate.value.ends_with(')') && bracket != std::string::npos && bracket > 3 &&
                              candidate.value.size() - bracket < 10;
      const std::string stem = stemmed(short_form ? std::string_view(candidate.value).substr(0, bracket) : candidate.value);
      const bool known = std::any_of(stems.begin(), stems.end(), [&](const std::string& s) { return s == stem; });
      const bool person = std::any_of(from_.advisors_.begin(), from_.advisors_.end(),
                                      [&](const auto& advisor) { return advisor.value.name == candidate.value; });
      if (person) reject("interests", candidate, "a person");
      if (!known && out_.interests.size() >= 40) reject("interests", candidate, "more than 40");
      if (stem.empty() || known || person || out_.interests.size() >= 40) continue;
      stems.push_back(stem);
      Interest interest{candidate.value, {}};
      if (const tables::Topic* topic = tables::topic(candidate.value)) interest.id = topic->id;
      testify(pointer("interests", out_.interests.size()), candidate.evidence);
      out_.interests.push_back(std::move(interest));
    }
  }

  void education() {
    std::vector<Candidate<Education>> list = from_.education_;
    drop_translations(list, "education", [](const auto& c) { return c.value.institution; });
    const std::vector<Candidate<Education>> kept = settled_degrees(
        std::move(list), [&](const auto& candidate, std::string_view rule) { reject("education", candidate, rule); });
    for (const auto& candidate : kept) {
      testify(pointer("education", out_.education.size()), candidate.evidence);
      out_.education.push_back(candidate.value);
    }
  }

  void advisors() {
    std::vector<Candidate<Advisor>> list = from_.advisors_;
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    drop_translations(list, "advisors", [](const auto& c) { return c.value.name; });
    for (const auto& candidate : list) {
      if (!out_.name.empty() && same_person(candidate.value.name, out_.name)) {
        reject("advisors", candidate, "the person's own name");
        continue;
      }
      bool merged = false;
      for (Advisor& known : out_.advisors) {
        if (!same_person(known.name, candidate.value.name)) continue;
        merged = true;
        if (known.url.empty()) known.url = candidate.value.url;
        if (known.affiliation.empty()) known.affiliation = candidate.value.affiliation;
        if (candidate.value.name.size() > known.name.size()) known.name = candidate.value.name;
      }
      if (merged || out_.advisors.size() >= 20) continue;
      testify(pointer("advisors", out_.advisors.size()), candidate.evidence);
      out_.advisors.push_back(candidate.value);
    }
  }

  // How much of the person's name the address or login spells.
  double likeness(std::string_view login) const {
    std::string flat;
    for (char c : text::lower(login))
      if (std::isalnum(static_cast<unsigned char>(c))) flat += c;
    double best = 0;
    std::vector<std::string> names = out_.alternate_names;
    names.push_back(out_.name);
    for (const std::string& name : names) {
      const std::vector<std::string> words = text::words(name);
      double score = 0;
      for (const std::string& word : words) {
        if (word.size() >= 2 && flat.find(word) != std::string::npos)
          score += 0.5;
        else if (word.size() >= 5 && flat.find(word.substr(0, 4)) != std::string::npos)
          score += 0.3;
      }
      std::string initials;
      for (const std::string& word : words) initials += word[0];
      if (initials.size() >= 2 && flat.find(initials) != std::string::npos) score += 0.2;
      best = std::max(best, std::min(score, 1.0));
    }
    return best;
  }

  void email() {
    const Candidate<std::string>* best = nullptr;
    double best_score = -1;
    for (const auto& candidate : from_.emails_) {
      const std::string_view local = std::string_view(candidate.value).substr(0, candidate.value.find('@'));
      const double score = candidate.evidence.confidence + 0.8 * likeness(local) - 0.1 * candidate.rank;
      if (score > best_score + 1e-9) best = &candidate, best_score = score;
    }
    if (!best) return;
    out_.email = best->value;
    testify("/email", best->evidence);
    for (const auto& candidate : from_.emails_)
      if (candidate.value != best->value) reject("email", candidate, "another is likelier the person's, by name and place");
  }

  void identifiers() {
    std::map<std::string, std::pair<const Candidate<ProfileBuilder::Identifier>*, double>> best;
    for (const auto& candidate : from_.identifiers_) {
      const double score = candidate.evidence.confidence + 0.5 * likeness(candidate.value.value) - 0.05 * candidate.rank;
      auto& slot = best[candidate.value.kind];
      if (!slot.first || score > slot.second + 1e-9) slot = {&candidate, score};
    }
    for (const auto& [kind, slot] : best) {
      if (slot.second < 0.5) {
        reject("identifiers", Candidate<std::string>{kind + " " + slot.first->value.value, slot.first->evidence, 0},
               "nothing ties it to the person's name");
        continue;
      }
      out_.identifiers[kind] = slot.first->value.value;
      testify("/identifiers/" + kind, slot.first->evidence);
    }
  }

  void awards() {
    std::set<std::string> seen;
    for (const auto& candidate : from_.awards_) {
      if (out_.awards.size() >= 60 || !seen.insert(text::fold(candidate.value.title)).second) continue;
      testify(pointer("awards", out_.awards.size()), candidate.evidence);
      out_.awards.push_back(candidate.value);
    }
  }

  const ProfileBuilder& from_;
  Profile out_;
  bool graduated_ = false;
};

const ProfileBuilder::Known& ProfileBuilder::known() const {
  if (known_.candidates != names_.size()) {
    const Candidate<std::string>* best = Resolver(*this).best_name();
    known_.candidates = names_.size();
    known_.name = best ? best->value : std::string();
    known_.words = text::words(known_.name);
  }
  return known_;
}

const std::string& ProfileBuilder::name() const { return known().name; }
const std::vector<std::string>& ProfileBuilder::name_words() const { return known().words; }

Profile ProfileBuilder::resolve() const { return Resolver(*this).run(); }

}  // namespace fellow::extractor
