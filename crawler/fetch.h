// SPDX-License-Identifier: GPL-3.0-or-later
// What came back? One HTTP exchange over libcurl, inside all limits; no redirect is followed, nothing is remembered.
//
// The request carries User-Agent, Accept, Accept-Encoding and the two conditions, and neither Cookie, Authorization nor
// Referer. Sockets are opened to public addresses only, and to those that the guard's rules name; a proxy of the environment is
// not used. TLS is verified and never given up. Lives on one io_context thread.
//
//   Fetcher fetcher(io.get_executor(), {.user_agent = "FellowBot/1 (+mailto:…)"}, guard);
//   fetcher.get(request, [](Fetched answer) { … });
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawler/fetch_limits.h"
#include "crawler/guard.h"
#include "crawler/reason.h"
#include "fellow/clock.h"
#include "fellow/result.h"

namespace fellow::crawler {

struct FetchRequest {
  explicit FetchRequest(Url address) : url(std::move(address)) {}
  Url url;
  std::string etag, last_modified;  // of the copy at hand, verbatim; "" if none
  // Asked once the header is there: false ends the exchange without the body, with the reason content-type.
  std::function<bool(int status, std::string_view content_type)> wanted;
  std::size_t enough_bytes = 0;  // > 0: the body ends here and that is no error (robots.txt)
};

struct Fetched {
  Fetched() = default;
  Reason reason = Reason::none;  // none: a whole HTTP answer is here, of whatever status
  std::string detail;            // what went wrong, for people
  int status = 0;
  int os_error = 0;             // errno of a connection that could not be made
  bool sent = false;            // at least a part of the request went out
  std::string request;          // header as sent; "" if Options::keeps_requests is off
  std::string header;           // status line and fields of the final answer as received, with the empty line
  std::string body;             // decoded
  std::int64_t wire_bytes = 0;  // of the body
  std::chrono::seconds retry_after{0};
  std::optional<Time> at;  // of an answer that was got before; nullopt: now
  // Of a large answer: its place among the few that are in memory at a time. To be let go of before the next one is awaited.
  std::shared_ptr<void> room;

  // The value of the first such field, trimmed; "" if there is none. Names without case.
  std::string field(std::string_view name) const;
  // All such fields, joined with ", ".
  std::string fields(std::string_view name) const;
};

class Fetcher {
 public:
  struct Options {
    std::string user_agent;        // the whole header value
    std::string ca_file;           // "" = the system's
    std::size_t connections = 64;  // kept open at most, one a host
    bool keeps_requests = true;    // Fetched.request is filled: what an archive needs costs a tenth of an exchange
    FetchLimits limits = {};
    std::filesystem::path spool = {};  // where what is large waits until it is whole; "" = the system's folder
  };
  // Throws boost::system::system_error, as io_context does, when this machine has no descriptor left.
  Fetcher(boost::asio::any_io_executor executor, Options options, Guard guard);
  ~Fetcher();
  // `done` is called exactly once, from the executor, never from inside get().
  void get(FetchRequest request, std::function<void(Fetched)> done);
  // Ends all exchanges; their answers have the reason `budget`.
  void abort();
  // Other rules from the next request on, also on connections that are open.
  void use(Guard guard);
  // Set once this machine, and no server, was the reason that a connection could not be opened: no descriptor is left. What
  // is said of the hosts is not to be trusted from then on, and the run should end.
  const std::optional<Error>& failure() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fellow::crawler
