// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/index_step.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "fellow/at_once.h"
#include "fellow/suppress.h"

namespace fellow::cli {
namespace {

// Each address of the lists once.
std::vector<Url> addresses_of(const std::vector<crawler::StoredSeed>& seeds) {
  std::set<Url> all;
  for (const crawler::StoredSeed& stored : seeds) all.insert(stored.seed.url);
  return {all.begin(), all.end()};
}

// Who leaves the catalog of profiles once all sites have been looked at.
class Leaving {
 public:
  Leaving(crawler::Catalog& catalog, Suppression& suppression, const std::vector<Url>& listed)
      : catalog_(catalog), suppression_(suppression), listed_(listed) {}

  // How many did.
  Result<std::size_t> run() {
    if (const auto dropped = drop_unlisted(); !dropped) return tl::unexpected(dropped.error());
    if (const auto dropped = drop_forgotten(); !dropped) return tl::unexpected(dropped.error());
    return dropped_;
  }

 private:
  // A seed that left its list leaves the index.
  Result<void> drop_unlisted() {
    const auto seeds = catalog_.profile_seeds();
    if (!seeds) return tl::unexpected(seeds.error());
    for (const Url& seed : *seeds) {
      if (std::binary_search(listed_.begin(), listed_.end(), seed)) continue;
      if (const auto dropped = catalog_.drop_profile(seed); !dropped) return dropped;
      ++dropped_;
    }
    return {};
  }

  // Who asked to be forgotten, also while this step was running.
  Result<void> drop_forgotten() {
    if (const auto read = suppression_.refresh(); !read) return tl::unexpected(read.error());
    if (suppression_.empty()) return {};
    const auto profiles = catalog_.profiles();
    if (!profiles) return tl::unexpected(profiles.error());
    for (const crawler::StoredProfile& row : *profiles) {
      const auto profile = parse_profile(row.json);
      if (!suppression_.has(row.seed) && !(profile && suppression_.has(*profile))) continue;
      if (const auto dropped = catalog_.drop_profile(row.seed); !dropped) return dropped;
      ++dropped_;
    }
    return {};
  }

  crawler::Catalog& catalog_;
  Suppression& suppression_;
  const std::vector<Url>& listed_;
  std::size_t dropped_ = 0;
};

}  // namespace

Result<indexer::People> merge_catalog(const std::filesystem::path& data, crawler::Catalog& catalog,
                                      const Suppression& suppression, const std::set<Url>* only) {
  const auto before = indexer::read_merges(data);
  if (!before) return tl::unexpected(before.error());
  const auto rows = catalog.profiles();
  if (!rows) return tl::unexpected(rows.error());
  std::vector<std::optional<Result<Profile>>> parsed(rows->size());
  AtOnce(rows->size(), [&](std::size_t i) {
    if (only == nullptr || only->contains((*rows)[i].seed)) parsed[i] = parse_profile((*rows)[i].json);
  }).wait();
  std::vector<Profile> profiles;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const Url& seed = (*rows)[i].seed;
    if (!parsed[i]) continue;
    Result<Profile>& profile = *parsed[i];
    if (!profile) return fail(Code::corrupt, profile.error().what, "catalog.db: profile of " + seed.text());
    if (suppression.has(seed) || suppression.has(*profile)) continue;
    profiles.push_back(std::move(*profile));
  }
  auto out = indexer::merge_people(std::move(profiles), *before);
  std::erase_if(out.people, [&](const Profile& person) { return suppression.has(person); });
  return out;
}

Result<std::vector<Profile>> read_people(const std::filesystem::path& data, crawler::Catalog& catalog,
                                         const Suppression& suppression, const std::set<Url>* only) {
  auto merged = merge_catalog(data, catalog, suppression, only);
  if (!merged) return tl::unexpected(merged.error());
  return std::move(merged->people);
}

Result<Indexed> index_step(const Context& context, IndexWish wish) {
  const auto extraction = Extraction::prepare(context.data());
  return extraction ? index_step(context, std::move(wish), **extraction) : tl::unexpected(extraction.error());
}

Result<Indexed> index_step(const Context& context, IndexWish wish, Extraction& extraction) {
  auto catalog = crawler::Catalog::open(context.data());
  if (!catalog) return tl::unexpected(catalog.error());
  const auto seeds = catalog->seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  auto suppression = Suppression::read(context.data());
  if (!suppression) return tl::unexpected(suppression.error());
  const std::vector<Url> listed = addresses_of(*seeds);
  const auto extracted = extraction.finish(*catalog, listed, wish.extract_until);
  if (!extracted) return tl::unexpected(extracted.error());
  const auto left = Leaving(*catalog, *suppression, listed).run();
  if (!left) return tl::unexpected(left.error());
  // What may not be archived was kept for this only; its profiles are committed.
  if (extracted->waiting == 0) {
    if (const auto dropped = catalog->drop_held_bodies(); !dropped) return tl::unexpected(dropped.error());
  }
  const auto merged = merge_catalog(context.data(), *catalog, *suppression);
  if (!merged) return tl::unexpected(merged.error());
  const auto& people = merged->people;
  Indexed indexed{*extracted, listed.size(), people.size(), 0, {}};
  indexed.dropped += *left;
  indexed.merged = static_cast<std::size_t>(std::count_if(merged->rows.begin(), merged->rows.end(), [](const auto& row) {
    return row.verdict == indexer::MergeRow::Verdict::merged;
  }));
  wish.publish.suppression = *suppression;
  // What is told is what was weighed, also when the publish is held back: it may be why.
  if (const auto told = indexer::write_merges(context.data(), merged->rows, *suppression); !told)
    return tl::unexpected(told.error());
  const auto published = indexer::publish(context.data(), people, wish.publish);
  if (!published) return tl::unexpected(published.error());
  indexed.published = *published;
  return indexed;
}

std::string show(const Indexed& indexed) {
  char out[240];
  std::snprintf(
      out, sizeof out,
      "%zu people of %zu seeds (%zu extracted, %zu unchanged, %zu imported, %zu without a home page, %zu dropped, %zu "
      "merged); "
      "generation %llu%s",
      indexed.people, indexed.seeds, indexed.extracted, indexed.unchanged, indexed.imported, indexed.without_home,
      indexed.dropped, indexed.merged, static_cast<unsigned long long>(indexed.published.generation),
      indexed.published.unchanged ? " (unchanged)" : "");
  const std::string waiting =
      indexed.waiting == 0 ? "" : "; " + std::to_string(indexed.waiting) + " wait for time to be extracted";
  return out + waiting;
}

}  // namespace fellow::cli
