// SPDX-License-Identifier: GPL-3.0-or-later
// Is it the hosts that cannot be reached, or this machine that has no network? Until somebody has answered, failures say
// nothing about hosts: the crawl holds them back, and asks the machine when there are several.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "crawler/fetch.h"

namespace fellow::crawler {

// What the exchanges of a run tell. Pure.
class NetworkWatch {
 public:
  static constexpr std::size_t kHostsInDoubt = 8;  // unreachable, none reached: time to look at the machine

  void saw(const std::string& host, const Fetched& answer);
  // Somebody is there: a server answered, or at least refused.
  bool proven() const { return proven_; }
  void prove() { proven_ = true; }
  // Only hosts that a machine without network would not reach either, and at least so many.
  bool doubtful(std::size_t hosts = kHostsInDoubt) const { return !proven_ && unreached_.size() >= hosts; }
  // Those whose name had no address, if that is what every one of them failed by; else none.
  std::vector<std::string> names() const;

 private:
  bool proven_ = false, only_names_ = true;
  std::set<std::string> unreached_;
};

// Why this machine reaches nobody: it has no route to public addresses, or no name server answers for any of these (at most
// three are tried). nullopt: it is not the machine. Sends nothing but those questions; takes 5 s at most.
std::optional<std::string> why_offline(const std::vector<std::string>& names);

}  // namespace fellow::crawler
