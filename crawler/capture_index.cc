// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/capture_index.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "fellow/text.h"

namespace fellow::crawler {
namespace {

// 0 is kept for what is not there.
std::uint64_t hash_of(std::string_view text) {
  return text.empty() ? 0 : std::max<std::uint64_t>(1, std::hash<std::string_view>{}(text));
}

std::string_view without_brackets(std::string_view uri) {
  if (uri.starts_with('<')) uri.remove_prefix(1);
  if (uri.ends_with('>')) uri.remove_suffix(1);
  return uri;
}

std::uint64_t hash_of_url(std::string_view uri) {
  const Result<Url> url = Url::parse(without_brackets(uri));
  return url ? hash_of(url->text()) : 0;
}

std::int64_t seconds(Time time) { return time.time_since_epoch().count(); }

}  // namespace

void CaptureIndex::add(const WarcRecord& record, const ImportedPage& page, std::uint32_t file, std::uint64_t offset) {
  const auto number = static_cast<std::uint32_t>(places_.size());
  places_.push_back({.url_hash = hash_of(page.url.text()),
                     .offset = offset,
                     .date = seconds(page.fetched_at),
                     .file = file,
                     .status = static_cast<std::uint16_t>(page.status),
                     .revisit = page.revisit});
  // Another record may mean this one by its id or its digest, if it has a body.
  ids_.push_back(page.revisit ? 0 : hash_of(without_brackets(field(record.fields, "WARC-Record-ID"))));
  digests_.push_back(page.revisit ? 0 : hash_of(text::lower(field(record.fields, "WARC-Payload-Digest"))));
  if (!page.revisit) return;
  const std::uint64_t other_url = hash_of_url(field(record.fields, "WARC-Refers-To-Target-URI"));
  references_.push_back({.from = number,
                         .id = hash_of(without_brackets(field(record.fields, "WARC-Refers-To"))),
                         .url = other_url != 0 ? other_url : places_.back().url_hash,
                         .digest = hash_of(text::lower(field(record.fields, "WARC-Payload-Digest"))),
                         .date = seconds(parse_warc_date(field(record.fields, "WARC-Refers-To-Date")))});
}

void CaptureIndex::finish() {
  by_url_.resize(places_.size());
  for (std::uint32_t i = 0; i < by_url_.size(); ++i) by_url_[i] = i;
  std::sort(by_url_.begin(), by_url_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const CapturePlace &one = places_[a], &other = places_[b];
    return std::tie(one.url_hash, one.date, a) < std::tie(other.url_hash, other.date, b);
  });
  Numbers ids, digests;
  for (const Reference& reference : references_) {
    if (reference.id != 0) ids[reference.id] = CapturePlace::kNone;
    if (reference.digest != 0) digests[reference.digest] = CapturePlace::kNone;
  }
  for (std::uint32_t i = 0; i < places_.size() && !references_.empty(); ++i) {
    if (const auto at = ids.find(ids_[i]); at != ids.end()) at->second = i;
    if (const auto at = digests.find(digests_[i]); at != digests.end()) at->second = i;
  }
  for (const Reference& reference : references_) places_[reference.from].body = resolve(reference, ids, digests);
  ids_ = {};
  digests_ = {};
  references_ = {};
}

std::uint32_t CaptureIndex::resolve(const Reference& reference, const Numbers& ids, const Numbers& digests) const {
  const auto found = [](const Numbers& numbers, std::uint64_t hash) {
    const auto at = numbers.find(hash);
    return hash == 0 || at == numbers.end() ? CapturePlace::kNone : at->second;
  };
  if (const std::uint32_t by_id = found(ids, reference.id); by_id != CapturePlace::kNone) return by_id;
  if (reference.date != 0) {
    const std::uint32_t by_date = earlier(reference.url, reference.date, true);
    if (by_date != CapturePlace::kNone) return by_date;
  }
  if (const std::uint32_t by_digest = found(digests, reference.digest); by_digest != CapturePlace::kNone) return by_digest;
  // Of two bodies of this URL the newer one is the one that had not changed.
  return earlier(reference.url, places_[reference.from].date, false);
}

std::span<const std::uint32_t> CaptureIndex::of(const std::string& url) const { return of_hash(hash_of(url)); }

std::span<const std::uint32_t> CaptureIndex::of_hash(std::uint64_t url_hash) const {
  const auto begin = std::lower_bound(by_url_.begin(), by_url_.end(), url_hash, [&](std::uint32_t number, std::uint64_t hash) {
    return places_[number].url_hash < hash;
  });
  const auto end = std::upper_bound(begin, by_url_.end(), url_hash,
                                    [&](std::uint64_t hash, std::uint32_t number) { return hash < places_[number].url_hash; });
  return {begin, end};
}

// The last whole answer of a URL with that date exactly, or not after it.
std::uint32_t CaptureIndex::earlier(std::uint64_t url_hash, std::int64_t date, bool exact) const {
  const auto numbers = of_hash(url_hash);
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const CapturePlace& place = places_[numbers[i]];
    if (place.revisit || place.status / 100 != 2) continue;
    if (exact ? place.date == date : place.date <= date) return numbers[i];
  }
  return CapturePlace::kNone;
}

}  // namespace fellow::crawler
