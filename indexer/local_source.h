// SPDX-License-Identifier: GPL-3.0-or-later
// The generation that is served now, and answers from it. Takes up a new one by itself, without making a query wait.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "fellow/source.h"
#include "indexer/generation.h"

namespace fellow::indexer {

class LocalSource final : public Source {
 public:
  // `index`: the directory with `current` in it, `current` itself, or one generation.
  LocalSource(std::string name, std::filesystem::path index);
  SourceInfo info() const override;
  Result<Found> search(const SearchRequest& request) override;
  Result<Profile> profile(std::string_view id) override;

 private:
  using Open = Result<std::shared_ptr<Generation>>;
  // The served generation; not_found before the first is published.
  Open current() const;
  std::filesystem::path target() const;
  void load(const std::filesystem::path& directory) const;

  const std::string name_;
  const std::filesystem::path index_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<Generation> served_;
  mutable std::filesystem::path served_from_;
  mutable std::chrono::steady_clock::time_point checked_{};
  mutable std::atomic<bool> loading_ = false;
  mutable std::jthread loader_;  // last: ends before what it writes to
};

}  // namespace fellow::indexer
