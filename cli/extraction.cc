// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/extraction.h"

#include <algorithm>
#include <utility>

#include "cli/site_digest.h"
#include "extractor/extractor.h"

namespace fellow::cli {
namespace {

constexpr std::size_t kJobsAhead = 512;  // that `finish` keeps waiting, so that no thread ever does

}  // namespace

Extraction::Extraction(std::filesystem::path data, Suppression suppression, Limits limits)
    : data_(std::move(data)), suppression_(std::move(suppression)), limits_(limits) {}

Result<std::unique_ptr<Extraction>> Extraction::prepare(const std::filesystem::path& data, Limits limits) {
  auto suppression = Suppression::read(data);
  if (!suppression) return tl::unexpected(suppression.error());
  return std::unique_ptr<Extraction>(new Extraction(data, std::move(*suppression), limits));
}

Extraction::~Extraction() { end_threads(); }

void Extraction::end_threads() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    jobs_.clear();
  }
  work_.notify_all();
  room_.notify_all();
  workers_.clear();
  ends_ = false;
}

void Extraction::push(std::unique_lock<std::mutex>&, Job job) {
  jobs_.push_back(std::move(job));
  const std::size_t most = std::clamp(limits_.threads, 1U, kMostThreads);
  while (workers_.size() < most && workers_.size() < jobs_.size() + busy_) workers_.emplace_back([this] { work(); });
}

void Extraction::offer(const Url& seed) {
  std::unique_lock lock(mutex_);
  if (jobs_.size() >= limits_.offered) return;
  push(lock, {.seed = seed, .is_last = false, .stamp = {}});
  lock.unlock();
  work_.notify_one();
}

void Extraction::work() {
  std::optional<crawler::Catalog> catalog;
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (ends_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    ++busy_;
    lock.unlock();
    Finished finished{.seed = job.seed, .digest = {}};
    if (!catalog) {
      if (auto opened = crawler::Catalog::open(data_)) {
        catalog = std::move(*opened);
      } else {
        finished.verdict = Verdict::failed;
        finished.error = opened.error();
      }
    }
    if (catalog) finished = look(job, *catalog);
    lock.lock();
    hand_in(lock, std::move(finished), job);
    --busy_;
    const bool wants_jobs = is_hungry_ && jobs_.size() <= kJobsAhead / 2;
    if (wants_storing() || is_idle() || wants_jobs) done_.notify_one();
  }
}

// Of what was looked at ahead only profiles are of use.
void Extraction::hand_in(std::unique_lock<std::mutex>& lock, Finished finished, const Job& job) {
  const bool counts = job.is_last ? finished.verdict != Verdict::nothing : finished.verdict == Verdict::extracted;
  if (!counts) return;
  if (finished_bytes_ >= limits_.finished_bytes) done_.notify_one();
  room_.wait(lock, [this] { return ends_ || finished_bytes_ < limits_.finished_bytes; });
  finished_bytes_ += finished.bytes();
  finished_.push_back(std::move(finished));
}

void Extraction::count(std::size_t Extracted::*counter, const Job& job) {
  if (!job.is_last) return;
  const std::lock_guard lock(mutex_);
  ++(counts_.*counter);
}

// The site, if it is to be extracted; else what there is to say of it is counted, or stands in `out`.
Result<std::optional<Site>> Extraction::site_of(const Job& job, crawler::Catalog& catalog, Finished& out,
                                                std::size_t most_bytes) {
  const auto stored = catalog.seed(job.seed);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored) return std::optional<Site>();
  const auto rows = crawler::read_site_rows(catalog, **stored);
  if (!rows) return tl::unexpected(rows.error());
  const auto known = catalog.profile_digest(job.seed);
  if (!known) return tl::unexpected(known.error());
  out.was_known = known->has_value();
  if (takes_leave(*rows)) {
    out.verdict = Verdict::leaves;
    return std::optional<Site>();
  }
  out.digest = digest_of(*rows);
  out.stamp = stamp_of(*rows);
  if (*known == out.digest && (!job.stamp || *job.stamp == out.stamp)) {
    if (!job.stamp) count(&Extracted::unchanged, job);
    return std::optional<Site>();
  }
  if (job.is_last && until_ && std::chrono::steady_clock::now() >= *until_) {
    count(&Extracted::waiting, job);
    return std::optional<Site>();
  }
  auto site = crawler::read_site(data_, catalog, *rows, most_bytes);
  if (site) return std::optional<Site>(std::move(*site));
  if (site.error().code != Code::not_found) return tl::unexpected(site.error());
  count(*known == crawler::kImported ? &Extracted::imported : &Extracted::without_home, job);
  return std::optional<Site>();
}

Extraction::Finished Extraction::look(const Job& job, crawler::Catalog& catalog) {
  Finished out{.seed = job.seed, .digest = {}};
  if (suppression_.has(job.seed)) return out;
  const auto read = [&](std::size_t most_bytes) -> Result<std::optional<Site>> {
    if (const auto begun = catalog.begin_reading(); !begun) return tl::unexpected(begun.error());
    auto site = site_of(job, catalog, out, most_bytes);
    catalog.end_reading();
    return site;
  };
  std::unique_lock alone(large_, std::defer_lock);
  auto site = read(limits_.large_site);
  if (!site && site.error().code == Code::too_big && job.is_last) {
    alone.lock();
    site = read(crawler::kAnySize);
  }
  if (!site) {
    out.verdict = Verdict::failed;
    out.error = site.error();
  } else if (*site) {
    extract(**site, out);
  }
  return out;
}

void Extraction::extract(const Site& site, Finished& out) {
  const Profile profile = extractor::extract(site);
  pages_ += static_cast<std::int64_t>(site.pages.size());
  if (suppression_.has(profile)) {
    out.verdict = Verdict::kept_out;
    out.person = profile.id;
    return;
  }
  out.json = fellow::show(profile, {.email = true, .text = true});
  out.verdict = Verdict::extracted;
}

std::vector<Extraction::Finished> Extraction::take_finished(std::unique_lock<std::mutex>&) {
  finished_bytes_ = 0;
  room_.notify_all();
  return std::exchange(finished_, {});
}

Result<void> Extraction::put(crawler::Catalog& catalog, const Finished& done, bool is_last) {
  const auto ahead = ahead_.find(done.seed);
  const bool was_ahead = ahead != ahead_.end();
  switch (done.verdict) {
    case Verdict::nothing:
      return {};
    case Verdict::failed:
      return tl::unexpected(*done.error);
    case Verdict::extracted:
      if (!is_last) ahead_[done.seed] = {done.stamp, was_ahead ? ahead->second.was_known : done.was_known};
      if (is_last && !was_ahead) ++counts_.extracted;
      return catalog.put_profile({done.seed, done.digest, done.json});
    case Verdict::leaves:
      if (was_ahead ? ahead->second.was_known : done.was_known) ++counts_.dropped;
      if (was_ahead) ahead_.erase(ahead);
      return done.was_known ? catalog.drop_profile(done.seed) : Result<void>();
    case Verdict::kept_out:
      // Somebody who was forgotten has come back at an address that was not known then: it is kept out too.
      if (!was_ahead) ++counts_.extracted;
      const auto kept_out = suppress(data_, {key_of(done.seed), key_of_person(done.person)});
      return kept_out ? Result<void>() : Result<void>(tl::unexpected(kept_out.error()));
  }
  return {};
}

Result<void> Extraction::store(crawler::Catalog& catalog) {
  std::unique_lock lock(mutex_);
  const std::vector<Finished> batch = take_finished(lock);
  lock.unlock();
  suppression_.refresh();  // on an error the list stays as it was
  for (const Finished& done : batch) {
    if (const auto stored = put(catalog, done, false); !stored) return stored;
  }
  return {};
}

Result<void> Extraction::put_batch(crawler::Catalog& catalog, const std::vector<Finished>& batch, bool is_last) {
  if (batch.empty()) return {};
  if (const auto begun = catalog.begin(); !begun) return begun;
  for (const Finished& done : batch) {
    if (const auto stored = put(catalog, done, is_last); !stored) {
      catalog.rollback();
      return stored;
    }
  }
  return catalog.commit();
}

// What nobody has begun is begun by `finish`, in its own order.
Result<void> Extraction::end_what_was_offered(crawler::Catalog& catalog) {
  std::unique_lock lock(mutex_);
  jobs_.clear();
  while (true) {
    done_.wait(lock, [this] { return busy_ == 0 || wants_storing(); });
    const bool is_over = busy_ == 0;
    const std::vector<Finished> batch = take_finished(lock);
    lock.unlock();
    if (const auto stored = put_batch(catalog, batch, false); !stored || is_over) return stored;
    lock.lock();
  }
}

Result<Extracted> Extraction::finish(crawler::Catalog& catalog, const std::vector<Url>& seeds, Deadline until) {
  if (const auto ended = end_what_was_offered(catalog); !ended) return tl::unexpected(ended.error());
  suppression_.refresh();  // on an error the list stays as it was
  std::unique_lock lock(mutex_);
  counts_ = {};
  until_ = until;
  std::size_t next = 0;
  while (true) {
    for (; next < seeds.size() && jobs_.size() < kJobsAhead; ++next) {
      const auto ahead = ahead_.find(seeds[next]);
      push(lock, {.seed = seeds[next],
                  .is_last = true,
                  .stamp = ahead == ahead_.end() ? std::nullopt : std::optional(ahead->second.stamp)});
    }
    work_.notify_all();
    is_hungry_ = next < seeds.size();
    done_.wait(lock, [&] { return is_idle() || wants_storing() || (is_hungry_ && jobs_.size() <= kJobsAhead / 2); });
    const bool is_over = is_idle() && next == seeds.size();
    if (!is_over && !wants_storing()) continue;
    const std::vector<Finished> batch = take_finished(lock);
    lock.unlock();
    if (const auto stored = put_batch(catalog, batch, true); !stored) return tl::unexpected(stored.error());
    lock.lock();
    if (is_over) break;
  }
  lock.unlock();
  end_threads();
  Extracted out = counts_;
  out.extracted += ahead_.size();
  return out;
}

}  // namespace fellow::cli
