// SPDX-License-Identifier: GPL-3.0-or-later
// Was a word mistyped? Only a word that nobody has is doubted, and only for one that somebody has.
#pragma once

#include <xapian.h>

#include <optional>
#include <string>

#include "indexer/matching.h"

namespace fellow::indexer {

// The text of the query with each unknown word replaced by the best known one: swapped neighbours first, then what
// Xapian's spelling data has within two edits; among several the one that stands with the other words, then the more frequent.
// nullopt when there is nothing to correct, or nothing better.
std::optional<std::string> corrected(const Open& open, const Query& query, const Matched& matched);

}  // namespace fellow::indexer
