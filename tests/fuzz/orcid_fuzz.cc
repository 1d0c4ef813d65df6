// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a record of ORCID: an error, or a profile that can be shown.
#include <cstdint>

#include "extractor/orcid_record.h"
#include "fellow/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  fellow::extractor::orcid_id(text);
  const auto read = fellow::extractor::read_orcid_record(text, {});
  if (read) CHECK(fellow::parse_profile(fellow::show(*read)).has_value());
  return 0;
}
