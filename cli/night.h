// SPDX-License-Identifier: GPL-3.0-or-later
// What became of a night? For people who watch machines: one JSON object, and metrics for Prometheus.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/crawl_step.h"
#include "cli/index_step.h"
#include "cli/watches.h"
#include "fellow/clock.h"

namespace fellow::cli {

struct Night {
  Time began, ended;
  int exit_code = 0;
  std::string error;  // "" unless the run ended before its end
  std::optional<Crawled> crawled;
  std::optional<Indexed> indexed;
  std::vector<News> news;  // for DATA/watches.json
};

// {"began","ended","exit","error",seeds, failed_seeds, pages, not_modified, bytes, extracted, unchanged, people, generation}:
// what was not reached is absent.
nlohmann::ordered_json json_of(const Night& night);
// Text exposition format of Prometheus. last_success: the last night that published, as Unix time; nullopt if none is known.
std::string metrics_of(const Night& night, std::optional<std::int64_t> last_success);

// Writes both, each whole or not at all; "" is not written. The metrics file that is there gives the last success of before.
// What cannot be written does not undo what was published: it is told, and raises the exit code of a good night to 1.
std::vector<Error> tell(Night& night, const std::string& report_file, const std::string& metrics_file);

}  // namespace fellow::cli
