// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/local_source.h"

#include <sys/stat.h>

#include "indexer/indexer.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr auto kCheckEvery = std::chrono::seconds(1);
}  // namespace

LocalSource::LocalSource(std::string name, fs::path index, Suppression suppression)
    : IndexedSource(std::move(name), "index"), index_(std::move(index)), suppression_(std::move(suppression)) {}

LocalSource::Target LocalSource::target() const {
  std::error_code none;
  Target out{.directory = index_, .which = ""};
  const bool link = fs::is_symlink(index_, none);
  if (link || !fs::exists(index_ / Manifest::kName, none)) {
    const fs::path current = link ? index_ : index_ / "current";
    const fs::path name = fs::read_symlink(current, none);
    if (none) return {};
    out.directory = current.parent_path() / name;
  }
  // A path is not enough: where the index was wiped, numbers begin anew.
  struct stat facts {};
  out.which = out.directory.string();
  if (::stat((out.directory / Manifest::kName).c_str(), &facts) != 0) return out;
  const auto add = [&](auto number) { out.which += " " + std::to_string(number); };
  add(facts.st_ino), add(facts.st_mtim.tv_sec), add(facts.st_mtim.tv_nsec);
  return out;
}

// What is published there, opened unless it is the one served before, and who of it is forgotten.
Result<Served> LocalSource::load(const Target& target, const Served& before) const {
  Served out{.generation = before.generation, .hidden = {}, .from = target.which, .suppression = suppression_.version()};
  if (!out.generation || target.which != before.from) {
    auto opened = Generation::open(target.directory);
    if (!opened) return tl::unexpected(opened.error());
    out.generation = std::move(*opened);
    if (posting_bytes_) out.generation->postings.set_most(*posting_bytes_);
  }
  auto hidden = hidden_people(*out.generation, suppression_);
  if (!hidden) return tl::unexpected(hidden.error());
  out.hidden = std::make_shared<const DocSet>(std::move(*hidden));
  return out;
}

void LocalSource::take(Result<Served> loaded) const {
  unopened_.reset();
  if (loaded) {
    served_ = std::move(*loaded);
  } else {
    unopened_ = loaded.error();
  }
}

SourceInfo LocalSource::info() const {
  SourceInfo out = IndexedSource::info();  // looks
  const std::scoped_lock lock(mutex_);
  out.unopened = unopened_;
  return out;
}

// What is newer is put together beside what is served, and takes its place when it is ready; if that fails, what was served
// stays.
Result<Served> LocalSource::current() const {
  const std::scoped_lock lock(mutex_);
  const auto now = steady_clock::now();
  if (served_.generation && (loading_ || now - checked_ < kCheckEvery)) return served_;
  checked_ = now;
  // A list that cannot be read any more stays as it was: whoever is hidden stays hidden.
  [[maybe_unused]] const Result<bool> refreshed = suppression_.refresh();
  const Target published = target();
  const bool same = published.directory.empty() || published.which == served_.from;
  if (served_.generation && same && suppression_.version() == served_.suppression) {
    unopened_.reset();  // what could not be opened is no longer what is published
    return served_;
  }
  if (!served_.generation) {
    if (published.directory.empty())
      return fail(Code::not_found, "nothing is published yet; run `fellow index`", index_.string());
    take(load(published, {}));
    if (unopened_) return tl::unexpected(*unopened_);
    return served_;
  }
  loading_ = true;
  loader_ = std::jthread([this, wanted = same ? Target{.directory = {}, .which = served_.from} : published, before = served_] {
    auto loaded = load(wanted, before);
    const std::scoped_lock swap(mutex_);
    take(std::move(loaded));
    loading_ = false;
  });
  return served_;
}

std::shared_ptr<Source> open_source(std::string name, fs::path index, Suppression suppression) {
  return std::make_shared<LocalSource>(std::move(name), std::move(index), std::move(suppression));
}

}  // namespace fellow::indexer
