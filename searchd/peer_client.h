// SPDX-License-Identifier: GPL-3.0-or-later
// How does a question reach another daemon, and its answer come back in time? HTTP/1.1 over TCP or TLS, a few threads for
// all peers, connections kept for the next question, addresses looked up anew for each connection.
//
// Every exchange ends at its deadline, whatever the other side does; a connection is there within 200 ms or not at all; an
// answer has at most kMaxPeerBytes; nothing is redirected. The token is sent to its peer only, and stands in no error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fellow/result.h"

namespace fellow::searchd {

// Where a peer is: the parts of its URL, and what it wants to see.
struct PeerAddress {
  bool tls = false;
  std::string host, port;
  std::string folder;   // "" or "/prefix", before "/api/v1/…"
  std::string token;    // sent as "Authorization: Bearer"; "" = none
  std::string ca_file;  // certificates to trust instead of the system's; "" = the system's
};
// bad_input for what is no http(s) URL, or has a query or user information.
Result<PeerAddress> parse_peer_url(const std::string& url);

struct PeerReply {
  int status = 0;
  std::string body;
};

// Thread-safe.
class PeerClient {
 public:
  using Done = std::function<void(Result<PeerReply>)>;
  using Moment = std::chrono::steady_clock::time_point;
  struct Request {
    std::string method, target, body;  // target as below the folder: "/api/v1/peer/stats"
    int hops = 0;                      // told in a header, and so is
    std::vector<std::string> via;      // if there is anything
    Moment until;
  };

  PeerClient();
  // Ends what is under way: its `done` is called with a timeout.
  ~PeerClient();
  PeerClient(const PeerClient&) = delete;
  PeerClient& operator=(const PeerClient&) = delete;

  class Peer;
  // bad_input if the certificates cannot be read.
  Result<std::shared_ptr<Peer>> peer(PeerAddress address);
  // Returns at once; `done` is called once, on the peer's thread, and should not take long. timeout at the deadline; io for
  // nobody there; too_big; corrupt for what is no HTTP; busy if too much is under way to that peer.
  void ask(const std::shared_ptr<Peer>& peer, Request request, Done done);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace fellow::searchd
