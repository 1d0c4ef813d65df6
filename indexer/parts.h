// SPDX-License-Identifier: GPL-3.0-or-later
// What adds to the score of a query's matches? The clauses' words and ids, and the bonuses beyond them.
#pragma once

#include <xapian.h>

#include <vector>

#include "fellow/query.h"
#include "indexer/matching.h"
#include "indexer/ranking.h"

namespace fellow::indexer {

std::vector<Part> parts_of(const Xapian::Database& database, const Query& query, const Matched& matched);
// What the bonuses are multiples of: about the weight of one rare word that stands in a title.
double bonus_unit(const Xapian::Database& database);

}  // namespace fellow::indexer
