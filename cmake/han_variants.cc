// SPDX-License-Identifier: GPL-3.0-or-later
// Run by the build: writes, as rows of C++, each Han character with its simplified form, as ICU's transliterator from
// traditional to simplified has them. Making that transliterator takes 70 ms, which no program that folds a word should wait
// for.
#include <unicode/translit.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <cstdio>
#include <memory>

int main() {
  constexpr UChar32 kFirst = 0x3400, kEnd = 0xA000;  // beyond them it knows none
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::Transliterator> simplify(
      icu::Transliterator::createInstance("Traditional-Simplified", UTRANS_FORWARD, status));
  if (U_FAILURE(status) || !simplify) {
    std::fprintf(stderr, "this ICU has no transliterator from traditional to simplified Chinese: %s\n", u_errorName(status));
    return 1;
  }
  for (UChar32 c = kFirst; c < kEnd; ++c) {
    icu::UnicodeString text(c);
    simplify->transliterate(text);
    if (text.countChar32() == 1 && text.char32At(0) != c)
      std::printf("{0x%X, 0x%X},\n", static_cast<unsigned>(c), static_cast<unsigned>(text.char32At(0)));
  }
  return 0;
}
