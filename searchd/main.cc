// SPDX-License-Identifier: GPL-3.0-or-later
// searchd: the daemon. Parses its options, opens the sources that the configuration names, serves until SIGTERM or SIGINT.
#include <pthread.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <optional>
#include <thread>

#include "fellow/config.h"
#include "fellow/version.h"
#include "indexer/sources.h"
#include "searchd/api.h"
#include "searchd/http_server.h"
#include "searchd/peer_source.h"

namespace {

using namespace fellow;

enum Exit { kDone = 0, kFailed = 2, kUsage = 64 };

struct Given {
  std::optional<std::string> data, config, listen;
};

// Prints the error; the exit code that goes with it.
int told(const Error& error) {
  std::fprintf(stderr, "searchd: %s\n", show(error).c_str());
  return error.code == Code::bad_input || error.code == Code::not_found ? kUsage : kFailed;
}

// Blocked in every thread, and waited for in one.
sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

int serve(const Given& given) {
  const std::filesystem::path data = data_directory(given.data);
  auto config = read_config_or_default(given.config, data);
  if (!config) return told(config.error());
  auto sources = indexer::open_sources(*config, data);
  if (!sources) return told(sources.error());
  sources = searchd::with_peers(std::move(*sources), *config, data);
  if (!sources) return told(sources.error());
  if (!config->peer_token_file.empty()) {
    config->peer_token_file = (data / config->peer_token_file).string();
    if (const auto token = searchd::read_token(config->peer_token_file); !token) return told(token.error());
  }

  const sigset_t signals = stop_signals();
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  searchd::HttpOptions options;
  options.listen = given.listen.value_or(config->listen);
  options.io_threads = std::min(cores, 4);
  // A worker waits for sources on other machines without using a core.
  const auto is_remote = [](const SourceConfig& row) { return row.kind != "index"; };
  const bool waits = std::any_of(config->sources.begin(), config->sources.end(), is_remote);
  options.workers = waits ? std::max(cores * 2, 32) : cores * 2;
  options.trusted_proxies = config->trusted_proxies;
  auto server = searchd::HttpServer::start(options, searchd::make_api(std::move(*sources), *config));
  if (!server) return told(server.error());

  const std::string address = options.listen.substr(0, options.listen.rfind(':'));
  std::cout << "listening on http://" << address << ":" << (*server)->port() << "/" << std::endl;
  int signal = 0;
  sigwait(&signals, &signal);
  std::fprintf(stderr, "searchd: stopping\n");
  (*server)->stop();
  return kDone;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Serves the search page and the JSON API over what fellow has published."};
  app.set_version_flag("--version", show_version("searchd"));
  Given given;
  app.add_option("--data", given.data, "Data directory (default: $FELLOW_DATA, else the XDG data directory)");
  app.add_option("--listen", given.listen, "ADDRESS:PORT to serve on (default 127.0.0.1:8080); port 0 takes any free one");
  app.add_option("--config", given.config, "Configuration file (TOML); flags count more")->type_name("FILE");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  return serve(given);
}
