// SPDX-License-Identifier: GPL-3.0-or-later
// Which tables does the catalog have? Made in an empty file, brought to this version in an older one (R37).
#pragma once

#include <string>

#include "crawler/sqlite.h"

namespace fellow::crawler {

// Version 2. A file of version 1 is copied to FILE.v1 and then migrated in one transaction; corrupt when the file is
// newer than this program, another program's, or no database. After it the connection is set up for use.
Result<void> prepare_schema(Sqlite& db, const std::string& file);

}  // namespace fellow::crawler
