// SPDX-License-Identifier: GPL-3.0-or-later
// Who is like this researcher, and why? By what they share: papers and co-authorship, stated topics, venues, vocabulary, the
// institution; each counts the more the fewer people share it. Every result says its reasons.
#pragma once

#include <vector>

#include "fellow/answer.h"
#include "indexer/answering.h"

namespace fellow::indexer {

// Best first, ties by id; never the person herself nor who is hidden. The cost is linear in the postings of what she has.
// Throws what Xapian throws.
Result<std::vector<Similar>> people_like(const Asked& asked, const Profile& person, int limit);

}  // namespace fellow::indexer
