// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/local_source.h"

#include <functional>

#include "indexer/answering.h"
#include "indexer/document.h"
#include "indexer/indexer.h"
#include "indexer/similar.h"
#include "indexer/suggest.h"
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

// And the docids of nobody. By the ids alone, of the person and of every seed and alias: one hash each, 0.2 s for 100 000
// people. `forget` writes all of them; what is kept out by folder or registry only is left out of the next generation.
Result<DocSet> hidden_people(Generation& generation, const Suppression& suppression) {
  if (suppression.empty()) return generation.columns.holes();
  return asked<DocSet>(generation, [&](const Xapian::Database& database) -> Result<DocSet> {
    DocSet hidden = generation.columns.holes();
    for (const auto kind : {kId, kAliasId}) {
      const std::string prefix = exact_term(kind, "");
      for (auto term = database.allterms_begin(prefix); term != database.allterms_end(prefix); ++term) {
        if (!suppression.has_person((*term).substr(prefix.size()))) continue;
        for (auto p = database.postlist_begin(*term); p != database.postlist_end(*term); ++p) hidden.add(*p);
      }
    }
    return hidden;
  });
}

}  // namespace

LocalSource::LocalSource(std::string name, fs::path index, Suppression suppression)
    : name_(std::move(name)), index_(std::move(index)), suppression_(std::move(suppression)) {}

fs::path LocalSource::target() const {
  std::error_code none;
  const bool link = fs::is_symlink(index_, none);
  if (!link && fs::exists(index_ / Manifest::kName, none)) return index_;
  const fs::path current = link ? index_ : index_ / "current";
  const fs::path name = fs::read_symlink(current, none);
  return none ? fs::path() : current.parent_path() / name;
}

// The generation in that directory, opened unless it is the one served before, and who of it is forgotten.
Result<LocalSource::Served> LocalSource::load(const fs::path& directory, const Served& before) const {
  Served out{.generation = before.generation, .hidden = {}, .from = directory, .suppression = suppression_.version()};
  if (!out.generation || directory != before.from) {
    auto opened = Generation::open(directory);
    if (!opened) return tl::unexpected(opened.error());
    out.generation = std::move(*opened);
  }
  auto hidden = hidden_people(*out.generation, suppression_);
  if (!hidden) return tl::unexpected(hidden.error());
  out.hidden = std::make_shared<const DocSet>(std::move(*hidden));
  return out;
}

// What is newer is put together beside what is served, and takes its place when it is ready; if that fails, what was served
// stays.
Result<LocalSource::Served> LocalSource::current() const {
  const std::scoped_lock lock(mutex_);
  const auto now = steady_clock::now();
  if (served_.generation && (loading_ || now - checked_ < kCheckEvery)) return served_;
  checked_ = now;
  // A list that cannot be read any more stays as it was: whoever is hidden stays hidden.
  [[maybe_unused]] const Result<bool> refreshed = suppression_.refresh();
  const fs::path directory = target();
  const bool same = directory.empty() || directory == served_.from;
  if (served_.generation && same && suppression_.version() == served_.suppression) return served_;
  if (!served_.generation) {
    if (directory.empty()) return fail(Code::not_found, "nothing is published yet; run `fellow index`", index_.string());
    auto loaded = load(directory, {});
    if (!loaded) return tl::unexpected(loaded.error());
    served_ = std::move(*loaded);
    return served_;
  }
  loading_ = true;
  loader_ = std::jthread([this, wanted = same ? served_.from : directory, before = served_] {
    auto loaded = load(wanted, before);
    const std::scoped_lock swap(mutex_);
    if (loaded) served_ = std::move(*loaded);
    loading_ = false;
  });
  return served_;
}

SourceInfo LocalSource::info() const {
  SourceInfo out{.name = name_, .kind = "index", .generation = 0, .profiles = 0, .indexed_at = ""};
  if (const auto served = current()) {
    const Manifest& manifest = served->generation->manifest;
    out.generation = manifest.generation;
    out.profiles = std::int64_t{served->generation->columns.documents} - served->hidden->count();
    out.indexed_at = manifest.built_at;
  }
  return out;
}

Result<Found> LocalSource::search(const SearchRequest& request) {
  const auto began = steady_clock::now();
  const auto served = current();
  if (!served) {
    if (served.error().code == Code::not_found) return Found{};
    return tl::unexpected(served.error());
  }
  Generation& generation = *served->generation;
  return asked<Found>(generation, [&](const Xapian::Database& database) {
    const Open open{.database = database, .columns = generation.columns, .hidden = *served->hidden};
    return answer({.open = open, .manifest = generation.manifest, .source = name_, .began = began}, request);
  });
}

Result<std::vector<Suggestion>> LocalSource::suggest(std::string_view text, int limit) {
  const auto served = current();
  if (!served) {
    if (served.error().code == Code::not_found) return std::vector<Suggestion>{};
    return tl::unexpected(served.error());
  }
  Generation& generation = *served->generation;
  return asked<std::vector<Suggestion>>(generation, [&](const Xapian::Database& database) -> Result<std::vector<Suggestion>> {
    return completions({.database = database, .columns = generation.columns, .hidden = *served->hidden}, text, limit);
  });
}

Result<std::vector<Similar>> LocalSource::similar(std::string_view id, int limit) {
  const auto person = profile(id);  // also by an id that was merged away
  if (!person) return tl::unexpected(person.error());
  const auto served = current();
  if (!served) return tl::unexpected(served.error());
  Generation& generation = *served->generation;
  return asked<std::vector<Similar>>(generation, [&](const Xapian::Database& database) {
    const Open open{.database = database, .columns = generation.columns, .hidden = *served->hidden};
    return people_like({.open = open, .manifest = generation.manifest, .source = name_, .began = steady_clock::now()}, *person,
                       limit);
  });
}

Result<std::vector<std::string>> LocalSource::among(const SearchRequest& request, const std::vector<std::string>& ids) {
  const auto served = current();
  if (!served) return tl::unexpected(served.error());
  Generation& generation = *served->generation;
  return asked<std::vector<std::string>>(generation, [&](const Xapian::Database& database) -> Result<std::vector<std::string>> {
    return matching_among({.database = database, .columns = generation.columns, .hidden = *served->hidden}, request, ids);
  });
}

Result<Profile> LocalSource::profile(std::string_view id) {
  const auto served = current();
  const auto unknown = [&] { return fail(Code::not_found, "there is no researcher with this id", std::string(id)); };
  if (!served) {
    return served.error().code == Code::not_found ? Result<Profile>(unknown())
                                                  : Result<Profile>(tl::unexpected(served.error()));
  }
  return asked<Profile>(*served->generation, [&](const Xapian::Database& database) -> Result<Profile> {
    for (const auto prefix : {kId, kAliasId}) {
      const std::string term = exact_term(prefix, id);
      const auto person = database.postlist_begin(term);
      if (person == database.postlist_end(term)) continue;
      if (served->hidden->has(*person)) return unknown();  // not "gone": nobody need know that she was there
      auto stored = read_stored(database.get_document(*person).get_data());
      if (!stored) return tl::unexpected(stored.error());
      stored->profile.evidence = whereabouts(*stored);
      return std::move(stored->profile);
    }
    return unknown();
  });
}

std::shared_ptr<Source> open_source(std::string name, fs::path index, Suppression suppression) {
  return std::make_shared<LocalSource>(std::move(name), std::move(index), std::move(suppression));
}

}  // namespace fellow::indexer
