// SPDX-License-Identifier: GPL-3.0-or-later
// May a registry's record stand as a person of its own?
//
// A record (`fellow import --orcid`) is a further witness of somebody whose pages we have. Merged with them (indexer/merge.h),
// it adds what it says. Where it could not be merged, two rows for one person would be worse than a record that waits: it is
// held back while a profile carries the same iD (under another name, or one that cannot be compared), or somebody of the same
// name has no iD at all. Held back means: not in the index, and told as "apart" in DATA/merges.tsv, where an operator may write
// "same" or "different". A record that nobody resembles is a person like any other.
#pragma once

#include <vector>

#include "fellow/profile.h"
#include "indexer/merge.h"

namespace fellow::indexer {

// Whether the address of the profile is that of a record, at https://orcid.org/.
bool is_registry_record(const Profile& profile);

// Takes the records that are held back out of `people`, and tells of each in `rows`.
void hold_back_records(People& people);

}  // namespace fellow::indexer
