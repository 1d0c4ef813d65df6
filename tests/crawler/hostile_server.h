// SPDX-License-Identifier: GPL-3.0-or-later
// How can a web server be against us? A table: a host each, what it does, and what must be said of its home page.
//
// All hosts are answered by one LoopbackServer, those of https by a TLS server beside it with certificates made on the spot.
//
//   HostileWeb hostile(web);
//   …crawl hostile.seeds() with connect_to hostile.connect_to() and ca_file hostile.ca_file()…
//   for (const HostileSite& site : HostileWeb::sites()) …the row of site.url() must say site.outcome…
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "loopback_server.h"

namespace fellow::crawler {

// Limits under which the slow ones among them are found out in a second or two: of the first byte 700 ms, of the whole 2.5 s.
inline constexpr int kFirstByteMs = 700, kWholeMs = 2500, kSlowSeconds = 1;

struct HostileSite {
  const char* name;     // the host is NAME.hostile.example
  const char* scheme;   // "http" or "https"
  const char* outcome;  // of the home page, as in the catalog: "failed too-large"
  std::string url() const { return std::string(scheme) + "://" + name + ".hostile.example/"; }
  std::string host() const { return std::string(name) + ".hostile.example"; }
};

class HostileWeb {
 public:
  // Scripts the hosts; keeps a reference to the server, and files of its own in `folder`.
  HostileWeb(LoopbackServer& web, const std::filesystem::path& folder);
  ~HostileWeb();

  static std::span<const HostileSite> sites();
  std::vector<std::string> seeds() const;
  std::vector<std::string> connect_to() const;
  // The authority that the certificates in order are from.
  std::string ca_file() const;

 private:
  struct Tls;
  void script_bodies();
  void script_headers();
  void script_redirects();
  void script_robots();
  void script_traps();

  LoopbackServer& web_;
  std::unique_ptr<Tls> tls_;
};

// Bytes that inflate to so many.
std::string gzip_bomb(std::size_t bytes);
// A zstd frame of blocks that repeat one byte (RFC 8878, 3.1.1.2): four bytes for 128 KiB.
std::string zstd_bomb(std::size_t bytes);

}  // namespace fellow::crawler
