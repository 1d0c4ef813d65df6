// SPDX-License-Identifier: GPL-3.0-or-later
// The data directory for commands that only read: what is not there is told, never created.
#pragma once

#include "cli/command.h"
#include "crawler/catalog.h"

namespace fellow::cli {

// Whether anything was crawled into the data directory.
bool has_catalog(const Context& context);
// not_found, with what to do about it, when nothing was crawled into the data directory yet.
Result<crawler::Catalog> open_catalog(const Context& context);

}  // namespace fellow::cli
