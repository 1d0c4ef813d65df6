// SPDX-License-Identifier: GPL-3.0-or-later
// How much time and how many bytes may one page take? (R5)
#pragma once

#include <chrono>
#include <cstdint>

namespace fellow::crawler {

struct FetchLimits {
  std::chrono::milliseconds first_byte{10'000}, whole{30'000};
  std::chrono::seconds slow_time{10};
  long slow_bytes_a_second = 100;
  std::int64_t wire_bytes = 5 << 20;
  std::size_t decoded_bytes = 10 << 20;
  std::size_t header_bytes = 64 << 10;
  int codings = 3;
};

}  // namespace fellow::crawler
