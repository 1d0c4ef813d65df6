// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/generation.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "indexer/durable.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kIdleHandles = 16;

}  // namespace

Generation::Generation(Manifest m, Columns c, Opener opener, std::chrono::seconds oldest)
    : manifest(std::move(m)), columns(std::move(c)), opener_(std::move(opener)), oldest_(oldest) {}

Result<std::shared_ptr<Generation>> Generation::open(const std::filesystem::path& directory) {
  auto manifest = read_manifest(directory);
  if (!manifest) return tl::unexpected(manifest.error());
  const auto bytes = read_whole(directory / Manifest::kColumns);
  if (!bytes && bytes.error().code == Code::not_found)
    return fail(Code::corrupt, "a file of this index is missing; run `fellow index` to build the index anew",
                bytes.error().where);
  if (!bytes) return tl::unexpected(bytes.error());
  auto columns = read_columns(*bytes);
  if (!columns) return fail(columns.error().code, columns.error().what, (directory / Manifest::kColumns).string());
  // Each handle is of the file that is there now, whatever lies at its path later: an index that was wiped begins with the same
  // numbers again. Opened anew through /proc, since handles that share a descriptor share its offset.
  const auto people = std::make_shared<const Descriptor>(directory / Manifest::kPeople, O_RDONLY);
  const auto opener = [people] {
    const int fd = ::open(("/proc/self/fd/" + std::to_string(people->get())).c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) throw Xapian::DatabaseOpeningError("its file cannot be opened", errno);
    return std::make_unique<Xapian::Database>(fd);
  };
  auto out = std::make_shared<Generation>(std::move(*manifest), std::move(*columns), opener, std::chrono::hours(24 * 365));
  // What is no longer read so is shown from the database, more slowly.
  auto cards = Cards::open(directory / Manifest::kCards);
  if (!cards && cards.error().code == Code::corrupt) return tl::unexpected(cards.error());
  if (cards && cards->documents() == out->columns.documents) out->cards_ = std::move(*cards);
  try {
    const Lease lease(*out);
    if (lease->get_doccount() != out->columns.people || lease->get_lastdocid() != out->columns.documents) {
      return fail(Code::corrupt, "the database and the facet columns do not belong together; run `fellow index`",
                  directory.string());
    }
  } catch (const Xapian::Error& error) {
    return fail(Code::io, "the index cannot be opened: " + error.get_description() + "; `fellow verify` tells what is damaged",
                directory.string());
  }
  return out;
}

void Generation::drop_idle() {
  std::vector<Idle> dropped;  // closed without the lock
  const std::scoped_lock lock(idle_mutex_);
  dropped.swap(idle_);
}

void Generation::keep(Handle handle) {
  const std::scoped_lock lock(idle_mutex_);
  if (idle_.size() < kIdleHandles) idle_.push_back({std::move(handle), std::chrono::steady_clock::now()});
}

Generation::Lease::Lease(Generation& generation) : generation_(generation) {
  {
    const std::scoped_lock lock(generation_.idle_mutex_);
    while (!generation_.idle_.empty() && !database_) {
      Idle idle = std::move(generation_.idle_.back());
      generation_.idle_.pop_back();
      if (opened_ - idle.opened > generation_.oldest_) continue;
      database_ = std::move(idle.database);
      opened_ = idle.opened;
    }
  }
  if (!database_) database_ = generation_.opener_();
}

Generation::Lease::~Lease() {
  if (!database_) return;
  const std::scoped_lock lock(generation_.idle_mutex_);
  if (generation_.idle_.size() < kIdleHandles) generation_.idle_.push_back({std::move(database_), opened_});
}

}  // namespace fellow::indexer
