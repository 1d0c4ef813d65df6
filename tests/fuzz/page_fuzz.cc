// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as somebody's home page, in the format that the first byte chooses: links and a profile come out that can be shown.
#include <array>
#include <cstdint>

#include "extractor/extractor.h"
#include "fellow/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::array<const char*, 6> kTypes{"text/html", "text/markdown",    "text/x-bibtex",
                                              "text/org",  "application/json", "application/yaml"};
  if (size == 0) return 0;
  fellow::Page page{.url = fellow::Url::parse("https://r.example/").value(),
                    .content_type = kTypes[bytes[0] % kTypes.size()],
                    .body = std::string(reinterpret_cast<const char*>(bytes) + 1, size - 1)};
  fellow::extractor::links(page);
  const fellow::Profile profile = fellow::extractor::extract({.seed = page.url, .pages = {page}});
  CHECK(fellow::parse_profile(fellow::show(profile, {.email = true})).has_value());
  return 0;
}
