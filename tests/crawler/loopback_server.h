// SPDX-License-Identifier: GPL-3.0-or-later
// What would a web server say? Scripted answers on 127.0.0.1, one script for all hosts (the Host header selects), and a record
// of what was asked when.
//
//   LoopbackServer web;
//   web.page("jane.example/", "<html>…</html>");
//   …crawl with connect_to {web.connect_to()}…
//   web.requests("jane.example")   // "/robots.txt", "/"
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fellow::crawler {

struct ScriptedRequest {
  std::string host, target, header;  // header: whole, as received
  std::chrono::steady_clock::time_point begun{}, ended{};
  std::string field(const std::string& name) const;
};

// Raw bytes of an answer, sent in pieces with a pause before each; then the connection is kept, or closed.
struct ScriptedAnswer {
  struct Piece {
    std::string bytes;
    std::chrono::milliseconds pause{0};
  };
  std::vector<Piece> pieces;
  bool endless = false;  // the last piece is sent again and again
  bool close = false;
  bool reset = false;  // instead of an orderly close
};

// An answer with Content-Length and these further header lines ("ETag: \"x\"\r\n").
ScriptedAnswer answer(int status, const std::string& body, const std::string& fields = "Content-Type: text/html\r\n");
std::string gzip(const std::string& bytes);

class LoopbackServer {
 public:
  using Script = std::function<ScriptedAnswer(const ScriptedRequest&)>;
  LoopbackServer();
  ~LoopbackServer();

  // What "host/path?query" says, or "host/*" all that has no script of its own; without either 404. To be called while nobody
  // asks.
  void script(const std::string& address, Script script);
  void page(const std::string& address, const std::string& body, const std::string& fields = "Content-Type: text/html\r\n");

  int port() const;
  std::string connect_to() const;  // all hosts come here
  std::vector<ScriptedRequest> all() const;
  // The targets asked of a host, in order.
  std::vector<std::string> requests(const std::string& host) const;
  void forget();
  // Most connections that were open at one time with a request for the host on them.
  int most_connections() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
