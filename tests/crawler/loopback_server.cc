// SPDX-License-Identifier: GPL-3.0-or-later
#include "loopback_server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <mutex>
#include <thread>

#include "fellow/text.h"
#include "tests/crawler/packed.h"

namespace fellow::crawler {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

std::string ScriptedRequest::field(const std::string& name) const {
  const std::string low = text::lower(header), wanted = "\r\n" + text::lower(name) + ":";
  const std::size_t at = low.find(wanted);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + wanted.size();
  return std::string(text::trim(std::string_view(header).substr(begin, header.find("\r\n", begin) - begin)));
}

ScriptedAnswer answer(int status, const std::string& body, const std::string& fields) {
  std::string bytes = "HTTP/1.1 " + std::to_string(status) + " Whatever\r\n" + fields;
  if (status != 304) bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return {.pieces = {{bytes + "\r\n" + body}}};
}

std::string gzip(const std::string& bytes) { return samples::pack(bytes); }

namespace {

// Where a request's header ends, for async_read_until.
struct RequestHeader {
  template <class Iterator>
  std::pair<Iterator, bool> operator()(Iterator begin, Iterator end) const {
    if (begin != end && *begin == '\x16') return {end, true};
    constexpr std::string_view kEnd = "\r\n\r\n";
    const Iterator at = std::search(begin, end, kEnd.begin(), kEnd.end());
    if (at != end) return {at + static_cast<std::ptrdiff_t>(kEnd.size()), true};
    return {begin, false};
  }
};

}  // namespace
}  // namespace fellow::crawler

template <>
struct boost::asio::is_match_condition<fellow::crawler::RequestHeader> : std::true_type {};

namespace fellow::crawler {

struct LoopbackServer::Impl {
  asio::io_context io;
  tcp::acceptor acceptor{io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::thread thread;
  mutable std::mutex guards;
  std::map<std::string, Script> scripts;
  std::vector<ScriptedRequest> seen;
  int open = 0, most_open = 0;

  struct Connection : std::enable_shared_from_this<Connection> {
    Connection(Impl& server, tcp::socket accepted) : impl(server), socket(std::move(accepted)), timer(server.io) {
      impl.most_open = std::max(impl.most_open, ++impl.open);
    }
    ~Connection() { --impl.open; }
    Impl& impl;
    tcp::socket socket;
    asio::steady_timer timer;
    std::string buffer;
    ScriptedAnswer script;
    std::size_t piece = 0, index = 0;

    void read() {
      asio::async_read_until(socket, asio::dynamic_buffer(buffer), RequestHeader{},
                             [self = shared_from_this()](boost::system::error_code failed, std::size_t size) {
                               if (!failed) self->take(size);
                             });
    }
    void take(std::size_t size) {
      if (buffer[0] == '\x16') {  // a TLS handshake, by someone who does not know that this is no TLS server
        script = {.pieces = {{"HTTP/1.1 400 Bad Request\r\n\r\n"}}, .close = true};
        index = impl.seen.size();
        return send();
      }
      ScriptedRequest request;
      request.header = buffer.substr(0, size);
      buffer.erase(0, size);
      request.begun = std::chrono::steady_clock::now();
      const std::size_t blank = request.header.find(' ');
      request.target = request.header.substr(blank + 1, request.header.find(' ', blank + 1) - blank - 1);
      request.host = request.field("Host");
      Script found;
      {
        const std::lock_guard lock(impl.guards);
        index = impl.seen.size();
        impl.seen.push_back(request);
        auto at = impl.scripts.find(request.host + request.target);
        if (at == impl.scripts.end()) at = impl.scripts.find(request.host + "/*");
        if (at != impl.scripts.end()) found = at->second;
      }
      script = found ? found(request) : answer(404, "none");
      piece = 0;
      send();
    }
    void send() {
      if (piece == script.pieces.size()) {
        {
          const std::lock_guard lock(impl.guards);
          if (index < impl.seen.size()) impl.seen[index].ended = std::chrono::steady_clock::now();
        }
        if (script.reset) socket.set_option(asio::socket_base::linger(true, 0));
        if (!script.close && !script.reset) return read();
        boost::system::error_code ignored;
        if (!script.reset) socket.shutdown(tcp::socket::shutdown_send, ignored);
        socket.close(ignored);
        return;
      }
      timer.expires_after(script.pieces[piece].pause);
      timer.async_wait([self = shared_from_this()](boost::system::error_code failed) {
        if (failed) return;
        asio::async_write(self->socket, asio::buffer(self->script.pieces[self->piece].bytes),
                          [self](boost::system::error_code broken, std::size_t) {
                            if (broken) return;
                            ++self->piece;
                            if (self->script.endless && self->piece == self->script.pieces.size()) --self->piece;
                            self->send();
                          });
      });
    }
  };

  void accept() {
    acceptor.async_accept([this](boost::system::error_code failed, tcp::socket socket) {
      if (failed) return;
      std::make_shared<Connection>(*this, std::move(socket))->read();
      accept();
    });
  }
};

LoopbackServer::LoopbackServer() : impl_(std::make_unique<Impl>()) {
  impl_->accept();
  impl_->thread = std::thread([this] { impl_->io.run(); });
}

LoopbackServer::~LoopbackServer() {
  impl_->io.stop();
  impl_->thread.join();
}

void LoopbackServer::script(const std::string& address, Script script) {
  const std::lock_guard lock(impl_->guards);
  impl_->scripts[address] = std::move(script);
}

void LoopbackServer::page(const std::string& address, const std::string& body, const std::string& fields) {
  script(address, [=](const ScriptedRequest&) { return answer(200, body, fields); });
}

int LoopbackServer::port() const { return impl_->acceptor.local_endpoint().port(); }

std::string LoopbackServer::connect_to() const { return "::127.0.0.1:" + std::to_string(port()); }

std::vector<ScriptedRequest> LoopbackServer::all() const {
  const std::lock_guard lock(impl_->guards);
  return impl_->seen;
}

std::vector<std::string> LoopbackServer::requests(const std::string& host) const {
  std::vector<std::string> targets;
  for (const ScriptedRequest& request : all()) {
    if (request.host == host) targets.push_back(request.target);
  }
  return targets;
}

void LoopbackServer::forget() {
  const std::lock_guard lock(impl_->guards);
  impl_->seen.clear();
}

int LoopbackServer::most_connections() const { return impl_->most_open; }

}  // namespace fellow::crawler
