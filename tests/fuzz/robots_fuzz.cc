// SPDX-License-Identifier: GPL-3.0-or-later
// Any robots.txt: never crashes, and robots.txt itself may always be asked for (RFC 9309 section 2.2.2).
#include <cstdint>

#include "crawler/robots.h"
#include "fellow/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const fellow::Url page = fellow::Url::parse("https://r.example/~jane/a/b.html?x=1").value();
  static const fellow::Url rules = fellow::Url::parse("https://r.example/robots.txt").value();
  const auto robots = fellow::crawler::Robots::parse({reinterpret_cast<const char*>(bytes), size}, "FellowBot");
  robots.allows(page);
  CHECK(robots.allows(rules));
  return 0;
}
