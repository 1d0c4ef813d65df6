// SPDX-License-Identifier: GPL-3.0-or-later
// Where does each capture lie, and which earlier one does a revisit mean? Numbers only: URLs, record ids and digests are kept
// as hashes, which whoever reads the record checks. Pure.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawler/warc_import.h"
#include "crawler/warc_reader.h"

namespace fellow::crawler {

struct CapturePlace {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t url_hash = 0;
  std::uint64_t offset = 0;
  std::int64_t date = 0;  // seconds
  std::uint32_t file = 0;
  std::uint32_t body = kNone;  // of a revisit: the capture whose body it has
  std::uint16_t status = 0;
  bool revisit = false;
};

class CaptureIndex {
 public:
  // The record that `page` was read from.
  void add(const WarcRecord& record, const ImportedPage& page, std::uint32_t file, std::uint64_t offset);
  // Once after the last add.
  void finish();

  const std::vector<CapturePlace>& places() const { return places_; }  // in the order in which they were added
  // Numbers of the places of a URL, oldest first; possibly with those of another one of the same hash.
  std::span<const std::uint32_t> of(const std::string& url) const;

 private:
  // What a revisit says of the record that it means; 0 = nothing.
  struct Reference {
    std::uint32_t from = 0;
    std::uint64_t id = 0, url = 0, digest = 0;
    std::int64_t date = 0;
  };
  using Numbers = std::unordered_map<std::uint64_t, std::uint32_t>;

  std::uint32_t resolve(const Reference& reference, const Numbers& ids, const Numbers& digests) const;
  std::span<const std::uint32_t> of_hash(std::uint64_t url_hash) const;
  std::uint32_t earlier(std::uint64_t url_hash, std::int64_t date, bool exact) const;

  std::vector<CapturePlace> places_;
  std::vector<std::uint32_t> by_url_;
  // Until finish(): hash of record id and payload digest of each place, and what the revisits mean.
  std::vector<std::uint64_t> ids_, digests_;
  std::vector<Reference> references_;
};

}  // namespace fellow::crawler
