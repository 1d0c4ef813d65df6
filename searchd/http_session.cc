// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http_session.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/http/message_generator.hpp>
#include <ctime>
#include <exception>
#include <optional>
#include <utility>

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
        loop_(loop),
        shared_(shared),
        ended_(std::move(ended)),
        buffer_(shared.limits.header_bytes + shared.limits.body_bytes + 4096) {
    loop_.connections.insert(this);
  }

  ~Session() override {
    loop_.connections.erase(this);
    ended_();
  }

  void start() {
    stream_.expires_after(shared_.limits.header);
    next();
  }

  void drain() override {
    if (waiting_) stream_.cancel();
  }

 private:
  // The next request, or its first bytes if none of it is here yet.
  void next() {
    if (buffer_.size() > 0) return read_header();
    if (loop_.draining) return close();
    waiting_ = true;
    stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this()](error_code error, std::size_t bytes) {
      self->waiting_ = false;
      if (error) return self->close();
      self->buffer_.commit(bytes);
      if (self->answered_ > 0) self->stream_.expires_after(self->shared_.limits.header);
      self->read_header();
    });
  }

  void read_header() {
    parser_.emplace();
    parser_->header_limit(shared_.limits.header_bytes);
    parser_->body_limit(shared_.limits.body_bytes);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
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
    if (header.count(http::field::transfer_encoding) > 0 && !parser_->chunked())
      return refuse(error_response(400, "bad_input", "the only transfer coding that is understood is chunked"));
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
    if (message.method() == http::verb::unknown) return refuse(error_response(501, "bad_input", "unknown method"));
    std::vector<std::string_view> hosts;
    for (auto [at, end] = message.equal_range(http::field::host); at != end; ++at)
      hosts.emplace_back(at->value().data(), at->value().size());
    const auto target = read_target({message.target().data(), message.target().size()}, hosts);
    if (!target) return refuse(error_response(target.error()));

    HttpRequest request;
    request.method = std::string(message.method_string());
    request.path = target->path, request.query = target->query, request.host = target->host, request.port = target->port;
    for (const auto& field : message)
      request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    request.body = std::move(message.body());
    request.peer = peer_;
    head_ = message.method() == http::verb::head;
    keep_alive_ = message.keep_alive();
    version_ = message.version();
    hand_over(std::move(request));
  }

  // To a worker, or 503 when too many requests wait already.
  void hand_over(HttpRequest request) {
    stream_.expires_never();
    if (shared_.in_hand.fetch_add(1) >= shared_.in_hand_limit) {
      shared_.in_hand.fetch_sub(1);
      return send(error_response(503, "busy", "too many requests at once; try again in a second"));
    }
    asio::post(*shared_.workers, [self = shared_from_this(), request = std::move(request)]() mutable {
      HttpResponse response;
      try {
        response = self->shared_.handler(request);
      } catch (const std::exception& error) {
        response = error_response(500, "io", "the request could not be answered");
        std::fprintf(stderr, "searchd: %s %s: %s\n", request.method.c_str(), request.path.c_str(), error.what());
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

  void send(HttpResponse response) {
    if (loop_.draining) keep_alive_ = false;
    const bool bodiless = head_ || response.status == 204 || response.status == 304;
    http::response<http::string_body> message{static_cast<http::status>(response.status), version_};
    message.keep_alive(keep_alive_);
    message.set(http::field::server, std::string("Fellow/") + kVersion);
    message.set(http::field::date, http_date());
    if (!response.content_type.empty()) message.set(http::field::content_type, response.content_type);
    for (const auto& [name, value] : response.headers)
      if (value.find_first_of("\r\n") == std::string::npos) message.insert(name, value);
    if (response.status != 204 && response.status != 304) message.content_length(response.body.size());
    if (!bodiless) message.body() = std::move(response.body);

    stream_.expires_after(shared_.limits.write);
    auto written = [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->close();
      ++self->answered_;
      if (!self->keep_alive_) return self->linger();
      self->stream_.expires_after(self->shared_.limits.idle);
      self->next();
    };
    beast::async_write(stream_, http::message_generator(std::move(message)), std::move(written));
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

  beast::tcp_stream stream_;
  std::string peer_;
  Loop& loop_;
  Shared& shared_;
  std::function<void()> ended_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  bool waiting_ = false, head_ = false, keep_alive_ = false;
  unsigned version_ = 11;
  std::size_t answered_ = 0;
};

}  // namespace

void serve_connection(asio::ip::tcp::socket socket, std::string peer, Loop& loop, Shared& shared, std::function<void()> ended) {
  std::make_shared<Session>(std::move(socket), std::move(peer), loop, shared, std::move(ended))->start();
}

}  // namespace fellow::searchd
