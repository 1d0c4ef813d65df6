// SPDX-License-Identifier: GPL-3.0-or-later
// How is the catalog taken along while others read and write it? As one moment of it, in a file of its own.
#pragma once

#include <filesystem>

#include "fellow/result.h"

namespace fellow::crawler {

// Writes what is committed in data/catalog.db now to to/catalog.db, which must not be there, durably and with its sum
// (crawler/catalog_seal.h). Nothing that was dropped is in it. not_found without a catalog, corrupt when it is
// not as the last run left it.
Result<void> copy_catalog(const std::filesystem::path& data, const std::filesystem::path& to);

}  // namespace fellow::crawler
