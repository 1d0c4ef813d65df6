// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/systemd.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace fellow::searchd {
namespace {

std::optional<std::uint64_t> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = text + std::strlen(text);
  const auto [at, error] = std::from_chars(text, end, number);
  if (error != std::errc{} || at != end) return std::nullopt;
  return number;
}

// The variable's process id is this one's, or it has none: sockets and watchdogs are not inherited.
bool is_ours(const char* variable, bool if_absent) {
  const auto pid = number_in(variable);
  return pid ? *pid == static_cast<std::uint64_t>(getpid()) : if_absent;
}

}  // namespace

bool notify_manager(std::string_view state) {
  const char* path = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  if (path == nullptr || (path[0] != '/' && path[0] != '@') || std::strlen(path) >= sizeof address.sun_path) return false;
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, path);
  if (path[0] == '@') address.sun_path[0] = '\0';  // abstract
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(path));
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return false;
  const ssize_t sent =
      ::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), size);
  ::close(fd);
  return sent == static_cast<ssize_t>(state.size());
}

bool notify_reloading() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t microseconds = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
  return notify_manager("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

std::optional<std::chrono::microseconds> watchdog_interval() {
  const auto microseconds = number_in("WATCHDOG_USEC");
  if (!microseconds || *microseconds == 0 || !is_ours("WATCHDOG_PID", true)) return std::nullopt;
  return std::chrono::microseconds(*microseconds);
}

int sockets_handed_over() {
  const auto count = number_in("LISTEN_FDS");
  if (!count || *count == 0 || *count > 64 || !is_ours("LISTEN_PID", false)) return 0;
  for (int fd = kFirstSocket; fd < kFirstSocket + static_cast<int>(*count); ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  return static_cast<int>(*count);
}

}  // namespace fellow::searchd
