// SPDX-License-Identifier: GPL-3.0-or-later
// From a visit to the rows and the body that are kept of it.
#include "crawler/digest.h"
#include "crawler/seed_crawl.h"

namespace fellow::crawler {

using boost::asio::awaitable;

namespace {

constexpr std::size_t kMaxRead = 20'000;  // pages of one run whose links are remembered, some 2 KB each

std::string status_text(int status) { return "HTTP " + std::to_string(status); }

bool has_new_body(const Visit& visit) {
  return visit.reason == Reason::none && visit.answer.status >= 200 && visit.answer.status <= 299 && !visit.answer.body.empty();
}

// A PDF or page that is none of what its type may be, for servers that do not say.
bool has_text_or_pdf(const Page& page) {
  return !page.content_type.empty() || page.body.starts_with("%PDF") || page.body.find('\0') == std::string::npos;
}

}  // namespace

// Whether "not modified" is of use: the body is at hand, or was dropped as the copy of a page that still has it.
bool SeedCrawl::is_at_hand(const std::optional<UrlState>& state) const {
  if (!state || state->sha1.empty()) return false;
  if (state->reason == show(Reason::duplicate)) return bodies_.contains(state->sha1);
  return !state->place.file.empty() || (run_.options.keep == KeepBodies::none && !run_.options.extracts);
}

awaitable<SeedCrawl::Arrival> SeedCrawl::reach(Url url, const Scope* within) {
  const Want want = pages_.empty() ? Want::home : Want::page;
  Visit visit = co_await run_.visitor.visit(url, within, want);
  if (visit.was_had) co_return settle_had(visit);
  if (visit.reason == Reason::none && visit.answer.status == 304) {
    std::optional<UrlState> before = run_.journal.state(visit.hops.back());
    const std::string tag = visit.answer.fields("X-Robots-Tag");
    const bool asks_something_new = before && !tag.empty() && tag != before->robots_tag;
    if (before && (!is_at_hand(before) || asks_something_new)) {
      before->etag = before->last_modified = "";
      run_.journal.put(*before);
      visit = Visit();  // lets go of the address
      visit = co_await run_.visitor.visit(url, within, want);
      if (visit.was_had) co_return settle_had(visit);
    }
  }
  const std::shared_ptr<void> room = std::move(visit.answer.room);  // till the page is read and written down
  Arrival arrival;
  arrival.reason = Reason::budget;
  if (visit.reason == Reason::budget || run_.journal.failure()) co_return arrival;
  if (has_new_body(visit)) {
    Fetched& answer = visit.answer;
    const std::string sha1 = sha1_hex(answer.body);
    arrival.page = std::make_shared<const Page>(Page{.url = visit.hops.back(),
                                                     .status = answer.status,
                                                     .content_type = answer.field("Content-Type"),
                                                     .robots_tag = answer.fields("X-Robots-Tag"),
                                                     .body = std::move(answer.body),
                                                     .sha1 = sha1,
                                                     .fetched_at = answer.at.value_or(now())});
    arrival.links = co_await run_.links.read(arrival.page);
    arrival.read = true;
  }
  arrival = settle(visit, std::move(arrival));
  run_.journal.commit_if_full();
  co_return arrival;
}

// What the visit brought, written down; `arrival` holds what was read of the page.
SeedCrawl::Arrival SeedCrawl::settle(const Visit& visit, Arrival arrival) {
  for (const Url& hop : visit.hops) run_.visited.insert_or_assign(hop, arrival.page && hop == visit.hops.back());
  Verdict verdict{
      .reason = visit.reason, .detail = visit.detail, .status = visit.answer.status, .retry_after = visit.answer.retry_after};
  if (visit.reason != Reason::none) return settle_failure(visit, std::move(verdict));
  const int status = visit.answer.status;
  std::optional<UrlState> before = run_.journal.state(visit.hops.back());
  if (status == 304) {
    if (is_at_hand(before)) return settle_body(visit, std::move(before), std::move(arrival));
    verdict.reason = Reason::not_modified;
    verdict.detail = "not modified, but never seen";
  } else if (status < 200 || status > 299) {
    verdict.reason = Reason::status;
    verdict.detail = status_text(status);
  } else if (!arrival.page) {
    verdict.reason = Reason::empty;
    verdict.detail = status_text(status) + " without a byte";
  } else if (!has_text_or_pdf(*arrival.page)) {
    verdict.reason = Reason::content_type;
    verdict.detail = "no Content-Type, and no text";
  } else {
    return settle_body(visit, std::move(before), std::move(arrival));
  }
  return settle_failure(visit, std::move(verdict));
}

// The page was visited before in this run, for another seed or by another way: what came of it stands in its row.
SeedCrawl::Arrival SeedCrawl::settle_had(const Visit& visit) {
  const Url& url = visit.hops.back();
  const std::optional<UrlState> state = run_.journal.state(url);
  Arrival arrival;
  arrival.reason = Reason::budget;
  if (!state) return arrival;  // the store failed
  settle_hops(visit, *state);
  arrival.reason = parse_reason(state->reason).value_or(Reason::none);
  arrival.strained = state->status == 429 || state->status >= 500;
  if (state->outcome != Outcome::ok) return arrival;
  const auto [twin, is_new] = bodies_.emplace(state->sha1, url);
  if (!is_new && twin->second != url) {
    arrival.reason = Reason::duplicate;
    return arrival;
  }
  arrival.at = url;
  arrival.page = run_.home(url);
  return arrival;
}

// The page is there: a new body, the same one, or "not modified".
SeedCrawl::Arrival SeedCrawl::settle_body(const Visit& visit, std::optional<UrlState> before, Arrival arrival) {
  const Fetched& answer = visit.answer;
  const Url& url = visit.hops.back();
  const bool fresh = answer.status != 304;
  const std::string sha1 = fresh ? arrival.page->sha1 : before->sha1;
  const bool same = before && before->sha1 == sha1;

  Verdict verdict{.status = answer.status, .changed = !same};
  const Directives& asked = arrival.links.directives;
  const auto twin = bodies_.find(sha1);
  if (asked.noindex) {
    verdict.reason = Reason::noindex;
    verdict.detail = "the page asks not to be indexed";
  } else if (twin != bodies_.end() && twin->second != url) {
    verdict.reason = Reason::duplicate;
    verdict.detail = "the same as " + twin->second.text();
  }

  UrlState state = run_.row(url, before, verdict);
  if (fresh) state.moved_to.reset();
  state.sha1 = sha1;
  if (!answer.field("ETag").empty() || fresh) state.etag = answer.field("ETag");
  if (!answer.field("Last-Modified").empty() || fresh) state.last_modified = answer.field("Last-Modified");
  if (asked.unavailable_after) {  // then it is read anew, whatever the server says of it
    state.next_due = std::min(state.next_due, *asked.unavailable_after);
    state.etag = state.last_modified = "";
  }
  if (fresh) {
    state.content_type = arrival.page->content_type;
    state.robots_tag = arrival.page->robots_tag;
    state.fetched_at = arrival.page->fetched_at;
    state.held = false;
  }
  const KeepBodies keep = run_.options.keep;
  const bool keep_body = verdict.reason == Reason::none && keep != KeepBodies::none && !asked.noarchive;
  if (!keep_body) {
    if (fresh) state.place = {};
    state.held = fresh && verdict.reason == Reason::none && (asked.noarchive || run_.options.extracts);
    if (state.held) run_.journal.hold(url, arrival.page->body);
    if (asked.noarchive && verdict.reason == Reason::none) state.detail = "noarchive: the body is kept until it is extracted";
  } else if (keep == KeepBodies::full || (fresh && (!same || state.place.file.empty()))) {
    Capture capture{url, answer.request, answer.header, fresh ? arrival.page->body : std::string(), answer.at.value_or(now()),
                    {}};
    if (!fresh) capture.unchanged_since = before->fetched_at;
    const ArchivePlace place = run_.journal.keep(capture);
    if (fresh) state.place = place;
  }
  run_.journal.put(state);
  settle_hops(visit, state);

  arrival.reason = verdict.reason;
  if (verdict.reason != Reason::none) {
    ++run_.progress.errors;
    ++run_.summary.refused;
    return arrival;
  }
  arrival.at = url;
  bodies_.emplace(sha1, url);
  if (fresh && run_.read.size() < kMaxRead) run_.read[url] = arrival.links;
  if (fresh && pages_.empty()) run_.keep_home(arrival.page);
  ++run_.progress.pages;
  ++run_.summary.pages;
  if (same) {
    ++run_.progress.not_modified;
    ++run_.summary.not_modified;
  }
  if (fresh) run_.journal.will_be_durable(url, sha1);
  return arrival;
}

SeedCrawl::Arrival SeedCrawl::settle_failure(const Visit& visit, Verdict verdict) {
  const Url& url = visit.hops.back();
  const UrlState state = run_.row(url, run_.journal.state(url), verdict);
  run_.journal.put(state);
  settle_hops(visit, state);
  ++run_.progress.errors;
  if (state.outcome == Outcome::refused) {
    ++run_.summary.refused;
  } else {
    ++run_.summary.failed;
  }
  Arrival arrival;
  arrival.reason = verdict.reason;
  arrival.strained = verdict.status == 429 || verdict.status >= 500;
  return arrival;
}

// The addresses that led to the last one come out as it did, name the next on the way, and have no body of their own.
void SeedCrawl::settle_hops(const Visit& visit, const UrlState& last) {
  for (std::size_t i = 0; i + 1 < visit.hops.size(); ++i) {
    UrlState state = last;
    state.url = visit.hops[i];
    state.moved_to = visit.hops[i + 1];
    state.held = false;
    state.etag = state.last_modified = state.content_type = state.robots_tag = state.sha1 = "";
    state.place = {};
    run_.journal.put(state);
  }
}

}  // namespace fellow::crawler
