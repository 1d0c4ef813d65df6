// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/local_source.h"

#include <functional>

#include "indexer/answering.h"
#include "indexer/document.h"
#include "indexer/indexer.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr auto kCheckEvery = std::chrono::seconds(1);
constexpr int kAttempts = 2;

// Runs `ask` with a database handle. A handle that the engine calls unusable is thrown away and the question asked once more
// with a fresh one (R29).
template <class T>
Result<T> asked(Generation& generation, const std::function<Result<T>(const Xapian::Database&)>& ask) {
  std::string last;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    try {
      Generation::Lease lease(generation);
      try {
        return ask(*lease);
      } catch (...) {
        lease.drop();
        throw;
      }
    } catch (const Xapian::Error& error) {
      last = error.get_description();
    }
  }
  return fail(Code::io, "the index cannot be read: " + last);
}

}  // namespace

LocalSource::LocalSource(std::string name, fs::path index) : name_(std::move(name)), index_(std::move(index)) {}

fs::path LocalSource::target() const {
  std::error_code none;
  const bool link = fs::is_symlink(index_, none);
  if (!link && fs::exists(index_ / Manifest::kName, none)) return index_;
  const fs::path current = link ? index_ : index_ / "current";
  const fs::path name = fs::read_symlink(current, none);
  return none ? fs::path() : current.parent_path() / name;
}

// Opens a newer generation beside the served one and puts it in its place; keeps the old one when that fails.
void LocalSource::load(const fs::path& directory) const {
  auto opened = Generation::open(directory);
  const std::scoped_lock lock(mutex_);
  if (opened) {
    served_ = std::move(*opened);
    served_from_ = directory;
  }
  loading_ = false;
}

LocalSource::Open LocalSource::current() const {
  const std::scoped_lock lock(mutex_);
  const auto now = steady_clock::now();
  if (served_ && (loading_ || now - checked_ < kCheckEvery)) return served_;
  checked_ = now;
  const fs::path directory = target();
  if (directory.empty() || directory == served_from_) {
    if (served_) return served_;
    return fail(Code::not_found, "nothing is published yet; run `fellow index`", index_.string());
  }
  if (!served_) {
    auto opened = Generation::open(directory);
    if (!opened) return tl::unexpected(opened.error());
    served_ = *opened;
    served_from_ = directory;
    return served_;
  }
  loading_ = true;
  loader_ = std::jthread([this, directory] { load(directory); });
  return served_;
}

SourceInfo LocalSource::info() const {
  SourceInfo out{.name = name_, .kind = "index", .generation = 0, .profiles = 0, .indexed_at = ""};
  if (const auto open = current()) {
    const Manifest& manifest = (*open)->manifest;
    out.generation = manifest.generation;
    out.profiles = manifest.profiles;
    out.indexed_at = manifest.built_at;
  }
  return out;
}

Result<Found> LocalSource::search(const SearchRequest& request) {
  const auto began = steady_clock::now();
  auto open = current();
  if (!open) {
    if (open.error().code == Code::not_found) return Found{};
    return tl::unexpected(open.error());
  }
  Generation& generation = **open;
  return asked<Found>(generation, [&](const Xapian::Database& database) {
    return answer(
        {.database = database, .columns = generation.columns, .manifest = generation.manifest, .source = name_, .began = began},
        request);
  });
}

Result<Profile> LocalSource::profile(std::string_view id) {
  auto open = current();
  const auto unknown = [&] { return fail(Code::not_found, "there is no researcher with this id", std::string(id)); };
  if (!open)
    return open.error().code == Code::not_found ? Result<Profile>(unknown()) : Result<Profile>(tl::unexpected(open.error()));
  return asked<Profile>(**open, [&](const Xapian::Database& database) -> Result<Profile> {
    for (const auto prefix : {kId, kAliasId}) {
      const std::string term = exact_term(prefix, id);
      const auto person = database.postlist_begin(term);
      if (person == database.postlist_end(term)) continue;
      auto stored = read_stored(database.get_document(*person).get_data());
      if (!stored) return tl::unexpected(stored.error());
      return std::move(stored->profile);
    }
    return unknown();
  });
}

std::shared_ptr<Source> open_source(std::string name, fs::path index) {
  return std::make_shared<LocalSource>(std::move(name), std::move(index));
}

}  // namespace fellow::indexer
