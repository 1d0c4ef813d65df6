// SPDX-License-Identifier: GPL-3.0-or-later
// Why was this person found? The fields that hold the query's words, and the best passage of each, with the words marked and
// the page that it came from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/query.h"
#include "indexer/document.h"

namespace fellow::indexer {

struct Reasons {
  std::vector<std::string> matched_on;  // names of kFields, most telling first
  std::vector<Snippet> snippets;
};
Reasons reasons(const Stored& person, const Query& query);

// The text escaped, words with one of these stems in <mark>, cut to a window around most of them when it is long.
std::string highlighted(std::string_view text, const std::vector<std::string>& stems);

}  // namespace fellow::indexer
