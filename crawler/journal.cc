// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/journal.h"

namespace fellow::crawler {

Journal::Journal(Catalog& catalog, Archive& archive, std::function<void(const Url&, const std::string&)> committed)
    : catalog_(catalog), archive_(archive), committed_(std::move(committed)) {}

template <class T>
bool Journal::worked(const Result<T>& result) {
  if (!result && !failure_) failure_ = result.error();
  return result.has_value();
}

void Journal::open_batch() {
  if (!open_ && !failure_) open_ = worked(catalog_.begin());
}

std::optional<UrlState> Journal::state(const Url& url) {
  if (failure_) return std::nullopt;
  auto found = catalog_.url_state(url);
  return worked(found) ? std::move(*found) : std::nullopt;
}

std::vector<SeedPage> Journal::pages(const Url& seed) {
  if (failure_) return {};
  auto found = catalog_.seed_pages(seed);
  return worked(found) ? std::move(*found) : std::vector<SeedPage>{};
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

void Journal::commit_if_full() {
  if (rows_ >= kBatchPages) commit();
}

void Journal::commit() {
  if (!open_ || failure_) return;
  open_ = false;
  rows_ = 0;
  if (!worked(archive_.sync()) || !worked(catalog_.commit())) return;
  if (committed_) {
    for (const auto& [url, sha1] : to_tell_) committed_(url, sha1);
  }
  to_tell_.clear();
}

}  // namespace fellow::crawler
