// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/fetch.h"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <unordered_map>

#include "crawler/curl_multi.h"
#include "crawler/fetch_transfer.h"
#include "fellow/check.h"

namespace fellow::crawler {

namespace asio = boost::asio;

struct Fetcher::Impl {
  using Clock = std::chrono::steady_clock;
  // An exchange under way.
  struct Exchange {
    std::unique_ptr<Transfer> transfer;
    std::function<void(Fetched)> done;
    std::uint64_t number = 0;  // in the order in which they were begun
  };
  struct Deadline {
    Clock::time_point time;
    CURL* easy;
    std::uint64_t number;
  };

  Impl(const asio::any_io_executor& on, Options chosen, Guard rules)
      : executor(on),
        options(std::move(chosen)),
        guard(std::move(rules)),
        first_byte(executor),
        multi(executor, options.connections, [this](CURL* easy, CURLcode code) { end(easy, code); }) {}

  ~Impl() { *alive = false; }

  asio::any_io_executor executor;
  Options options;
  Guard guard;
  std::uint64_t begun = 0;
  std::unordered_map<CURL*, Exchange> running;
  std::vector<std::unique_ptr<Transfer>> idle;
  std::deque<Deadline> deadlines;  // for the first byte: soonest first, since all are given the same time
  asio::steady_timer first_byte;
  bool first_byte_armed = false;
  std::shared_ptr<bool> alive = std::make_shared<bool>(true);  // the timer's handler may come when this is gone
  std::optional<Error> failure;
  CurlMulti multi;  // goes first: its end touches the transfers

  void begin(FetchRequest request, std::function<void(Fetched)> done) {
    std::unique_ptr<Transfer> transfer;
    if (idle.empty()) {
      transfer = std::make_unique<Transfer>(options, guard);
    } else {
      transfer = std::move(idle.back());
      idle.pop_back();
    }
    transfer->prepare(std::move(request));
    CURL* easy = transfer->easy();
    const std::uint64_t number = ++begun;
    running.emplace(easy, Exchange{std::move(transfer), std::move(done), number});
    deadlines.push_back({Clock::now() + options.limits.first_byte, easy, number});
    arm_first_byte();
    multi.start(easy);
  }

  Exchange take(CURL* easy) {
    const auto at = running.find(easy);
    CHECK(at != running.end());
    Exchange exchange = std::move(at->second);
    running.erase(at);
    if (running.empty()) {
      deadlines.clear();
      first_byte.cancel();
      first_byte_armed = false;
    }
    return exchange;
  }

  void end(CURL* easy, CURLcode code) {
    Exchange exchange = take(easy);
    Fetched answer = exchange.transfer->conclude(code);
    if (!exchange.transfer->fault().empty() && !failure)
      failure = Error{Code::io, "no connection can be opened: " + exchange.transfer->fault() + " (see ulimit -n)", "network"};
    // After a failure a handle is not trusted to be as new.
    if (code == CURLE_OK && idle.size() < options.connections) idle.push_back(std::move(exchange.transfer));
    exchange.done(std::move(answer));
  }

  // One timer for all: each exchange's own would be armed and cancelled in vain nearly every time.
  void arm_first_byte() {
    if (first_byte_armed || deadlines.empty()) return;
    first_byte_armed = true;
    first_byte.expires_at(deadlines.front().time);
    first_byte.async_wait([this, held = alive](boost::system::error_code cancelled) {
      if (cancelled || !*held) return;
      first_byte_armed = false;
      end_silent();
      arm_first_byte();
    });
  }

  void end_silent() {
    std::vector<CURL*> silent;
    const auto now = Clock::now();
    for (; !deadlines.empty(); deadlines.pop_front()) {
      const Deadline& next = deadlines.front();
      const auto at = running.find(next.easy);
      if (at == running.end() || at->second.number != next.number || at->second.transfer->header_begun()) continue;
      if (next.time > now) break;
      silent.push_back(next.easy);
    }
    for (CURL* easy : silent) stop(easy, Reason::timeout, "no first byte in time");
  }

  // Ends an exchange that curl has not ended. Its asker hears of it later, for this may be called by another asker.
  void stop(CURL* easy, Reason reason, std::string detail) {
    multi.cancel(easy);
    Exchange exchange = take(easy);
    exchange.transfer->stop(reason, std::move(detail));
    asio::post(executor, [done = std::move(exchange.done), answer = exchange.transfer->conclude(CURLE_ABORTED_BY_CALLBACK)] {
      done(answer);
    });
  }
};

Fetcher::Fetcher(asio::any_io_executor executor, Options options, Guard guard) {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  CHECK(started == CURLE_OK);
  impl_ = std::make_unique<Impl>(executor, std::move(options), std::move(guard));
}

Fetcher::~Fetcher() = default;

void Fetcher::get(FetchRequest request, std::function<void(Fetched)> done) {
  impl_->begin(std::move(request), std::move(done));
}

void Fetcher::abort() {
  std::vector<CURL*> all;
  for (const auto& [easy, exchange] : impl_->running) all.push_back(easy);
  for (CURL* easy : all) impl_->stop(easy, Reason::budget, "the run was ended");
}

void Fetcher::use(Guard guard) { impl_->guard = std::move(guard); }

const std::optional<Error>& Fetcher::failure() const { return impl_->failure; }

}  // namespace fellow::crawler
