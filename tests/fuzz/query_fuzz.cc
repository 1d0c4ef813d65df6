// SPDX-License-Identifier: GPL-3.0-or-later
// Anything typed: never an error, always bounded.
#include <cstdint>

#include "fellow/check.h"
#include "fellow/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const fellow::Query query = fellow::parse_query({reinterpret_cast<const char*>(bytes), size});
  CHECK(query.clauses.size() <= fellow::Query::kMaxWords);
  fellow::show(query);
  return 0;
}
