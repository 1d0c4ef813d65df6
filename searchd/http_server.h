// SPDX-License-Identifier: GPL-3.0-or-later
// How does an answer reach any number of clients, slow and hostile ones among them? A plain HTTP/1.1 server.
//
// I/O runs on few threads, each with its own event loop; the handler runs on a pool of worker threads with a bounded queue:
// beyond it a client gets 503 with Retry-After at once. Every wait has a deadline and every input a limit (HttpLimits). What
// is not HTTP gets a 4xx with a JSON error and the connection is closed (RFC 9112; smuggling: section 6.3). Requests of one
// connection are answered one after the other. start, stop and the destructor belong to one thread.
//
//   auto server = HttpServer::start({.listen = "127.0.0.1:0"}, [](const HttpRequest& r) { return HttpResponse{200,
//   "text/plain", r.path, {}}; }); if (!server) return server.error(); std::cout << (*server)->port();
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fellow/result.h"
#include "searchd/http.h"

namespace fellow::searchd {

struct HttpLimits {
  std::chrono::milliseconds header{10'000};  // for a whole header, and until the first one of a connection is there
  std::chrono::milliseconds body{10'000};
  std::chrono::milliseconds idle{30'000};  // between two requests
  std::chrono::milliseconds write{10'000};
  std::chrono::milliseconds drain{3'000};  // stop() waits that long for requests under way
  std::uint32_t line_bytes = 8 * 1024;     // request target
  std::uint32_t header_bytes = 16 * 1024;
  std::uint64_t body_bytes = 64 * 1024;
  std::size_t connections = 1000;
  std::size_t connections_per_address = 64;
  std::size_t queue = 512;               // requests that wait for a worker
  std::size_t unfinished_headers = 256;  // beyond it the oldest is closed
  std::size_t pipelined = 100;           // requests sent without waiting for answers; then the connection is closed
};

struct HttpOptions {
  std::string listen = "127.0.0.1:0";  // ADDRESS:PORT, [IPv6]:PORT or localhost:PORT; port 0 = any free one
  int io_threads = 2;
  int workers = 4;
  std::vector<std::string> trusted_proxies;  // CIDR; not counted by connections_per_address: there each client that
                                             // X-Forwarded-For names may have so many requests under way
  HttpLimits limits;
  int descriptor = -1;    // of a socket that listens already, instead of `listen`; belongs to the server then
  HttpShortcut shortcut;  // asked before the handler
  HttpObserver observer;  // told of every response, on any thread
};

class HttpServer {
 public:
  // Binds, listens and answers. bad_input for an address that is none, busy if it is taken, io for anything else.
  static Result<std::unique_ptr<HttpServer>> start(HttpOptions options, HttpHandler handler);
  // bad_input for an address or a network that is none; binds nothing.
  static Result<void> check(const HttpOptions& options);
  // Stops if it still runs.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  std::size_t connections() const;  // open now
  // Whether every event loop turns: each answers within the time.
  bool alive(std::chrono::milliseconds within);
  // Takes no new connection, closes the idle ones, lets the requests under way end (at most limits.drain), then closes all.
  void stop();

 private:
  class State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fellow::searchd
