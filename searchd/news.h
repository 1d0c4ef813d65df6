// SPDX-License-Identifier: GPL-3.0-or-later
// What is new since the generations before? Worked out once for each state of the sources, beside the requests: a large index
// takes seconds, and whoever asks meanwhile is told to come back. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "fellow/changes.h"
#include "fellow/result.h"

namespace fellow::searchd {

class News {
 public:
  using Changed = std::shared_ptr<const std::vector<Changes>>;  // newest first
  using Read = std::function<Result<std::vector<Changes>>()>;

  // `read` is called by one thread at a time; an empty function knows of no changes.
  explicit News(Read read) : read_(std::move(read)) {}

  // The changes up to that state. busy when they are not worked out within the time.
  Result<Changed> get(std::uint64_t state, std::chrono::milliseconds within);

 private:
  const Read read_;
  std::mutex mutex_;
  std::condition_variable done_;
  std::uint64_t wanted_ = 0;  // state that is, or was, worked out
  bool busy_ = false;
  Result<Changed> known_ = std::make_shared<const std::vector<Changes>>();
  std::jthread worker_;  // last: ends before what it writes to
};

}  // namespace fellow::searchd
