// SPDX-License-Identifier: GPL-3.0-or-later
// What may a typed beginning go on to? Institutions, topics, names and titles that somebody in the index has, by how many.
//
// Each is a term of its people's documents, so that the engine's sorted list of terms is the dictionary and its frequency the
// count: nothing to load, and a night changes what it changes. When nothing begins with the whole line, its last words are
// completed: "serverless hk" goes on to "serverless HKUST".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/profile.h"
#include "indexer/matching.h"

namespace fellow::indexer {

// The terms by which the profile completes.
std::vector<std::string> completion_keys(const Profile& profile);
// The term of a title: who shares it wrote it together.
std::string paper_key(const std::string& title);
// Most used first; of equals, institutions and topics before names and titles. Bounded: at most kMostTerms terms of a kind are
// looked at. Throws what Xapian throws.
std::vector<Suggestion> completions(const Open& open, std::string_view text, int limit);

}  // namespace fellow::indexer
