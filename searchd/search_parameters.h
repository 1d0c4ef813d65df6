// SPDX-License-Identifier: GPL-3.0-or-later
// What may a search ask for? The parameters of /api/v1/search, one row each, and how they become a SearchRequest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "searchd/query_string.h"

namespace fellow::searchd {

struct SearchParameter {
  std::string_view name;
  bool repeats;                                                  // may be given several times, or with commas
  std::string_view wanted;                                       // what its value has to be, as an error says it
  bool (*read)(std::string_view value, SearchRequest& request);  // false: not what is wanted
};
// Beside these, every row of kFacets is a parameter (chosen values, repeated), and facet_q.FACET (words of its values).
extern const std::span<const SearchParameter> kSearchParameters;

// bad_input, with the parameter as `where`, for a name that is unknown, given twice, or has an unusable value.
Result<SearchRequest> read_search(const Parameters& parameters);
// Inverse, without what has its default: the query string that asks this of another daemon.
Parameters show_search(const SearchRequest& request);

}  // namespace fellow::searchd
