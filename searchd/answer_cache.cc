// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/answer_cache.h"

#include <iterator>

namespace fellow::searchd {
namespace {

constexpr std::size_t kAllowance = 512;  // list node, hash node, control block, small strings

std::size_t bytes_of(const std::string& key, const HttpResponse& response) {
  std::size_t bytes = kAllowance + key.size() + response.body.size();
  for (const auto& [name, value] : response.headers) bytes += 64 + name.size() + value.size();
  return bytes;
}

}  // namespace

AnswerCache::Kept AnswerCache::find(std::string_view key, std::uint64_t state, bool again) {
  const std::lock_guard lock(mutex_);
  const auto at = by_key_.find(key);
  if (at == by_key_.end() || at->second->state != state) {
    missed_ += !again;
    return nullptr;
  }
  ++found_;
  entries_.splice(entries_.begin(), entries_, at->second);
  return at->second->response;
}

void AnswerCache::keep(std::string key, std::uint64_t state, const Kept& response) {
  const std::size_t bytes = bytes_of(key, *response);
  if (bytes > most_bytes_ / 8) return;
  const std::lock_guard lock(mutex_);
  if (const auto at = by_key_.find(key); at != by_key_.end()) drop(at->second);
  while (bytes_ + bytes > most_bytes_) drop(std::prev(entries_.end()));
  entries_.push_front({std::move(key), state, response, bytes});
  by_key_.emplace(entries_.front().key, entries_.begin());
  bytes_ += bytes;
}

void AnswerCache::drop(Place place) {
  bytes_ -= place->bytes;
  by_key_.erase(place->key);
  entries_.erase(place);
}

AnswerCache::Use AnswerCache::use() const {
  const std::lock_guard lock(mutex_);
  return {found_, missed_, entries_.size(), bytes_};
}

}  // namespace fellow::searchd
