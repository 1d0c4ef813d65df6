// SPDX-License-Identifier: GPL-3.0-or-later
// Which sources does this machine search? The rows of [[source]] in the configuration, or DATA/index as "local". Used by the
// daemon and by the command line, so that both mean the same.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "fellow/config.h"
#include "fellow/source.h"

namespace fellow::indexer {

// The rows of the kinds "index" and "xapian", in their order; those of kind "searchd" are searchd's to open
// (searchd/peer_source.h). Opens lazily, as open_source does; relative paths are below DATA. DATA/index is the first, as
// "local", when there is no row at all, or none of kind "index" while something is published there. Whoever asked to be
// forgotten (DATA/suppressed) is in none of them. bad_input, naming the row, for a path or url that is none.
Result<std::vector<std::shared_ptr<Source>>> open_sources(const Config& config, const std::filesystem::path& data);

}  // namespace fellow::indexer
