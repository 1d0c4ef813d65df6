// SPDX-License-Identifier: GPL-3.0-or-later
// Waits until a host may be asked: crawler/politeness.h on the clock, for coroutines of one io_context thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>
#include <unordered_map>

#include "crawler/coroutine.h"
#include "crawler/politeness.h"

namespace fellow::crawler {

class Gate {
 public:
  Gate(boost::asio::any_io_executor executor, std::chrono::milliseconds gap, std::size_t hosts_at_once);

  // Comes back when the host is ours to ask; leave() it when the request has ended. False: the gate was closed, go home.
  boost::asio::awaitable<bool> enter(std::string host);
  void leave(const std::string& host);
  void leave_unasked(const std::string& host);
  // Nobody enters any more; those who wait are told.
  void close();
  bool closed() const { return closed_; }

  void set_gap(const std::string& host, std::chrono::milliseconds gap) { turns_.set_gap(host, gap); }
  void rest(const std::string& host, std::chrono::milliseconds time) { turns_.rest_until(host, Turns::Clock::now() + time); }
  std::chrono::milliseconds gap(const std::string& host) { return turns_.gap(host); }
  const Turns& turns() const { return turns_; }

 private:
  struct Waiter {
    explicit Waiter(const boost::asio::any_io_executor& executor) : timer(executor, Turns::Clock::time_point::max()) {}
    boost::asio::steady_timer timer;  // cancelled to wake the one who waits
    bool called = false;
  };
  void call_next();

  boost::asio::any_io_executor executor_;
  Turns turns_;
  boost::asio::steady_timer timer_;
  std::unordered_map<Turns::Ticket, std::shared_ptr<Waiter>> waiters_;
  bool closed_ = false;
};

}  // namespace fellow::crawler
