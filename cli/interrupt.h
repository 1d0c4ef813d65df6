// SPDX-License-Identifier: GPL-3.0-or-later
// What Ctrl-C does: while one of these lives, SIGINT and SIGTERM call a function, on a thread of its own, instead of ending the
// process at once. A second signal ends it.
#pragma once

#include <functional>
#include <thread>

namespace fellow::cli {

class OnInterrupt {
 public:
  explicit OnInterrupt(std::function<void()> act);
  ~OnInterrupt();
  OnInterrupt(const OnInterrupt&) = delete;
  OnInterrupt& operator=(const OnInterrupt&) = delete;

 private:
  int pipe_[2] = {-1, -1};
  std::thread waiter_;
};

// Returns when SIGINT or SIGTERM arrives.
void wait_for_interrupt();

}  // namespace fellow::cli
