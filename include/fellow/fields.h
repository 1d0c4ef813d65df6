// SPDX-License-Identifier: GPL-3.0-or-later
// Which parts of a profile can be searched, how much each counts, and which can be counted as facets: the two tables to add a
// row to. Query parser, indexer, snippets and web page all read them; nothing else names a field.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/profile.h"

namespace fellow {

// A searchable field. `texts` are the person's own words, one for each item of the profile's member, in its order; an item
// without such a text has "" (snippets quote one of them). `aliases` are other names of the same things, from the profile and
// the tables ("HKUST"): found by them, never quoted.
struct Field {
  std::string_view name;    // in matched_on, snippets, parsed: "papers"
  std::string_view query;   // typed prefix without colon: "paper"; "" if it cannot be typed
  std::string_view prefix;  // of its terms in the index: "XP"
  int weight;               // times one occurrence counts (within-document frequency increment); 0 = only by its typed prefix
  std::vector<std::string> (*texts)(const Profile&);
  std::vector<std::string> (*aliases)(const Profile&) = nullptr;
  std::string_view member = "";  // the profile's JSON member that texts comes from
  bool once = false;             // a word counts only where no field before says it, and once
};
extern const std::span<const Field> kFields;

// A facet: the values a profile has, without duplicates, each with the label a person reads.
struct FacetChoice {
  std::string value, label;
  bool operator==(const FacetChoice&) const = default;
};
struct Facet {
  std::string_view name;  // parameter of the API: "affiliation"
  std::vector<FacetChoice> (*values)(const Profile&);
  bool numeric = false;  // takes ranges a..b
};
extern const std::span<const Facet> kFacets;

const Field* field_named(std::string_view name);      // by name; nullptr if none
const Field* field_for_query(std::string_view word);  // by typed prefix, lower case; nullptr if none
const Facet* facet_named(std::string_view name);
// JSON pointer of the item that texts()[item] stands for, as in Profile::evidence: "/papers/3". "" where there is none.
std::string pointer_of(const Field& field, std::size_t item);

// What stands for a name that no table knows: its folded words joined by '-'; "" when nothing of it can be read.
std::string slug(std::string_view name);
// The abbreviations that people make of a name of three words or more: first letters of all words, and of those that are no
// article or preposition. "Universidade Federal do Ceará" -> UFDC, UFC. Empty for shorter names; no duplicates.
std::vector<std::string> initials(std::string_view name);

}  // namespace fellow
