// SPDX-License-Identifier: GPL-3.0-or-later
// What speaks for two profiles being one person, and what against it?
//
// A claim (the same ORCID, Scholar id, DBLP pid or home page) comes first; without one nothing is weighed: the name alone never
// merges. Templates are copied together with their identifiers, so a claim needs a second witness (R19): a name that is the
// same person's, the e-mail address, papers, or the surname in the other's address. Names that
// differ are never outvoted. Pure.
#pragma once

#include <string>
#include <vector>

#include "fellow/profile.h"

namespace fellow::indexer {

// How two names are to each other.
enum class NameMatch {
  same,     // a surname in common, and given names that agree as words, initials or nicknames
  close,    // a surname in common, and given names with the same first letter, or none on one side
  unknown,  // one is missing, or they are written in different scripts
  differ,
};
NameMatch match_names(const Profile& a, const Profile& b);

// What one person alone has, as "page https://…", "orcid 0000-…", "google_scholar …", "dblp …"; addresses as they stand in
// profiles (normal forms), no duplicates.
std::vector<std::string> claims_of(const Profile& profile);

struct Weighed {
  bool one_person = false;
  std::string why;  // "orcid 0000-…; the same name", for merges.tsv
};
// `shared`: the claims that both make. `worn`: those of them that are a template's or a group's, and count nothing.
Weighed weigh(const Profile& a, const Profile& b, const std::vector<std::string>& shared, const std::vector<std::string>& worn);

}  // namespace fellow::indexer
