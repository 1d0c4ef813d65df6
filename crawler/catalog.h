// SPDX-License-Identifier: GPL-3.0-or-later
// What is known so far? DATA/catalog.db (SQLite, WAL): seed lists, the state of every URL tried, profiles with evidence, runs.
//
// One writer a data directory (take DataLock first); any number of readers. Not thread-safe: one Catalog a thread. Every call
// that says "committed" has been fsynced when it returns. Errors: io (disk), corrupt (not our database), busy.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawler/seeds.h"
#include "fellow/clock.h"
#include "fellow/page.h"

namespace fellow::crawler {

// How a URL that was tried came out (R9).
enum class Outcome { ok, refused, failed, gone };
std::string_view show(Outcome outcome);

// Where a body lies: archive file (relative to DATA) and offset of its gzip member.
struct ArchivePlace {
  std::string file;  // "" = body not kept
  std::uint64_t offset = 0;
  bool operator==(const ArchivePlace&) const = default;
};

struct UrlState {
  Url url;
  Outcome outcome = Outcome::ok;
  std::string reason;  // of the documented list (crawler/reason.h); "" if ok
  std::string detail;  // a sentence for people: "HTTP 503", "certificate expired"
  int status = 0;      // HTTP; 0 = no answer
  std::string etag, last_modified, content_type, robots_tag;
  std::string sha1;             // of the newest body; kept over 304s
  std::optional<Url> moved_to;  // the next address on the way that redirects, meta refresh or frames led, if any
  ArchivePlace place;
  Time fetched_at{};  // of the newest body
  Time visited_at{};  // of the last attempt
  Time next_due{};
  int failures = 0;      // in a row
  Time failing_since{};  // of the first of them
  bool held = false;     // not archived (noarchive): the body is held until it is extracted
};

// A file that says how a site wants to be crawled (robots.txt, a sitemap), as it was when it was asked for last.
struct SiteFile {
  int status = 0;  // of the answer after redirects
  std::string etag, last_modified;
  Time asked_at{};
  std::string text;  // what is needed of it; "" unless the status is 2xx
};

// A page that belongs to a seed, in the order in which it was reached (home page first).
struct SeedPage {
  Url url;
  LinkKind kind = LinkKind::other;
  int depth = 0;
};

struct StoredSeed {
  Seed seed;
  std::string list;
};

struct SeedCount {
  std::size_t all = 0;
  std::size_t failed = 0;  // whose address failed, or was gone, at its last visit
};

struct StoredRefusedSeed {
  RefusedSeed seed;
  std::string list;
};

// Digest of a profile that was imported: it was extracted from nothing that is here.
inline constexpr std::string_view kImported = "import";

struct StoredProfile {
  Url seed;
  std::string digest;  // of everything it was extracted from, extractor version included
  std::string json;    // fellow::show(profile, {.email = true})
};

struct RunSummary {
  Time started{}, ended{};
  std::string command;
  std::int64_t pages = 0, not_modified = 0, bytes = 0, failed = 0, refused = 0;
};

class Catalog {
 public:
  // Creates DATA and the database when they are missing. corrupt when the file is newer than this program or no database. One
  // of an older version is brought up to date; as it was, it stays beside as catalog.db.vN until compact.
  static Result<Catalog> open(const std::filesystem::path& data);
  Catalog(Catalog&&) noexcept;
  Catalog& operator=(Catalog&&) noexcept;
  ~Catalog();

  // Seeds. put_list replaces the list of that name as a whole; an empty list changes nothing (removes nobody), unless it is
  // meant (replace_list): nobody of the file belongs here.
  Result<void> put_list(const SeedList& list);
  Result<void> replace_list(const SeedList& list);
  Result<std::vector<StoredSeed>> seeds();                               // all lists, by list and URL
  Result<std::optional<StoredSeed>> seed(const Url& url);                // of several lists that name it, the last one's row
  Result<std::vector<StoredRefusedSeed>> refused_seeds();                // addresses that no list should hold, by list and text
  Result<std::vector<Url>> seeds_of_host(std::string_view bare_host);    // of all lists, by URL
  Result<std::vector<Url>> seeds_elsewhere(std::string_view bare_host);  // that other shards crawl, of all lists, by URL
  Result<SeedCount> count_seeds();                                       // of all lists, each URL once
  // What the person is called: as its list says, else as the profile does; "" if neither does.
  Result<std::string> known_name(const Url& seed);
  // Puts the seeds that have something due (or all) into a line for this connection, and says how many there are.
  Result<std::size_t> line_up(Time now, bool everything);
  // The next ones of that line, which begins after 0.
  Result<std::vector<Url>> next_in_line(std::size_t after, std::size_t count);

  // URLs and which seed they belong to.
  Result<std::optional<UrlState>> url_state(const Url& url);
  Result<void> put_url_state(const UrlState& state);
  Result<void> put_seed_pages(const Url& seed, const std::vector<SeedPage>& pages);  // replaces
  Result<std::vector<SeedPage>> seed_pages(const Url& seed);
  Result<std::vector<UrlState>> all_urls();  // by URL: what report prints

  Result<std::optional<SiteFile>> site_file(const Url& url);
  Result<void> put_site_file(const Url& url, const SiteFile& file);

  // Bodies that may not be archived, until they are extracted. The file is overwritten where they stood.
  Result<void> hold_body(const Url& url, std::string_view body);
  Result<std::optional<std::string>> held_body(const Url& url);
  Result<void> drop_held_bodies();

  // Profiles, by seed.
  Result<std::optional<StoredProfile>> profile(const Url& seed);
  Result<std::optional<std::string>> profile_digest(const Url& seed);  // StoredProfile::digest
  Result<void> put_profile(const StoredProfile& profile);
  Result<void> drop_profile(const Url& seed);
  Result<std::vector<StoredProfile>> profiles();  // by seed URL
  Result<std::vector<Url>> profile_seeds();       // whose they are, by URL

  // What compact takes out. Nothing that is left points at it.
  Result<void> drop_url(const Url& url);
  Result<void> drop_seed(const Url& seed);  // from every list, with its page list and its profile
  Result<void> drop_refused_seed(const StoredRefusedSeed& seed);
  // Every seed that has pages or a profile, whether or not a list names it, by URL.
  Result<std::vector<Url>> seeds_with_rows();
  // Writes the file anew, so that nothing dropped can be read from it or its log any more; robots.txt, sitemaps and held bodies
  // go too, they are asked for again. Not between begin and commit. busy when a reader does not let go for 5 s.
  Result<void> vacuum();

  Result<void> put_run(const RunSummary& run);
  Result<std::vector<RunSummary>> runs();  // newest first

  // Everything put since begin is durable (fsynced) when commit returns; without begin each put is.
  Result<void> begin();
  Result<void> commit();
  void rollback();  // nothing put since begin was put
  // All that is read in between is of one moment, whatever others commit meanwhile. Keeps nobody from writing; not for long,
  // since what they write has to stay in the log until then.
  Result<void> begin_reading();
  void end_reading();

 private:
  struct Impl;
  explicit Catalog(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
