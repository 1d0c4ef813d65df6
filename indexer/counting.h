// SPDX-License-Identifier: GPL-3.0-or-later
// What does this index tell the others about a query, before any of them ranks? The counts of fellow/statistics.h.
#pragma once

#include <string>
#include <vector>

#include "fellow/statistics.h"
#include "indexer/manifest.h"
#include "indexer/matching.h"

namespace fellow::indexer {

// The terms whose rarity the ranking weighs. Each once.
std::vector<std::string> weighed_terms(const Query& query);
Statistics count(const Open& open, const Manifest& manifest, const SearchRequest& request, const Looked& looked);

}  // namespace fellow::indexer
