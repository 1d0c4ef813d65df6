// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/news.h"

namespace fellow::searchd {

Result<News::Changed> News::get(std::uint64_t state, std::chrono::milliseconds within) {
  if (!read_) return std::make_shared<const std::vector<Changes>>();
  std::unique_lock lock(mutex_);
  if (!busy_ && wanted_ != state) {
    busy_ = true;
    wanted_ = state;
    worker_ = std::jthread([this] {
      auto read = read_();
      const std::lock_guard finished(mutex_);
      if (read) {
        known_ = std::make_shared<const std::vector<Changes>>(std::move(*read));
      } else {
        known_ = tl::unexpected(read.error());
      }
      busy_ = false;
      done_.notify_all();
    });
  }
  if (!done_.wait_for(lock, within, [this] { return !busy_; }))
    return fail(Code::busy, "what is new is being worked out; try again in a few seconds");
  return known_;
}

}  // namespace fellow::searchd
