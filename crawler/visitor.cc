// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/visitor.h"

#include <algorithm>
#include <boost/asio/async_result.hpp>
#include <boost/asio/redirect_error.hpp>

#include "crawler/sitemap.h"
#include "fellow/text.h"

namespace fellow::crawler {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

constexpr std::size_t kMaxRobotsRead = 1 << 20;  // R2; of which Robots takes the first 500 KiB
constexpr std::chrono::hours kRobotsKept{24};    // RFC 9309 section 2.4
constexpr std::size_t kMaxSitemaps = 5;          // files asked an origin

bool is_redirect(int status) { return status == 301 || status == 302 || status == 303 || status == 307 || status == 308; }

std::string seconds(std::chrono::milliseconds time) { return std::to_string((time.count() + 999) / 1000) + " s"; }

// An exchange as a coroutine. Asio's handler cannot be copied, std::function wants that it can: hence the shared_ptr.
awaitable<Fetched> answer_to(const Exchange& exchange, FetchRequest request) {
  return asio::async_initiate<const asio::use_awaitable_t<>, void(Fetched)>(
      [](auto handler, const Exchange* with, FetchRequest asked) {
        auto held = std::make_shared<decltype(handler)>(std::move(handler));
        (*with)(std::move(asked), [held](Fetched answer) { std::move (*held)(std::move(answer)); });
      },
      asio::use_awaitable, &exchange, std::move(request));
}

Url robots_txt_of(const Url& url) { return Url::parse(url.origin() + "/robots.txt").value(); }

}  // namespace

Result<Url> redirect_target(const Url& from, const std::string& location) {
  const std::string_view text = text::trim(location);
  const std::size_t colon = text.find(':');
  const bool has_scheme = colon != std::string_view::npos && colon > 0 && colon < text.find_first_of("/?#");
  if (has_scheme) {
    const std::string scheme = text::lower(text.substr(0, colon));
    const bool is_name = std::all_of(scheme.begin(), scheme.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    });
    if (is_name && scheme != "http" && scheme != "https")
      return fail(Code::refused, "redirect to the scheme " + scheme.substr(0, 20));
    if (scheme == from.scheme() && !text.substr(colon + 1).starts_with("//")) return from.resolve(text);  // "http:next.html"
    return Url::parse(text);  // not resolve(): there a loopback address means the page's own host
  }
  if (text.starts_with("//")) return Url::parse(std::string(from.scheme()) + ":" + std::string(text));
  if (text.empty()) return fail(Code::bad_input, "redirect without Location");
  return from.resolve(text);
}

Conditions Visitor::file_conditions(const Url& file) const {
  const std::optional<SiteFile> known = wiring_.known_file(file);
  return known ? Conditions{known->etag, known->last_modified} : Conditions{};
}

Visitor::Visitor(asio::any_io_executor executor, Exchange exchange, Gate& gate, Wiring wiring)
    : executor_(executor), exchange_(std::move(exchange)), gate_(gate), wiring_(std::move(wiring)), asked_(executor_) {}

bool Visitor::forbids(const Url& url) const {
  const auto known = origins_.find(url.origin());
  return known != origins_.end() && !known->second->loading && !known->second->rules.robots.allows(url);
}

// What an answer asks of all that is still to be asked of the host: the rest that Retry-After names (RFC 9110 section 10.2.3),
// or after 429 and 5xx twice the gap, doubled with each in a row.
void Visitor::heed(const Fetched& answer, const std::string& host, Rules& rules) {
  if (answer.reason != Reason::none) return;
  int& strained = strained_[host];
  const bool is_strained = answer.status == 429 || answer.status >= 500;
  strained = is_strained ? strained + 1 : 0;
  if (!is_strained) return;
  if (answer.retry_after > kMaxRetryAfter) {
    rules.reason = Reason::unavailable;
    rules.detail = "asks to come back in " + seconds(answer.retry_after);
    rules.retry_after = answer.retry_after;
    return;
  }
  const std::chrono::milliseconds backoff = gate_.gap(host) * (1 << std::min(strained, 6));
  gate_.rest(host, std::max<std::chrono::milliseconds>(answer.retry_after,
                                                       std::min<std::chrono::milliseconds>(backoff, kMaxRetryAfter)));
}

awaitable<Fetched> Visitor::exchange_in_turn(FetchRequest request, Rules& rules) {
  const std::string host(request.url.host());
  const bool entered = co_await gate_.enter(host);
  Fetched answer;
  if (!entered) {
    answer.reason = Reason::budget;
    co_return answer;
  }
  if (rules.reason != Reason::none) {  // closed while this one waited
    gate_.leave_unasked(host);
    answer.reason = rules.reason;
    answer.detail = rules.detail;
    co_return answer;
  }
  answer = co_await answer_to(exchange_, std::move(request));
  heed(answer, host, rules);
  gate_.leave(host);
  wiring_.count(host, answer);
  co_return answer;
}

// As that, but a host that asks for a short rest is asked once more after it; and so is one that was too busy to take the
// connection (a handshake that hangs or breaks is seen now and then with many at a time, and works the next time).
awaitable<Fetched> Visitor::patient_exchange(FetchRequest request, Rules& rules) {
  FetchRequest again = request;
  Fetched answer = co_await exchange_in_turn(std::move(request), rules);
  const bool never_sent = !answer.sent && (answer.reason == Reason::timeout || answer.reason == Reason::tls);
  const bool asks_to_wait =
      answer.reason == Reason::none && (answer.status == 429 || answer.status == 503) && answer.retry_after.count() > 0;
  if ((!never_sent && !asks_to_wait) || rules.reason != Reason::none) co_return answer;
  answer = Fetched();  // a large one makes room
  Fetched second = co_await exchange_in_turn(std::move(again), rules);
  co_return second;
}

bool Visitor::is_fresh(const SiteFile& file, std::chrono::seconds kept) const {
  const Time time = now();
  return !wiring_.again && file.asked_at <= time && time - file.asked_at < kept;
}

// Of what was got: rules from a 2xx, none from a 4xx (section 2.3.1.3) or after too many redirects (section 2.3.1.2).
Rules Visitor::rules_of(const SiteFile& robots_txt) const {
  Rules rules;
  const bool is_there = robots_txt.status >= 200 && robots_txt.status < 300;
  rules.robots = is_there ? Robots::parse(robots_txt.text, wiring_.agent) : Robots::allow_all();
  return rules;
}

awaitable<Rules> Visitor::ask_robots(Url robots_txt) {
  std::optional<SiteFile> known = wiring_.known_file(robots_txt);
  if (known && is_fresh(*known, kRobotsKept)) co_return rules_of(*known);
  SiteFile got;
  Visit way;
  Url url = robots_txt;
  for (int hop = 0; hop <= kMaxRedirects; ++hop) {
    FetchRequest request(url);
    request.enough_bytes = kMaxRobotsRead;
    if (hop == 0 && known) {
      request.etag = known->etag;
      request.last_modified = known->last_modified;
    }
    Rules waiting;
    Fetched answer = co_await patient_exchange(std::move(request), waiting);
    got.status = way.answer.status = answer.status;
    way.hops.push_back(url);
    // Section 2.3.1.4: unreachable, nothing is allowed now. 429 is a 4xx in RFC 9309; policy here: who says "too many requests"
    // is not asked for more.
    const bool unreachable =
        answer.reason != Reason::none || answer.status >= 500 || answer.status == 429 || answer.status < 200;
    if (unreachable) {
      Rules rules;
      const bool silent = answer.reason == Reason::none || answer.reason == Reason::empty;
      rules.reason = silent ? Reason::unavailable : answer.reason;
      rules.detail = "robots.txt: " + (answer.reason == Reason::none ? "HTTP " + std::to_string(answer.status) : answer.detail);
      rules.retry_after = answer.retry_after;
      way.reason = rules.reason;
      way.detail = rules.detail;
      way.answer.retry_after = rules.retry_after;
      if (way.reason != Reason::budget) wiring_.tried(way);
      co_return rules;
    }
    if (answer.status == 304 && hop == 0 && known) {
      got = *known;
      break;
    }
    if (answer.status < 300) {
      got.text = answer.body.substr(0, Robots::kMaxBytes);
      if (hop == 0) {
        got.etag = answer.field("ETag");
        got.last_modified = answer.field("Last-Modified");
      }
      break;
    }
    if (!is_redirect(answer.status)) break;
    const auto next = redirect_target(url, answer.field("Location"));
    if (!next || never_crawled(*next) || (wiring_.suppressed && wiring_.suppressed(*next))) break;
    url = *next;
  }
  got.asked_at = now();
  wiring_.keep_file(robots_txt, got);
  wiring_.tried(way);
  co_return rules_of(got);
}

awaitable<std::shared_ptr<Visitor::Origin>> Visitor::origin_of(Url url) {
  std::shared_ptr<Origin>& slot = origins_[url.origin()];
  if (!slot) slot = std::make_shared<Origin>(executor_);
  const std::shared_ptr<Origin> origin = slot;
  if (origin->loading) {
    boost::system::error_code cancelled;
    co_await origin->ready.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    co_return origin;
  }
  const auto now = Turns::Clock::now();
  if (origin->asked_at != Turns::Clock::time_point{} && now - origin->asked_at < kRobotsKept) co_return origin;
  origin->loading = true;
  Rules rules = co_await ask_robots(robots_txt_of(url));
  origin->rules = std::move(rules);
  origin->asked_at = Turns::Clock::now();
  origin->loading = false;
  if (const auto delay = origin->rules.robots.crawl_delay()) {
    if (*delay > kMaxCrawlDelay) {
      origin->rules.reason = Reason::robots;
      origin->rules.detail = "asks for a Crawl-delay of " + seconds(*delay);
    } else {
      gate_.set_gap(std::string(url.host()), *delay);
    }
  }
  origin->ready.cancel();
  co_return origin;
}

namespace {

void refuse(Visit& visit, Reason reason, std::string detail) {
  visit.reason = reason;
  visit.detail = std::move(detail);
}

}  // namespace

// The last hop, if robots.txt lets us.
awaitable<void> Visitor::ask(Visit& visit, Want want) {
  const Url url = visit.hops.back();
  const std::shared_ptr<Origin> origin = co_await origin_of(url);
  const auto is_shut = [&] {
    if (origin->rules.reason == Reason::none || visit.answer.reason == Reason::budget) return false;
    refuse(visit, origin->rules.reason, origin->rules.detail);
    visit.answer.retry_after = origin->rules.retry_after;
    return true;
  };
  if (is_shut()) co_return;
  if (!origin->rules.robots.allows(url)) {
    refuse(visit, Reason::robots, "robots.txt of " + std::string(url.host_port()) + " forbids it");
    co_return;
  }
  FetchRequest request(url);
  const Conditions conditions = want == Want::sitemap ? file_conditions(url) : wiring_.conditions(url);
  request.etag = conditions.etag;
  request.last_modified = conditions.last_modified;
  if (want != Want::sitemap)
    request.wanted = [url](int status, std::string_view type) {
      return status < 200 || status > 299 || readable_type(type, url);
    };
  visit.answer = co_await patient_exchange(std::move(request), origin->rules);
  if (!is_shut() && visit.answer.reason != Reason::none) refuse(visit, visit.answer.reason, visit.answer.detail);
}

// The next hop, if one may go there.
void Visitor::follow(Visit& visit, const std::string& location, const Scope* within) {
  const auto next = redirect_target(visit.hops.back(), location);
  if (!next) {
    refuse(visit, next.error().code == Code::refused ? Reason::scheme : Reason::redirect, next.error().what);
  } else if (std::find(visit.hops.begin(), visit.hops.end(), *next) != visit.hops.end()) {
    refuse(visit, Reason::redirect, "redirects in a loop");
  } else if (static_cast<int>(visit.hops.size()) > kMaxRedirects) {
    refuse(visit, Reason::redirect, "more than " + std::to_string(kMaxRedirects) + " redirects");
  } else if (never_crawled(*next)) {
    refuse(visit, Reason::redirect, "leads to " + std::string(next->host()) + ", which is never crawled");
  } else if (within != nullptr && !within->contains(*next)) {
    refuse(visit, Reason::redirect, "leads off the site, to " + next->text());
  } else {
    visit.claim.reset();
    visit.hops.push_back(*next);
  }
}

awaitable<Visit> Visitor::visit(Url url, const Scope* within, Want want) {
  Visit visit;
  if (never_crawled(url)) refuse(visit, Reason::url, std::string(url.host()) + " is never crawled");
  visit.hops.push_back(url);
  while (visit.reason == Reason::none) {
    const Url hop = visit.hops.back();
    if (wiring_.suppressed && wiring_.suppressed(hop)) {
      refuse(visit, Reason::suppressed, "asked to be forgotten");
      break;
    }
    if (want != Want::sitemap && wiring_.elsewhere(hop)) {
      refuse(visit, Reason::duplicate, "the page of a seed that another shard crawls");
      break;
    }
    visit.answer = Fetched();  // a large one makes room
    std::string location;
    if (want != Want::sitemap) visit.claim = co_await asked_.claim(hop);
    if (const Asked::Redirect* known = want == Want::sitemap ? nullptr : asked_.redirect(hop)) {
      visit.answer.status = known->status;
      location = known->location;
    } else {
      visit.was_had = want != Want::sitemap && wiring_.had(hop, want);
      if (visit.was_had) break;
      co_await ask(visit, want);
      if (visit.reason != Reason::none || !is_redirect(visit.answer.status)) break;
      location = visit.answer.field("Location");
      if (want != Want::sitemap) asked_.redirects(hop, {visit.answer.status, location});
    }
    follow(visit, location, within);
  }
  co_return visit;
}

// One file: as it was, if that is not long ago or the server says that nothing changed. nullopt: the run is at its end.
awaitable<std::optional<Sitemap>> Visitor::ask_sitemap(Url file) {
  std::optional<SiteFile> known = wiring_.known_file(file);
  if (known && is_fresh(*known, wiring_.sitemap_kept)) co_return parse_sitemap(known->text, file);
  const Scope host = Scope::whole_host(file);
  const Visit visited = co_await visit(file, &host, Want::sitemap);
  if (visited.reason == Reason::budget) co_return std::nullopt;
  wiring_.tried(visited);
  SiteFile got;
  const Fetched& answer = visited.answer;
  const bool is_there = answer.status >= 200 && answer.status < 300, was_removed = answer.status == 404 || answer.status == 410;
  if (known && !was_removed && (visited.reason != Reason::none || !is_there))
    got = *known;  // unchanged, or not to be had today
  if (visited.reason == Reason::none && answer.status == 200) {
    got.text = show(parse_sitemap(answer.body, visited.hops.back()));
    if (visited.hops.size() == 1) {
      got.etag = answer.field("ETag");
      got.last_modified = answer.field("Last-Modified");
    }
  }
  if (got.status == 0) got.status = answer.status;
  got.asked_at = now();
  wiring_.keep_file(file, got);
  co_return parse_sitemap(got.text, visited.hops.back());
}

awaitable<std::vector<SitemapEntry>> Visitor::ask_sitemaps(Url page, std::vector<std::string> named) {
  std::vector<Url> files;
  std::vector<SitemapEntry> found;
  for (const std::string& text : named) {
    const auto url = page.resolve(text);
    if (url && same_host(*url, page)) files.push_back(*url);
  }
  const std::size_t of_robots = files.size();
  for (std::size_t i = 0; i < files.size() && i < kMaxSitemaps && found.size() < kMaxSitemapUrls; ++i) {
    const Url file = files[i];
    const std::optional<Sitemap> sitemap = co_await ask_sitemap(file);
    if (!sitemap) break;
    if (!sitemap->index) {
      const std::size_t room = std::min(kMaxSitemapUrls - found.size(), sitemap->entries.size());
      found.insert(found.end(), sitemap->entries.begin(), sitemap->entries.begin() + static_cast<std::ptrdiff_t>(room));
    } else if (i < of_robots) {  // an index within an index is not followed
      for (const SitemapEntry& entry : sitemap->entries) files.push_back(entry.url);
    }
  }
  co_return found;
}

awaitable<std::shared_ptr<const std::vector<SitemapEntry>>> Visitor::sitemap(Url page) {
  const std::shared_ptr<Origin> origin = co_await origin_of(page);
  if (origin->loading_sitemap) {
    boost::system::error_code cancelled;
    co_await origin->ready.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  } else if (!origin->sitemap) {
    origin->loading_sitemap = true;
    std::vector<std::string> named = origin->rules.robots.sitemaps();
    std::vector<SitemapEntry> found = co_await ask_sitemaps(page, std::move(named));
    origin->sitemap = std::make_shared<const std::vector<SitemapEntry>>(std::move(found));
    origin->loading_sitemap = false;
    origin->ready.cancel();
  }
  if (!origin->sitemap) origin->sitemap = std::make_shared<const std::vector<SitemapEntry>>();
  co_return origin->sitemap;
}

}  // namespace fellow::crawler
