// SPDX-License-Identifier: GPL-3.0-or-later
// How many are here, in all and from each address? Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <unordered_map>

namespace fellow::searchd {

// How many connections are open, in all and from each address.
class Census {
 public:
  Census(std::size_t limit, std::size_t limit_per_address) : limit_(limit), limit_per_address_(limit_per_address) {}

  // Counts one more, unless that is too many.
  bool enter(const std::string& address, bool trusted) {
    const std::lock_guard lock(mutex_);
    if (open_ >= limit_) return false;
    if (std::size_t& here = by_address_[address]; trusted || here < limit_per_address_) {
      ++here, ++open_;
      return true;
    }
    return false;
  }

  void leave(const std::string& address) {
    const std::lock_guard lock(mutex_);
    const auto at = by_address_.find(address);
    if (--at->second == 0) by_address_.erase(at);
    if (--open_ == 0) empty_.notify_all();
  }

  bool wait_until_empty(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    return empty_.wait_for(lock, longest, [this] { return open_ == 0; });
  }

  std::size_t open() const {
    const std::lock_guard lock(mutex_);
    return open_;
  }

 private:
  const std::size_t limit_, limit_per_address_;
  mutable std::mutex mutex_;
  std::condition_variable empty_;
  std::size_t open_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace fellow::searchd
