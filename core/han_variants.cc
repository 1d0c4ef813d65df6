// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/han_variants.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace fellow::text {
namespace {

struct Variant {
  std::uint16_t traditional, simplified;
};
constexpr Variant kVariants[] = {
#include <han_variants.inc>  // written by the build
};
static_assert(std::is_sorted(std::begin(kVariants), std::end(kVariants),
                             [](Variant a, Variant b) { return a.traditional < b.traditional; }));

}  // namespace

char32_t simplified(char32_t c) {
  if (c < kVariants[0].traditional || c > std::prev(std::end(kVariants))->traditional) return c;
  const auto* row = std::lower_bound(std::begin(kVariants), std::end(kVariants), c,
                                     [](const Variant& variant, char32_t wanted) { return variant.traditional < wanted; });
  return row->traditional == c ? row->simplified : c;
}

}  // namespace fellow::text
