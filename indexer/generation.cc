// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/generation.h"

#include <utility>

#include "indexer/durable.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kIdleHandles = 16;

}  // namespace

Generation::Generation(Manifest m, Columns c, std::filesystem::path people)
    : manifest(std::move(m)), columns(std::move(c)), people_(std::move(people)) {}

Result<std::shared_ptr<Generation>> Generation::open(const std::filesystem::path& directory) {
  auto manifest = read_manifest(directory);
  if (!manifest) return tl::unexpected(manifest.error());
  const auto bytes = read_whole(directory / Manifest::kColumns);
  if (!bytes) return tl::unexpected(bytes.error());
  auto columns = read_columns(*bytes);
  if (!columns) return fail(columns.error().code, columns.error().what, (directory / Manifest::kColumns).string());
  std::shared_ptr<Generation> out(new Generation(std::move(*manifest), std::move(*columns), directory / Manifest::kPeople));
  try {
    const Lease lease(*out);
    if (lease->get_doccount() != out->columns.people || lease->get_lastdocid() != out->columns.documents) {
      return fail(Code::corrupt, "the database and the facet columns do not belong together; run `fellow index`",
                  directory.string());
    }
  } catch (const Xapian::Error& error) {
    return fail(Code::io, "the index cannot be opened: " + error.get_description(), directory.string());
  }
  return out;
}

Generation::Lease::Lease(Generation& generation) : generation_(generation) {
  {
    const std::scoped_lock lock(generation_.idle_mutex_);
    if (!generation_.idle_.empty()) {
      database_ = std::move(generation_.idle_.back());
      generation_.idle_.pop_back();
    }
  }
  if (!database_) database_ = std::make_unique<Xapian::Database>(generation_.people_.string());
}

Generation::Lease::~Lease() {
  if (!database_) return;
  const std::scoped_lock lock(generation_.idle_mutex_);
  if (generation_.idle_.size() < kIdleHandles) generation_.idle_.push_back(std::move(database_));
}

}  // namespace fellow::indexer
