// SPDX-License-Identifier: GPL-3.0-or-later
// What does one connection say? Reads requests, hands them over, writes the responses. The only place that knows Beast.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <list>
#include <memory>
#include <string>
#include <unordered_set>

#include "searchd/census.h"
#include "searchd/http_server.h"
#include "searchd/networks.h"

namespace fellow::searchd {

// A connection that can be told that the server wants to stop. Lives on the thread of its loop.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void drain() = 0;  // idle: close now; else after the response under way
  virtual void cut() = 0;    // close now
};

// One event loop with its connections; all but `context` is touched on the loop's own thread only.
struct Loop {
  std::unordered_set<Connection*> connections;  // before the context, whose end ends them
  std::list<Connection*> unfinished;            // without a whole header yet, oldest first
  bool draining = false;
  boost::asio::io_context context{1};
};

// What all connections of a server share.
struct Shared {
  Shared(const HttpLimits& given, Networks proxies)
      : limits(given), trusted(std::move(proxies)), clients(SIZE_MAX, given.connections_per_address) {}
  const HttpLimits limits;
  const Networks trusted;
  Census clients;  // requests under way of those that trusted proxies speak for
  HttpHandler handler;
  HttpShortcut shortcut;
  HttpObserver observer;
  std::size_t unfinished_a_loop = 0;
  std::unique_ptr<boost::asio::thread_pool> workers;
  std::size_t in_hand_limit = 0;        // workers + queue
  std::atomic<std::size_t> in_hand{0};  // requests that wait for a worker or are with one
};

// Speaks HTTP on the socket until the connection ends, then calls `ended`. The socket belongs to loop.context; loop and shared
// live longer than the connection.
void serve_connection(boost::asio::ip::tcp::socket socket, std::string peer, Loop& loop, Shared& shared,
                      std::function<void()> ended);

}  // namespace fellow::searchd
