// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/access_log.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "fellow/json.h"
#include "fellow/text.h"
#include "searchd/networks.h"

namespace fellow::searchd {
namespace {

constexpr std::size_t kMostPath = 256;  // bytes of a path, or of a query, that are written
constexpr std::chrono::milliseconds kLastWords{1000};

std::string shown_time(std::chrono::system_clock::time_point now) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  const std::time_t seconds = milliseconds / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> out{};
  std::snprintf(out.data(), out.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
                parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(milliseconds % 1000));
  return out.data();
}

}  // namespace

std::string access_line(const Exchange& exchange, bool query, std::chrono::system_clock::time_point now) {
  nlohmann::ordered_json line{{"time", shown_time(now)}, {"client", cut_address(exchange.peer)}};
  if (const HttpRequest* request = exchange.request) {
    line["method"] = request->method;
    line["path"] = text::valid_utf8(request->path.substr(0, kMostPath));
    if (query && !request->query.empty()) line["query"] = text::valid_utf8(request->query.substr(0, kMostPath));
  }
  line["status"] = exchange.status;
  line["bytes"] = exchange.bytes;
  line["us"] = exchange.took.count();
  return show_json(line) + "\n";
}

Result<std::unique_ptr<AccessLog>> AccessLog::open(const std::string& file, bool queries) {
  if (file.empty()) return std::unique_ptr<AccessLog>();
  const int descriptor =
      file == "-" ? ::dup(STDOUT_FILENO) : ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
  if (descriptor < 0) return fail(Code::io, "the access log cannot be opened: " + std::string(std::strerror(errno)), file);
  return std::unique_ptr<AccessLog>(new AccessLog(descriptor, queries));
}

Result<void> AccessLog::check(const std::string& file) {
  if (file.empty() || file == "-") return {};
  const auto may = [](const std::string& path, int what) { return ::access(path.c_str(), what) == 0; };
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::absolute(file, none).parent_path();
  const bool there = may(file, F_OK);
  if (there ? may(file, W_OK) && !std::filesystem::is_directory(file, none) : may(folder.string(), W_OK | X_OK)) return {};
  return fail(Code::io, "the access log cannot be opened: " + std::string(std::strerror(errno)), file);
}

AccessLog::AccessLog(int descriptor, bool queries)
    : descriptor_(descriptor), queries_(queries), writer_([this](const std::stop_token& stop) { run(stop); }) {}

AccessLog::~AccessLog() {
  writer_.request_stop();
  if (writer_.joinable()) writer_.join();
  ::close(descriptor_);
}

void AccessLog::write(const Exchange& exchange) {
  std::string line = access_line(exchange, queries_, std::chrono::system_clock::now());
  const std::lock_guard lock(mutex_);
  if (waiting_.size() + line.size() > kMostWaiting) {
    ++lost_;
    return;
  }
  if (waiting_.empty()) more_.notify_one();
  waiting_ += line;
}

void AccessLog::run(const std::stop_token& stop) {
  std::string lines;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      more_.wait(lock, stop, [this] { return !waiting_.empty(); });
      if (waiting_.empty()) return;
      lines.swap(waiting_);
      if (lost_ > 0) lines += "{\"lost_lines\":" + std::to_string(lost_) + "}\n";
      lost_ = 0;
    }
    put(lines, stop);
    lines.clear();
  }
}

// All of it, unless the other end does not take it and the daemon ends.
void AccessLog::put(std::string_view lines, const std::stop_token& stop) const {
  auto waited = std::chrono::milliseconds(0);
  constexpr std::chrono::milliseconds kTurn{50};
  while (!lines.empty() && !(stop.stop_requested() && waited >= kLastWords)) {
    pollfd wish{descriptor_, POLLOUT, 0};
    if (::poll(&wish, 1, static_cast<int>(kTurn.count())) <= 0) {
      waited += kTurn;
      continue;
    }
    // What fits into a pipe at once never blocks after poll (PIPE_BUF).
    const ssize_t written = ::write(descriptor_, lines.data(), std::min<std::size_t>(lines.size(), 4096));
    if (written < 0 && errno != EINTR && errno != EAGAIN) return;  // a full disk; the next lines try again
    if (written > 0) lines.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace fellow::searchd
