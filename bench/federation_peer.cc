// SPDX-License-Identifier: GPL-3.0-or-later
// N peers in one thread that answer after L ms each, with what federation.py has written down for them: so that what is
// measured is the daemon in front, not the peers.
//
//   g++ -O2 -std=c++20 federation_peer.cc -o peer
//   peer L_MS FILE…      each FILE: the body of …/peer/stats, a newline, the body of …/peer/search. Prints a port for each.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Peer {
  std::string stats, search;
};

struct Line {
  const Peer* peer = nullptr;
  std::string read;
};

struct Due {
  Clock::time_point at;
  int line = 0;
  const std::string* answer = nullptr;
  bool operator<(const Due& other) const { return at > other.at; }
};

std::string message(const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

// Bytes of the first whole request in what was read; 0 if there is none.
std::size_t whole(std::string_view read) {
  const auto head = read.find("\r\n\r\n");
  if (head == std::string_view::npos) return 0;
  const auto length = read.find("Content-Length: ");
  const std::size_t body = length < head ? std::strtoul(read.data() + length + 16, nullptr, 10) : 0;
  return head + 4 + body <= read.size() ? head + 4 + body : 0;
}

void write_all(int line, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(line, bytes.data(), bytes.size());
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

int listener() {
  const int door = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(door, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(door, 64) != 0) std::exit(1);
  getsockname(door, reinterpret_cast<sockaddr*>(&address), &size);
  std::cout << ntohs(address.sin_port) << std::endl;
  return door;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 64;
  const auto latency = std::chrono::microseconds(static_cast<long>(std::atof(argv[1]) * 1000));
  std::vector<Peer> peers(static_cast<std::size_t>(argc - 2));
  std::unordered_map<int, const Peer*> doors;
  std::unordered_map<int, Line> lines;
  std::priority_queue<Due> due;
  const int events = epoll_create1(0);
  const auto watch = [&](int file) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = file;
    epoll_ctl(events, EPOLL_CTL_ADD, file, &event);
  };
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i]);
    std::string stats, search;
    std::getline(in, stats), std::getline(in, search);
    Peer& peer = peers[static_cast<std::size_t>(i - 2)];
    peer = {message(stats), message(search)};
    const int door = listener();
    doors[door] = &peer;
    watch(door);
  }
  std::vector<char> room(1 << 16);
  for (;;) {
    for (; !due.empty() && due.top().at <= Clock::now(); due.pop())
      if (lines.count(due.top().line) > 0) write_all(due.top().line, *due.top().answer);
    timespec wait{1, 0};
    if (!due.empty()) {
      const auto left = std::max(std::chrono::nanoseconds(0), std::chrono::nanoseconds(due.top().at - Clock::now()));
      wait = {0, static_cast<long>(left.count() % 1'000'000'000)};
    }
    epoll_event ready[64];
    const int n = epoll_pwait2(events, ready, 64, &wait, nullptr);
    for (int i = 0; i < n; ++i) {
      const int file = ready[i].data.fd;
      if (const auto door = doors.find(file); door != doors.end()) {
        const int line = accept(file, nullptr, nullptr);
        const int yes = 1;
        setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        lines[line] = {door->second, ""};
        watch(line);
        continue;
      }
      const ssize_t bytes = ::read(file, room.data(), room.size());
      if (bytes <= 0) {
        lines.erase(file);
        close(file);
        continue;
      }
      Line& line = lines[file];
      line.read.append(room.data(), static_cast<std::size_t>(bytes));
      while (const std::size_t length = whole(line.read)) {
        const bool stats = line.read.find("/peer/stats") < line.read.find('\n');
        due.push({Clock::now() + latency, file, stats ? &line.peer->stats : &line.peer->search});
        line.read.erase(0, length);
      }
    }
  }
}
