// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/seed_crawl.h"

#include <algorithm>

#include "fellow/check.h"

namespace fellow::crawler {

using boost::asio::awaitable;

namespace {

constexpr int kMaxForwards = 3;  // shells (meta refresh, frames) in a row
constexpr std::size_t kMostHomeBytes = 16 << 20;
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
  if (visited.contains(state->url)) return false;
  const bool has_no_body = state->held && state->outcome == Outcome::ok;  // it went with the last extraction
  return options.again || has_no_body || state->next_due <= now() || changed.contains(state->url);
}

bool RunState::had(const Url& url, Want want) const {
  const auto known = visited.find(url);
  if (known == visited.end()) return false;
  return want != Want::home || !known->second || !options.is_about || homes_.contains(url);
}

void RunState::keep_home(std::shared_ptr<const Page> page) {
  if (!options.is_about) return;
  const Url& url = page->url;
  const std::size_t bytes = page->body.size();
  if (!homes_.emplace(url, page).second) return;
  home_order_.push_back(url);
  home_bytes_ += bytes;
  while (home_bytes_ > kMostHomeBytes) {
    const auto oldest = homes_.find(home_order_.front());
    home_bytes_ -= oldest->second->body.size();
    homes_.erase(oldest);
    home_order_.pop_front();
  }
}

std::shared_ptr<const Page> RunState::home(const Url& url) const {
  const auto at = homes_.find(url);
  return at == homes_.end() ? nullptr : at->second;
}

bool RunState::is_elsewhere(const Url& url) {
  if (!options.shard || options.shard->has(url)) return false;
  const std::vector<Url> seeds = journal.seeds_elsewhere(bare_host(url));
  return std::any_of(seeds.begin(), seeds.end(), [&](const Url& seed) { return Scope::of(seed, seeds).contains(url); });
}

UrlState RunState::row(const Url& url, const std::optional<UrlState>& before, const Verdict& verdict) const {
  return judged(url, before, verdict, {now(), options.revisit});
}

std::shared_ptr<const Neighbours> RunState::neighbours(const Url& address) {
  const std::string host(bare_host(address));
  if (const auto at = of_host_.find(host); at != of_host_.end()) return at->second;
  auto found = std::make_shared<Neighbours>();
  found->seeds = journal.seeds_of_host(host);
  for (const Url& seed : found->seeds) found->scopes.push_back(Scope::of(seed, found->seeds));
  if (found->seeds.size() > 1) of_host_.emplace(host, found);
  return found;
}

SeedCrawl::SeedCrawl(RunState& run, Url seed) : run_(run), seed_(std::move(seed)), frontier_(run.options.site) {}

awaitable<Reason> SeedCrawl::crawl() {
  // What is never crawled and has a profile was imported, as a registry's record: nothing is asked for, and nothing is amiss.
  if (never_crawled(seed_) && run_.journal.has_profile(seed_)) co_return Reason::none;
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

// How many hosts besides the seed's bear the pages on the way to the target and the target.
int SeedCrawl::further_hosts(const std::vector<Url>& shells, const Url& target) const {
  std::vector<Url> hosts{seed_};
  const auto add = [&hosts](const Url& url) {
    const bool known = std::any_of(hosts.begin(), hosts.end(), [&](const Url& host) { return same_host(host, url); });
    if (!known) hosts.push_back(url);
  };
  for (const Url& shell : shells) add(shell);
  add(target);
  return static_cast<int>(hosts.size()) - 1;
}

// The seed's address and where it leads. nullopt: there is no home page, and that is written down.
awaitable<std::optional<SeedCrawl::Arrival>> SeedCrawl::reach_home() {
  const Scope own_host = Scope::whole_host(seed_);
  const Scope* within = run_.options.further_hosts > 0 ? nullptr : &own_host;
  Arrival home = co_await reach(seed_, within);
  if (home.reason == Reason::budget) co_return home;
  std::vector<Url> shells;
  while (static_cast<int>(shells.size()) < kMaxForwards) {
    const std::optional<Url> forward = forward_of(home);
    if (!forward) break;
    const Url shell = *home.at, target = *forward;
    if (target == shell || std::find(shells.begin(), shells.end(), target) != shells.end()) break;
    shells.push_back(shell);
    if (further_hosts(shells, target) > run_.options.further_hosts) break;
    Arrival next = co_await reach(target, within);
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
  if (home.at && !is_somebody_else(home)) co_return home;
  const std::optional<UrlState> state = run_.journal.state(seed_);
  const bool left = state && (state->outcome == Outcome::gone || outcome_of(home.reason) == Outcome::refused);
  if (left) run_.journal.put_pages(seed_, {});  // else the pages of better days stay
  co_return std::nullopt;
}

// Whether the address led to a new place that does not name the person (a host that was sold, a department's front page).
// Then that is written down, and the home page of better days counts on.
bool SeedCrawl::is_somebody_else(const Arrival& home) {
  const bool same_place = same_host(*home.at, seed_) && home.at->path() == seed_.path();
  if (same_place || !home.page || !run_.options.is_about) return false;
  const std::string name = run_.journal.known_name(seed_);
  if (name.empty() || run_.options.is_about(*home.page, name)) return false;
  Verdict verdict{.reason = Reason::redirect, .status = home.page->status};
  verdict.detail = "leads to " + home.at->text() + ", which does not name " + name;
  UrlState state = run_.row(seed_, run_.journal.state(seed_), verdict);
  state.moved_to.reset();
  run_.journal.put(state);
  ++run_.progress.errors;
  ++run_.summary.failed;
  return true;
}

// Where a shell leads: as read, or as it was when the page was read last.
std::optional<Url> SeedCrawl::forward_of(const Arrival& arrival) {
  if (!arrival.at) return std::nullopt;
  if (arrival.read) return arrival.links.forward;
  if (const auto read = run_.read.find(*arrival.at); read != run_.read.end()) return read->second.forward;
  const auto state = run_.journal.state(*arrival.at);
  return state ? state->moved_to : std::nullopt;
}

void SeedCrawl::begin_at(const Url& home) {
  scope_ = Scope::of(home, run_.neighbours(home)->seeds);
  frontier_.add({home, LinkKind::other, 0});
  CHECK(frontier_.next());
  pages_.push_back({home, LinkKind::other, 0});
  if (const auto state = run_.journal.state(home); state && !state->sha1.empty()) bodies_.emplace(state->sha1, home);
}

// The pages of the host's sitemap that are this seed's, and not another's on the same host.
awaitable<void> SeedCrawl::add_sitemap(Url home) {
  const auto entries = co_await run_.visitor.sitemap(home);
  if (entries->empty()) co_return;
  const std::shared_ptr<const Neighbours> neighbours = run_.neighbours(home);
  const auto is_anothers = [&](const Url& url) {
    for (std::size_t i = 0; i < neighbours->seeds.size(); ++i) {
      const Scope& other = neighbours->scopes[i];
      const bool ours = neighbours->seeds[i] == seed_ || neighbours->seeds[i] == home;
      if (!ours && other.prefix().size() > scope_->prefix().size() && other.contains(url)) return true;
    }
    return false;
  };
  for (const SitemapEntry& entry : *entries) {
    if (!scope_->contains(entry.url) || is_anothers(entry.url)) continue;
    const Url url = scope_->canonical(entry.url);
    if (entry.changed) {
      const std::optional<UrlState> state = run_.journal.state(url);
      if (state && state->visited_at < *entry.changed) run_.changed.insert(url);
    }
    const AddressJudge& judge = run_.options.rank_address;
    if (const auto rank = judge ? judge(url) : AddressRank{}) frontier_.add({url, rank->kind, 1}, rank->late);
  }
}

// False: the run was cut short.
awaitable<bool> SeedCrawl::crawl_page(SeedPage page) {
  const std::optional<UrlState> state = run_.journal.state(page.url);
  const bool newly_forbidden = state && state->outcome == Outcome::ok && run_.visitor.forbids(page.url);
  if (state && !run_.is_due(state) && !newly_forbidden) {
    if (pass_over(page, *state)) add_old_pages(page.depth + 1);
    co_return true;
  }
  const Arrival arrival = co_await reach(page.url, &*scope_);
  if (arrival.reason == Reason::budget) co_return false;
  failures_in_a_row_ = is_transport_failure(arrival.reason) || arrival.strained ? failures_in_a_row_ + 1 : 0;
  if (arrival.at) {
    const Url there = scope_->canonical(*arrival.at);
    const bool fresh = there == page.url || frontier_.had(there);
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
  std::optional<Url> next = state.moved_to;
  for (int hop = 0; next && hop <= kMaxRedirects; ++hop) {
    there.url = *next;
    const std::optional<UrlState> further = run_.journal.state(there.url);
    next = further ? further->moved_to : std::nullopt;
  }
  const Url asked = scope_->canonical(there.url);
  if (asked != page.url && (!scope_->contains(asked) || !frontier_.had(asked))) return false;
  pages_.push_back(there);
  if (!state.sha1.empty()) bodies_.emplace(state.sha1, there.url);
  const auto at = run_.read.find(there.url);
  if (at == run_.read.end()) return true;
  for (const Link& link : at->second.links) {
    if (scope_->contains(link.url)) frontier_.add({scope_->canonical(link.url), link.kind, page.depth + 1});
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
  for (const Link& link : found.links) {
    if (scope_->contains(link.url) && !never_crawled(link.url)) links.push_back({scope_->canonical(link.url), link.kind});
  }
  frontier_.add_links(links, page.depth);
}

void SeedCrawl::add_old_pages(int depth) {
  for (const SeedPage& page : old_pages_) {
    if (page.depth == depth && scope_->contains(page.url)) frontier_.add({scope_->canonical(page.url), page.kind, page.depth});
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
