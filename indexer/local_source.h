// SPDX-License-Identifier: GPL-3.0-or-later
// The generation that is served now, and answers from it. Takes up a new one by itself, without making a query wait, and so
// it does with those who ask to be forgotten: they are hidden in generations that were published before.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "indexer/indexed_source.h"

namespace fellow::indexer {

class LocalSource final : public IndexedSource {
 public:
  // `index`: the directory with `current` in it, `current` itself, or one generation.
  LocalSource(std::string name, std::filesystem::path index, Suppression suppression);
  SourceInfo info() const override;

 private:
  Result<Served> current() const override;
  Served known() const override { return current().value_or(Served{}); }
  // What is published now.
  struct Target {
    std::filesystem::path directory;  // "": nothing
    std::string which;                // another one whenever something else lies there
  };
  Target target() const;
  Result<Served> load(const Target& target, const Served& before) const;
  // What was loaded, or why it was not; under the lock.
  void take(Result<Served> loaded) const;

  const std::filesystem::path index_;
  mutable std::mutex mutex_;
  mutable Suppression suppression_;
  mutable Served served_;  // no generation: nothing was published yet
  mutable std::optional<Error> unopened_;
  mutable std::chrono::steady_clock::time_point checked_{};
  mutable std::atomic<bool> loading_ = false;
  mutable std::jthread loader_;  // last: ends before what it writes to
};

}  // namespace fellow::indexer
