// SPDX-License-Identifier: GPL-3.0-or-later
// Another daemon as a source. What it says is checked before it is used, and who asked to be forgotten here is in none of it.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "fellow/config.h"
#include "fellow/source.h"
#include "fellow/suppress.h"
#include "searchd/peer_client.h"

namespace fellow::searchd {

// The rows of kind "searchd", with one client for all. bad_input, naming the row, for a url that is none, and for a token or
// certificate file that cannot be read; relative paths are below `data`.
Result<std::vector<std::shared_ptr<Source>>> open_peers(const Config& config, const std::filesystem::path& data,
                                                        const Suppression& suppression);

// The same, put among `local`, the others of the configuration, where their rows stand.
Result<std::vector<std::shared_ptr<Source>>> with_peers(std::vector<std::shared_ptr<Source>> local, const Config& config,
                                                        const std::filesystem::path& data);

// A token as a file holds it: its first line. bad_input if there is none, or it is more than a header line may hold.
Result<std::string> read_token(const std::filesystem::path& file);

}  // namespace fellow::searchd
