// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/frontier.h"

#include <algorithm>

namespace fellow::crawler {

bool Frontier::add(SeedPage page, bool late) {
  if (page.depth > limits_.depth || queue_.size() >= limits_.queued || seen_.contains(page.url)) return false;
  if (page.depth > 0 && page.url.text().size() > limits_.url_bytes) return false;
  if (!page.url.query().empty()) {
    int& variants = variants_[page.url.origin() + std::string(page.url.path())];
    if (variants >= limits_.query_variants) return false;
    ++variants;
  }
  seen_.insert(page.url);
  const int kind = 2 * static_cast<int>(page.kind);
  constexpr int kLate = 2 * static_cast<int>(LinkKind::people) - 1;
  const Rank rank{late ? std::max(kind, kLate) : kind, page.depth, ++count_};
  queue_.emplace(rank, std::move(page));
  return true;
}

void Frontier::add_links(const std::vector<Link>& links, int depth_of_page) {
  const auto taken = std::min(links.size(), static_cast<std::size_t>(std::max(limits_.links_a_page, 0)));
  for (std::size_t i = 0; i < taken; ++i) add({links[i].url, links[i].kind, depth_of_page + 1});
}

bool Frontier::had(const Url& url) {
  seen_.insert(url);
  if (!given_out_.insert(url).second) return false;
  std::erase_if(queue_, [&](const auto& entry) { return entry.second.url == url; });
  return true;
}

std::optional<SeedPage> Frontier::next() {
  if (queue_.empty() || given_ >= limits_.pages) return std::nullopt;
  SeedPage page = std::move(queue_.begin()->second);
  queue_.erase(queue_.begin());
  given_out_.insert(page.url);
  ++given_;
  return page;
}

std::vector<SeedPage> Frontier::queued() const {
  std::vector<SeedPage> pages;
  for (const auto& [rank, page] : queue_) {
    if (static_cast<int>(pages.size()) >= limits_.pages - given_) break;
    pages.push_back(page);
  }
  return pages;
}

}  // namespace fellow::crawler
