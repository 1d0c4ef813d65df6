// SPDX-License-Identifier: GPL-3.0-or-later
// Which parts of a profile can be searched, how much each counts, and which can be counted as facets: the two tables to add a
// row to. Query parser, indexer, snippets and web page all read them; nothing else names a field.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/profile.h"

namespace fellow {

// A searchable field: the texts it takes from a profile, in the order of the profile (snippets quote one of them).
struct Field {
  std::string_view name;       // in matched_on, snippets, parsed: "papers"
  std::string_view query;      // typed prefix without colon: "paper"; "" if it cannot be typed
  std::string_view prefix;     // of its terms in the index: "XP"
  int weight;                  // times one occurrence counts (within-document frequency increment)
  std::vector<std::string> (*texts)(const Profile&);
};
extern const std::span<const Field> kFields;

// A facet: the values a profile has, each with the label a person reads.
struct FacetChoice {
  std::string value, label;
};
struct Facet {
  std::string_view name;  // parameter of the API: "affiliation"
  std::vector<FacetChoice> (*values)(const Profile&);
  bool numeric = false;   // takes ranges a..b
};
extern const std::span<const Facet> kFacets;

const Field* field_named(std::string_view name);    // by name; nullptr if none
const Field* field_for_query(std::string_view word);  // by typed prefix; nullptr if none
const Facet* facet_named(std::string_view name);

}  // namespace fellow
