// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/gate.h"

#include <boost/asio/redirect_error.hpp>

namespace fellow::crawler {

namespace asio = boost::asio;

Gate::Gate(asio::any_io_executor executor, std::chrono::milliseconds gap, std::size_t hosts_at_once)
    : executor_(executor), turns_(gap, hosts_at_once), timer_(executor) {}

asio::awaitable<bool> Gate::enter(std::string host) {
  if (closed_) co_return false;
  auto waiter = std::make_shared<Waiter>(executor_);
  waiters_.emplace(turns_.ask(host), waiter);
  call_next();
  if (!waiter->called && !closed_) {
    boost::system::error_code cancelled;
    co_await waiter->timer.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  co_return waiter->called;
}

void Gate::leave(const std::string& host) {
  turns_.done(host, Turns::Clock::now());
  call_next();
}

void Gate::leave_unasked(const std::string& host) {
  turns_.give_back(host);
  call_next();
}

void Gate::close() {
  closed_ = true;
  timer_.cancel();
  for (auto& [ticket, waiter] : waiters_) waiter->timer.cancel();
  waiters_.clear();
}

void Gate::call_next() {
  if (closed_) return;
  while (const auto ticket = turns_.next(Turns::Clock::now())) {
    const auto at = waiters_.find(*ticket);
    at->second->called = true;
    at->second->timer.cancel();
    waiters_.erase(at);
  }
  const auto wake = turns_.wake();
  if (!wake) return;
  timer_.expires_at(*wake);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled) call_next();
  });
}

}  // namespace fellow::crawler
