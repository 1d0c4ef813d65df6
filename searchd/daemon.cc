// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/daemon.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "searchd/access_log.h"
#include "searchd/api.h"
#include "searchd/http_server.h"
#include "searchd/metrics.h"
#include "searchd/source_log.h"
#include "searchd/systemd.h"

namespace fellow::searchd {
namespace {

constexpr std::chrono::milliseconds kTick{500};      // how often sources are looked at without requests
constexpr std::chrono::milliseconds kEndIn{4500};    // after SIGTERM, whatever is under way
constexpr std::chrono::milliseconds kAliveIn{2000};  // an event loop that takes longer is stuck

sigset_t awaited() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, one);
  return signals;
}

HttpOptions options_of(const Config& config) {
  const ServeConfig& serve = config.serve;
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  HttpOptions out;
  out.listen = config.listen;
  out.io_threads = serve.io_threads > 0 ? serve.io_threads : std::min(cores, 4);
  // A worker waits for sources on other machines without using a core.
  const auto is_remote = [](const SourceConfig& row) { return row.kind != "index"; };
  const bool waits = std::any_of(config.sources.begin(), config.sources.end(), is_remote);
  out.workers = serve.workers > 0 ? serve.workers : waits ? std::max(cores * 2, 32) : cores * 2;
  out.trusted_proxies = config.trusted_proxies;
  out.limits.queue = static_cast<std::size_t>(serve.queue);
  out.limits.connections = static_cast<std::size_t>(serve.connections);
  out.limits.connections_per_address = static_cast<std::size_t>(serve.connections_per_address);
  out.limits.header = serve.header, out.limits.body = serve.body;
  out.limits.idle = serve.idle, out.limits.write = serve.write;
  return out;
}

// What differs and takes effect at the next start only.
std::vector<std::string> fixed_differences(const Config& a, const Config& b) {
  std::vector<std::string> out;
  const auto note = [&](const char* name, bool same) {
    if (!same) out.emplace_back(name);
  };
  const ServeConfig &x = a.serve, &y = b.serve;
  note("listen.address", a.listen == b.listen);
  note("trusted_proxies", a.trusted_proxies == b.trusted_proxies);
  note("listen.io_threads", x.io_threads == y.io_threads);
  note("listen.workers", x.workers == y.workers);
  note("listen.queue", x.queue == y.queue);
  note("listen.connections", x.connections == y.connections);
  note("listen.connections_per_address", x.connections_per_address == y.connections_per_address);
  note("listen.header_seconds", x.header == y.header);
  note("listen.body_seconds", x.body == y.body);
  note("listen.idle_seconds", x.idle == y.idle);
  note("listen.write_seconds", x.write == y.write);
  note("metrics.address", x.metrics == y.metrics);
  return out;
}

// Ends the process when what is under way takes too long, unless it is asked to stop before.
void end_anyway(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, kEndIn, [] { return false; });
  if (stop.stop_requested()) return;
  std::fprintf(stderr, "searchd: requests under way were given up\n");
  std::_Exit(0);
}

// One pointer for all threads. Not std::atomic<std::shared_ptr>: that of libstdc++ 12 lets a read end without an order before
// the next write, which is a race on processors that make use of it (ThreadSanitizer tells).
template <class T>
class Shared {
 public:
  std::shared_ptr<T> load() const {
    const std::scoped_lock lock(mutex_);
    return held_;
  }
  std::shared_ptr<T> exchange(std::shared_ptr<T> next) {
    const std::scoped_lock lock(mutex_);
    held_.swap(next);
    return next;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<T> held_;
};

bool has_own_address(const std::string& metrics) { return metrics != "public" && metrics != "off"; }

}  // namespace

void block_signals() {
  const sigset_t signals = awaited();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

class Daemon::State {
 public:
  explicit State(DaemonParts parts) : parts_(std::move(parts)), metrics_(std::make_shared<Metrics>()) {}

  Result<void> start() {
    auto config = parts_.read();
    if (!config) return tl::unexpected(config.error());
    config_ = std::move(*config);
    auto served = serve(config_);
    if (!served) return tl::unexpected(served.error());
    served_.exchange(std::move(*served));

    HttpOptions options = options_of(config_);
    options.descriptor = parts_.descriptor;
    options.shortcut = [this](const HttpRequest& request) { return served_.load()->api->ready(request); };
    options.observer = [this](const Exchange& exchange) {
      metrics_->count(exchange);
      if (const auto served_now = served_.load(); served_now->log) served_now->log->write(exchange);
    };
    auto server =
        HttpServer::start(options, [this](const HttpRequest& request) { return served_.load()->api->answer(request); });
    if (!server) return tl::unexpected(server.error());
    server_ = std::move(*server);
    running_ = server_.get();
    return start_machine();
  }

  Result<std::vector<std::string>> reload() {
    auto config = parts_.read();
    if (!config) return refused(config.error());
    auto served = serve(*config);
    if (!served) return refused(served.error());
    auto later = fixed_differences(config_, *config);
    config_ = std::move(*config);
    retired_.push_back(served_.exchange(std::move(*served)));
    metrics_->count_reload(true);
    return later;
  }

  // One turn: keeps an eye on the sources and tells the watchdog that the event loops turn.
  void tick() {
    std::erase_if(retired_, [](const auto& old) { return old.use_count() == 1; });
    const auto served = served_.load();
    served->api->look();
    for (const std::string& line : source_log_.lines(served->api->sources()))
      std::fprintf(stderr, "searchd: %s\n", line.c_str());
    const auto now = std::chrono::steady_clock::now();
    if (!watchdog_ || now - told_ < *watchdog_ / 3) return;
    if (!server_->alive(kAliveIn)) return;
    notify_manager("WATCHDOG=1");
    told_ = now;
  }

  void stop() {
    if (machine_) machine_->stop();
    server_->stop();
    running_ = nullptr;
    served_.exchange(nullptr);  // what the log still holds is written
  }

  std::string address() const {
    return config_.listen.substr(0, config_.listen.rfind(':')) + ":" + std::to_string(server_->port());
  }

 private:
  // What changes as one with a new configuration.
  struct Served {
    std::unique_ptr<AccessLog> log;
    std::unique_ptr<Api> api;
  };

  tl::unexpected<Error> refused(const Error& error) {
    metrics_->count_reload(false);
    return tl::unexpected<Error>(error);
  }

  Result<std::shared_ptr<const Served>> serve(const Config& config) {
    auto sources = parts_.open(config);
    if (!sources) return tl::unexpected(sources.error());
    auto log = AccessLog::open(config.serve.access_log, config.serve.log_queries);
    if (!log) return tl::unexpected(log.error());
    const auto connections = [this] {
      const HttpServer* server = running_;
      return server ? server->connections() : 0;
    };
    auto out = std::make_shared<Served>();
    out->log = std::move(*log);
    out->api = std::make_unique<Api>(std::move(*sources), config,
                                     ApiLoans{.metrics = metrics_, .changes = parts_.changes, .connections = connections});
    out->api->look();  // opens what is published, so that the first request need not wait
    return out;
  }

  Result<void> start_machine() {
    if (!has_own_address(config_.serve.metrics)) return {};
    HttpOptions options;
    options.listen = config_.serve.metrics;
    options.io_threads = options.workers = 1;
    auto machine =
        HttpServer::start(options, [this](const HttpRequest& request) { return served_.load()->api->answer_machine(request); });
    if (!machine) return tl::unexpected(machine.error());
    machine_ = std::move(*machine);
    return {};
  }

  const DaemonParts parts_;
  const std::shared_ptr<Metrics> metrics_;
  Config config_;
  Shared<const Served> served_;
  // What was served before: it ends here, not on a thread that answers, since it waits for searches that were given up.
  std::vector<std::shared_ptr<const Served>> retired_;
  std::unique_ptr<HttpServer> server_, machine_;  // after what they answer from
  std::atomic<const HttpServer*> running_{nullptr};
  const std::optional<std::chrono::microseconds> watchdog_ = watchdog_interval();
  std::chrono::steady_clock::time_point told_{};
  SourceLog source_log_;
};

Daemon::Daemon(std::unique_ptr<State> state) : state_(std::move(state)) {}
Daemon::~Daemon() = default;

Result<std::unique_ptr<Daemon>> Daemon::start(DaemonParts parts) {
  auto state = std::make_unique<State>(std::move(parts));
  if (auto started = state->start(); !started) return tl::unexpected(started.error());
  return std::unique_ptr<Daemon>(new Daemon(std::move(state)));
}

Result<void> Daemon::check(const Config& config) {
  if (auto valid = HttpServer::check(options_of(config)); !valid) return valid;
  return has_own_address(config.serve.metrics) ? HttpServer::check({.listen = config.serve.metrics}) : Result<void>();
}

std::string Daemon::address() const { return state_->address(); }
Result<std::vector<std::string>> Daemon::reload() { return state_->reload(); }

void Daemon::run() {
  notify_manager("READY=1");
  const sigset_t signals = awaited();
  const timespec turn{0, std::chrono::nanoseconds(kTick).count()};
  while (true) {
    const int signal = sigtimedwait(&signals, nullptr, &turn);
    if (signal == SIGTERM || signal == SIGINT) break;
    if (signal == SIGHUP) {
      notify_reloading();
      if (const auto later = reload(); !later) {
        std::fprintf(stderr, "searchd: the configuration stays as it was: %s\n", show(later.error()).c_str());
      } else {
        std::fprintf(stderr, "searchd: the configuration was read again\n");
        for (const std::string& name : *later)
          std::fprintf(stderr, "searchd: %s takes effect at the next start\n", name.c_str());
      }
      notify_manager("READY=1");
    }
    state_->tick();
  }
  notify_manager("STOPPING=1");
  std::fprintf(stderr, "searchd: stopping\n");
  std::jthread impatience(end_anyway);  // a source that hangs holds nobody up
  state_->stop();
  state_.reset();
}

}  // namespace fellow::searchd
