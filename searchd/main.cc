// SPDX-License-Identifier: GPL-3.0-or-later
// searchd: the daemon. Parses its options and wires what it serves from: searchd/daemon.h says how it lives.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <optional>

#include "fellow/config.h"
#include "fellow/suppress.h"
#include "fellow/version.h"
#include "indexer/generation_changes.h"
#include "indexer/sources.h"
#include "searchd/access_log.h"
#include "searchd/daemon.h"
#include "searchd/peer_source.h"
#include "searchd/systemd.h"

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

// The configuration with the flags that beat it.
Result<Config> read(const Given& given, const std::filesystem::path& data) {
  auto config = read_config_or_default(given.config, data);
  if (!config) return config;
  if (given.listen) config->listen = *given.listen;
  if (!config->peer_token_file.empty()) {
    config->peer_token_file = (data / config->peer_token_file).string();
    if (const auto token = searchd::read_token(config->peer_token_file); !token) return tl::unexpected(token.error());
  }
  // A directory that is there but holds nothing published is a daemon that waits for its first night.
  std::error_code none;
  if (config->sources.empty() && !std::filesystem::is_directory(data, none))
    return fail(Code::not_found, "there is no such data directory; `fellow update` makes one", data.string());
  return config;
}

// Those of this machine and those of others.
Result<std::vector<std::shared_ptr<Source>>> open(const Config& config, const std::filesystem::path& data) {
  auto sources = indexer::open_sources(config, data);
  return sources ? searchd::with_peers(std::move(*sources), config, data) : sources;
}

// Whether everything that the daemon would open can be opened.
int check(const Given& given, const std::filesystem::path& data) {
  const auto config = read(given, data);
  if (!config) return told(config.error());
  const auto sources = open(*config, data);
  if (!sources) return told(sources.error());
  if (const auto valid = searchd::Daemon::check(*config); !valid) return told(valid.error());
  if (const auto log = searchd::AccessLog::check(config->serve.access_log); !log) return told(log.error());
  for (const auto& source : *sources) {
    const SourceInfo info = source->info();
    if (info.unopened) return told(*info.unopened);
    std::cout << "source " << info.name << ": "
              << (info.generation == 0 ? "nothing published yet"
                                       : "generation " + std::to_string(info.generation) + ", " +
                                             std::to_string(info.profiles) + " people, of " + info.indexed_at)
              << "\n";
  }
  std::cout << "the configuration is good\n";
  return kDone;
}

int serve(const Given& given, const std::filesystem::path& data) {
  searchd::block_signals();
  const int sockets = searchd::sockets_handed_over();
  if (sockets > 1) std::fprintf(stderr, "searchd: of %d sockets that were handed over the first is served on\n", sockets);
  auto daemon = searchd::Daemon::start({.read = [&given, data] { return read(given, data); },
                                        .open = [data](const Config& config) { return open(config, data); },
                                        .changes = [data]() -> Result<std::vector<Changes>> {
                                          const auto suppression = Suppression::read(data);
                                          if (!suppression) return tl::unexpected(suppression.error());
                                          return indexer::latest_changes(data, *suppression);
                                        },
                                        .descriptor = sockets > 0 ? searchd::kFirstSocket : -1});
  if (!daemon) return told(daemon.error());
  std::cout << "listening on http://" << (*daemon)->address() << "/" << std::endl;
  (*daemon)->run();
  return kDone;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Serves the search page and the JSON API over what fellow has published."};
  app.set_version_flag("--version", show_version("searchd"));
  Given given;
  bool only_check = false;
  app.add_option("--data", given.data, "Data directory (default: $FELLOW_DATA, else the XDG data directory)");
  app.add_option("--listen", given.listen, "ADDRESS:PORT to serve on (default 127.0.0.1:8080); port 0 takes any free one");
  app.add_option("--config", given.config, "Configuration file (TOML); flags count more")->type_name("FILE");
  app.add_flag("--check-config", only_check, "Read the configuration, open every source, say what is wrong, and end");
  app.footer(
      "SIGHUP reads the configuration again, and opens the access log anew; SIGTERM answers what is under way, and ends.\n"
      "Under systemd: Type=notify-reload, WatchdogSec=, and a socket of searchd.socket.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  const std::filesystem::path data = data_directory(given.data);
  return only_check ? check(given, data) : serve(given, data);
}
