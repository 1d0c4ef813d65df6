// SPDX-License-Identifier: GPL-3.0-or-later
// What may a mistyped word have been? Only a word that nobody has is doubted (fellow/statistics.h), and only for one that
// somebody has.
#pragma once

#include <xapian.h>

#include <vector>

#include "fellow/statistics.h"
#include "indexer/matching.h"

namespace fellow::indexer {

// For each doubt the known words it may stand for: swapped neighbours first, then what Xapian's spelling data has within two
// edits. `all` tells which clauses somebody matches somewhere.
std::vector<Respelled> respell(const Open& open, const Query& query, const Looked& looked, const std::vector<Doubt>& doubts,
                               const Statistics& all);

}  // namespace fellow::indexer
