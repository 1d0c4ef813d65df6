// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of work that do not know of each other, done on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace fellow {

// Calls work(0) … work(count - 1), in no order, on a thread a core; returns at once. The work is done when this is destroyed or
// waited for. `work` must not throw, and what it refers to has to outlive this.
class AtOnce {
 public:
  AtOnce() = default;
  AtOnce(std::size_t count, std::function<void(std::size_t)> work) {
    const auto next = std::make_shared<std::atomic<std::size_t>>(0);
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const auto run = [=, work = std::move(work)] {
      for (std::size_t i = (*next)++; i < count; i = (*next)++) work(i);
    };
    for (std::size_t i = 0; i < std::min(cores, count); ++i) workers_.emplace_back(run);
  }
  void wait() { workers_.clear(); }

 private:
  std::vector<std::jthread> workers_;
};

}  // namespace fellow
