// SPDX-License-Identifier: GPL-3.0-or-later
// The language a page is written in: small words and scripts, and what the html element says where the text does not tell.
#include <algorithm>
#include <array>
#include <cstdint>

#include "extractor/fields/fields.h"
#include "extractor/phrases.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

struct Language {
  std::string_view code;
  std::array<std::string_view, 12> words;  // frequent, and rare in the other languages
};
constexpr Language kLanguages[] = {
    {"en", {"the", "and", "of", "my", "with", "is", "are", "for", "on", "this", "at", "from"}},
    {"de", {"und", "der", "die", "das", "ich", "ist", "mit", "für", "von", "im", "an", "eine"}},
    {"fr", {"le", "la", "les", "et", "des", "je", "est", "sur", "dans", "une", "pour", "du"}},
    {"es", {"el", "los", "las", "y", "en", "por", "una", "con", "del", "que", "es", "para"}},
    {"pt", {"o", "os", "em", "e", "do", "da", "uma", "com", "são", "na", "no", "para"}},
    {"it", {"il", "gli", "di", "della", "che", "sono", "un", "per", "è", "nel", "con", "le"}},
    {"nl", {"het", "een", "van", "en", "ik", "op", "met", "voor", "aan", "zijn", "bij", "als"}},
};

// All words, and which of the languages have each.
constexpr std::size_t kWords = std::size(kLanguages) * 12;
constexpr std::array<std::string_view, kWords> kAll = [] {
  std::array<std::string_view, kWords> out{};
  for (std::size_t i = 0; i < kWords; ++i) out[i] = kLanguages[i / 12].words[i % 12];
  return out;
}();
constexpr PhraseTable<kWords> kTable(kAll);
constexpr std::array<unsigned, kWords> kSpokenIn = [] {
  std::array<unsigned, kWords> out{};
  for (std::size_t i = 0; i < kWords; ++i) out[Phrases(kTable).number_of(kAll[i])] |= 1U << i / 12;
  return out;
}();

bool holds(std::string_view text, char32_t low, char32_t high, std::size_t wanted) {
  std::size_t found = 0;
  for (std::size_t i = 0; i + 2 < text.size() && found < wanted; ++i) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    if ((at(i) & 0xF0) != 0xE0) continue;
    const char32_t c = static_cast<char32_t>((at(i) & 0x0F) << 12 | (at(i + 1) & 0x3F) << 6 | (at(i + 2) & 0x3F));
    found += c >= low && c <= high;
  }
  return found >= wanted;
}

}  // namespace

std::string language_of(const Document& document) {
  const std::string text = document.dom.text(0).substr(0, 20'000);
  if (text::cjk_share(text) > 0.25) {
    if (holds(text, 0xAC00, 0xD7A3, 20)) return "ko";
    if (holds(text, 0x3040, 0x30FF, 20)) return "ja";
    return "zh";
  }
  const std::string lower = text::lower(text);
  std::array<unsigned, std::size(kLanguages)> hits{};
  for (std::string_view word : text::split(lower, ' ')) {
    const std::uint32_t number = Phrases(kTable).number_of(word);
    if (number == Phrases::kNone) continue;
    for (std::size_t i = 0; i < std::size(kLanguages); ++i) hits[i] += kSpokenIn[number] >> i & 1U;
  }
  const std::size_t best = static_cast<std::size_t>(std::max_element(hits.begin(), hits.end()) - hits.begin());
  if (hits[best] >= 8) return std::string(kLanguages[best].code);
  const NodeId html = document.dom.first("html[lang]");
  std::string said = document.dom.is(0, "html") ? std::string(document.dom.attribute(0, "lang")) : std::string();
  if (said.empty() && html != kNoNode) said = document.dom.attribute(html, "lang");
  said = text::lower(said.substr(0, said.find_first_of("-_")));
  return said.size() == 2 ? said : std::string();
}

}  // namespace fellow::extractor
