// SPDX-License-Identifier: GPL-3.0-or-later
#include <xapian.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "fellow/clock.h"
#include "fellow/fields.h"
#include "fellow/url.h"
#include "indexer/build.h"
#include "indexer/cards.h"
#include "indexer/columns.h"
#include "indexer/document.h"
#include "indexer/durable.h"
#include "indexer/guarded.h"
#include "indexer/indexer.h"
#include "indexer/manifest.h"
#include "indexer/sums.h"
#include "indexer/terms.h"

namespace fellow::indexer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCurrent = "current";
constexpr std::string_view kBuilding = ".building", kLeaving = ".leaving";
// A fifth of the people may go in one night; more looks like a broken crawl.
constexpr double kMostLost = 0.2;

struct Entry {
  std::uint64_t number = 0;  // 0: no generation's
  fs::path path;
  bool part = false;  // half built, or half removed
};

// Of "42", "42.building" or "42.leaving".
Entry entry_of(const fs::path& path) {
  Entry out{.path = path};
  const std::string filename = path.filename();
  std::string_view name = filename;
  for (const auto end : {kBuilding, kLeaving}) {
    if (!name.ends_with(end)) continue;
    name.remove_suffix(end.size());
    out.part = true;
    break;
  }
  const char* const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data(), last, out.number);
  if (error != std::errc() || end != last) out.number = 0;
  return out;
}

// What lies in the index directory, oldest first.
std::vector<Entry> entries(const fs::path& index) {
  std::vector<Entry> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(index, ignored)) {
    if (Entry found = entry_of(entry.path()); found.number > 0) out.push_back(std::move(found));
  }
  std::sort(out.begin(), out.end(),
            [](const Entry& a, const Entry& b) { return std::pair(a.number, !a.part) < std::pair(b.number, !b.part); });
  return out;
}

Done seal(const fs::path& directory, Manifest manifest) {
  for (const char* name : {Manifest::kPeople, Manifest::kColumns, Manifest::kCards}) {
    const fs::path file = directory / name;
    auto sum = sha256_of_file(file);
    if (!sum) return tl::unexpected(sum.error());
    std::error_code failed;
    const auto bytes = fs::file_size(file, failed);
    if (failed) return fail(Code::io, "cannot measure: " + failed.message(), file.string());
    manifest.files.push_back({name, bytes, std::move(*sum)});
  }
  if (const Done written = write_durably(directory / Manifest::kName, show(manifest)); !written) return written;
  return sync_directory(directory);
}

// Opens what was built as a reader would, and compares it with what should be in it. The sums of its files were taken from the
// disk a moment ago.
Done verify(const fs::path& directory, const std::vector<const Profile*>& people) {
  const auto profiles = static_cast<std::int64_t>(people.size());
  const auto manifest = read_manifest(directory);
  if (!manifest) return tl::unexpected(manifest.error());
  const auto bytes = read_whole(directory / Manifest::kColumns);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto columns = read_columns(*bytes);
  if (!columns) return tl::unexpected(columns.error());
  const auto cards = Cards::open(directory / Manifest::kCards);
  if (!cards) return tl::unexpected(cards.error());
  if (cards->documents() != columns->documents)
    return fail(Code::corrupt, "the new index does not hold a card for everybody", directory.string());
  std::int64_t documents = -1;
  bool everyone = true;
  const Done opened = guarded(directory, [&] {
    const Xapian::Database database((directory / Manifest::kPeople).string());
    documents = database.get_doccount();
    // Terms come sorted, and so do the people.
    const std::string prefix = exact_term(kId, "");
    auto term = database.allterms_begin(prefix);
    for (const Profile* person : people) {
      everyone = everyone && term != database.allterms_end(prefix) && *term == exact_term(kId, person->id);
      if (everyone) ++term;
    }
    everyone = everyone && term == database.allterms_end(prefix);
  });
  if (!opened) return opened;
  if (!everyone || documents != profiles || columns->people != profiles || manifest->profiles != profiles) {
    return fail(Code::corrupt, "the new index does not hold what was put in", directory.string());
  }
  return directory.string();
}

// Share of the people of the served generation that the new one would not know any more, by any of their ids.
// Who asked to be forgotten is not lost.
Result<double> lost(const fs::path& served, const std::vector<const Profile*>& people, const Suppression& suppression) {
  std::set<std::string> known;
  for (const Profile* person : people) {
    known.insert(person->id);
    for (const auto* urls : {&person->seeds, &person->aliases}) {
      for (const auto& text : *urls) {
        if (const auto url = Url::parse(text)) known.insert(person_id(*url));
      }
    }
  }
  std::size_t gone = 0, all = 0;
  const Done read = guarded(served, [&] {
    const Xapian::Database database((served / Manifest::kPeople).string());
    const std::string prefix = exact_term(kId, "");
    for (auto term = database.allterms_begin(prefix); term != database.allterms_end(prefix); ++term) {
      ++all;
      if (known.contains((*term).substr(prefix.size()))) continue;
      ++gone;
      if (suppression.empty()) continue;
      const auto stored = read_stored(database.get_document(*database.postlist_begin(*term)).get_data());
      if (stored && suppression.has(stored->profile)) --all, --gone;
    }
  });
  if (!read) return tl::unexpected(read.error());
  return all == 0 ? 0.0 : static_cast<double>(gone) / static_cast<double>(all);
}

std::uint64_t bytes_of(const Manifest& manifest) {
  std::uint64_t bytes = 0;
  for (const auto& file : manifest.files) bytes += file.bytes;
  return bytes;
}

// It leaves under its name in one step, so that a kill leaves no half of a generation that looks like one. A reader that still
// has it open keeps its files.
std::error_code remove(const Entry& entry) {
  fs::path leaving = entry.path;
  std::error_code failed;
  if (!entry.part) fs::rename(entry.path, leaving += kLeaving, failed);
  if (!failed) fs::remove_all(leaving, failed);
  return failed;
}

// What an earlier run left half built or half removed, and generations beyond those kept. What cannot be removed is tried again
// by the next publish.
void sweep(const fs::path& index, std::size_t keep, std::uint64_t current) {
  std::vector<Entry> whole;
  for (const auto& entry : entries(index)) {
    if (entry.part) {
      remove(entry);
    } else {
      whole.push_back(entry);
    }
  }
  for (std::size_t i = 0; i + std::max<std::size_t>(keep, 1) < whole.size(); ++i) {
    if (whole[i].number != current) remove(whole[i]);
  }
}

// By id, one each.
std::vector<const Profile*> in_order(const std::vector<Profile>& people) {
  std::vector<const Profile*> out;
  for (const auto& person : people) out.push_back(&person);
  std::stable_sort(out.begin(), out.end(), [](const Profile* a, const Profile* b) { return a->id < b->id; });
  out.erase(std::unique(out.begin(), out.end(), [](const Profile* a, const Profile* b) { return a->id == b->id; }), out.end());
  return out;
}

}  // namespace

Result<Published> publish(const fs::path& data, const std::vector<Profile>& people, PublishOptions options) {
  const fs::path index = data / "index", current = index / kCurrent;
  const auto sorted = in_order(people);
  Manifest manifest{.generation = 1,
                    .built_at = show_time(now()),
                    .profiles = static_cast<std::int64_t>(sorted.size()),
                    .basis = basis_of_documents(),
                    .digest = {},
                    .files = {}};
  std::error_code failed;
  fs::create_directories(index, failed);
  if (failed) return fail(Code::io, "cannot make the directory: " + failed.message(), index.string());
  for (const auto& entry : entries(index)) manifest.generation = std::max(manifest.generation, entry.number + 1);

  const auto served = read_manifest(current);
  const bool intact = served && check_files(current, *served).empty();
  if (!served && served.error().code == Code::refused) return tl::unexpected(served.error());
  // Nothing is made of a generation that is not what was published: its damage would be sealed anew.
  const bool same_basis = intact && served->basis == manifest.basis;
  const auto sums = same_basis ? sums_of(sorted) : std::vector<std::uint64_t>();
  if (served) {
    manifest.generation = std::max(manifest.generation, served->generation + 1);
    if (same_basis && served->digest == digest_of(manifest.basis, sums)) {
      sweep(index, options.generations, served->generation);  // whoever published it may have been killed before it did
      return Published{
          .generation = served->generation, .profiles = served->profiles, .bytes = bytes_of(*served), .unchanged = true};
    }
    const auto share = lost(current, sorted, options.suppression);
    if (share && *share > kMostLost && !options.force) {
      return fail(Code::refused,
                  std::to_string(std::lround(*share * 100)) + " % of the people would leave the index; generation " +
                      std::to_string(served->generation) + " stays. Use --force if that is right",
                  index.string());
    }
  }

  const fs::path whole = index / std::to_string(manifest.generation);
  fs::path building = whole;
  building += kBuilding;
  const auto give_up = [&](const Error& error) {
    std::error_code ignored;
    fs::remove_all(building, ignored);
    return tl::unexpected(error);
  };
  const auto built =
      build({.people = sorted, .served = same_basis ? current : fs::path(), .sums = sums, .manifest = manifest}, building);
  if (!built) return give_up(built.error());
  if (const Done sealed = seal(building, built->manifest); !sealed) return give_up(sealed.error());
  if (const Done sound = verify(building, sorted); !sound) return give_up(sound.error());
  if (const Done renamed = rename_durably(building, whole); !renamed) return give_up(renamed.error());
  if (const Done pointed = point_durably(current, std::to_string(manifest.generation)); !pointed)
    return tl::unexpected(pointed.error());
  sweep(index, options.generations, manifest.generation);
  const auto written = read_manifest(whole);
  return Published{.generation = manifest.generation,
                   .profiles = manifest.profiles,
                   .bytes = written ? bytes_of(*written) : 0,
                   .indexed = built->indexed,
                   .incremental = built->incremental};
}

Result<std::size_t> drop_old_generations(const fs::path& data) {
  const fs::path index = data / "index";
  const auto served = read_manifest(index / kCurrent);
  if (!served && served.error().code == Code::not_found) return std::size_t{0};
  if (!served) return tl::unexpected(served.error());
  std::size_t done = 0;
  for (const auto& entry : entries(index)) {
    if (!entry.part && entry.number == served->generation) continue;
    if (const std::error_code failed = remove(entry))
      return fail(Code::io, "cannot remove: " + failed.message(), entry.path.string());
    ++done;
  }
  if (const Done synced = sync_directory(index); !synced) return tl::unexpected(synced.error());
  return done;
}

}  // namespace fellow::indexer
