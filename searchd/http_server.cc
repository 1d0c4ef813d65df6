// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http_server.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "searchd/census.h"
#include "searchd/http_session.h"

namespace fellow::searchd {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// "127.0.0.1:8080", "[::1]:8080", "localhost:8080".
Result<tcp::endpoint> read_listen(std::string_view text) {
  const auto bad =
      fail(Code::bad_input, "not an address to listen on: write ADDRESS:PORT, as 127.0.0.1:8080", std::string(text));
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return bad;
  std::string_view host = text.substr(0, colon), digits = text.substr(colon + 1);
  std::uint16_t port = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (wrong != std::errc{} || end != digits.data() + digits.size()) return bad;
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  if (host == "localhost") host = "127.0.0.1";
  error_code error;
  const auto address = asio::ip::make_address(std::string(host), error);
  if (error) return bad;
  return tcp::endpoint(address, port);
}

}  // namespace

class HttpServer::State {
 public:
  State(HttpOptions options, HttpHandler handler, Networks trusted)
      : census_(options.limits.connections, options.limits.connections_per_address),
        shared_(options.limits, std::move(trusted)) {
    const int workers = std::max(1, options.workers);
    shared_.handler = std::move(handler);
    shared_.shortcut = std::move(options.shortcut);
    shared_.observer = std::move(options.observer);
    shared_.workers = std::make_unique<asio::thread_pool>(static_cast<std::size_t>(workers));
    shared_.in_hand_limit = static_cast<std::size_t>(workers) + options.limits.queue;
    const auto loops = static_cast<std::size_t>(std::max(1, options.io_threads));
    shared_.unfinished_a_loop = std::max<std::size_t>(1, options.limits.unfinished_headers / loops);
    for (std::size_t i = 0; i < loops; ++i) loops_.push_back(std::make_unique<Loop>());
    acceptor_ = std::make_unique<tcp::acceptor>(loops_.front()->context);
    pause_ = std::make_unique<asio::steady_timer>(loops_.front()->context);
  }

  ~State() { stop(); }

  // A socket that somebody else has bound and listens on already.
  Result<void> take_over(int descriptor) {
    error_code error;
    sockaddr_storage name{};
    socklen_t size = sizeof name;
    const bool is_one = ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&name), &size) == 0 &&
                        (name.ss_family == AF_INET || name.ss_family == AF_INET6);
    if (is_one) acceptor_->assign(name.ss_family == AF_INET ? tcp::v4() : tcp::v6(), descriptor, error);
    if (!is_one || error)
      return fail(Code::bad_input, "the socket that was handed over is no TCP socket that listens", "LISTEN_FDS");
    port_ = acceptor_->local_endpoint(error).port();
    return {};
  }

  Result<void> listen(const tcp::endpoint& endpoint) {
    error_code error;
    const auto failed = [&] {
      const std::string where = endpoint.address().to_string() + ":" + std::to_string(endpoint.port());
      return fail(error == asio::error::address_in_use ? Code::busy : Code::io, "cannot listen: " + error.message(), where);
    };
    acceptor_->open(endpoint.protocol(), error);
    if (error) return failed();
    acceptor_->set_option(tcp::acceptor::reuse_address(true), error);
    if (error) return failed();
    acceptor_->bind(endpoint, error);
    if (error) return failed();
    acceptor_->listen(asio::socket_base::max_listen_connections, error);
    if (error) return failed();
    port_ = acceptor_->local_endpoint(error).port();
    return {};
  }

  void run() {
    accept();
    for (const auto& loop : loops_)
      threads_.emplace_back([&context = loop->context] {
        const auto work = asio::make_work_guard(context);
        context.run();
      });
  }

  void stop() {
    if (stopped_) return;
    stopped_ = true;
    if (!threads_.empty()) {
      drain();
      census_.wait_until_empty(shared_.limits.drain);
    }
    shared_.workers->join();  // each handler has its own deadline
    for (const auto& loop : loops_) loop->context.stop();
    for (std::thread& thread : threads_) thread.join();
    acceptor_.reset();
    pause_.reset();
    threads_.clear();
  }

  std::uint16_t port() const { return port_; }
  std::size_t connections() const { return census_.open(); }

  bool alive(std::chrono::milliseconds within) {
    struct Echo {
      std::mutex mutex;
      std::condition_variable heard;
      std::size_t open;
    };
    const auto echo = std::make_shared<Echo>();
    echo->open = loops_.size();
    for (const auto& loop : loops_)
      asio::post(loop->context, [echo] {
        const std::lock_guard lock(echo->mutex);
        if (--echo->open == 0) echo->heard.notify_all();
      });
    std::unique_lock lock(echo->mutex);
    return echo->heard.wait_for(lock, within, [&] { return echo->open == 0; });
  }

 private:
  void drain() {
    asio::post(loops_.front()->context, [this] {
      error_code ignored;
      acceptor_->close(ignored);
      pause_->cancel();
    });
    for (const auto& owned : loops_)
      asio::post(owned->context, [loop = owned.get()] {
        loop->draining = true;
        const std::vector<Connection*> all(loop->connections.begin(), loop->connections.end());
        for (Connection* connection : all) connection->drain();
      });
  }

  // Connections go to the loops in turn: even shares, where SO_REUSEPORT deals by chance, and a port in use is noticed.
  void accept() {
    Loop& loop = *loops_[turn_++ % loops_.size()];
    acceptor_->async_accept(loop.context, [this, &loop](error_code error, tcp::socket socket) {
      if (!acceptor_->is_open()) return;
      if (error) return accept_later();
      admit(std::move(socket), loop);
      accept();
    });
  }

  // No descriptors left, most likely: some connection has to end first.
  void accept_later() {
    pause_->expires_after(std::chrono::milliseconds(100));
    pause_->async_wait([this](error_code error) {
      if (!error && acceptor_->is_open()) accept();
    });
  }

  void admit(tcp::socket socket, Loop& loop) {
    error_code error;
    const auto address = socket.remote_endpoint(error).address();
    if (error) return;
    std::string peer = address.to_string();
    socket.set_option(tcp::no_delay(true), error);
    if (!census_.enter(peer, shared_.trusted.contain(address))) {
      if (shared_.observer) shared_.observer({.peer = peer, .status = 503});
      return turn_away(std::move(socket));
    }
    asio::post(loop.context, [this, &loop, socket = std::move(socket), peer = std::move(peer)]() mutable {
      auto ended = [this, peer] { census_.leave(peer); };
      serve_connection(std::move(socket), peer, loop, shared_, std::move(ended));
    });
  }

  // One line to a client too many; whether it reads it is its own business.
  static void turn_away(tcp::socket socket) {
    static constexpr std::string_view kBody =
        "{\"error\":{\"code\":\"busy\",\"message\":\"too many connections; try again in a second\"}}\n";
    static const std::string response =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 1\r\nConnection: "
        "close\r\nContent-Length: " +
        std::to_string(kBody.size()) + "\r\n\r\n" + std::string(kBody);
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(response), ignored);
    socket.shutdown(tcp::socket::shutdown_send, ignored);
  }

  Census census_;  // outlives the loops, whose destruction ends connections
  Shared shared_;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::unique_ptr<tcp::acceptor> acceptor_;
  std::unique_ptr<asio::steady_timer> pause_;
  std::vector<std::thread> threads_;
  std::size_t turn_ = 0;
  std::uint16_t port_ = 0;
  bool stopped_ = false;
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::~HttpServer() = default;

Result<std::unique_ptr<HttpServer>> HttpServer::start(HttpOptions options, HttpHandler handler) {
  const auto endpoint = read_listen(options.listen);
  if (!endpoint) return tl::unexpected(endpoint.error());
  auto trusted = Networks::parse(options.trusted_proxies);
  if (!trusted) return tl::unexpected(trusted.error());
  const int taken = options.descriptor;
  auto state = std::make_unique<State>(std::move(options), std::move(handler), std::move(*trusted));
  auto listening = taken >= 0 ? state->take_over(taken) : state->listen(*endpoint);
  if (!listening) return tl::unexpected(listening.error());
  state->run();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

Result<void> HttpServer::check(const HttpOptions& options) {
  if (const auto endpoint = read_listen(options.listen); !endpoint) return tl::unexpected(endpoint.error());
  if (const auto trusted = Networks::parse(options.trusted_proxies); !trusted) return tl::unexpected(trusted.error());
  return {};
}

std::uint16_t HttpServer::port() const { return state_->port(); }
std::size_t HttpServer::connections() const { return state_->connections(); }
bool HttpServer::alive(std::chrono::milliseconds within) { return state_->alive(within); }
void HttpServer::stop() { state_->stop(); }

}  // namespace fellow::searchd
