// SPDX-License-Identifier: GPL-3.0-or-later
// How does the daemon live? From its configuration to the first answer, through new configurations (SIGHUP) to the last answer
// (SIGTERM, SIGINT), telling the service manager each time.
//
//   auto daemon = Daemon::start({.read = …, .open = …, .changes = …, .descriptor = -1});
//   if (!daemon) return daemon.error();
//   (*daemon)->run();
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "fellow/config.h"
#include "fellow/source.h"
#include "searchd/news.h"

namespace fellow::searchd {

struct DaemonParts {
  std::function<Result<Config>()> read;  // the configuration, flags included
  std::function<Result<std::vector<std::shared_ptr<Source>>>(const Config&)> open;
  News::Read changes;
  int descriptor = -1;  // of a socket to serve on instead of Config::listen
};

class Daemon {
 public:
  // Listens and answers when it returns. bad_input and not_found for what the operator wrote, busy and io for the machine.
  static Result<std::unique_ptr<Daemon>> start(DaemonParts parts);
  // What start would say of addresses and networks; opens nothing.
  static Result<void> check(const Config& config);
  ~Daemon();
  // Returns after SIGTERM or SIGINT, when the requests under way are answered, once in a daemon's life; ends the process when
  // that takes 4.5 s. The three signals have to be blocked in every thread, the caller's too: see block_signals.
  void run();
  // ADDRESS:PORT that is served, with the port that was taken.
  std::string address() const;

  // Reads the configuration again; an error leaves everything as it was. What a running daemon cannot change is named.
  Result<std::vector<std::string>> reload();

 private:
  class State;
  explicit Daemon(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Before any thread is started.
void block_signals();

}  // namespace fellow::searchd
