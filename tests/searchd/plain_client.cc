// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/searchd/plain_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "fellow/check.h"
#include "fellow/text.h"

namespace fellow::searchd {

PlainClient::PlainClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
}

PlainClient::~PlainClient() { ::close(fd_); }

void PlainClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the server has ended the connection; read() tells
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool PlainClient::fill(std::chrono::milliseconds within) {
  pollfd wish{fd_, POLLIN, 0};
  if (eof_ || ::poll(&wish, 1, static_cast<int>(within.count())) <= 0) return false;
  std::array<char, 65536> chunk;
  const ssize_t got = ::recv(fd_, chunk.data(), chunk.size(), 0);
  if (got <= 0) {
    eof_ = true;
    return false;
  }
  buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  return true;
}

std::optional<PlainResponse> PlainClient::read(bool head) {
  constexpr std::chrono::seconds kPatience{5};
  std::size_t end;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos)
    if (!fill(kPatience)) return std::nullopt;
  PlainResponse response;
  const std::string header = buffer_.substr(0, end);
  buffer_.erase(0, end + 4);
  bool first = true;
  for (std::string_view line : text::split(header, '\n')) {
    line = text::trim(line);
    if (first) {
      response.status = std::atoi(std::string(line.substr(line.find(' ') + 1)).c_str());
    } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
      response.headers[text::lower(line.substr(0, colon))] = text::trim(line.substr(colon + 1));
    }
    first = false;
  }
  if (head || response.status == 204 || response.status == 304) return response;
  const auto length = static_cast<std::size_t>(std::atoll(response.headers["content-length"].c_str()));
  while (buffer_.size() < length)
    if (!fill(kPatience)) return std::nullopt;
  response.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return response;
}

bool PlainClient::ended(std::chrono::milliseconds within) { return buffer_.empty() && !fill(within) && eof_; }

PlainResponse get(std::uint16_t port, std::string_view target) {
  PlainClient client(port);
  client.send("GET " + std::string(target) + " HTTP/1.1\r\nHost: fellow.example\r\nConnection: close\r\n\r\n");
  return client.read().value_or(PlainResponse{});
}

}  // namespace fellow::searchd
