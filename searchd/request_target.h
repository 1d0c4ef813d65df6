// SPDX-License-Identifier: GPL-3.0-or-later
// Which host and which resource does a request name? RFC 9112 section 3.2 and RFC 9110 section 7.2. Pure functions.
//
//   read_target("GET", "/a?b=c", {"jane.example:8080"})  ->  host "jane.example", port 8080, path "/a", query "b=c"
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fellow/result.h"

namespace fellow::searchd {

struct Target {
  std::string host;  // lower case, without port; IPv6 with its brackets
  int port = 0;      // 0 if none is named
  std::string path, query;
};

// `hosts`: every Host header of the request. bad_input unless there is exactly one, it is well formed, and the target is in
// origin form or in absolute form with http(s) (whose host then counts).
Result<Target> read_target(std::string_view target, const std::vector<std::string_view>& hosts);

}  // namespace fellow::searchd
