// SPDX-License-Identifier: GPL-3.0-or-later
// The generation that a stock xapian-tcpsrv serves on another machine, over Xapian's own protocol. Its columns come with the
// database (indexer/carried.h), once a generation; terms, places and documents over the network with each question.
//
// No authentication and no encryption: for a trusted network only. Connections are made anew every 60 s, since a server goes on
// serving what was there when a connection began. Each remote has connections and columns of its own: one that dies or hangs
// is lost alone, and whoever waits for it does so on a thread that nobody else needs.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "indexer/indexed_source.h"

namespace fellow::indexer {

struct RemoteAddress {
  std::string host;
  unsigned port = 0;
};
// Of "tcp://HOST:PORT"; bad_input for anything else.
Result<RemoteAddress> parse_remote(const std::string& url);

class RemoteSource final : public IndexedSource {
 public:
  // `timeout`: of each message of the protocol.
  RemoteSource(std::string name, RemoteAddress address, std::chrono::milliseconds timeout, Suppression suppression);
  SourceInfo info() const override;

 private:
  Result<Served> current() const override;
  Served known() const override;
  Generation::Handle connect() const;  // throws what Xapian throws
  Result<Served> load() const;

  const RemoteAddress address_;
  const std::chrono::milliseconds timeout_;
  mutable std::mutex mutex_;    // of what is served
  mutable std::mutex loading_;  // held while something is loaded
  mutable Suppression suppression_;
  mutable Served served_;  // no generation: nobody answered yet
  mutable std::chrono::steady_clock::time_point loaded_{}, looked_{};
  mutable std::atomic<bool> looking_ = false;
  mutable std::jthread looker_;  // last: ends before what it writes to
};

}  // namespace fellow::indexer
