// SPDX-License-Identifier: GPL-3.0-or-later
// Any file as a seed list: each line is a seed, told as bad, or empty.
#include <cstdint>

#include "crawler/seeds.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fellow::crawler::parse_seeds({reinterpret_cast<const char*>(bytes), size}, "fuzz.csv");
  return 0;
}
