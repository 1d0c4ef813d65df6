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

// Opens lazily, as open_source does; relative paths are below DATA. Whoever asked to be forgotten (DATA/suppressed) is in none
// of them. bad_input, naming the row, for a row without a path, two
// rows of one name, or a kind other than "index".
Result<std::vector<std::shared_ptr<Source>>> open_sources(const Config& config, const std::filesystem::path& data);

}  // namespace fellow::indexer
