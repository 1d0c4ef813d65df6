// SPDX-License-Identifier: GPL-3.0-or-later
#include "fellow/fields.h"

#include <unicode/locid.h>

#include <algorithm>
#include <array>
#include <set>

#include "fellow/tables.h"
#include "fellow/text.h"

namespace fellow {
namespace {

using Texts = std::vector<std::string>;

void add(Texts& texts, const std::string& text) {
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

const tables::Institution* row_of(const std::string& id, const std::string& name) {
  const auto* row = id.empty() ? nullptr : tables::institution_by_id(id);
  return row || name.empty() ? row : tables::institution(name);
}

void add_institution_aliases(Texts& texts, const std::string& id, const std::string& name) {
  if (const auto* row = row_of(id, name)) {
    add(texts, row->name);
    for (const auto& other : row->alternate_names) add(texts, other);
  }
  for (const auto& letters : initials(name)) add(texts, letters);
}

Texts names(const Profile& p) {
  Texts texts{p.name};
  texts.insert(texts.end(), p.alternate_names.begin(), p.alternate_names.end());
  return texts;
}

Texts affiliations(const Profile& p) {
  Texts texts;
  for (const auto& a : p.affiliations) texts.push_back(a.name);
  return texts;
}

Texts country_codes(const Profile& p) {
  Texts texts;
  for (const auto& a : p.affiliations) {
    const auto* row = a.country.empty() ? row_of(a.id, a.name) : nullptr;
    add(texts, row ? row->country : a.country);
  }
  return texts;
}

std::string country_label(const std::string& code) {
  icu::UnicodeString shown;
  icu::Locale("", code.c_str()).getDisplayCountry(icu::Locale::getEnglish(), shown);
  std::string label;
  shown.toUTF8String(label);
  return label.empty() ? code : label;
}

// How else countries are called in English than ICU has it.
constexpr std::pair<std::string_view, std::string_view> kOtherCountryNames[] = {
    {"AE", "UAE"},   {"CI", "Ivory Coast"}, {"CZ", "Czech Republic"}, {"GB", "UK"},      {"GB", "Great Britain"},
    {"MM", "Burma"}, {"NL", "Holland"},     {"TR", "Turkey"},         {"TR", "Türkiye"}, {"US", "US"},
    {"US", "USA"},   {"US", "America"}};

Texts country_names(const Profile& p) {
  Texts texts;
  for (const auto& code : country_codes(p)) {
    add(texts, country_label(code));
    for (const auto& [of, name] : kOtherCountryNames)
      if (of == code) add(texts, std::string(name));
  }
  return texts;
}

Texts affiliation_aliases(const Profile& p) {
  Texts texts;
  for (const auto& a : p.affiliations) {
    for (const auto& other : a.alternate_names) add(texts, other);
    add_institution_aliases(texts, a.id, a.name);
  }
  for (const auto& country : country_names(p)) add(texts, country);  // "graph databases Germany"
  return texts;
}

Texts departments(const Profile& p) {
  Texts texts;
  for (const auto& a : p.affiliations) texts.push_back(a.department);
  return texts;
}

Texts interests(const Profile& p) {
  Texts texts;
  for (const auto& i : p.interests) texts.push_back(i.name);
  return texts;
}

const tables::Topic* row_of(const Interest& interest) {
  const auto* row = interest.id.empty() ? nullptr : tables::topic_by_id(interest.id);
  return row || interest.name.empty() ? row : tables::topic(interest.name);
}

Texts interest_aliases(const Profile& p) {
  Texts texts;
  for (const auto& i : p.interests) {
    if (const auto* row = row_of(i)) {
      add(texts, row->name);
      for (const auto& other : row->alternate_names) add(texts, other);
    }
  }
  return texts;
}

Texts titles(const Profile& p) {
  Texts texts;
  for (const auto& paper : p.papers) texts.push_back(paper.title);
  return texts;
}

Texts past(const Profile& p) {
  Texts texts;
  for (const auto& a : p.past_affiliations)
    texts.push_back(a.role.empty() ? a.name : a.name.empty() ? a.role : a.role + ", " + a.name);
  return texts;
}

Texts past_aliases(const Profile& p) {
  Texts texts;
  for (const auto& a : p.past_affiliations) add_institution_aliases(texts, a.id, a.name);
  return texts;
}

Texts advisors(const Profile& p) {
  Texts texts;
  for (const auto& a : p.advisors) {
    texts.push_back(a.affiliation.empty() ? a.name : a.name.empty() ? a.affiliation : a.name + " (" + a.affiliation + ")");
  }
  return texts;
}

Texts advisor_aliases(const Profile& p) {
  Texts texts;
  for (const auto& a : p.advisors) {
    if (!a.affiliation.empty()) add_institution_aliases(texts, "", a.affiliation);
  }
  return texts;
}

Texts venues(const Profile& p) {
  Texts texts;
  for (const auto& paper : p.papers) texts.push_back(paper.venue);
  return texts;
}

Texts venue_aliases(const Profile& p) {
  std::set<std::string_view> seen;
  std::set<const tables::Venue*> rows;
  Texts texts;
  for (const auto& paper : p.papers) {
    if (paper.venue.empty() || !seen.insert(paper.venue).second) continue;
    const auto* row = tables::venue(paper.venue);
    if (!row || !rows.insert(row).second) continue;
    add(texts, row->name);
    for (const auto& other : row->alternate_names) add(texts, other);
  }
  return texts;
}

Texts education(const Profile& p) {
  Texts texts;
  for (const auto& e : p.education) {
    std::string text = e.degree == "other" ? "" : e.degree;
    for (const auto* part : {&e.field, &e.institution}) {
      if (!part->empty()) text += (text.empty() ? "" : ", ") + *part;
    }
    texts.push_back(text);
  }
  return texts;
}

Texts education_aliases(const Profile& p) {
  Texts texts;
  for (const auto& e : p.education) add_institution_aliases(texts, e.id, e.institution);
  return texts;
}

Texts positions(const Profile& p) {
  Texts texts;
  for (const auto& position : p.positions) texts.push_back(position.title);
  return texts;
}

// What kind of position it is, in the words people ask for it: "Maître de conférences" for a professor, "博士生" for a student.
Texts position_aliases(const Profile& p) {
  static constexpr std::pair<std::string_view, std::string_view> kWords[] = {{"student", "student"},
                                                                             {"postdoc", "postdoc postdoctoral"},
                                                                             {"faculty", "faculty professor"},
                                                                             {"research", "researcher scientist"},
                                                                             {"industry", "industry"}};
  Texts texts;
  for (const auto& position : p.positions)
    for (const auto& [kind, words] : kWords)
      if (kind == position.kind) add(texts, std::string(words));
  return texts;
}

Texts biography(const Profile& p) { return {p.biography}; }

Texts other_text(const Profile& p) { return p.text; }

// Host and path without scheme, "www." and trailing slash: what people remember of an address, and all that is known of who
// does not say a name.
std::string address(std::string_view url) {
  if (const auto scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  if (url.starts_with("www.")) url.remove_prefix(4);
  while (url.ends_with('/')) url.remove_suffix(1);
  return std::string(url);
}

Texts addresses(const Profile& p) { return {address(p.url)}; }

Texts other_addresses(const Profile& p) {
  Texts texts;
  for (const auto* urls : {&p.seeds, &p.aliases}) {
    for (const auto& url : *urls) {
      if (url != p.url) add(texts, address(url));
    }
  }
  return texts;
}

Texts years(const Profile& p) {
  std::set<int> seen;
  for (const auto& paper : p.papers) {
    if (paper.year > 0) seen.insert(paper.year);
  }
  Texts texts;
  for (int year : seen) texts.push_back(std::to_string(year));
  return texts;
}

// Weights: what a word says about the person when it stands there. Set with score_search.py's query kinds; within noise when
// one of them is changed by a third.
constexpr std::array kFieldRows{
    Field{"name", "name", "XN", 10, names, nullptr, ""},
    Field{"affiliations", "at", "XA", 6, affiliations, affiliation_aliases, "affiliations"},
    Field{"interests", "topic", "XI", 8, interests, interest_aliases, "interests"},
    Field{"papers", "paper", "XP", 3, titles, nullptr, "papers"},
    Field{"department", "", "XD", 3, departments, nullptr, "affiliations"},
    Field{"positions", "", "XO", 2, positions, position_aliases, "positions"},
    Field{"past_affiliations", "was", "XB", 2, past, past_aliases, "past_affiliations"},
    Field{"advisors", "advisor", "XV", 2, advisors, advisor_aliases, "advisors"},
    Field{"education", "", "XE", 1, education, education_aliases, "education"},
    Field{"venues", "venue", "XW", 1, venues, venue_aliases, "papers"},
    Field{"biography", "", "XY", 1, biography, nullptr, "biography"},
    Field{"address", "", "XU", 1, addresses, other_addresses, ""},
    Field{.name = "text", .query = "", .prefix = "XX", .weight = 1, .texts = other_text, .member = "text", .once = true},
    Field{"country", "country", "XC", 0, country_codes, country_names},
    Field{"year", "year", "XT", 0, years},
};

void add(std::vector<FacetChoice>& choices, FacetChoice choice) {
  const auto same = [&](const FacetChoice& c) { return c.value == choice.value; };
  if (!choice.value.empty() && std::none_of(choices.begin(), choices.end(), same)) choices.push_back(std::move(choice));
}

std::vector<FacetChoice> affiliation_values(const Profile& p) {
  std::vector<FacetChoice> choices;
  for (const auto& a : p.affiliations) {
    const auto* row = row_of(a.id, a.name);
    add(choices, row ? FacetChoice{row->id, row->name} : FacetChoice{a.id.empty() ? slug(a.name) : a.id, a.name});
  }
  return choices;
}

std::vector<FacetChoice> interest_values(const Profile& p) {
  std::vector<FacetChoice> choices;
  for (const auto& i : p.interests) {
    const auto* row = row_of(i);
    add(choices, row ? FacetChoice{row->id, row->name} : FacetChoice{i.id.empty() ? slug(i.name) : i.id, i.name});
  }
  return choices;
}

std::vector<FacetChoice> year_values(const Profile& p) {
  std::vector<FacetChoice> choices;
  for (auto& year : years(p)) choices.push_back({year, year});
  return choices;
}

std::vector<FacetChoice> position_values(const Profile& p) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kLabels{{{"student", "Student"},
                                                                                         {"postdoc", "Postdoc"},
                                                                                         {"faculty", "Faculty"},
                                                                                         {"research", "Researcher"},
                                                                                         {"industry", "Industry"},
                                                                                         {"other", "Other"}}};
  std::vector<FacetChoice> choices;
  for (const auto& position : p.positions) {
    const auto* row = std::find_if(kLabels.begin(), kLabels.end(), [&](const auto& l) { return l.first == position.kind; });
    add(choices, {position.kind, row == kLabels.end() ? position.kind : std::string(row->second)});
  }
  return choices;
}

std::vector<FacetChoice> country_values(const Profile& p) {
  std::vector<FacetChoice> choices;
  for (const auto& code : country_codes(p)) add(choices, {code, country_label(code)});
  return choices;
}

std::vector<FacetChoice> source_values(const Profile& p) {
  return p.source.empty() ? std::vector<FacetChoice>{} : std::vector<FacetChoice>{{p.source, p.source}};
}

constexpr std::array kFacetRows{
    Facet{"affiliation", affiliation_values}, Facet{"interest", interest_values}, Facet{"year", year_values, true},
    Facet{"position", position_values},       Facet{"country", country_values},   Facet{"source", source_values},
};

// Articles and prepositions that abbreviations leave out, folded; English, French, Italian, Spanish, Portuguese, German.
bool is_small(std::string_view word) {
  static constexpr std::array<std::string_view, 36> kSmall{
      "a", "al", "an", "and", "at",  "d",  "da", "de", "degli", "dei", "del", "della", "der", "des", "di",  "do",  "dos", "du",
      "e", "el", "et", "for", "fur", "in", "l",  "la", "las",   "le",  "les", "los",   "of",  "on",  "the", "und", "y",   "zu"};
  return std::find(kSmall.begin(), kSmall.end(), word) != kSmall.end();
}

}  // namespace

constinit const std::span<const Field> kFields{kFieldRows};
constinit const std::span<const Facet> kFacets{kFacetRows};

const Field* field_named(std::string_view name) {
  const auto row = std::find_if(kFieldRows.begin(), kFieldRows.end(), [&](const Field& f) { return f.name == name; });
  return row == kFieldRows.end() ? nullptr : &*row;
}

const Field* field_for_query(std::string_view word) {
  if (word == "affiliation" || word == "institution") word = "at";  // as the API's parameter and people say it
  if (word.empty()) return nullptr;
  const auto row = std::find_if(kFieldRows.begin(), kFieldRows.end(), [&](const Field& f) { return f.query == word; });
  return row == kFieldRows.end() ? nullptr : &*row;
}

const Facet* facet_named(std::string_view name) {
  const auto row = std::find_if(kFacetRows.begin(), kFacetRows.end(), [&](const Facet& f) { return f.name == name; });
  return row == kFacetRows.end() ? nullptr : &*row;
}

std::string pointer_of(const Field& field, std::size_t item) {
  if (field.name == "name") return item == 0 ? "/name" : "/alternate_names/" + std::to_string(item - 1);
  if (field.member.empty()) return "";
  return "/" + std::string(field.member) + (field.name == "biography" ? "" : "/" + std::to_string(item));
}

std::string slug(std::string_view name) {
  std::string folded = text::fold(name);
  std::replace(folded.begin(), folded.end(), ' ', '-');
  return folded;
}

std::vector<std::string> initials(std::string_view name) {
  const std::string_view plain = name.substr(0, name.find_first_of("(,"));  // "(UWE)" and ", Lyon" belong to no abbreviation
  std::string all, large;
  std::size_t count = 0;
  for (const auto& word : text::words(plain)) {
    if (word[0] < 'a' || word[0] > 'z') {
      if (word[0] >= '0' && word[0] <= '9' && count >= 2) all += word, large += word, ++count;  // "Université Rennes 1" -> UR1
      continue;
    }
    all += static_cast<char>(word[0] - 'a' + 'A');
    if (!is_small(word)) large += static_cast<char>(word[0] - 'a' + 'A'), ++count;
  }
  if (count < 3 || all.size() > 12) return {};
  if (all == large) return {large};
  return {large, all};
}

}  // namespace fellow
