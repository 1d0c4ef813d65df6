// SPDX-License-Identifier: GPL-3.0-or-later
// What did the server pack? Undoes the content codings of an answer, also nested: gzip and deflate (RFC 9110, 8.4.1), br (RFC
// 7932), zstd (RFC 8878).
//
// Not left to libcurl: it bounds what comes out of the last coding only. Three of them, 5 MiB on the wire, can mean terabytes
// in between, undone without a pause while every other host waits; and a zstd window may take 128 MiB. Here each step is
// bounded by itself, and the window by 8 MiB (RFC 9659).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "crawler/reason.h"

namespace fellow::crawler {

inline constexpr const char* kAcceptedCodings = "gzip, deflate, br, zstd";

struct DecodeLimits {
  std::size_t bytes = 10 << 20;  // out of each coding
  int codings = 3;
  std::size_t enough_bytes = 0;  // > 0: so many are all that is wanted, and an end that is missing is no fault
};

struct Decoded {
  Reason reason = Reason::none;  // none, decode or too_large
  std::string detail;
  std::string body;
};

// How many codings "gzip, identity, br" names; identity is none. nullopt when one of them is none that is undone here.
std::optional<int> count_codings(std::string_view content_encoding);
// `body` less its codings, the one that was named last first. An empty body has none.
Decoded decode(std::string body, std::string_view content_encoding, const DecodeLimits& limits);

}  // namespace fellow::crawler
