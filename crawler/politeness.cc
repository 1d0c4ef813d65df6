// SPDX-License-Identifier: GPL-3.0-or-later
#include "crawler/politeness.h"

#include <algorithm>

#include "fellow/check.h"

namespace fellow::crawler {

Turns::Turns(std::chrono::milliseconds gap, std::size_t hosts_at_once)
    : gap_(gap), hosts_at_once_(std::max<std::size_t>(hosts_at_once, 1)) {}

Turns::Host& Turns::host_named(const std::string& host) {
  const auto [at, fresh] = hosts_.try_emplace(host);
  if (fresh) at->second.gap = gap_;
  return at->second;
}

// Puts the host where it belongs in ready_, after any change.
void Turns::list(const std::string& name, Host& host) {
  if (host.listed) ready_.erase({*host.listed, name});
  host.listed.reset();
  if (host.busy || host.tickets.empty()) return;
  host.listed = std::max(host.rest, host.ended ? *host.ended + host.gap : Clock::time_point::min());
  ready_.insert({*host.listed, name});
}

Turns::Ticket Turns::ask(const std::string& name) {
  Host& host = host_named(name);
  host.tickets.push_back(++last_ticket_);
  ++waiting_;
  list(name, host);
  return last_ticket_;
}

std::optional<Turns::Ticket> Turns::next(Clock::time_point now) {
  if (running_ >= hosts_at_once_ || ready_.empty() || ready_.begin()->first > now) return std::nullopt;
  const std::string name = ready_.begin()->second;
  Host& host = host_named(name);
  const Ticket ticket = host.tickets.front();
  host.tickets.pop_front();
  host.busy = true;
  --waiting_;
  ++running_;
  list(name, host);
  return ticket;
}

void Turns::done(const std::string& name, Clock::time_point now) {
  Host& host = host_named(name);
  CHECK(host.busy);
  host.busy = false;
  host.ended = now;
  --running_;
  list(name, host);
}

void Turns::give_back(const std::string& name) {
  Host& host = host_named(name);
  CHECK(host.busy);
  host.busy = false;
  --running_;
  list(name, host);
}

void Turns::set_gap(const std::string& name, std::chrono::milliseconds gap) {
  Host& host = host_named(name);
  host.gap = std::max(host.gap, gap);
  list(name, host);
}

void Turns::rest_until(const std::string& name, Clock::time_point time) {
  Host& host = host_named(name);
  host.rest = std::max(host.rest, time);
  list(name, host);
}

std::optional<Turns::Clock::time_point> Turns::wake() const {
  if (running_ >= hosts_at_once_ || ready_.empty()) return std::nullopt;
  return ready_.begin()->first;
}

}  // namespace fellow::crawler
