// SPDX-License-Identifier: GPL-3.0-or-later
// Who are the people of these sites? The one step from pages to profiles. It takes sites one at a time, by the address of their
// seed: each is read from catalog and archive, extracted and put into words on threads of its own, one a core. The catalog has
// one writer, the caller: what is finished waits until the caller stores it.
//
// Beside a crawl, sites are offered as soon as their pages are durable, so that little is left to do after the last page. That
// is work done ahead and nothing more: `finish` looks at every site as it is in the end, and extracts what nobody offered, what
// there was no room for, and what has changed since. So the profiles are those of a crawl first and extraction then, to the
// byte, for any number of threads and any order in which sites are done; and a run that is killed has lost nothing but time.
//
//   const auto extraction = Extraction::prepare(data);
//   options.settled = [&](const Url& seed) { (*extraction)->offer(seed); };                       // crawler/crawler.h
//   options.with_batch = [&](crawler::Catalog& catalog) { return (*extraction)->store(catalog); };
//   …the crawl…
//   const auto extracted = (*extraction)->finish(catalog, seeds, {});
//
// Memory: 16 MiB of finished profiles and a site a thread; sites of more than 4 MiB wait for `finish`, and are extracted one at
// a time.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "crawler/site.h"
#include "fellow/profile.h"
#include "fellow/suppress.h"

namespace fellow::cli {

// What became of the sites.
struct Extracted {
  std::size_t extracted = 0;     // ahead or in the end, each once
  std::size_t unchanged = 0;     // the profile of another day holds
  std::size_t imported = 0;      // and not to be had from its page
  std::size_t without_home = 0;  // never fetched, or failing for now: an old profile stays
  std::size_t dropped = 0;       // profiles of people whose page took leave
  std::size_t waiting = 0;       // there was no time to extract
};

class Extraction {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;
  struct Limits {
    unsigned threads = std::thread::hardware_concurrency();  // at most kMostThreads
    std::size_t offered = 65'536;                            // some 100 bytes each; what comes on top is left for `finish`
    std::size_t finished_bytes = 16 << 20;                   // profiles that wait to be stored; then the threads wait too
    std::size_t large_site = 4 << 20;                        // bytes of bodies
  };
  static constexpr unsigned kMostThreads = 32;  // each keeps the catalog open
  static constexpr std::size_t kBatch = 64;     // profiles that `finish` stores at once

  // No thread is begun before there is a site. An error if it cannot be known who asked to be forgotten.
  static Result<std::unique_ptr<Extraction>> prepare(const std::filesystem::path& data, Limits limits);
  static Result<std::unique_ptr<Extraction>> prepare(const std::filesystem::path& data) { return prepare(data, Limits()); }
  Extraction(const Extraction&) = delete;
  Extraction& operator=(const Extraction&) = delete;
  ~Extraction();  // ends when the sites under way do; what is not stored is lost, and extracted by the next run

  // Of a seed whose pages are committed; from any thread, and quick.
  void offer(const Url& seed);
  // Puts the profiles that are finished into the catalog, in the transaction that is open there.
  Result<void> store(crawler::Catalog& catalog);
  // Of the sites that are finished, so far.
  std::int64_t pages() const { return pages_; }

  // All sites of these seeds, each once; not inside a transaction. After `until` nothing is begun: then the old profile stays,
  // and the next run extracts the site.
  Result<Extracted> finish(crawler::Catalog& catalog, const std::vector<Url>& seeds, Deadline until);

 private:
  Extraction(std::filesystem::path data, Suppression suppression, Limits limits);

  // Of a site that was stored ahead.
  struct Ahead {
    std::uint64_t stamp = 0;
    bool was_known = false;  // had a profile of another day
  };
  struct Job {
    Url seed;
    bool is_last = false;  // looked at for good
    std::optional<std::uint64_t> stamp;
  };
  enum class Verdict { nothing, extracted, leaves, kept_out, failed };
  struct Finished {
    Url seed;
    Verdict verdict = Verdict::nothing;
    std::string digest, json = {};  // the profile as it is stored
    std::uint64_t stamp = 0;
    bool was_known = false;
    std::string person = {};  // id, if kept out
    std::optional<Error> error = {};
    std::size_t bytes() const { return sizeof *this + json.size(); }
  };

  void push(std::unique_lock<std::mutex>& lock, Job job);
  void work();
  Finished look(const Job& job, crawler::Catalog& catalog);
  Result<std::optional<Site>> site_of(const Job& job, crawler::Catalog& catalog, Finished& out, std::size_t most_bytes);
  void extract(const Site& site, Finished& out);
  void count(std::size_t Extracted::*counter, const Job& job);
  void hand_in(std::unique_lock<std::mutex>& lock, Finished finished, const Job& job);

  bool is_idle() const { return jobs_.empty() && busy_ == 0; }
  bool wants_storing() const { return finished_.size() >= kBatch || finished_bytes_ >= limits_.finished_bytes; }
  std::vector<Finished> take_finished(std::unique_lock<std::mutex>& lock);
  Result<void> put(crawler::Catalog& catalog, const Finished& done, bool is_last);
  Result<void> put_batch(crawler::Catalog& catalog, const std::vector<Finished>& batch, bool is_last);
  Result<void> end_what_was_offered(crawler::Catalog& catalog);
  void end_threads();

  const std::filesystem::path data_;
  Suppression suppression_;
  const Limits limits_;
  std::atomic<std::int64_t> pages_{0};
  std::unordered_map<Url, Ahead> ahead_;  // the caller's

  std::mutex mutex_;  // of all that follows
  std::condition_variable work_, room_, done_;
  std::deque<Job> jobs_;
  std::vector<Finished> finished_;
  std::size_t finished_bytes_ = 0, busy_ = 0;
  bool ends_ = false, is_hungry_ = false;  // whether `finish` has more jobs to give
  Deadline until_;
  Extracted counts_;

  std::mutex large_;  // held by who extracts a large site
  std::vector<std::jthread> workers_;
};

}  // namespace fellow::cli
