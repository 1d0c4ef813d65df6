// SPDX-License-Identifier: GPL-3.0-or-later
// What does a server really send? A client of plain sockets that sends any bytes and hides nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fellow::searchd {

struct PlainResponse {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class PlainClient {
 public:
  explicit PlainClient(std::uint16_t port);
  ~PlainClient();
  PlainClient(const PlainClient&) = delete;
  PlainClient& operator=(const PlainClient&) = delete;

  void send(std::string_view bytes);
  // nullopt if the connection ends, or nothing comes for 5 s. `head`: the response to HEAD has no body.
  std::optional<PlainResponse> read(bool head = false);
  // Whether the server ends the connection, without a further byte, within the time.
  bool ended(std::chrono::milliseconds within = std::chrono::seconds(5));

 private:
  bool fill(std::chrono::milliseconds within);

  int fd_ = -1;
  std::string buffer_;
  bool eof_ = false;
};

// One request on a connection of its own.
PlainResponse get(std::uint16_t port, std::string_view target);

}  // namespace fellow::searchd
