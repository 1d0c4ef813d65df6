// SPDX-License-Identifier: GPL-3.0-or-later
// Is a record what its own digests say? Pure.
#pragma once

#include "crawler/warc_reader.h"

namespace fellow::crawler {

// Whether block and payload have the SHA-1 or SHA-256 that the record states for them (base32 or hex). A payload may have been
// hashed as it is stored, without its chunks, or decoded: crawlers differ. True for what it does not state or states in another
// algorithm, for a record that says that it was cut, and for a block that the reader has cut.
bool digest_fits(const WarcRecord& record);

}  // namespace fellow::crawler
