// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http_session.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/http/span_body.hpp>
#include <chrono>
#include <ctime>
#include <exception>
#include <list>
#include <optional>
#include <utility>

#include "fellow/text.h"
#include "fellow/version.h"
#include "searchd/request_target.h"

namespace fellow::searchd {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr milliseconds kLinger{1000};             // how long a refused client may go on sending before it is cut off
constexpr std::size_t kLingerBytes = 256 * 1024;  // and how much

// "Sat, 21 Nov 2026 02:00:00 GMT" (RFC 9110 section 5.6.7), made once a second and thread.
const std::string& http_date() {
  thread_local std::time_t made = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now != made) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 64> out{};
    const std::size_t length = std::strftime(out.data(), out.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    text.assign(out.data(), length);
    made = now;
  }
  return text;
}

// What a client is told whose bytes are no request; nullopt: there is nobody to tell.
std::optional<HttpResponse> refusal(error_code error) {
  if (error.category() != make_error_code(http::error::bad_method).category()) return std::nullopt;
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return error_response(431, "too_big", "the request header is too long");
  if (error == http::error::body_limit) return error_response(413, "too_big", "the request body is too long");
  return error_response(400, "bad_input", "not a well-formed HTTP/1.1 request: " + error.message());
}

class Session : public Connection, public std::enable_shared_from_this<Session> {
 public:
  Session(asio::ip::tcp::socket socket, std::string peer, Loop& loop, Shared& shared, std::function<void()> ended)
      : stream_(std::move(socket)),
        peer_(std::move(peer)),
        client_(peer_),
        trusted_(shared.trusted.contain(stream_.socket().remote_endpoint(ignored_).address())),
        loop_(loop),
        shared_(shared),
        ended_(std::move(ended)),
        buffer_(shared.limits.header_bytes + shared.limits.body_bytes + 4096) {
    loop_.connections.insert(this);
  }

  ~Session() override {
    finish_header();
    leave();
    loop_.connections.erase(this);
    ended_();
  }

  void start() {
    stream_.expires_after(shared_.limits.header);
    begin_header();
    next();
  }

  void drain() override {
    if (waiting_) stream_.cancel();
  }

  void cut() override {
    finish_header();
    stream_.close();
  }

 private:
  // The next request, or its first bytes if none of it is here yet.
  void next() {
    pipelined_ = buffer_.size() > 0 ? pipelined_ + 1 : 0;
    if (buffer_.size() > 0) return read_header();
    if (loop_.draining) return close();
    waiting_ = true;
    stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this()](error_code error, std::size_t bytes) {
      self->waiting_ = false;
      if (error) return self->close();
      self->buffer_.commit(bytes);
      if (self->answered_ > 0) self->stream_.expires_after(self->shared_.limits.header);
      self->pipelined_ = 0;
      self->read_header();
    });
  }

  // Of more clients that do not finish their headers than there may be, the one that began first goes.
  void begin_header() {
    if (unfinished_) return;
    unfinished_ = loop_.unfinished.insert(loop_.unfinished.end(), this);
    if (loop_.unfinished.size() > shared_.unfinished_a_loop) loop_.unfinished.front()->cut();
  }

  void finish_header() {
    if (unfinished_) loop_.unfinished.erase(*unfinished_);
    unfinished_.reset();
  }

  void read_header() {
    begin_header();
    if (!stream_.socket().is_open()) return;
    parser_.emplace();
    parser_->header_limit(shared_.limits.header_bytes);
    parser_->body_limit(shared_.limits.body_bytes);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      self->finish_header();
      if (error) return self->refuse(error);
      self->read_body();
    });
  }

  void read_body() {
    const auto& header = parser_->get();
    // A body framed in two ways is how requests are smuggled (RFC 9112 section 6.3); Beast refuses it, this is the second lock.
    if (header.count(http::field::transfer_encoding) > 0 && header.count(http::field::content_length) > 0)
      return refuse(error_response(400, "bad_input", "Content-Length and Transfer-Encoding in one request"));
    // Two lengths that agree are legal, but the next proxy may see them otherwise.
    if (header.count(http::field::content_length) > 1 ||
        header[http::field::content_length].find(',') != beast::string_view::npos)
      return refuse(error_response(400, "bad_input", "more than one Content-Length"));
    // "gzip, chunked" too: whoever knows the coding sees another body.
    const auto codings = header.count(http::field::transfer_encoding);
    if (codings > 1 || (codings == 1 && !beast::iequals(header[http::field::transfer_encoding], "chunked")))
      return refuse(error_response(400, "bad_input", "the only transfer coding that is understood is chunked"));
    if (codings == 1 && header.version() < 11)  // RFC 9112 section 6.1: whoever sent it on may have seen another end
      return refuse(error_response(400, "bad_input", "HTTP/1.0 has no transfer codings"));
    if (header.count(http::field::expect) > 0) return refuse(error_response(417, "bad_input", "no expectation can be met"));
    if (header.target().size() > shared_.limits.line_bytes)
      return refuse(error_response(414, "too_big", "the request target is too long"));
    if (parser_->is_done()) return dispatch();
    stream_.expires_after(shared_.limits.body);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->refuse(error);
      self->dispatch();
    });
  }

  void dispatch() {
    auto message = parser_->release();
    began_ = std::chrono::steady_clock::now();
    if (message.method() == http::verb::unknown) {
      HttpResponse response = error_response(501, "bad_input", "unknown method");
      response.headers.emplace_back("Allow", "GET, HEAD, OPTIONS");
      return refuse(std::move(response));
    }
    std::vector<std::string_view> hosts;
    for (auto [at, end] = message.equal_range(http::field::host); at != end; ++at)
      hosts.emplace_back(at->value().data(), at->value().size());
    std::string_view wanted{message.target().data(), message.target().size()};
    const bool of_server = wanted == "*" && message.method() == http::verb::options;  // RFC 9112 section 3.2.4
    const auto target = read_target(of_server ? "/" : wanted, hosts);
    if (!target) return refuse(error_response(target.error()));

    HttpRequest& request = request_.emplace();
    request.method = std::string(message.method_string());
    request.path = of_server ? "*" : target->path;
    request.query = target->query, request.host = target->host, request.port = target->port;
    for (const auto& field : message)
      request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    request.body = std::move(message.body());
    head_ = message.method() == http::verb::head;
    keep_alive_ = message.keep_alive() && pipelined_ < shared_.limits.pipelined;
    version_ = message.version();
    if (!know_client(request)) return send(error_response(503, "busy", "too many requests of one address at once"));
    if (shared_.shortcut)
      if (auto kept = shared_.shortcut(request)) return send(std::move(kept));
    hand_over();
  }

  // Who asks. False if a trusted proxy brings too many requests of one client at once.
  bool know_client(HttpRequest& request) {
    client_ = peer_;
    if (trusted_) {
      request.encrypted = text::same_letters(request.header("X-Forwarded-Proto"), "https");
      if (auto client = forwarded_client(request.header("X-Forwarded-For"), shared_.trusted); !client.empty()) {
        client_ = std::move(client);
        counted_ = shared_.clients.enter(client_, false);
        if (!counted_) return false;
      }
    }
    request.peer = client_;
    return true;
  }

  void leave() {
    if (counted_) shared_.clients.leave(client_);
    counted_ = false;
  }

  // To a worker, or 503 when too many requests wait already.
  void hand_over() {
    stream_.expires_never();
    if (shared_.in_hand.fetch_add(1) >= shared_.in_hand_limit) {
      shared_.in_hand.fetch_sub(1);
      return send(error_response(503, "busy", "too many requests at once; try again in a second"));
    }
    asio::post(*shared_.workers, [self = shared_from_this()]() mutable {
      HttpResponse response;
      try {
        response = self->shared_.handler(*self->request_);
      } catch (const std::exception& error) {
        response = error_response(500, "io", "the request could not be answered");
        std::fprintf(stderr, "searchd: %s %s: %s\n", self->request_->method.c_str(), self->request_->path.c_str(),
                     error.what());
      }
      self->shared_.in_hand.fetch_sub(1);
      auto& context = self->loop_.context;
      asio::post(context,
                 [self = std::move(self), response = std::move(response)]() mutable { self->send(std::move(response)); });
    });
  }

  void refuse(error_code error) {
    if (auto response = refusal(error)) return refuse(std::move(*response));
    close();
  }

  // The connection ends with this response: what follows cannot be trusted to be a request.
  void refuse(HttpResponse response) {
    head_ = false;
    keep_alive_ = false;
    send(std::move(response));
  }

  void send(HttpResponse response) { send(std::make_shared<const HttpResponse>(std::move(response))); }

  void send(std::shared_ptr<const HttpResponse> response) {
    leave();
    sending_ = std::move(response);
    const int status = sending_->status;
    if (loop_.draining) keep_alive_ = false;
    const bool bodiless = head_ || status == 204 || status == 304;
    auto& message = message_.emplace(static_cast<http::status>(status), version_);
    message.keep_alive(keep_alive_);
    message.set(http::field::server, std::string("Fellow/") + kVersion);
    message.set(http::field::date, http_date());
    if (!sending_->content_type.empty()) message.set(http::field::content_type, sending_->content_type);
    for (const auto& [name, value] : sending_->headers)
      if (value.find_first_of("\r\n") == std::string::npos) message.insert(name, value);
    if (status != 204 && status != 304) message.content_length(sending_->body.size());
    if (!bodiless) message.body() = {sending_->body.data(), sending_->body.size()};
    tell(bodiless ? 0 : sending_->body.size());

    stream_.expires_after(shared_.limits.write);
    http::async_write(stream_, message, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->close();
      ++self->answered_;
      if (!self->keep_alive_) return self->linger();
      self->stream_.expires_after(self->shared_.limits.idle);
      self->next();
    });
  }

  void tell(std::size_t bytes) {
    if (shared_.observer) {
      const auto took = std::chrono::steady_clock::now() - began_;
      shared_.observer(
          {.request = request_ ? &*request_ : nullptr,
           .peer = client_,
           .route = sending_->route,
           .status = sending_->status,
           .bytes = bytes,
           .took = request_ ? std::chrono::duration_cast<std::chrono::microseconds>(took) : std::chrono::microseconds(0)});
    }
    request_.reset();
  }

  // Reads on for a moment: closing with unread bytes would reset the connection and take the response with it.
  void linger() {
    error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLinger);
    discard(0);
  }

  void discard(std::size_t so_far) {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this(), so_far](error_code error, std::size_t bytes) {
      if (error || so_far + bytes > kLingerBytes) return self->close();
      self->discard(so_far + bytes);
    });
  }

  void close() { stream_.close(); }

  error_code ignored_;
  beast::tcp_stream stream_;
  const std::string peer_;  // the other end
  std::string client_;      // who asks: the other end, or whom it speaks for
  const bool trusted_;
  Loop& loop_;
  Shared& shared_;
  std::function<void()> ended_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<HttpRequest> request_;  // under way
  std::shared_ptr<const HttpResponse> sending_;
  std::optional<http::response<http::span_body<const char>>> message_;  // points into it
  std::optional<std::list<Connection*>::iterator> unfinished_;
  std::chrono::steady_clock::time_point began_{};
  bool waiting_ = false, head_ = false, keep_alive_ = false, counted_ = false;
  unsigned version_ = 11;
  std::size_t answered_ = 0, pipelined_ = 0;
};

}  // namespace

void serve_connection(asio::ip::tcp::socket socket, std::string peer, Loop& loop, Shared& shared, std::function<void()> ended) {
  std::make_shared<Session>(std::move(socket), std::move(peer), loop, shared, std::move(ended))->start();
}

}  // namespace fellow::searchd
