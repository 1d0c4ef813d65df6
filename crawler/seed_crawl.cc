// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/seed_crawl.h"

#include <algorithm>

#include "crawler/sitemap_rank.h"
#include "fellow/check.h"

namespace fellow::crawler {

using boost::asio::awaitable;

namespace {

constexpr int kMaxForwards = 3;        // shells (meta refresh, frames) in a row
constexpr int kMaxFailuresInARow = 3;  // then the rest of a seed is left for another night

bool is_transport_failure(Reason reason) {
  return reason == Reason::timeout || reason == Reason::too_slow || reason == Reason::dns || reason == Reason::reset ||
         reason == Reason::network || reason == Reason::tls || reason == Reason::unavailable;
}

// Such a page stays in the list, since the page that named it may go on answering "not modified".
bool may_come_back(Reason reason) {
  return reason == Reason::robots || (outcome_of(reason) == Outcome::failed && reason != Reason::redirect);
}

}  // namespace

bool RunState::is_due(const std::optional<UrlState>& state) const {
  if (!state) return true;
  return !visited.contains(state->url) && (options.again || state->next_due <= now());
}

SeedCrawl::SeedCrawl(RunState& run, Url seed)
    : run_(run), seed_(std::move(seed)), frontier_({.pages = run.options.pages_per_seed, .depth = run.options.depth}) {}

awaitable<Reason> SeedCrawl::crawl() {
  old_pages_ = run_.journal.pages(seed_);
  const std::optional<UrlState> state = run_.journal.state(seed_);
  if (run_.is_due(state) || (state->outcome == Outcome::ok && old_pages_.empty())) {
    const std::optional<Arrival> home = co_await reach_home();
    if (!home) co_return Reason::none;
    if (home->reason == Reason::budget) co_return Reason::budget;
    begin_at(*home->at);
    had_page(pages_.front(), *home);
    const Url at = *home->at;
    co_await add_sitemap(at);
  } else {
    if (old_pages_.empty() || state->outcome == Outcome::refused || state->outcome == Outcome::gone) co_return Reason::none;
    const auto due = [&](const SeedPage& page) { return run_.is_due(run_.journal.state(page.url)); };
    if (std::none_of(old_pages_.begin() + 1, old_pages_.end(), due)) co_return Reason::none;
    begin_at(old_pages_.front().url);
    add_old_pages(1);
  }
  write_pages(true);

  while (const std::optional<SeedPage> page = frontier_.next()) {
    const bool go_on = co_await crawl_page(*page);
    if (run_.journal.failure()) co_return Reason::budget;
    if (!go_on) {  // what is still queued stays in the list
      std::vector<SeedPage> left = pages_;
      left.push_back(*page);
      const std::vector<SeedPage> queued = frontier_.queued();
      left.insert(left.end(), queued.begin(), queued.end());
      run_.journal.put_pages(seed_, left);
      co_return Reason::budget;
    }
    write_pages(true);
    if (failures_in_a_row_ >= kMaxFailuresInARow) co_return Reason::none;
  }
  write_pages(false);
  co_return Reason::none;
}

// The seed's address and where it leads. nullopt: there is no home page, and that is written down.
awaitable<std::optional<SeedCrawl::Arrival>> SeedCrawl::reach_home() {
  Arrival home = co_await reach(seed_, nullptr);
  if (home.reason == Reason::budget) co_return home;
  std::vector<Url> shells;
  while (static_cast<int>(shells.size()) < kMaxForwards) {
    const std::optional<Url> forward = forward_of(home);
    if (!forward) break;
    const Url shell = *home.at, target = *forward;
    // One site besides the listed one bears the person's pages (R6).
    const bool third_site = !same_host(target, seed_) && !same_host(target, shell) && !same_host(shell, seed_);
    if (target == shell || std::find(shells.begin(), shells.end(), target) != shells.end() || third_site) break;
    shells.push_back(shell);
    Arrival next = co_await reach(target, nullptr);
    if (next.reason == Reason::budget) co_return next;
    if (!next.at) {
      // A shell whose inside fails is better than nothing; one whose inside must not be had says no for both.
      if (outcome_of(next.reason) != Outcome::refused) break;
      home = std::move(next);
      break;
    }
    home = std::move(next);
    for (const Url& passed : shells) {
      std::optional<UrlState> state = run_.journal.state(passed);
      if (!state) continue;
      state->moved_to = home.at;
      run_.journal.put(*state);
    }
  }
  if (home.at) co_return home;
  const std::optional<UrlState> state = run_.journal.state(seed_);
  const bool left = state && (state->outcome == Outcome::gone || outcome_of(home.reason) == Outcome::refused);
  if (left) run_.journal.put_pages(seed_, {});  // else the pages of better days stay
  co_return std::nullopt;
}

// Where a shell leads: as read, or as it was when the page was read last.
std::optional<Url> SeedCrawl::forward_of(const Arrival& arrival) {
  if (!arrival.at) return std::nullopt;
  if (arrival.read) return arrival.links.forward;
  const auto state = run_.journal.state(*arrival.at);
  return state ? state->moved_to : std::nullopt;
}

void SeedCrawl::begin_at(const Url& home) {
  std::vector<Url> neighbours;
  const auto at = run_.seeds_of_host.find(std::string(bare_host(home)));
  if (at != run_.seeds_of_host.end()) neighbours = at->second;
  scope_ = Scope::of(home, neighbours);
  frontier_.add({home, LinkKind::other, 0});
  CHECK(frontier_.next());
  pages_.push_back({home, LinkKind::other, 0});
  if (const auto state = run_.journal.state(home); state && !state->sha1.empty()) bodies_.emplace(state->sha1, home);
}

// The pages of the host's sitemap that are this seed's, and not another's on the same host.
awaitable<void> SeedCrawl::add_sitemap(Url home) {
  const auto urls = co_await run_.visitor.sitemap(home);
  std::vector<Scope> others;
  const auto at = run_.seeds_of_host.find(std::string(bare_host(home)));
  if (at != run_.seeds_of_host.end()) {
    for (const Url& seed : at->second) {
      if (seed != seed_ && seed != home) others.push_back(Scope::of(seed, at->second));
    }
  }
  for (const Url& url : *urls) {
    const auto nearer = [&](const Scope& other) {
      return other.prefix().size() > scope_->prefix().size() && other.contains(url);
    };
    if (!scope_->contains(url) || std::any_of(others.begin(), others.end(), nearer)) continue;
    if (const auto rank = rank_address(url)) frontier_.add({url, rank->kind, 1}, rank->late);
  }
}

// False: the run was cut short.
awaitable<bool> SeedCrawl::crawl_page(SeedPage page) {
  const std::optional<UrlState> state = run_.journal.state(page.url);
  if (state && !run_.is_due(state)) {
    if (pass_over(page, *state)) add_old_pages(page.depth + 1);
    co_return true;
  }
  const Arrival arrival = co_await reach(page.url, &*scope_);
  if (arrival.reason == Reason::budget) co_return false;
  failures_in_a_row_ = is_transport_failure(arrival.reason) ? failures_in_a_row_ + 1 : 0;
  if (arrival.at) {
    const bool fresh = *arrival.at == page.url || frontier_.had(*arrival.at);
    SeedPage reached{*arrival.at, page.kind, page.depth};
    if (fresh) pages_.push_back(reached);
    had_page(reached, arrival);
  } else if (may_come_back(arrival.reason)) {
    const std::optional<UrlState> now = run_.journal.state(page.url);
    if (now && now->outcome != Outcome::gone) {
      pages_.push_back(page);
      add_old_pages(page.depth + 1);
    }
  }
  co_return true;
}

// A page that is not due: it stays in the list as it is. Whether its links are still to be taken from the list.
bool SeedCrawl::pass_over(const SeedPage& page, const UrlState& state) {
  if (state.outcome == Outcome::gone) return false;
  const Reason reason = parse_reason(state.reason).value_or(Reason::none);
  if (reason != Reason::none && !may_come_back(reason)) return false;
  SeedPage there = page;
  if (state.moved_to) {
    if (!scope_->contains(*state.moved_to) || !frontier_.had(*state.moved_to)) return false;
    there.url = *state.moved_to;
  }
  pages_.push_back(there);
  if (!state.sha1.empty()) bodies_.emplace(state.sha1, there.url);
  const auto at = run_.read.find(there.url);
  if (at == run_.read.end()) return true;
  for (const Link& link : at->second.links) {
    if (scope_->contains(link.url)) frontier_.add({link.url, link.kind, page.depth + 1});
  }
  return false;
}

void SeedCrawl::had_page(const SeedPage& page, const Arrival& arrival) {
  const auto read_before = run_.read.find(page.url);  // for another seed that led here
  if (!arrival.read && read_before == run_.read.end()) {
    add_old_pages(page.depth + 1);
    return;
  }
  const PageLinks& found = arrival.read ? arrival.links : read_before->second;
  if (found.directives.nofollow) return;
  std::vector<Link> links;
  std::copy_if(found.links.begin(), found.links.end(), std::back_inserter(links),
               [&](const Link& link) { return scope_->contains(link.url) && !never_crawled(link.url); });
  frontier_.add_links(links, page.depth);
}

void SeedCrawl::add_old_pages(int depth) {
  for (const SeedPage& page : old_pages_) {
    if (page.depth == depth && scope_->contains(page.url)) frontier_.add(page);
  }
}

// The same pages as last time stay in the order of last time, however much of them was "not modified": what is made of them
// does not change then either.
void SeedCrawl::write_pages(bool with_queue) {
  const auto is_old = [&](const SeedPage& page) {
    return std::any_of(old_pages_.begin(), old_pages_.end(), [&](const SeedPage& old) { return old.url == page.url; });
  };
  const bool as_before = !with_queue && pages_.size() == old_pages_.size() && std::all_of(pages_.begin(), pages_.end(), is_old);
  std::vector<SeedPage> pages = as_before ? old_pages_ : pages_;
  if (with_queue) {
    const std::vector<SeedPage> queued = frontier_.queued();
    pages.insert(pages.end(), queued.begin(), queued.end());
  }
  run_.journal.put_pages(seed_, pages);
}

}  // namespace fellow::crawler
