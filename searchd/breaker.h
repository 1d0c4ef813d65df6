// SPDX-License-Identifier: GPL-3.0-or-later
// Is a source worth asking now? After 3 failures in a row it is left alone for 5 s, then for twice as long after each further
// one, up to 120 s (R43); each time one real question tries whether it is back. Thread-safe. The caller passes the time in.
//
//   if (breaker.admit(now)) { …ask…; good ? breaker.succeeded() : breaker.failed(now, "no answer in 400 ms"); }
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace fellow::searchd {

class Breaker {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  static constexpr int kFailures = 3;
  static constexpr std::chrono::milliseconds kFirst{5'000}, kLongest{120'000};

  // `jitter`: a number from 0 to 1 each time; pauses are 0.8 to 1.2 times as long, so that many daemons do not come back at
  // once.
  explicit Breaker(std::function<double()> jitter);

  // Whether a question may go there. Exactly one of the three below has to follow a yes.
  bool admit(Moment now);
  void succeeded();
  void failed(Moment now, std::string why);
  void abandoned();  // nothing was learnt

  // When it is asked again, and why not before; nullopt while it is asked.
  struct Closed {
    Moment until;
    std::string why;
  };
  std::optional<Closed> closed() const;

 private:
  const std::function<double()> jitter_;
  mutable std::mutex mutex_;
  int failures_ = 0;
  bool trying_ = false;  // the one question that tries is on its way
  std::chrono::milliseconds pause_{0};
  std::optional<Closed> closed_;
};

}  // namespace fellow::searchd
