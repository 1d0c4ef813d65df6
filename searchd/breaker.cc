// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/breaker.h"

#include <algorithm>
#include <utility>

namespace fellow::searchd {

Breaker::Breaker(std::function<double()> jitter) : jitter_(std::move(jitter)) {}

bool Breaker::admit(Moment now) {
  const std::scoped_lock lock(mutex_);
  if (!closed_) return true;
  if (trying_ || now < closed_->until) return false;
  trying_ = true;
  return true;
}

void Breaker::succeeded() {
  const std::scoped_lock lock(mutex_);
  failures_ = 0;
  trying_ = false;
  pause_ = std::chrono::milliseconds(0);
  closed_.reset();
}

void Breaker::failed(Moment now, std::string why) {
  const std::scoped_lock lock(mutex_);
  ++failures_;
  if (failures_ < kFailures) return;
  // Questions that were on their way when it closed say nothing new.
  if (closed_ && !trying_) return;
  trying_ = false;
  pause_ = pause_.count() == 0 ? kFirst : std::min(pause_ * 2, kLongest);
  const double factor = 0.8 + 0.4 * std::clamp(jitter_(), 0.0, 1.0);
  const auto pause = std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(pause_.count()) * factor));
  closed_ = Closed{now + std::min(pause, kLongest), std::move(why)};
}

void Breaker::abandoned() {
  const std::scoped_lock lock(mutex_);
  trying_ = false;
}

std::optional<Breaker::Closed> Breaker::closed() const {
  const std::scoped_lock lock(mutex_);
  return closed_;
}

}  // namespace fellow::searchd
