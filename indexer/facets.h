// SPDX-License-Identifier: GPL-3.0-or-later
// How many of the matches have each value? Exact counts from the columns; a facet's counts ignore its own selection, and
// selected values are always listed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fellow/answer.h"
#include "indexer/columns.h"
#include "indexer/matching.h"

namespace fellow::indexer {

// Fills facets and cuts. `matched`: before the filters. Facets that do not exist are left out.
void count_facets(const Columns& columns, const SearchRequest& request, const DocSet& matched, const Filters& filters,
                  Found& out);

}  // namespace fellow::indexer
