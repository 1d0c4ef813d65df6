// SPDX-License-Identifier: GPL-3.0-or-later
// How does the daemon do? Counts of what was answered, in the text format of Prometheus (version 0.0.4). Numbers by route,
// status and source only: nothing of a request, nobody's address (R30). Thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "fellow/answer.h"
#include "fellow/source.h"
#include "searchd/answer_cache.h"
#include "searchd/http.h"

namespace fellow::searchd {

class Metrics {
 public:
  // Upper ends of the buckets of answering times, in seconds.
  static constexpr std::array kBuckets{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0};

  void count(const Exchange& exchange);
  // What became of each source of a search.
  void count(const Answer& answer);
  // The configuration was read again, well or not.
  void count_reload(bool good);

  // What is asked for when the text is made.
  struct Now {
    std::vector<SourceInfo> sources;
    AnswerCache::Use cache;
    std::size_t connections = 0;
  };
  std::string show(const Now& now) const;

 private:
  struct Times {
    std::array<std::uint64_t, kBuckets.size() + 1> buckets{};
    double seconds = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<std::string_view, int>, std::uint64_t> requests_;  // by route and status
  std::map<std::string_view, Times> times_;                             // by route
  std::map<std::pair<std::string, std::string>, std::uint64_t> asked_;  // by source and status
  std::uint64_t bytes_ = 0, reloads_good_ = 0, reloads_bad_ = 0;
};

}  // namespace fellow::searchd
