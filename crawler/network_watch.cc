// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/network_watch.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <future>
#include <thread>

namespace fellow::crawler {
namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr std::size_t kNamesTried = 3;

bool is_unreached(const Fetched& answer) {
  const int error = answer.os_error;
  const bool no_way = error == ENETUNREACH || error == EHOSTUNREACH || error == ENETDOWN;
  return answer.reason == Reason::dns || (answer.reason == Reason::network && no_way) ||
         (answer.reason == Reason::timeout && !answer.sent);
}

// Not asked of anybody: ended by us, or refused before a socket was opened.
bool says_nothing(const Fetched& answer) {
  return answer.reason == Reason::budget || answer.reason == Reason::private_address || answer.reason == Reason::url;
}

// Whether the kernel knows a way there: connecting a datagram socket looks up the route and sends nothing.
bool has_route(int family, const char* address) {
  sockaddr_storage to{};
  to.ss_family = static_cast<sa_family_t>(family);
  auto* v4 = reinterpret_cast<sockaddr_in*>(&to);
  auto* v6 = reinterpret_cast<sockaddr_in6*>(&to);
  void* bytes = family == AF_INET ? static_cast<void*>(&v4->sin_addr) : static_cast<void*>(&v6->sin6_addr);
  inet_pton(family, address, bytes);
  (family == AF_INET ? v4->sin_port : v6->sin6_port) = htons(53);
  const int fd = socket(family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const bool found = connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  close(fd);
  return found;
}

// EAI_AGAIN (RFC 3493 section 6.1): no name server answered. "No such name" is an answer.
bool nobody_answers_for(const std::string& name) {
  addrinfo* found = nullptr;
  const int error = getaddrinfo(name.c_str(), "80", nullptr, &found);
  if (error == 0) freeaddrinfo(found);
  return error == EAI_AGAIN;
}

}  // namespace

void NetworkWatch::saw(const std::string& host, const Fetched& answer) {
  if (proven_ || says_nothing(answer)) return;
  proven_ = !is_unreached(answer);
  if (proven_) {
    unreached_.clear();
    return;
  }
  unreached_.insert(host);
  only_names_ = only_names_ && answer.reason == Reason::dns;
}

std::vector<std::string> NetworkWatch::names() const {
  return only_names_ ? std::vector<std::string>(unreached_.begin(), unreached_.end()) : std::vector<std::string>{};
}

std::optional<std::string> why_offline(const std::vector<std::string>& names) {
  // a.root-servers.net: as public as an address can be.
  if (!has_route(AF_INET, "198.41.0.4") && !has_route(AF_INET6, "2001:503:ba3e::2:30")) return "no route to any public address";
  const std::size_t count = std::min(names.size(), kNamesTried);
  std::vector<std::future<bool>> answers;
  for (std::size_t i = 0; i < count; ++i) {
    std::packaged_task<bool()> ask([name = names[i]] { return nobody_answers_for(name); });
    answers.push_back(ask.get_future());
    std::thread(std::move(ask)).detach();  // a resolver that hangs is left to itself
  }
  const auto until = std::chrono::steady_clock::now() + kPatience;
  for (std::future<bool>& answer : answers) {
    if (answer.wait_until(until) == std::future_status::ready && !answer.get()) return std::nullopt;
  }
  return count == 0 ? std::optional<std::string>() : "no name server answers";
}

}  // namespace fellow::crawler
