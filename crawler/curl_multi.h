// SPDX-License-Identifier: GPL-3.0-or-later
// libcurl's multi interface on Asio: curl owns the sockets, Asio tells when they are ready. For one io_context thread.
#pragma once

#include <curl/curl.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <unordered_map>

namespace fellow::crawler {

class CurlMulti {
 public:
  // `connections`: kept open at most, over all hosts; one a host.
  CurlMulti(boost::asio::any_io_executor executor, std::size_t connections);
  ~CurlMulti();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  // Runs the transfer; `done` is called from the executor, never from inside curl. The caller keeps the handle alive till then.
  void start(CURL* easy, std::function<void(CURLcode)> done);
  // Ends the transfer; its `done` is not called any more.
  void cancel(CURL* easy);

 private:
  struct Socket;
  static int on_socket(CURL* easy, curl_socket_t fd, int what, void* self, void* unused);
  static int on_timer(CURLM* multi, long milliseconds, void* self);
  void arm(curl_socket_t fd, const std::shared_ptr<Socket>& socket);
  void wait(curl_socket_t fd, const std::shared_ptr<Socket>& socket, int direction);
  void act(curl_socket_t fd, int events);

  boost::asio::any_io_executor executor_;
  boost::asio::steady_timer timer_;
  CURLM* multi_;
  std::unordered_map<curl_socket_t, std::shared_ptr<Socket>> sockets_;
  std::unordered_map<CURL*, std::function<void(CURLcode)>> running_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // Asio may still hold handlers when this is gone
};

}  // namespace fellow::crawler
