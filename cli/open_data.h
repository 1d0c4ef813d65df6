// SPDX-License-Identifier: GPL-3.0-or-later
// How do commands come to the data directory? Readers are told what is not there, and create nothing; writers lock it.
#pragma once

#include "cli/command.h"
#include "crawler/catalog.h"
#include "crawler/data_lock.h"

namespace fellow::cli {

// Whether anything was crawled into the data directory.
bool has_catalog(const Context& context);
// not_found, with what to do about it, when nothing was crawled into the data directory yet.
Result<crawler::Catalog> open_catalog(const Context& context);
// For a command that writes: one at a time. As DataLock::take(); a catalog that changed since the last one is told on stderr.
Result<crawler::DataLock> lock_data(const Context& context);

}  // namespace fellow::cli
