// SPDX-License-Identifier: GPL-3.0-or-later
// libcurl's multi interface on Asio: curl owns the sockets, an epoll of our own watches them, Asio tells when that one has
// something. For one io_context thread.
//
// Why not a descriptor of Asio's a socket: it costs four system calls a request more (an epoll_ctl for each wait), and a timer
// armed anew whenever curl changes its mind was a tenth of a crawl's CPU.
#pragma once

#include <curl/curl.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <unordered_set>

namespace fellow::crawler {

class CurlMulti {
 public:
  using Ended = std::function<void(CURL* easy, CURLcode code)>;
  // Throws boost::system::system_error, as Asio's io_context does, when there is no descriptor left for an epoll.
  // `connections`: kept open at most, over all hosts; one a host. `ended` is called once for each transfer that was not
  // cancelled, from the executor, never from inside curl or start(); it may start and cancel others.
  CurlMulti(boost::asio::any_io_executor executor, std::size_t connections, Ended ended);
  ~CurlMulti();
  CurlMulti(const CurlMulti&) = delete;
  CurlMulti& operator=(const CurlMulti&) = delete;

  // The caller keeps the handle alive till it has ended or was cancelled.
  void start(CURL* easy);
  void cancel(CURL* easy);

 private:
  using Clock = std::chrono::steady_clock;
  static int on_socket(CURL* easy, curl_socket_t fd, int what, void* self, void* watched);
  static int on_timer(CURLM* multi, long milliseconds, void* self);
  void watch();
  void rest();
  void take_ready();
  void arm_timer();
  void time_is_up();
  void tell_ended();

  boost::asio::any_io_executor executor_;
  Ended ended_;
  boost::asio::posix::stream_descriptor epoll_;
  boost::asio::steady_timer timer_;
  Clock::time_point due_ = Clock::time_point::max();        // when curl wants to be called
  Clock::time_point armed_for_ = Clock::time_point::max();  // when timer_ goes off; never later than due_
  bool watching_ = false;
  bool posted_ = false;  // curl wants to be called at once, and will be
  CURLM* multi_;
  std::unordered_set<CURL*> running_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // Asio may still hold handlers when this is gone
};

}  // namespace fellow::crawler
