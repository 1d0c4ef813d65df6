// SPDX-License-Identifier: GPL-3.0-or-later
// What of a generation travels inside its database? Manifest and columns, as metadata of the engine: a stock xapian-tcpsrv
// serves them with the rest, and nothing of ours has to run beside it.
#pragma once

#include <xapian.h>

#include <string>

#include "fellow/result.h"
#include "indexer/manifest.h"

namespace fellow::indexer {

struct Carried {
  Manifest manifest;
  std::string columns;  // write_columns
};

// Takes the place of what is there. Throws what Xapian throws.
void write_carried(Xapian::WritableDatabase& database, const Carried& carried);
// Only the manifest. not_found for a database of another program, or of a Fellow before schema 3. Throws what Xapian throws.
Result<Manifest> read_carried_manifest(const Xapian::Database& database);
// The columns; "" if they are not whole.
std::string read_carried_columns(const Xapian::Database& database);

}  // namespace fellow::indexer
