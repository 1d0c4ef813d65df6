// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/curl_multi.h"

#include <boost/asio/post.hpp>

#include "fellow/check.h"

namespace fellow::crawler {

namespace asio = boost::asio;

// A socket that curl wants to hear of. Waits are one-shot and are armed again after each action on the socket.
struct CurlMulti::Socket {
  explicit Socket(const asio::any_io_executor& executor) : descriptor(executor) {}
  asio::posix::stream_descriptor descriptor;
  int wanted = 0;       // CURL_POLL_…
  int waiting_for = 0;  // directions with a wait under way
};

CurlMulti::CurlMulti(asio::any_io_executor executor, std::size_t connections)
    : executor_(std::move(executor)), timer_(executor_), multi_(curl_multi_init()) {
  CHECK(multi_ != nullptr);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &CurlMulti::on_socket);
  curl_multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &CurlMulti::on_timer);
  curl_multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
  curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(connections));
}

CurlMulti::~CurlMulti() {
  *alive_ = false;
  for (const auto& [easy, done] : running_) curl_multi_remove_handle(multi_, easy);
  curl_multi_cleanup(multi_);  // closes the connections and so calls on_socket
  for (auto& [fd, socket] : sockets_) socket->descriptor.release();
}

void CurlMulti::start(CURL* easy, std::function<void(CURLcode)> done) {
  running_.emplace(easy, std::move(done));
  CHECK(curl_multi_add_handle(multi_, easy) == CURLM_OK);
}

void CurlMulti::cancel(CURL* easy) {
  if (running_.erase(easy) != 0) curl_multi_remove_handle(multi_, easy);
}

int CurlMulti::on_socket(CURL*, curl_socket_t fd, int what, void* user, void*) {
  auto* self = static_cast<CurlMulti*>(user);
  auto at = self->sockets_.find(fd);
  if (what == CURL_POLL_REMOVE) {  // curl closes the socket right after: let go of it, never close it
    if (at == self->sockets_.end()) return 0;
    at->second->wanted = 0;
    at->second->descriptor.release();
    self->sockets_.erase(at);
    return 0;
  }
  if (at == self->sockets_.end()) {
    auto socket = std::make_shared<Socket>(self->executor_);
    boost::system::error_code failed;
    socket->descriptor.assign(fd, failed);
    if (failed) return -1;
    at = self->sockets_.emplace(fd, std::move(socket)).first;
  }
  at->second->wanted = what;
  self->arm(fd, at->second);
  return 0;
}

void CurlMulti::arm(curl_socket_t fd, const std::shared_ptr<Socket>& socket) {
  for (const int direction : {CURL_POLL_IN, CURL_POLL_OUT}) {
    if ((socket->wanted & direction) != 0 && (socket->waiting_for & direction) == 0) wait(fd, socket, direction);
  }
}

void CurlMulti::wait(curl_socket_t fd, const std::shared_ptr<Socket>& socket, int direction) {
  socket->waiting_for |= direction;
  const auto kind =
      direction == CURL_POLL_IN ? asio::posix::stream_descriptor::wait_read : asio::posix::stream_descriptor::wait_write;
  socket->descriptor.async_wait(kind, [this, alive = alive_, fd, socket, direction](boost::system::error_code failed) {
    socket->waiting_for &= ~direction;
    if (failed || !*alive || (socket->wanted & direction) == 0) return;
    act(fd, direction == CURL_POLL_IN ? CURL_CSELECT_IN : CURL_CSELECT_OUT);
    // The number may belong to another socket by now: arm only this very one.
    const auto at = sockets_.find(fd);
    if (at != sockets_.end() && at->second == socket) arm(fd, socket);
  });
}

int CurlMulti::on_timer(CURLM*, long milliseconds, void* user) {  // must not act here: curl calls it from inside
  auto* self = static_cast<CurlMulti*>(user);
  if (milliseconds < 0) {
    self->timer_.cancel();
    return 0;
  }
  self->timer_.expires_after(std::chrono::milliseconds(milliseconds));
  self->timer_.async_wait([self, alive = self->alive_](boost::system::error_code failed) {
    if (!failed && *alive) self->act(CURL_SOCKET_TIMEOUT, 0);
  });
  return 0;
}

void CurlMulti::act(curl_socket_t fd, int events) {
  int still_running = 0;
  curl_multi_socket_action(multi_, fd, events, &still_running);
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode result = message->data.result;
    CURL* easy = message->easy_handle;
    const auto at = running_.find(easy);
    CHECK(at != running_.end());
    auto done = std::move(at->second);
    running_.erase(at);
    curl_multi_remove_handle(multi_, easy);
    asio::post(executor_, [done = std::move(done), result] { done(result); });
  }
}

}  // namespace fellow::crawler
