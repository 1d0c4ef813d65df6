// SPDX-License-Identifier: GPL-3.0-or-later
// How does one question go through all of its sources? In phases, each of which asks every source that still lives at the same
// time, and waits for none of them longer than its share of the time that is left.
//
//   Round round(std::move(members), {.crew = crew, .end = end});
//   Statistics all = round.count(request);
//   all = round.search(std::move(all));
//   for (const Member& member : round.finish()) …       // what became of each
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fellow/answer.h"
#include "fellow/source.h"
#include "searchd/breaker.h"
#include "searchd/crew.h"

namespace fellow::searchd {

// One source on its way through one question.
struct Member {
  std::size_t number;
  SourceInfo info;
  std::shared_ptr<Source> source;
  Breaker* breaker;  // nullptr for sources on this machine
  SourceStatus status;
  std::shared_ptr<Inquiry> inquiry = nullptr;
  bool live = true;
  bool is_told = false;  // the breaker knows
  std::optional<Statistics> counts = std::nullopt;
  std::optional<Found> found = std::nullopt;
};

// A source on another machine can be lost, and has a breaker.
bool is_remote(const SourceInfo& info);

// All phases of one question over some sources.
class Round {
 public:
  struct Terms {
    Crew& crew;
    Moment end;
    bool alone = false;  // the only source: its own page, and all of the time
  };
  // Whom the breakers do not let through is left out from the start.
  Round(std::vector<Member> members, const Terms& terms);
  ~Round();
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  // Phase 1, of this request, by all that live.
  Statistics count(const SearchRequest& request);
  std::vector<std::vector<Respelled>> respell(const std::vector<Doubt>& doubts, const Statistics& all);

  // What phase 1 of another request takes the place of.
  struct Kept {
    std::shared_ptr<Inquiry> inquiry;
    std::optional<Statistics> counts;
  };
  std::vector<Kept> keep() const;
  void restore(std::vector<Kept> kept);

  // Begins with phase 2, for a sum that somebody else made.
  void take_up(const SearchRequest& request);
  // Phase 2. What it loses of the sources is taken out of the sum, unless that is `fixed`, and the others are asked once more
  // with what is left of it. The sum that was ranked with.
  Statistics search(Statistics all, bool fixed = false);

  std::size_t live() const;
  // Whether a source took up another generation between the phases; then all begin again.
  bool is_outdated() const { return outdated_; }
  // Ends the round: tells the breakers of those that answered.
  std::vector<Member>& finish();

 private:
  SearchRequest of(const SearchRequest& request, const Member& member) const;
  Statistics sum() const;
  void take(Member& member, Statistics counts);
  void lose(Member& member, const Error& error, std::chrono::milliseconds given);
  // One call of every live member. `share`: of the time that is left, what they get at most, so that there is some for what
  // comes after.
  template <class T, class Call, class Take>
  void ask(double share, Call call, Take take_it);

  std::vector<Member> members_;
  const Terms terms_;
  bool outdated_ = false;
};

}  // namespace fellow::searchd
