// SPDX-License-Identifier: GPL-3.0-or-later
// Who asked what? A JSON line a response. Without query text unless the operator wants it, and with addresses cut to /24 and
// /48 (R42):
//
//   {"time":"2026-11-21T02:00:00.123Z","client":"192.0.2.0/24","method":"GET","path":"/api/v1/search","status":200,"bytes":812,"us":640}
//
// Thread-safe. Written by a thread of its own: a full disk or a stuck reader costs lines, never an answer; the next line that
// is written says how many were lost.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "fellow/result.h"
#include "searchd/http.h"

namespace fellow::searchd {

class AccessLog {
 public:
  static constexpr std::size_t kMostWaiting = 4 << 20;  // bytes that wait to be written

  // `file`: "-" is standard output, "" no log at all. io if it cannot be opened.
  static Result<std::unique_ptr<AccessLog>> open(const std::string& file, bool queries);
  // Whether open would do it; makes no file.
  static Result<void> check(const std::string& file);
  ~AccessLog();  // writes what waits, for at most a second
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  void write(const Exchange& exchange);

 private:
  AccessLog(int descriptor, bool queries);
  void run(const std::stop_token& stop);
  void put(std::string_view lines, const std::stop_token& stop) const;

  const int descriptor_;
  const bool queries_;
  std::mutex mutex_;
  std::condition_variable_any more_;
  std::string waiting_;
  std::uint64_t lost_ = 0;
  std::jthread writer_;
};

// The line of one exchange, with its line end.
std::string access_line(const Exchange& exchange, bool query, std::chrono::system_clock::time_point now);

}  // namespace fellow::searchd
