// SPDX-License-Identifier: GPL-3.0-or-later
// Whose turn is it on which host? One request a host at a time, and a gap between the end of one and the start of the next.
//
// A plain state machine: no clock, no I/O, no thread; the caller passes the time in. Turns on one host are given in the order
// in which they were asked for. Each call costs O(log hosts).
//
//   auto ticket = turns.ask("jane.example");
//   if (turns.next(now) == ticket) { …fetch…; turns.done("jane.example", now); }
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace fellow::crawler {

class Turns {
 public:
  using Clock = std::chrono::steady_clock;
  using Ticket = std::uint64_t;

  // `gap`: least time between two requests to a host. `hosts_at_once`: requests running at one time, over all hosts.
  Turns(std::chrono::milliseconds gap, std::size_t hosts_at_once);

  Ticket ask(const std::string& host);
  // A ticket whose host is idle and rested; that host is busy until done(). nullopt if there is none at `now`.
  std::optional<Ticket> next(Clock::time_point now);
  // The host's request ended at `now`. The host must be busy.
  void done(const std::string& host, Clock::time_point now);
  // The turn was not used: nothing was asked. The host must be busy.
  void give_back(const std::string& host);

  // Crawl-delay: the host's own gap, if it is the longest that any of its origins asked for. Counts at once.
  void set_gap(const std::string& host, std::chrono::milliseconds gap);
  // Retry-After: no turn on the host before that time.
  void rest_until(const std::string& host, Clock::time_point time);

  // When next() may have a ticket again if nobody calls anything before; nullopt if only done() or ask() can bring one.
  std::optional<Clock::time_point> wake() const;
  std::chrono::milliseconds gap(const std::string& host) { return host_named(host).gap; }
  std::size_t waiting() const { return waiting_; }
  std::size_t running() const { return running_; }
  std::size_t hosts_waiting() const { return ready_.size(); }

 private:
  struct Host {
    bool busy = false;
    std::chrono::milliseconds gap;
    std::optional<Clock::time_point> ended;  // of the last request
    Clock::time_point rest{};
    std::deque<Ticket> tickets;
    std::optional<Clock::time_point> listed;  // under which time it stands in ready_
  };
  Host& host_named(const std::string& host);
  void list(const std::string& name, Host& host);

  std::chrono::milliseconds gap_;
  std::size_t hosts_at_once_;
  std::unordered_map<std::string, Host> hosts_;
  std::set<std::pair<Clock::time_point, std::string>> ready_;  // idle hosts with tickets, by the time they are rested
  Ticket last_ticket_ = 0;
  std::size_t waiting_ = 0, running_ = 0;
};

}  // namespace fellow::crawler
