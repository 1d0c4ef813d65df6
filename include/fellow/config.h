// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration file of both programs (TOML): flag beats file beats default.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fellow/crawl_limits.h"
#include "fellow/result.h"

namespace fellow {

struct SourceConfig {
  std::string name, kind;           // index | xapian | searchd
  std::string path, url;            // path: index; url: "https://…" (searchd), "tcp://HOST:PORT" (xapian)
  std::string token_file, ca_file;  // searchd: what it wants to see; whose certificates to trust instead of the system's
  std::chrono::milliseconds timeout{400};
};

// How the daemon serves. Only [answers] and [log] take effect when a running daemon reads its file again.
struct ServeConfig {
  // [listen]
  std::string url;                  // under which clients reach it: "https://search.example.edu"; "": as each request says
  int io_threads = 0, workers = 0;  // 0: by the number of cores
  int queue = 512;                  // requests that wait for a worker
  int connections = 1000, connections_per_address = 64;
  std::chrono::milliseconds header{10'000}, body{10'000}, idle{30'000}, write{10'000};
  // [answers]
  bool any_origin = false;  // cors: "closed" or "*"
  int cache_mb = 64;        // answers kept, at most; 0: none
  // Posting lists kept of a source, at most; 0: none. Unless told: 96, or 1 for each 1 000 people where that is more.
  std::optional<int> postings_mb;
  // [log]
  std::string access_log;  // file; "-": standard output; "": none
  bool log_queries = false;
  // [metrics]
  std::string metrics = "public";  // ADDRESS:PORT of its own; "public": /metrics for everybody; "off"
};

struct Config {
  std::string contact;  // URL or mailto: in the User-Agent; without one no crawl starts
  std::string user_agent = "FellowBot";
  std::chrono::milliseconds delay{1000};
  CrawlLimits crawl;  // [crawl]
  bool public_email = false;
  std::vector<std::string> trusted_proxies;  // CIDR
  std::string listen = "127.0.0.1:8080";     // [listen] address
  std::string peer_token_file;               // other daemons have to show this token; "" = anybody may ask as a peer
  std::vector<SourceConfig> sources;
  ServeConfig serve;
};

// bad_input with file, line and key for what is not TOML, an unknown key or a wrong type; not_found if there is no file.
Result<Config> read_config(const std::filesystem::path& file);
// The file that --config names, which then has to be there; else DATA/fellow.toml if there is one, else the defaults.
Result<Config> read_config_or_default(const std::optional<std::string>& flag, const std::filesystem::path& data);
// --data if given, else $FELLOW_DATA, else $XDG_DATA_HOME/fellow, else ~/.local/share/fellow.
std::filesystem::path data_directory(const std::optional<std::string>& flag);

}  // namespace fellow
