// SPDX-License-Identifier: GPL-3.0-or-later
// Which of N machines crawls this site? By a hash of its registrable domain (publicsuffix.org), so that all hosts that one
// server may stand behind are asked by one machine, one at a time. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fellow/url.h"

namespace fellow::crawler {

// "www.cl.cam.ac.uk" -> "cam.ac.uk"; "alice.github.io" is one itself, and so is an address of numbers.
std::string registrable_domain(const Url& url);

struct Shard {
  unsigned number = 1, of = 1;  // 1 … of
  bool has(const Url& url) const;
};

// "2/4"; bad_input unless 1 <= I <= N <= 10 000.
Result<Shard> parse_shard(std::string_view text);

}  // namespace fellow::crawler
