// SPDX-License-Identifier: GPL-3.0-or-later
// Any href on any page: never crashes, and a normal form is its own normal form.
#include <cstdint>

#include "fellow/check.h"
#include "fellow/url.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const fellow::Url base = fellow::Url::parse("https://r.example/~jane/pubs/list.html?page=2").value();
  if (const auto url = base.resolve({reinterpret_cast<const char*>(bytes), size})) {
    const auto again = fellow::Url::parse(url->text());
    CHECK(again && *again == *url);
  }
  return 0;
}
