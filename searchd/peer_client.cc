// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/peer_client.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <deque>
#include <optional>
#include <thread>
#include <unordered_set>
#include <utility>
#include <variant>

#include "fellow/url.h"
#include "fellow/version.h"
#include "searchd/peer_json.h"

namespace fellow::searchd {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kConnect{200};  // TLS has as long again
constexpr std::chrono::seconds kIdle{20};           // less than HttpLimits::idle
constexpr std::size_t kMostIdle = 8;
constexpr int kMostUnderWay = 256;       // of one peer
constexpr std::size_t kMostThreads = 4;  // among which the peers are shared out: to read 64 answers is work
constexpr std::uint32_t kHeaderBytes = 16 * 1024;

// Connections of either sort, with what has been read ahead.
using Plain = beast::tcp_stream;
using Secret = beast::ssl_stream<beast::tcp_stream>;
struct Connection {
  std::variant<std::monostate, Plain, Secret> stream;
  beast::flat_buffer buffer{kMaxPeerBytes + kHeaderBytes + 4096};
  steady_clock::time_point idle_since{};

  Plain& lowest() { return stream.index() == 1 ? std::get<1>(stream) : beast::get_lowest_layer(std::get<2>(stream)); }
};

Error nobody_there(const std::string& what) { return {Code::io, what, ""}; }

}  // namespace

// All but the address, its thread and the count is touched on that thread only.
class PeerClient::Peer {
 public:
  Peer(PeerAddress a, std::size_t thread_number) : address(std::move(a)), lane(thread_number) {}
  const PeerAddress address;
  const std::size_t lane;
  std::optional<asio::ssl::context> tls;
  std::atomic<int> under_way{0};
  std::deque<std::unique_ptr<Connection>> idle;  // latest used last
};

namespace {

// One question and its answer.
class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  Exchange(asio::io_context& context, std::shared_ptr<PeerClient::Peer> peer, PeerClient::Request asked, PeerClient::Done done)
      : context_(context),
        peer_(std::move(peer)),
        until_(asked.until),
        begun_(steady_clock::now()),
        done_(std::move(done)),
        timer_(context),
        resolver_(context) {
    request_.method_string(asked.method);
    request_.target(peer_->address.folder + asked.target);
    request_.version(11);
    const PeerAddress& address = peer_->address;
    request_.set(http::field::host,
                 address.port == (address.tls ? "443" : "80") ? address.host : address.host + ":" + address.port);
    request_.set(http::field::user_agent, std::string("searchd/") + kVersion);
    request_.set(http::field::accept, "application/json");
    request_.set("Fellow-Hops", std::to_string(asked.hops));
    std::string via;
    for (const std::string& one : asked.via) via += (via.empty() ? "" : ", ") + one;
    if (!via.empty()) request_.set("Fellow-Via", via);
    if (!address.token.empty()) request_.set(http::field::authorization, "Bearer " + address.token);
    if (!asked.body.empty()) request_.set(http::field::content_type, "application/json");
    request_.body() = std::move(asked.body);
    if (asked.method == "POST") request_.prepare_payload();
  }

  void start() {
    timer_.expires_at(until_);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (!error) self->stop({Code::timeout, "no answer in " + self->given() + " ms", ""});
    });
    auto& idle = peer_->idle;
    while (!idle.empty() && !connection_) {
      auto one = std::move(idle.back());
      idle.pop_back();
      if (steady_clock::now() - one->idle_since < kIdle) connection_ = std::move(one);
    }
    reused_ = connection_ != nullptr;
    reused_ ? write() : resolve();
  }

  // Ends with an error, now.
  void stop(Error error) {
    if (connection_ && connection_->stream.index() != 0) {
      error_code ignored;
      connection_->lowest().socket().close(ignored);
    }
    resolver_.cancel();
    finish(tl::unexpected(std::move(error)));
  }

 private:
  std::string given() const {
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(until_ - begun_).count());
  }

  void finish(Result<PeerReply> result) {
    if (!done_) return;
    timer_.cancel();
    --peer_->under_way;
    std::exchange(done_, nullptr)(std::move(result));
  }

  void resolve() {
    resolver_.async_resolve(
        peer_->address.host, peer_->address.port,
        [self = shared_from_this()](error_code error, const tcp::resolver::results_type& found) {
          if (!self->done_) return;
          if (error) return self->finish(tl::unexpected(nobody_there("its name has no address: " + error.message())));
          self->connect(found);
        });
  }

  void connect(const tcp::resolver::results_type& found) {
    connection_ = std::make_unique<Connection>();
    if (peer_->tls) {
      connection_->stream.emplace<Secret>(context_, *peer_->tls);
    } else {
      connection_->stream.emplace<Plain>(context_);
    }
    connection_->lowest().expires_after(kConnect);
    connection_->lowest().async_connect(found, [self = shared_from_this()](error_code error, const tcp::endpoint&) {
      if (!self->done_) return;
      if (error == beast::error::timeout) return self->finish(tl::unexpected(nobody_there("no connection in 200 ms")));
      if (error) return self->finish(tl::unexpected(nobody_there("no connection: " + error.message())));
      error_code ignored;
      self->connection_->lowest().socket().set_option(tcp::no_delay(true), ignored);
      self->peer_->tls ? self->shake_hands() : self->write();
    });
  }

  void shake_hands() {
    Secret& stream = std::get<Secret>(connection_->stream);
    const std::string& host = peer_->address.host;
    if (SSL_set_tlsext_host_name(stream.native_handle(), host.c_str()) != 1)
      return finish(tl::unexpected(nobody_there("the name of the peer cannot be said in TLS")));
    stream.set_verify_callback(asio::ssl::host_name_verification(host));
    connection_->lowest().expires_after(kConnect);
    stream.async_handshake(asio::ssl::stream_base::client, [self = shared_from_this()](error_code error) {
      if (!self->done_) return;
      if (error) return self->finish(fail(Code::refused, "no TLS connection: " + error.message(), "#tls"));
      self->write();
    });
  }

  template <class Use>
  void with_stream(Use use) {
    connection_->lowest().expires_never();  // the timer of the whole exchange watches
    if (auto* plain = std::get_if<Plain>(&connection_->stream)) return use(*plain);
    use(std::get<Secret>(connection_->stream));
  }

  void write() {
    with_stream([this](auto& stream) {
      http::async_write(stream, request_, [self = shared_from_this()](error_code error, std::size_t) {
        if (!self->done_) return;
        error ? self->broken(error, true) : self->read();
      });
    });
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kHeaderBytes);
    parser_->body_limit(kMaxPeerBytes);
    with_stream([this](auto& stream) {
      http::async_read(stream, connection_->buffer, *parser_, [self = shared_from_this()](error_code error, std::size_t bytes) {
        if (!self->done_) return;
        error ? self->broken(error, bytes == 0) : self->take();
      });
    });
  }

  // A kept connection may have been closed meanwhile: then the question goes over a new one.
  void broken(error_code error, bool nothing_read) {
    if (reused_ && nothing_read) {
      reused_ = false;
      connection_.reset();
      peer_->idle.clear();
      return resolve();
    }
    if (error == http::error::body_limit || error == http::error::header_limit || error == http::error::buffer_overflow)
      return finish(fail(Code::too_big, "the answer is longer than 1 MiB", "#too_big"));
    if (error == http::error::end_of_stream || error == asio::error::eof || error == asio::error::connection_reset ||
        error == asio::error::broken_pipe || error == asio::ssl::error::stream_truncated)
      return finish(tl::unexpected(nobody_there("the connection was closed before an answer")));
    if (error == http::error::partial_message)
      return finish(fail(Code::corrupt, "the connection was closed within the answer", "#protocol"));
    if (error.category() == http::make_error_code(http::error::bad_method).category())
      return finish(fail(Code::corrupt, "the answer is no HTTP: " + error.message(), "#protocol"));
    finish(tl::unexpected(nobody_there("the connection broke: " + error.message())));
  }

  void take() {
    auto message = parser_->release();
    if (message.keep_alive() && connection_->buffer.size() == 0 && peer_->idle.size() < kMostIdle) {
      connection_->idle_since = steady_clock::now();
      peer_->idle.push_back(std::move(connection_));
    }
    finish(PeerReply{static_cast<int>(message.result_int()), std::move(message.body())});
  }

  asio::io_context& context_;
  const std::shared_ptr<PeerClient::Peer> peer_;
  const steady_clock::time_point until_, begun_;
  PeerClient::Done done_;  // empty once it was called
  asio::steady_timer timer_;
  tcp::resolver resolver_;
  http::request<http::string_body> request_;
  std::unique_ptr<Connection> connection_;
  std::optional<http::response_parser<http::string_body>> parser_;
  bool reused_ = false;
};

}  // namespace

Result<PeerAddress> parse_peer_url(const std::string& text) {
  const auto url = Url::parse(text);
  if (!url) return fail(Code::bad_input, "a searchd is named by an http:// or https:// address", text);
  if (!url->query().empty()) return fail(Code::bad_input, "the address takes no query", text);
  PeerAddress out;
  out.tls = url->scheme() == "https";
  out.host = url->host();
  if (out.host.starts_with('[') && out.host.ends_with(']')) out.host = out.host.substr(1, out.host.size() - 2);
  out.port = std::to_string(url->port());
  out.folder = url->path();
  while (out.folder.ends_with('/')) out.folder.pop_back();
  return out;
}

namespace {

// A thread with the exchanges of its peers: their answers are read there.
struct Lane {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(context);
  std::vector<std::weak_ptr<Exchange>> under_way;  // on the thread only
  std::vector<std::weak_ptr<PeerClient::Peer>> peers;
  std::thread thread{[this] { context.run(); }};
};

}  // namespace

class PeerClient::State {
 public:
  std::vector<std::unique_ptr<Lane>> lanes;
  std::atomic<std::size_t> peers{0};
};

PeerClient::PeerClient() : state_(std::make_unique<State>()) {
  const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
  for (std::size_t i = 0; i < threads; ++i) state_->lanes.push_back(std::make_unique<Lane>());
}

PeerClient::~PeerClient() {
  for (const auto& each : state_->lanes) {
    asio::post(each->context, [lane = each.get()] {
      for (const auto& one : lane->under_way)
        if (const auto exchange = one.lock()) exchange->stop({Code::timeout, "the program is ending", ""});
      for (const auto& one : lane->peers)
        if (const auto peer = one.lock()) peer->idle.clear();
      lane->work.reset();
    });
  }
  for (const auto& lane : state_->lanes) lane->thread.join();
}

Result<std::shared_ptr<PeerClient::Peer>> PeerClient::peer(PeerAddress address) {
  auto out = std::make_shared<Peer>(std::move(address), state_->peers.fetch_add(1) % state_->lanes.size());
  if (out->address.tls) {
    out->tls.emplace(asio::ssl::context::tls_client);
    error_code error;
    if (out->address.ca_file.empty()) {
      out->tls->set_default_verify_paths(error);
    } else {
      out->tls->load_verify_file(out->address.ca_file, error);
    }
    if (error) return fail(Code::bad_input, "the certificates cannot be read: " + error.message(), out->address.ca_file);
    out->tls->set_verify_mode(asio::ssl::verify_peer);
  }
  Lane& lane = *state_->lanes[out->lane];
  asio::post(lane.context, [&lane, out] { lane.peers.push_back(out); });
  return out;
}

void PeerClient::ask(const std::shared_ptr<Peer>& peer, Request request, Done done) {
  if (++peer->under_way > kMostUnderWay) {
    --peer->under_way;
    return done(fail(Code::busy, "too many earlier questions to it are not done", "#busy"));
  }
  Lane& lane = *state_->lanes[peer->lane];
  asio::post(lane.context, [&lane, peer, request = std::move(request), done = std::move(done)]() mutable {
    const auto exchange = std::make_shared<Exchange>(lane.context, peer, std::move(request), std::move(done));
    std::erase_if(lane.under_way, [](const auto& one) { return one.expired(); });
    lane.under_way.push_back(exchange);
    exchange->start();
  });
}

}  // namespace fellow::searchd
