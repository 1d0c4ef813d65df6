// SPDX-License-Identifier: GPL-3.0-or-later
// The generation that is served now, and answers from it. Takes up a new one by itself, without making a query wait, and so
// it does with those who ask to be forgotten: they are hidden in generations that were published before.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "fellow/source.h"
#include "fellow/suppress.h"
#include "indexer/generation.h"

namespace fellow::indexer {

class LocalSource final : public Source {
 public:
  // `index`: the directory with `current` in it, `current` itself, or one generation.
  LocalSource(std::string name, std::filesystem::path index, Suppression suppression);
  SourceInfo info() const override;
  Result<Found> search(const SearchRequest& request) override;
  Result<Profile> profile(std::string_view id) override;
  Result<std::vector<Suggestion>> suggest(std::string_view text, int limit) override;
  Result<std::vector<Similar>> similar(std::string_view id, int limit) override;
  Result<std::vector<std::string>> among(const SearchRequest& request, const std::vector<std::string>& ids) override;

 private:
  // A generation with those of it who are forgotten.
  struct Served {
    std::shared_ptr<Generation> generation;
    std::shared_ptr<const DocSet> hidden;
    std::filesystem::path from;
    std::uint64_t suppression = 0;  // version of the list that `hidden` was made with
  };
  // What is served; not_found before the first is published.
  Result<Served> current() const;
  std::filesystem::path target() const;
  Result<Served> load(const std::filesystem::path& directory, const Served& before) const;

  const std::string name_;
  const std::filesystem::path index_;
  mutable std::mutex mutex_;
  mutable Suppression suppression_;
  mutable Served served_;  // no generation: nothing was published yet
  mutable std::chrono::steady_clock::time_point checked_{};
  mutable std::atomic<bool> loading_ = false;
  mutable std::jthread loader_;  // last: ends before what it writes to
};

}  // namespace fellow::indexer
