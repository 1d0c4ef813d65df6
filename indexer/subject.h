// SPDX-License-Identifier: GPL-3.0-or-later
// What is a query about? The free words and topics between its institutions, as somebody would state them as an interest.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fellow/query.h"
#include "fellow/statistics.h"

namespace fellow::indexer {

inline constexpr std::size_t kLongestInterest = 6;  // words of a stated interest that are looked for together

// Part of what is asked about, rather than of where or when.
bool of_subject(const Clause& clause);
// The words of each run of such clauses; one empty run for a query without any.
std::vector<std::vector<std::string>> subjects_of(const Query& query);
// The keys (interest_key) of interests that say the subject but for one word of three to six ("machine learning" for "machine
// learning systems"): where the word left out tells at most four tenths of what all of them tell, so that "serverless
// machine learning" is about what it says; or where the subject is a topic of the tables and what is left is one too, a wider
// one.
std::vector<std::string> keys_but_for_one(const Statistics& all, std::vector<std::string> words);
// The terms whose counts that asks for.
std::vector<std::string> terms_but_for_one(std::vector<std::string> words);

}  // namespace fellow::indexer
