// SPDX-License-Identifier: GPL-3.0-or-later
// What does one profile look like to the engine? Its terms, the words that spelling may suggest, and what is stored with it.
//
// Each word stands once without prefix (weighted by its fields, no positions) and once per field (prefix + stem, with
// positions, so that a phrase never crosses two titles). Stored: the profile without e-mail and evidence, and the pages its
// facts came from.
#pragma once

#include <xapian.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/fields.h"
#include "fellow/profile.h"

namespace fellow::indexer {

// The institutions' ids in one field (affiliations, past_affiliations, advisors, education; else none), one for each item: as
// extracted, else by the tables; "" where unknown. Likewise the topics of the interests.
std::vector<std::string> institutions_in(const Profile& profile, std::string_view field);
std::vector<std::string> topics_in(const Profile& profile);

// Whether a topic that the field's texts name is one of the person's: all that is searched but names and addresses.
bool mentions_topics(const Field& field);

struct PersonDocument {
  Xapian::Document document;
  std::vector<std::string> spellings;  // folded words worth suggesting, one each: of names, institutions, topics and titles
};

PersonDocument make_document(const Profile& profile);

// The pages that items of fields came from, where that is not the home page.
struct Pages {
  std::vector<std::string> urls;
  std::map<std::string, std::vector<int>, std::less<>> of;  // field -> for each item the page's number, -1 = the home page
  // nullptr: the home page, or nothing else is known.
  const std::string* page(const Field& field, std::size_t item) const;
};
Pages pages_in(const Profile& profile);

// What make_document stored.
struct Stored {
  Profile profile;
  Pages pages;
  // The page that an item of a field came from; the home page if nothing else is known.
  const std::string& page(const Field& field, std::size_t item) const;
};
// For each fact that can be searched, the page it stands on and when that was fetched; how it was read is the catalog's to
// know.
std::map<std::string, Evidence> whereabouts(const Stored& stored);
std::string write_stored(const Profile& profile);
// corrupt when it is not what write_stored wrote.
Result<Stored> read_stored(std::string_view text);

}  // namespace fellow::indexer
