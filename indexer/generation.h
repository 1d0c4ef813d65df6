// SPDX-License-Identifier: GPL-3.0-or-later
// One published generation, open for many threads: its columns, loaded once, and a pool of database handles, since Xapian's
// are for one thread at a time. Never changes; searches that began on it finish on it while a newer one takes its place.
#pragma once

#include <xapian.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "fellow/result.h"
#include "indexer/cards.h"
#include "indexer/columns.h"
#include "indexer/manifest.h"
#include "indexer/postings.h"

namespace fellow::indexer {

// What a new handle turned out to be of. Thrown by a Lease.
struct AnotherGeneration : std::exception {};

class Generation {
 public:
  using Handle = std::unique_ptr<Xapian::Database>;
  // Makes a handle of just this generation; throws what Xapian throws, or AnotherGeneration.
  using Opener = std::function<Handle()>;
  // `directory` holds a manifest. not_found without one; io or corrupt when it cannot be used. What becomes of the directory
  // later is all the same to it.
  static Result<std::shared_ptr<Generation>> open(const std::filesystem::path& directory);

  // One that lies elsewhere. Its handles are not used longer than `oldest`.
  Generation(Manifest manifest, Columns columns, Opener opener, std::chrono::seconds oldest);

  const Manifest manifest;
  const Columns columns;
  mutable PostingCache postings{posting_room(columns.documents)};
  // nullptr: it lies elsewhere, or was built by a program that wrote none.
  const Cards* cards() const { return cards_ ? &*cards_ : nullptr; }

  // No handle that is idle now is used again.
  void drop_idle();
  // One that was opened before its generation was known.
  void keep(Handle handle);

  // A database handle for as long as the lease lives. Throws what Xapian throws.
  class Lease {
   public:
    explicit Lease(Generation& generation);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    const Xapian::Database& operator*() const { return *database_; }
    const Xapian::Database* operator->() const { return database_.get(); }
    // The handle is not to be used again.
    void drop() { database_.reset(); }

   private:
    Generation& generation_;
    Handle database_;
    std::chrono::steady_clock::time_point opened_ = std::chrono::steady_clock::now();
  };

 private:
  struct Idle {
    Handle database;
    std::chrono::steady_clock::time_point opened;
  };
  std::optional<Cards> cards_;
  const Opener opener_;
  const std::chrono::seconds oldest_;
  std::mutex idle_mutex_;
  std::vector<Idle> idle_;
};

}  // namespace fellow::indexer
