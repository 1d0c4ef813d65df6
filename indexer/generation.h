// SPDX-License-Identifier: GPL-3.0-or-later
// One published generation, open for many threads: its columns, loaded once, and a pool of database handles, since Xapian's
// are for one thread at a time. Never changes; searches that began on it finish on it while a newer one takes its place.
#pragma once

#include <xapian.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "fellow/result.h"
#include "indexer/columns.h"
#include "indexer/manifest.h"

namespace fellow::indexer {

class Generation {
 public:
  // `directory` holds a manifest. not_found without one; io or corrupt when it cannot be used.
  static Result<std::shared_ptr<Generation>> open(const std::filesystem::path& directory);

  const Manifest manifest;
  const Columns columns;

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
    std::unique_ptr<Xapian::Database> database_;
  };

 private:
  Generation(Manifest manifest, Columns columns, std::filesystem::path people);
  const std::filesystem::path people_;
  std::mutex idle_mutex_;
  std::vector<std::unique_ptr<Xapian::Database>> idle_;
};

}  // namespace fellow::indexer
