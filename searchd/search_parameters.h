// SPDX-License-Identifier: GPL-3.0-or-later
// What may a search ask for? The parameters of /api/v1/search, one row each, and how they become a SearchRequest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "searchd/parameters.h"
#include "searchd/query_string.h"

namespace fellow::searchd {

// One row each: those of the search itself; for every row of kFacets the chosen values (repeated); and facet_q.FACET (words of
// its values). Lives as long as the program.
std::span<const Parameter> search_parameters();

// bad_input, with the parameter as `where`, for a name that is unknown, given twice, or has an unusable value.
Result<SearchRequest> read_search(const Parameters& parameters);
// Inverse, without what has its default: the query string that asks this of another daemon.
Parameters show_search(const SearchRequest& request);

}  // namespace fellow::searchd
