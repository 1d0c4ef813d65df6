// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/postings.h"

#include <iterator>
#include <utility>

namespace fellow::indexer {
namespace {

constexpr std::size_t kAllowance = 256;  // list node, hash node, control block, the vectors' own

std::size_t bytes_of(const std::string& term, const Postings& postings) {
  return kAllowance + term.size() + postings.docids.capacity() * sizeof postings.docids[0] + postings.counts.capacity() +
         postings.many.capacity() * sizeof postings.many[0];
}

}  // namespace

Postings read_postings(const Xapian::Database& database, const std::string& term) {
  Postings out;
  auto p = database.postlist_begin(term);
  const auto end = database.postlist_end(term);
  if (p == end) return out;
  const std::size_t about = database.get_termfreq(term);
  out.docids.reserve(about);
  out.counts.reserve(about);
  for (; p != end; ++p) {
    const std::uint32_t count = p.get_wdf();
    out.docids.push_back(*p);
    out.counts.push_back(count < Postings::kMany ? static_cast<std::uint8_t>(count) : Postings::kMany);
    if (count >= Postings::kMany) out.many.emplace_back(*p, count);
  }
  return out;
}

std::uint32_t Postings::count(std::size_t i) const {
  if (counts[i] != kMany) return counts[i];
  return std::lower_bound(many.begin(), many.end(), std::pair(docids[i], std::uint32_t{0}))->second;
}

std::shared_ptr<const Postings> PostingCache::of(const Xapian::Database& database, const std::string& term) {
  return of(term, [&] { return read_postings(database, term); });
}

void PostingCache::set_most(std::size_t bytes) {
  const std::scoped_lock lock(mutex_);
  most_bytes_ = bytes;
  make_room();
}

std::size_t PostingCache::bytes() const {
  const std::scoped_lock lock(mutex_);
  return bytes_;
}

std::shared_ptr<const Postings> PostingCache::find(const std::string& key) {
  const std::scoped_lock lock(mutex_);
  const auto at = by_term_.find(key);
  if (at == by_term_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, at->second);
  return at->second->postings;
}

std::shared_ptr<const Postings> PostingCache::of(const std::string& term, const std::function<Postings()>& read_it) {
  if (auto kept = find(term)) return kept;
  auto read = std::make_shared<const Postings>(read_it());
  const std::size_t bytes = bytes_of(term, *read);
  const std::scoped_lock lock(mutex_);
  if (bytes > most_bytes_ / 4 || by_term_.contains(term)) return read;
  entries_.push_front({.term = term, .postings = read, .bytes = bytes});
  by_term_.emplace(entries_.front().term, entries_.begin());
  bytes_ += bytes;
  make_room();
  return read;
}

void PostingCache::make_room() {
  while (bytes_ > most_bytes_ && !entries_.empty()) {
    bytes_ -= entries_.back().bytes;
    by_term_.erase(entries_.back().term);
    entries_.pop_back();
  }
}

}  // namespace fellow::indexer
