// SPDX-License-Identifier: GPL-3.0-or-later
// What of this run is durable? Gathers what visits bring and makes it so in batches: bodies to the archive first, then the rows
// that point at them, then the word that they are committed (R31).
//
// For one thread. The first failure of a store is kept; after it everything else is a no-op.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crawler/archive.h"
#include "crawler/catalog.h"
#include "crawler/crawler.h"

namespace fellow::crawler {

class Journal {
 public:
  static constexpr std::size_t kBatchPages = 64;

  // Keeps references to all three. Of the options: whom to tell, and what goes with each batch.
  Journal(Catalog& catalog, Archive& archive, const CrawlOptions& options);

  std::optional<UrlState> state(const Url& url);
  std::vector<SeedPage> pages(const Url& seed);
  std::vector<Url> seeds_of_host(std::string_view bare_host);
  std::vector<Url> seeds_elsewhere(std::string_view bare_host);
  std::string known_name(const Url& seed);
  bool has_profile(const Url& seed);
  std::optional<SiteFile> site_file(const Url& url);
  // The next seeds of the line (Catalog::line_up) after the first `after`.
  std::vector<Url> next_in_line(std::size_t after, std::size_t count);
  void put(const UrlState& state);
  void put_pages(const Url& seed, const std::vector<SeedPage>& pages);
  void put_site_file(const Url& url, const SiteFile& file);
  // A body that may not be archived.
  void hold(const Url& url, std::string_view body);
  // The place of the body, to be put into its row.
  ArchivePlace keep(const Capture& capture);
  // Said at the next commit.
  void will_be_durable(const Url& url, const std::string& sha1);

  // The seed's site is done for this run; said at the next commit, as CrawlOptions::settled.
  void settle(const Url& seed);

  // Until release() nothing is committed, and discard() takes all of it back: while it is not known whether what is written
  // down is true.
  void hold_back() { held_ = true; }
  void release() { held_ = false; }
  void discard();

  void commit_if_full();
  // No-op when there is nothing to commit, nor anything that goes with a batch.
  void commit();
  const std::optional<Error>& failure() const { return failure_; }

 private:
  template <class T>
  bool worked(const Result<T>& result);
  template <class T>
  T value_of(Result<T> result);
  void open_batch();
  void tell();

  Catalog& catalog_;
  Archive& archive_;
  const CrawlOptions& options_;
  std::vector<std::pair<Url, std::string>> to_tell_;
  std::vector<Url> settled_;
  std::size_t rows_ = 0;
  bool open_ = false, held_ = false;
  std::optional<Error> failure_;
};

}  // namespace fellow::crawler
