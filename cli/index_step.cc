// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/index_step.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "fellow/at_once.h"
#include "crawler/crawler.h"
#include "crawler/digest.h"
#include "extractor/extractor.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kSitesAtOnce = 64;  // twice that bounds the memory of bodies: some MB a site at most, KB as a rule

// The row of the address, and those of where it leads.
Result<std::vector<crawler::UrlState>> rows_from(crawler::Catalog& catalog, Url address) {
  constexpr std::size_t kMaxMoves = 16;  // as in crawler::read_site
  std::vector<crawler::UrlState> rows;
  while (rows.size() < kMaxMoves) {
    auto state = catalog.url_state(address);
    if (!state) return tl::unexpected(state.error());
    if (!*state) break;
    rows.push_back(std::move(**state));
    if (!rows.back().moved_to) break;
    address = *rows.back().moved_to;
  }
  return rows;
}

// Everything the profile is made from, in one digest: a seed with the same one need not be extracted again.
Result<std::string> digest_of(crawler::Catalog& catalog, const crawler::StoredSeed& stored) {
  const auto pages = catalog.seed_pages(stored.seed.url);
  if (!pages) return tl::unexpected(pages.error());
  std::string whole = std::to_string(extractor::kVersion) + "\n" + stored.list + "\n" + stored.seed.source + "\n" +
                      stored.seed.name + "\n" + stored.seed.affiliation + "\n";
  for (const crawler::SeedPage& page : *pages) {
    const auto rows = rows_from(catalog, page.url);
    if (!rows) return tl::unexpected(rows.error());
    for (const crawler::UrlState& row : *rows) {
      if (row.outcome == crawler::Outcome::gone || row.outcome == crawler::Outcome::refused) continue;
      whole += row.url.text() + " " + row.sha1 + " " + row.robots_tag + "\n";
    }
  }
  return crawler::sha1_hex(whole);
}

// Gone for good, or not to be had any more: no failure that may pass (R40).
bool takes_leave(const crawler::UrlState& state) {
  if (state.outcome == crawler::Outcome::gone) return true;
  const bool forbidden = state.reason == "noindex" || state.reason == "robots" || state.reason == "suppressed";
  return state.outcome == crawler::Outcome::refused && forbidden;
}

// Whether the person must leave the index: the home page takes leave, or what it is only a shell around does.
Result<bool> leaves(crawler::Catalog& catalog, const Url& seed) {
  const auto rows = rows_from(catalog, seed);
  if (!rows) return tl::unexpected(rows.error());
  return std::any_of(rows->begin(), rows->end(), takes_leave);
}

struct Work {
  crawler::StoredSeed seed;
  std::string digest;
  Site site;
  Profile profile;
  std::string json;  // of the profile, as it is stored

  void extract() {
    profile = extractor::extract(site);
    json = fellow::show(profile, {.email = true, .text = true});
  }
};

class Step {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;
  Step(crawler::Catalog& catalog, std::filesystem::path data, Suppression& suppression, Deadline until)
      : catalog_(catalog), data_(std::move(data)), suppression_(suppression), until_(until) {}

  Result<void> run(const std::vector<crawler::StoredSeed>& seeds) {
    done_.seeds = seeds.size();
    for (const crawler::StoredSeed& stored : seeds) {
      listed_.insert(stored.seed.url);
      if (const auto looked = look_at(stored); !looked) return looked;
      if (batch_.size() == kSitesAtOnce) {
        if (const auto ended = next_batch(); !ended) return ended;
      }
    }
    if (const auto ended = next_batch(); !ended) return ended;
    if (const auto ended = end_extraction(); !ended) return ended;
    if (const auto dropped = drop_unlisted(); !dropped) return dropped;
    return drop_forgotten();
  }
  const Indexed& done() const { return done_; }

 private:
  Result<void> look_at(const crawler::StoredSeed& stored) {
    if (suppression_.has(stored.seed.url)) return {};
    const auto left = leaves(catalog_, stored.seed.url);
    if (!left) return tl::unexpected(left.error());
    const auto known = catalog_.profile(stored.seed.url);
    if (!known) return tl::unexpected(known.error());
    if (*left) {
      if (*known) ++done_.dropped;
      return *known ? catalog_.drop_profile(stored.seed.url) : Result<void>{};
    }
    auto digest = digest_of(catalog_, stored);
    if (!digest) return tl::unexpected(digest.error());
    if (*known && (*known)->digest == *digest) {
      ++done_.unchanged;
      return {};
    }
    if (until_ && std::chrono::steady_clock::now() >= *until_) {
      ++done_.waiting;
      return {};
    }
    auto site = crawler::read_site(data_, catalog_, stored);
    if (!site && site.error().code == Code::not_found) {  // never fetched, or failing for now: an old profile stays
      ++done_.without_home;
      return {};
    }
    if (!site) return tl::unexpected(site.error());
    batch_.push_back({stored, std::move(*digest), std::move(*site), {}, {}});
    return {};
  }

  // The batch is extracted while the sites of the next are read.
  Result<void> next_batch() {
    if (const auto ended = end_extraction(); !ended) return ended;
    extracting_ = std::exchange(batch_, {});
    extraction_ = AtOnce(extracting_.size(), [this](std::size_t i) { extracting_[i].extract(); });
    return {};
  }

  Result<void> end_extraction() {
    extraction_.wait();
    if (const auto begun = catalog_.begin(); !begun) return begun;
    for (const Work& work : extracting_) {
      if (suppression_.has(work.profile)) {
        if (const auto kept_out = keep_out(work); !kept_out) return kept_out;
        continue;
      }
      if (const auto put = catalog_.put_profile({work.seed.seed.url, work.digest, work.json}); !put) return put;
    }
    done_.extracted += extracting_.size();
    extracting_.clear();
    return catalog_.commit();
  }

  // Somebody who was forgotten has come back at an address that was not known then: it is kept out too.
  Result<void> keep_out(const Work& work) {
    const auto done = suppress(data_, {key_of(work.seed.seed.url), key_of_person(work.profile.id)});
    return done ? Result<void>{} : Result<void>(tl::unexpected(done.error()));
  }

  // A seed that left its list leaves the index.
  Result<void> drop_unlisted() {
    const auto profiles = catalog_.profiles();
    if (!profiles) return tl::unexpected(profiles.error());
    for (const crawler::StoredProfile& profile : *profiles) {
      if (listed_.contains(profile.seed)) continue;
      if (const auto dropped = catalog_.drop_profile(profile.seed); !dropped) return dropped;
      ++done_.dropped;
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
      ++done_.dropped;
    }
    return {};
  }

  crawler::Catalog& catalog_;
  std::filesystem::path data_;
  Suppression& suppression_;
  Deadline until_;
  std::set<Url> listed_;
  std::vector<Work> batch_, extracting_;
  AtOnce extraction_;  // after what it works on: ends before that
  Indexed done_;
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
  auto catalog = crawler::Catalog::open(context.data());
  if (!catalog) return tl::unexpected(catalog.error());
  const auto seeds = catalog->seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  auto suppression = Suppression::read(context.data());
  if (!suppression) return tl::unexpected(suppression.error());
  Step step(*catalog, context.data(), *suppression, wish.extract_until);
  if (const auto done = step.run(*seeds); !done) return tl::unexpected(done.error());
  // What may not be archived was kept for this only; its profiles are committed.
  if (step.done().waiting == 0) {
    if (const auto dropped = catalog->drop_held_bodies(); !dropped) return tl::unexpected(dropped.error());
  }
  const auto merged = merge_catalog(context.data(), *catalog, *suppression);
  if (!merged) return tl::unexpected(merged.error());
  const auto& people = merged->people;
  Indexed indexed = step.done();
  indexed.people = people.size();
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
  std::snprintf(out, sizeof out,
                "%zu people of %zu seeds (%zu extracted, %zu unchanged, %zu without a home page, %zu dropped, %zu "
                "merged); "
                "generation %llu%s",
                indexed.people, indexed.seeds, indexed.extracted, indexed.unchanged, indexed.without_home, indexed.dropped,
                indexed.merged, static_cast<unsigned long long>(indexed.published.generation),
                indexed.published.unchanged ? " (unchanged)" : "");
  const std::string waiting =
      indexed.waiting == 0 ? "" : "; " + std::to_string(indexed.waiting) + " wait for time to be extracted";
  return out + waiting;
}

}  // namespace fellow::cli
