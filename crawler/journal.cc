// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/journal.h"

namespace fellow::crawler {

Journal::Journal(Catalog& catalog, Archive& archive, const CrawlOptions& options)
    : catalog_(catalog), archive_(archive), options_(options) {}

template <class T>
bool Journal::worked(const Result<T>& result) {
  if (!result && !failure_) failure_ = result.error();
  return result.has_value();
}

void Journal::open_batch() {
  if (!open_ && !failure_) open_ = worked(catalog_.begin());
}

template <class T>
T Journal::value_of(Result<T> result) {
  return worked(result) ? std::move(*result) : T{};
}

std::optional<UrlState> Journal::state(const Url& url) { return failure_ ? std::nullopt : value_of(catalog_.url_state(url)); }

std::vector<SeedPage> Journal::pages(const Url& seed) {
  return failure_ ? std::vector<SeedPage>{} : value_of(catalog_.seed_pages(seed));
}

std::vector<Url> Journal::seeds_of_host(std::string_view bare_host) {
  return failure_ ? std::vector<Url>{} : value_of(catalog_.seeds_of_host(bare_host));
}

std::vector<Url> Journal::seeds_elsewhere(std::string_view bare_host) {
  return failure_ ? std::vector<Url>{} : value_of(catalog_.seeds_elsewhere(bare_host));
}

std::string Journal::known_name(const Url& seed) { return failure_ ? std::string() : value_of(catalog_.known_name(seed)); }

bool Journal::has_profile(const Url& seed) { return !failure_ && value_of(catalog_.profile(seed)).has_value(); }

std::optional<SiteFile> Journal::site_file(const Url& url) {
  return failure_ ? std::nullopt : value_of(catalog_.site_file(url));
}

std::vector<Url> Journal::next_in_line(std::size_t after, std::size_t count) {
  return failure_ ? std::vector<Url>{} : value_of(catalog_.next_in_line(after, count));
}

void Journal::put_site_file(const Url& url, const SiteFile& file) {
  open_batch();
  if (!failure_) worked(catalog_.put_site_file(url, file));
}

void Journal::hold(const Url& url, std::string_view body) {
  open_batch();
  if (!failure_) worked(catalog_.hold_body(url, body));
}

void Journal::put(const UrlState& state) {
  open_batch();
  if (failure_) return;
  worked(catalog_.put_url_state(state));
  ++rows_;
}

void Journal::put_pages(const Url& seed, const std::vector<SeedPage>& pages) {
  open_batch();
  if (!failure_) worked(catalog_.put_seed_pages(seed, pages));
}

ArchivePlace Journal::keep(const Capture& capture) {
  if (failure_) return {};
  auto place = archive_.append(capture);
  return worked(place) ? std::move(*place) : ArchivePlace{};
}

void Journal::will_be_durable(const Url& url, const std::string& sha1) { to_tell_.emplace_back(url, sha1); }

void Journal::settle(const Url& seed) {
  if (options_.settled) settled_.push_back(seed);
}

void Journal::commit_if_full() {
  if (rows_ >= kBatchPages) commit();
}

void Journal::discard() {
  if (open_) catalog_.rollback();
  open_ = false;
  rows_ = 0;
  to_tell_.clear();
  settled_.clear();
}

void Journal::commit() {
  if (held_ || failure_) return;
  if (options_.with_batch) {
    open_batch();
    if (open_) worked(options_.with_batch(catalog_));
  }
  if (!open_ && !failure_) return tell();
  const bool whole = !failure_ && worked(archive_.sync());
  if (!whole) return;
  open_ = false;
  rows_ = 0;
  if (worked(catalog_.commit())) tell();
}

void Journal::tell() {
  if (options_.committed) {
    for (const auto& [url, sha1] : to_tell_) options_.committed(url, sha1);
  }
  to_tell_.clear();
  for (const Url& seed : settled_) options_.settled(seed);
  settled_.clear();
}

}  // namespace fellow::crawler
