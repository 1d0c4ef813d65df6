// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/round.h"

#include <algorithm>
#include <utility>

#include "searchd/answer.h"
#include "searchd/source_status.h"

namespace fellow::searchd {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A phase that was given less than this, and less than the source's own time, says nothing about the source.
constexpr milliseconds kFairTime{200};

// What each of several sources is asked, so that their lists can be merged.
SearchRequest widened(const SearchRequest& request, const SourceInfo& info) {
  SearchRequest wide = request;
  wide.offset = 0;
  wide.limit = request.offset + request.limit;
  wide.facet_limit = info.kind == "searchd" ? kMergedFacetValues : kLocalFacetValues;
  return wide;
}

// Not asked, since it failed too often.
void skip(Member& member) {
  member.live = false;
  member.is_told = true;
  const auto closed = member.breaker->closed();
  member.status.status = "skipped";
  member.status.code = "breaker";
  member.status.error = Error{Code::io, "left alone after several failures: " + (closed ? closed->why : "unknown"), ""};
  if (closed) member.status.retry_at = wall_time(closed->until);
}

}  // namespace

bool is_remote(const SourceInfo& info) { return info.kind != "index"; }

Round::Round(std::vector<Member> members, const Terms& terms) : members_(std::move(members)), terms_(terms) {
  for (Member& member : members_) {
    if (member.breaker && !member.breaker->admit(Clock::now())) skip(member);
  }
}

Round::~Round() {
  for (Member& member : members_)
    if (member.breaker && !member.is_told) member.breaker->abandoned();
}

template <class T, class Call, class Take>
void Round::ask(double share, Call call, Take take_it) {
  const Moment begin = Clock::now();
  std::vector<Asked> asked;
  std::vector<Member*> who;
  struct Held {  // what a call that comes late still refers to
    std::shared_ptr<Source> source;
    std::shared_ptr<Inquiry> inquiry;
    Moment until;
  };
  std::vector<Held> held;
  for (Member& member : members_) {
    if (!member.live) continue;
    Moment until = terms_.end;
    if (member.breaker || !terms_.alone) {
      until = begin + std::chrono::duration_cast<Clock::duration>((terms_.end - begin) * share);
      if (member.info.timeout.count() > 0) until = std::min(until, begin + member.info.timeout);
    }
    asked.push_back({member.number, member.inquiry->tells_later(), until});
    held.push_back({member.source, member.inquiry, until});
    who.push_back(&member);
  }
  const bool here = terms_.alone && who.size() == 1 && !who[0]->breaker;
  auto told = gather<T>(terms_.crew, asked, here, [held = std::move(held), call](std::size_t i, Told<T> tell) {
    call(*held[i].inquiry, held[i].until, std::move(tell));
  });
  for (std::size_t i = 0; i < who.size(); ++i) {
    Member& member = *who[i];
    const Moment at = told[i].result ? told[i].at : Clock::now();
    member.status.took_ms += std::chrono::duration<double, std::milli>(at - begin).count();
    if (told[i].result && *told[i].result) {
      take_it(member, std::move(**told[i].result));
      continue;
    }
    const auto given = std::chrono::duration_cast<milliseconds>(asked[i].until - begin);
    const Error late{Code::timeout, "no answer in " + std::to_string(given.count()) + " ms", ""};
    lose(member, told[i].result ? told[i].result->error() : late, given);
  }
}

Statistics Round::count(const SearchRequest& request) {
  for (Member& member : members_)
    if (member.live) member.inquiry = member.source->inquire(of(request, member));
  ask<Statistics>(
      0.5, [](Inquiry& inquiry, Moment until, Told<Statistics> told) { inquiry.statistics(until, std::move(told)); },
      [&](Member& member, Statistics counts) { take(member, std::move(counts)); });
  return sum();
}

std::vector<std::vector<Respelled>> Round::respell(const std::vector<Doubt>& doubts, const Statistics& all) {
  std::vector<std::vector<Respelled>> out;
  struct Held {  // for calls that go on when nobody waits for them any more
    std::vector<Doubt> doubts;
    Statistics all;
  };
  const auto held = std::make_shared<const Held>(Held{doubts, all});
  ask<std::vector<Respelled>>(
      0.5,
      [held](Inquiry& inquiry, Moment until, Told<std::vector<Respelled>> told) {
        inquiry.respell(held->doubts, held->all, until, std::move(told));
      },
      [&](Member&, std::vector<Respelled> said) { out.push_back(std::move(said)); });
  return out;
}

std::vector<Round::Kept> Round::keep() const {
  std::vector<Kept> out;
  for (const Member& member : members_) out.push_back({member.inquiry, member.counts});
  return out;
}

void Round::restore(std::vector<Kept> kept) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    members_[i].inquiry = std::move(kept[i].inquiry);
    members_[i].counts = std::move(kept[i].counts);
  }
}

void Round::take_up(const SearchRequest& request) {
  for (Member& member : members_)
    if (member.live) member.inquiry = member.source->inquire(of(request, member));
}

Statistics Round::search(Statistics all, bool fixed) {
  for (int attempt = 0; attempt < (fixed ? 1 : 2); ++attempt) {
    const auto held = std::make_shared<const Statistics>(all);
    const auto before = live();
    ask<Found>(
        attempt == 0 && !fixed ? 0.6 : 1.0,
        [held](Inquiry& inquiry, Moment until, Told<Found> told) { inquiry.search(*held, until, std::move(told)); },
        [](Member& member, Found found) {
          member.status.matched = found.total.value;
          if (!found.note.empty()) member.status.status = "partial", member.status.error = Error{Code::io, found.note, ""};
          member.found = std::move(found);
        });
    if (live() == before || live() == 0) break;
    all = sum();
  }
  return all;
}

std::size_t Round::live() const {
  return static_cast<std::size_t>(std::count_if(members_.begin(), members_.end(), [](const Member& m) { return m.live; }));
}

std::vector<Member>& Round::finish() {
  for (Member& member : members_) {
    if (!member.live || !member.breaker) continue;
    member.breaker->succeeded();
    member.is_told = true;
  }
  return members_;
}

SearchRequest Round::of(const SearchRequest& request, const Member& member) const {
  return terms_.alone ? request : widened(request, member.info);
}

Statistics Round::sum() const {
  Statistics all;
  for (const Member& member : members_)
    if (member.live && member.counts) all += *member.counts;
  return all;
}

void Round::take(Member& member, Statistics counts) {
  if (is_remote(member.info)) {
    member.status.profiles = counts.documents;
    member.status.indexed_at = counts.indexed_at;
    if (is_stale(counts.indexed_at)) member.status = stale(std::move(member.status));
  }
  if (!counts.note.empty()) member.status.status = "partial", member.status.error = Error{Code::io, counts.note, ""};
  member.counts = std::move(counts);
}

void Round::lose(Member& member, const Error& error, milliseconds given) {
  member.live = false;
  member.found.reset();
  outdated_ = outdated_ || (error.code == Code::busy && error.where != "#busy");
  member.status = failed(std::move(member.status), error);
  if (!member.breaker) return;
  const bool fair = error.code != Code::timeout || given >= std::min(kFairTime, member.info.timeout);
  if (error.code == Code::busy || !fair) {
    member.breaker->abandoned();
  } else {
    member.breaker->failed(Clock::now(), member.status.error->what);
    if (const auto closed = member.breaker->closed()) member.status.retry_at = wall_time(closed->until);
  }
  member.is_told = true;
}

}  // namespace fellow::searchd
