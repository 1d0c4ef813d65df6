// SPDX-License-Identifier: GPL-3.0-or-later
// What does the data directory hold, and how old is it? Counts only: no name and no address.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "crawler/catalog.h"
#include "fellow/result.h"

namespace fellow::cli {

struct Status {
  std::map<std::string, std::size_t> lists;  // seeds in each
  std::size_t seeds = 0;                     // each address once
  std::size_t profiles = 0;                  // of seeds, before those of one person are made one
  std::array<std::size_t, 4> addresses{};    // by crawler::Outcome
  std::size_t pages = 0;                     // with a body in the archive
  std::uint64_t catalog_bytes = 0, archive_bytes = 0, index_bytes = 0;
  std::optional<crawler::RunSummary> last_run;
  std::uint64_t generation = 0;  // 0: nothing published yet
  std::int64_t people = 0;       // in it
  std::optional<Time> published_at;
  std::size_t suppressed = 0;  // lines of DATA/suppressed
};

Result<Status> read_status(const std::filesystem::path& data, crawler::Catalog& catalog);

// Lines "label: value" for people.
std::string show(const Status& status, Time now);
std::string show_json(const Status& status, Time now);

}  // namespace fellow::cli
