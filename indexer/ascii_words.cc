// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/ascii_words.h"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fellow::indexer {
namespace {

constexpr std::size_t kBlock = 64;

#ifdef __SSE2__

// The first `count` of `wanted`; letters compare without their case.
AsciiBlock block_at(const char* at, const char* wanted, std::size_t count) {
  AsciiBlock out;
  const auto between = [](__m128i bytes, char first, char last) {
    const __m128i before = _mm_set1_epi8(static_cast<char>(first - 1)), after = _mm_set1_epi8(static_cast<char>(last + 1));
    return _mm_and_si128(_mm_cmpgt_epi8(bytes, before), _mm_cmplt_epi8(bytes, after));
  };
  const auto bits = [](__m128i bytes, unsigned shift) {
    return std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(bytes))} << shift;
  };
  for (unsigned i = 0; i < kBlock; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
    const __m128i small = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    const __m128i letters = between(small, 'a', 'z'), digits = between(bytes, '0', '9');
    const __m128i apostrophes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\''));
    out.in_word |= bits(_mm_or_si128(_mm_or_si128(letters, digits), apostrophes), i);
    out.beyond |= bits(bytes, i);
    __m128i found = _mm_setzero_si128();
    for (std::size_t k = 0; k < count; ++k) found = _mm_or_si128(found, _mm_cmpeq_epi8(small, _mm_set1_epi8(wanted[k])));
    out.wanted |= bits(found, i);
  }
  return out;
}

#else

// The same for any processor.
AsciiBlock block_at(const char* at, const char* wanted, std::size_t count) {
  AsciiBlock out;
  for (unsigned i = 0; i < kBlock; ++i) {
    const auto byte = static_cast<unsigned char>(at[i]), small = static_cast<unsigned char>(byte | 0x20);
    const bool in_word = (small >= 'a' && small <= 'z' && byte < 0x80) || (byte >= '0' && byte <= '9') || byte == '\'';
    out.in_word |= std::uint64_t{in_word} << i;
    out.beyond |= std::uint64_t{byte >= 0x80} << i;
    out.wanted |= std::uint64_t{std::find(wanted, wanted + count, static_cast<char>(small)) != wanted + count} << i;
  }
  return out;
}

#endif

}  // namespace

void FirstCharacters::add(char small) {
  const auto end = characters_.begin() + static_cast<std::ptrdiff_t>(count_);
  if (std::find(characters_.begin(), end, small) != end) return;
  if (count_ == kMost) {
    all_ = true;
  } else {
    characters_[count_++] = small;
  }
}

AsciiBlock FirstCharacters::block(std::string_view text, std::size_t from) const {
  AsciiBlock out;
  if (text.size() - from >= kBlock) {
    out = block_at(text.data() + from, characters_.data(), count_);
  } else {
    std::array<char, kBlock> rest{};
    std::memcpy(rest.data(), text.data() + from, text.size() - from);
    out = block_at(rest.data(), characters_.data(), count_);
  }
  if (all_) out.wanted = ~std::uint64_t{0};
  return out;
}

}  // namespace fellow::indexer
