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

// Time is counted in ticks of the loop: an exchange does not grow older while the loop is kept from listening to it.
constexpr std::chrono::milliseconds kTick{50};

struct Fetcher::Impl {
  static constexpr std::size_t kLargeAtOnce = 2;  // of at most decoded_bytes each, and as much again while one is decoded
  // An exchange under way.
  struct Exchange {
    std::unique_ptr<Transfer> transfer;
    std::function<void(Fetched)> done;
  };

  Impl(const asio::any_io_executor& on, Options chosen, Guard rules)
      : executor(on),
        options(std::move(chosen)),
        guard(std::move(rules)),
        tick(executor),
        multi(executor, options.connections, [this](CURL* easy, CURLcode code) { end(easy, code); }) {}
  ~Impl() { *alive = false; }

  asio::any_io_executor executor;
  Options options;
  Guard guard;
  std::unordered_map<CURL*, Exchange> running;
  std::vector<std::unique_ptr<Transfer>> idle;
  asio::steady_timer tick;
  bool ticking = false;
  std::optional<Error> failure;
  std::shared_ptr<bool> alive = std::make_shared<bool>(true);  // the timer's handler may come when this is gone
  std::size_t large_in_memory = 0;
  std::deque<std::pair<Exchange, CURLcode>> large_waiting;  // whole, but on disk
  CurlMulti multi;                                          // goes first: its end touches the transfers

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
    running.emplace(easy, Exchange{std::move(transfer), std::move(done)});
    start_tick();
    multi.start(easy);
  }

  Exchange take(CURL* easy) {
    const auto at = running.find(easy);
    CHECK(at != running.end());
    Exchange exchange = std::move(at->second);
    running.erase(at);
    return exchange;
  }

  void end(CURL* easy, CURLcode code) {
    Exchange exchange = take(easy);
    if (exchange.transfer->large() && large_in_memory >= kLargeAtOnce) {
      large_waiting.emplace_back(std::move(exchange), code);
    } else {
      conclude(std::move(exchange), code);
    }
  }

  std::shared_ptr<void> take_room() {
    ++large_in_memory;
    return std::shared_ptr<void>(nullptr, [this, held = alive](void*) {
      if (!*held) return;
      --large_in_memory;
      asio::post(executor, [this, held] {
        if (!*held || large_waiting.empty() || large_in_memory >= kLargeAtOnce) return;
        auto [exchange, code] = std::move(large_waiting.front());
        large_waiting.pop_front();
        conclude(std::move(exchange), code);
      });
    });
  }

  void conclude(Exchange exchange, CURLcode code) {
    const bool large = exchange.transfer->large();
    Fetched answer = exchange.transfer->conclude(code);
    if (!exchange.transfer->fault().empty() && !failure)
      failure = Error{Code::io, "no connection can be opened: " + exchange.transfer->fault() + " (see ulimit -n)", "network"};
    // After a failure a handle is not trusted to be as new.
    if (code == CURLE_OK && idle.size() < options.connections) idle.push_back(std::move(exchange.transfer));
    if (running.empty()) tick.cancel();
    if (large) answer.room = take_room();
    exchange.done(std::move(answer));
  }

  // One timer for all: timers of each exchange's own would be armed and cancelled in vain nearly every time.
  void start_tick() {
    if (ticking) return;
    ticking = true;
    tick.expires_after(kTick);
    tick.async_wait([this, held = alive](boost::system::error_code) {
      if (!*held) return;
      ticking = false;
      end_overdue();
      if (!running.empty()) start_tick();
    });
  }

  void end_overdue() {
    std::vector<CURL*> overdue;
    for (auto& [easy, exchange] : running) {
      if (exchange.transfer->overdue(kTick)) overdue.push_back(easy);
    }
    for (CURL* easy : overdue) stop(easy);
  }

  // Ends an exchange that curl has not ended. Its asker hears of it later, for this may be called by another asker.
  void stop(CURL* easy) {
    multi.cancel(easy);
    Exchange exchange = take(easy);
    asio::post(executor, [done = std::move(exchange.done), answer = exchange.transfer->conclude(CURLE_ABORTED_BY_CALLBACK)] {
      done(answer);
    });
    if (running.empty()) tick.cancel();
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
  for (CURL* easy : all) {
    impl_->running.at(easy).transfer->stop(Reason::budget, "the run was ended");
    impl_->stop(easy);
  }
  for (auto& [exchange, code] : std::exchange(impl_->large_waiting, {})) {
    exchange.transfer->stop(Reason::budget, "the run was ended");
    asio::post(impl_->executor, [done = std::move(exchange.done),
                                 answer = exchange.transfer->conclude(CURLE_ABORTED_BY_CALLBACK)] { done(answer); });
  }
}

void Fetcher::use(Guard guard) { impl_->guard = std::move(guard); }

const std::optional<Error>& Fetcher::failure() const { return impl_->failure; }

}  // namespace fellow::crawler
