// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/source_status.h"

#include <utility>

#include "fellow/clock.h"

namespace fellow::searchd {
namespace {

constexpr std::chrono::hours kStale{7 * 24};

}  // namespace

SourceStatus failed(SourceStatus status, Error error) {
  const bool own = error.where.starts_with(kOwnCode);
  if (own) {
    status.code = error.where.substr(1);
    error.where.clear();
  } else if (error.code == Code::io && status.kind != "index") {
    status.code = "unreachable";
  }
  status.status = error.code == Code::timeout    ? "timeout"
                  : error.code == Code::busy     ? "skipped"
                  : status.code == "unreachable" ? "unreachable"
                                                 : "error";
  status.error = std::move(error);
  return status;
}

std::string told(const SourceStatus& status) {
  return status.name + ": " + (status.error ? status.error->what : status.status);
}

bool is_stale(std::string_view indexed_at) {
  const auto time = parse_time(indexed_at);
  return time && now() - *time > kStale;
}

SourceStatus stale(SourceStatus status) {
  status.status = "stale";
  status.code = "stale";
  status.error = Error{Code::io, "indexed at " + status.indexed_at + ", more than a week ago", ""};
  return status;
}

std::string wall_time(Moment moment) {
  const auto left = std::chrono::ceil<std::chrono::seconds>(moment - std::chrono::steady_clock::now());
  return show_time(now() + left);
}

}  // namespace fellow::searchd
