// SPDX-License-Identifier: GPL-3.0-or-later
// Who asks several sources at once, and waits for none longer than it may take? Threads for those that answer on the caller's
// thread, some for each source, so that one that hangs holds up no other; none for those that tell later.
//
// A call that outlives its time goes on in the background; what it tells is dropped. How many may do so is bounded.
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "fellow/source.h"

namespace fellow::searchd {

class Crew {
 public:
  explicit Crew(std::size_t sources);
  ~Crew();  // waits for what is under way
  // Runs `work` on a thread of that source; false if too much of it is waiting.
  bool post(std::size_t source, std::function<void()> work);

 private:
  struct Lane;
  std::vector<std::unique_ptr<Lane>> lanes_;
};

// One of those that are asked.
struct Asked {
  std::size_t number = 0;  // of the source, for the crew
  bool tells_later = false;
  Moment until;
};
template <class T>
struct Reply {
  std::optional<Result<T>> result;  // nullopt: its time was over
  Moment at;
};

// What each of them told, in their order. `call(i, told)` asks number i of them; it is copied, and with it goes what it holds.
// `here`: those that do not tell later are asked on this thread, one after the other.
template <class T>
std::vector<Reply<T>> gather(Crew& crew, const std::vector<Asked>& asked, bool here,
                             std::function<void(std::size_t, Told<T>)> call) {
  struct Round {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Reply<T>> told;
    std::size_t open = 0;  // that have told nothing yet
  };
  const auto round = std::make_shared<Round>();
  round->told.resize(asked.size());
  round->open = asked.size();
  for (const bool later : {true, false}) {
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (asked[i].tells_later != later) continue;
      Told<T> told = [round, i](Result<T> result) {
        const std::lock_guard lock(round->mutex);
        round->told[i] = {std::move(result), std::chrono::steady_clock::now()};
        if (--round->open == 0) round->changed.notify_all();
      };
      if (later || here) {
        call(i, std::move(told));
        continue;
      }
      const bool taken = crew.post(asked[i].number, [call, i, told, until = asked[i].until] {
        if (std::chrono::steady_clock::now() < until) call(i, told);  // else nobody is there to hear it
      });
      if (!taken) told(fail(Code::busy, "too many earlier searches of it are not done", "#busy"));
    }
  }
  std::unique_lock lock(round->mutex);
  while (round->open > 0) {
    // Sleeps on until the next of the deadlines, or everybody has told: not for each of many answers.
    const Moment now = std::chrono::steady_clock::now();
    std::optional<Moment> next;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      if (!round->told[i].result && asked[i].until > now) next = std::min(next.value_or(asked[i].until), asked[i].until);
    }
    if (!next) break;
    round->changed.wait_until(lock, *next);
  }
  std::vector<Reply<T>> out(asked.size());
  out.swap(round->told);  // as many places are left, for those that come later
  return out;
}

}  // namespace fellow::searchd
