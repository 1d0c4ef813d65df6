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

// `matched`: before the filters. Facets that do not exist are left out.
std::map<std::string, std::vector<FacetValue>> count_facets(const Columns& columns, const SearchRequest& request,
                                                            const DocSet& matched, const Filters& filters);

}  // namespace fellow::indexer
