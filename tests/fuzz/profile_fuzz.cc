// SPDX-License-Identifier: GPL-3.0-or-later
// Any JSON as a profile: never crashes, and what was read is read again from what is shown of it.
#include <cstdint>

#include "fellow/check.h"
#include "fellow/profile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto profile = fellow::parse_profile({reinterpret_cast<const char*>(bytes), size});
  if (profile) CHECK(fellow::parse_profile(fellow::show(*profile, {.email = true})).has_value());
  return 0;
}
