// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/index_step.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <set>
#include <thread>

#include "crawler/crawler.h"
#include "crawler/digest.h"
#include "extractor/extractor.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kSitesAtOnce = 64;  // bounds the memory that bodies take: some MB a site at most, KB as a rule

// Everything the profile is made from, in one digest: a seed with the same one need not be extracted again.
Result<std::string> digest_of(crawler::Catalog& catalog, const crawler::StoredSeed& stored) {
  const auto pages = catalog.seed_pages(stored.seed.url);
  if (!pages) return tl::unexpected(pages.error());
  std::string whole = std::to_string(extractor::kVersion) + "\n" + stored.list + "\n" + stored.seed.source + "\n" +
                      stored.seed.name + "\n" + stored.seed.affiliation + "\n";
  for (const crawler::SeedPage& page : *pages) {
    const auto state = catalog.url_state(page.url);
    if (!state) return tl::unexpected(state.error());
    if (!*state || (*state)->outcome == crawler::Outcome::gone || (*state)->outcome == crawler::Outcome::refused) continue;
    whole += page.url.text() + " " + (*state)->sha1 + " " + (*state)->robots_tag + "\n";
  }
  return crawler::sha1_hex(whole);
}

// Whether the person must leave the index: gone for good, or the page asks for it.
bool leaves(const std::optional<crawler::UrlState>& home) {
  if (!home) return false;
  return home->outcome == crawler::Outcome::gone ||
         (home->outcome == crawler::Outcome::refused && (home->reason == "noindex" || home->reason == "robots"));
}

struct Work {
  crawler::StoredSeed seed;
  std::string digest;
  Site site;
  Profile profile;
};

void extract_all(std::vector<Work>& batch) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < batch.size(); i = next++) batch[i].profile = extractor::extract(batch[i].site);
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), batch.size()); ++i)
    workers.emplace_back(work);
  work();
}

class Step {
 public:
  Step(crawler::Catalog& catalog, std::filesystem::path data) : catalog_(catalog), data_(std::move(data)) {}

  Result<void> run(const std::vector<crawler::StoredSeed>& seeds) {
    done_.seeds = seeds.size();
    for (const crawler::StoredSeed& stored : seeds) {
      listed_.insert(stored.seed.url);
      if (const auto looked = look_at(stored); !looked) return looked;
      if (batch_.size() == kSitesAtOnce) {
        if (const auto ended = end_batch(); !ended) return ended;
      }
    }
    if (const auto ended = end_batch(); !ended) return ended;
    return drop_unlisted();
  }
  const Indexed& done() const { return done_; }

 private:
  Result<void> look_at(const crawler::StoredSeed& stored) {
    const auto home = catalog_.url_state(stored.seed.url);
    if (!home) return tl::unexpected(home.error());
    const auto known = catalog_.profile(stored.seed.url);
    if (!known) return tl::unexpected(known.error());
    if (leaves(*home)) {
      if (*known) ++done_.dropped;
      return *known ? catalog_.drop_profile(stored.seed.url) : Result<void>{};
    }
    auto digest = digest_of(catalog_, stored);
    if (!digest) return tl::unexpected(digest.error());
    if (*known && (*known)->digest == *digest) {
      ++done_.unchanged;
      return {};
    }
    auto site = crawler::read_site(data_, catalog_, stored);
    if (!site && site.error().code == Code::not_found) {  // never fetched, or failing for now: an old profile stays
      ++done_.without_home;
      return {};
    }
    if (!site) return tl::unexpected(site.error());
    batch_.push_back({stored, std::move(*digest), std::move(*site), {}});
    return {};
  }

  Result<void> end_batch() {
    extract_all(batch_);
    if (const auto begun = catalog_.begin(); !begun) return begun;
    for (const Work& work : batch_) {
      const crawler::StoredProfile row{work.seed.seed.url, work.digest, fellow::show(work.profile, {.email = true})};
      if (const auto put = catalog_.put_profile(row); !put) return put;
    }
    done_.extracted += batch_.size();
    batch_.clear();
    return catalog_.commit();
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

  crawler::Catalog& catalog_;
  std::filesystem::path data_;
  std::set<Url> listed_;
  std::vector<Work> batch_;
  Indexed done_;
};

}  // namespace

Result<std::vector<Profile>> read_people(crawler::Catalog& catalog) {
  const auto rows = catalog.profiles();
  if (!rows) return tl::unexpected(rows.error());
  std::vector<Profile> profiles;
  for (const crawler::StoredProfile& row : *rows) {
    auto profile = parse_profile(row.json);
    if (!profile) return fail(Code::corrupt, profile.error().what, "catalog.db: profile of " + row.seed.text());
    profiles.push_back(std::move(*profile));
  }
  return indexer::merge_people(std::move(profiles));
}

Result<Indexed> index_step(const Context& context, indexer::PublishOptions options) {
  auto catalog = crawler::Catalog::open(context.data());
  if (!catalog) return tl::unexpected(catalog.error());
  const auto seeds = catalog->seeds();
  if (!seeds) return tl::unexpected(seeds.error());
  Step step(*catalog, context.data());
  if (const auto done = step.run(*seeds); !done) return tl::unexpected(done.error());
  const auto people = read_people(*catalog);
  if (!people) return tl::unexpected(people.error());
  Indexed indexed = step.done();
  indexed.people = people->size();
  const auto published = indexer::publish(context.data(), *people, options);
  if (!published) return tl::unexpected(published.error());
  indexed.published = *published;
  return indexed;
}

std::string show(const Indexed& indexed) {
  char out[240];
  std::snprintf(
      out, sizeof out,
      "%zu people of %zu seeds (%zu extracted, %zu unchanged, %zu without a home page, %zu dropped); generation %llu%s",
      indexed.people, indexed.seeds, indexed.extracted, indexed.unchanged, indexed.without_home, indexed.dropped,
      static_cast<unsigned long long>(indexed.published.generation), indexed.published.unchanged ? " (unchanged)" : "");
  return out;
}

}  // namespace fellow::cli
