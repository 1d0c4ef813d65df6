// SPDX-License-Identifier: GPL-3.0-or-later
// One request against one open generation, in two phases: match and count; then filter, rank, quote. Throws what Xapian throws.
#pragma once

#include <xapian.h>

#include <chrono>
#include <string>
#include <vector>

#include "fellow/answer.h"
#include "fellow/statistics.h"
#include "indexer/manifest.h"
#include "indexer/matching.h"
#include "indexer/passages.h"

namespace fellow::indexer {

struct Asked {
  Open open;
  const Manifest& manifest;
  const std::string& source;  // its name, for the hits
  std::chrono::steady_clock::time_point until;
};

// A person as a list shows her; score, matches and snippets are the caller's. With a quoter: also why she was found.
Result<Hit> shown(const Asked& asked, Xapian::docid docid, const Quoter* quoter = nullptr);
// `looked`: what look() gave for the request. timeout when `until` passes between two steps.
Result<Found> answer(const Asked& asked, const SearchRequest& request, const Looked& looked, const Statistics& all);
// Those of the ids whose people the request matches in this index, filters too.
std::vector<std::string> matching_among(const Asked& asked, const SearchRequest& request, const std::vector<std::string>& ids);

}  // namespace fellow::indexer
