// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/curl_multi.h"

#include <sys/epoll.h>

#include <array>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>

#include "fellow/check.h"

namespace fellow::crawler {

namespace asio = boost::asio;

namespace {

constexpr int kEventsAtOnce = 64;  // then others on the io_context have their turn

int make_epoll() {
  const int fd = epoll_create1(EPOLL_CLOEXEC);
  if (fd < 0) throw boost::system::system_error(errno, boost::system::system_category(), "epoll");
  return fd;
}

}  // namespace

CurlMulti::CurlMulti(asio::any_io_executor executor, std::size_t connections, Ended ended)
    : executor_(std::move(executor)),
      ended_(std::move(ended)),
      epoll_(executor_, make_epoll()),
      timer_(executor_),
      multi_(curl_multi_init()) {
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
  for (CURL* easy : running_) curl_multi_remove_handle(multi_, easy);
  curl_multi_cleanup(multi_);  // closes the connections and so calls on_socket
}

void CurlMulti::start(CURL* easy) {
  running_.insert(easy);
  watch();
  CHECK(curl_multi_add_handle(multi_, easy) == CURLM_OK);
}

void CurlMulti::cancel(CURL* easy) {
  if (running_.erase(easy) == 0) return;
  curl_multi_remove_handle(multi_, easy);
  if (running_.empty()) rest();
}

// With nothing under way nothing is waited for, so that io_context::run may end.
void CurlMulti::rest() {
  epoll_.cancel();
  timer_.cancel();
  armed_for_ = Clock::time_point::max();
}

// Level-triggered: what is not read to its end is ready again. Errors are those of sockets that are closed already, or say
// that there is no memory; the time limits end the transfer then.
int CurlMulti::on_socket(CURL*, curl_socket_t fd, int what, void* user, void* watched) {
  auto* self = static_cast<CurlMulti*>(user);
  const int epoll = self->epoll_.native_handle();
  epoll_event event{};
  event.data.fd = fd;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(epoll, EPOLL_CTL_DEL, fd, &event);
    return 0;
  }
  if ((what & CURL_POLL_IN) != 0) event.events |= EPOLLIN;
  if ((what & CURL_POLL_OUT) != 0) event.events |= EPOLLOUT;
  const int failed = epoll_ctl(epoll, watched != nullptr ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event);
  if (watched == nullptr) curl_multi_assign(self->multi_, fd, self);
  return failed;
}

void CurlMulti::watch() {
  if (watching_ || running_.empty()) return;
  watching_ = true;
  epoll_.async_wait(asio::posix::stream_descriptor::wait_read, [this, alive = alive_](boost::system::error_code failed) {
    if (!*alive) return;
    watching_ = false;
    if (failed) return watch();  // if something was started since rest()
    take_ready();
  });
}

void CurlMulti::take_ready() {
  std::array<epoll_event, kEventsAtOnce> ready;
  const int count = epoll_wait(epoll_.native_handle(), ready.data(), kEventsAtOnce, 0);
  // A socket that an earlier one of the batch has closed is unknown to curl, or another by now that has nothing to read.
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = ready[static_cast<std::size_t>(i)];
    int kind = 0;
    if ((event.events & EPOLLIN) != 0) kind |= CURL_CSELECT_IN;
    if ((event.events & EPOLLOUT) != 0) kind |= CURL_CSELECT_OUT;
    if ((event.events & (EPOLLERR | EPOLLHUP)) != 0) kind |= CURL_CSELECT_ERR;
    int still_running = 0;
    curl_multi_socket_action(multi_, event.data.fd, kind, &still_running);
  }
  const auto alive = alive_;
  tell_ended();
  if (*alive) watch();
}

// Called from inside curl, so it must not act here.
int CurlMulti::on_timer(CURLM*, long milliseconds, void* user) {
  auto* self = static_cast<CurlMulti*>(user);
  self->due_ = milliseconds < 0 ? Clock::time_point::max() : Clock::now() + std::chrono::milliseconds(milliseconds);
  if (milliseconds != 0) {
    self->arm_timer();
  } else if (!self->posted_) {
    self->posted_ = true;
    asio::post(self->executor_, [self, alive = self->alive_] {
      if (!*alive) return;
      self->posted_ = false;
      self->time_is_up();
    });
  }
  return 0;
}

// curl puts its time off far more often than it brings it forward: a timer that goes off too early just looks again.
void CurlMulti::arm_timer() {
  if (due_ >= armed_for_ || running_.empty()) return;
  armed_for_ = due_;
  timer_.expires_at(due_);
  timer_.async_wait([this, alive = alive_](boost::system::error_code failed) {
    if (failed || !*alive) return;
    armed_for_ = Clock::time_point::max();
    time_is_up();
  });
}

void CurlMulti::time_is_up() {
  if (due_ > Clock::now()) return arm_timer();
  due_ = Clock::time_point::max();
  int still_running = 0;
  curl_multi_socket_action(multi_, CURL_SOCKET_TIMEOUT, 0, &still_running);
  tell_ended();
}

void CurlMulti::tell_ended() {
  const auto alive = alive_;
  int left = 0;
  while (*alive) {
    const CURLMsg* message = curl_multi_info_read(multi_, &left);
    if (message == nullptr) break;
    if (message->msg != CURLMSG_DONE) continue;
    CURL* easy = message->easy_handle;
    const CURLcode code = message->data.result;
    curl_multi_remove_handle(multi_, easy);
    running_.erase(easy);
    ended_(easy, code);
  }
  if (*alive && running_.empty()) rest();
}

}  // namespace fellow::crawler
