// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/person_words.h"

#include <algorithm>

#include "fellow/compounds.h"

namespace fellow::indexer {
namespace {

constexpr std::size_t kShortest = 2, kLongest = 40;  // letters of a word worth suggesting

bool worth_suggesting(const std::string& word) {
  return word.size() >= kShortest && word.size() <= kLongest &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_ascii(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

unsigned PersonWords::place(const std::vector<std::string>& words, unsigned from, bool spelled, std::vector<Place>& out) {
  unsigned at = from;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const unsigned places = place_word(words[i], at, spelled, out);
    if (i + 1 < words.size() && text::are_one(words[i], words[i + 1])) {  // the whole and its parts, in one place
      place_word(words[i + 1], at, spelled, out);
      place_word(words[i] + words[i + 1], at, spelled, out);
      ++i;
    }
    at += places;
  }
  return at - from;
}

unsigned PersonWords::place_word(const std::string& word, unsigned at, bool spelled, std::vector<Place>& out) {
  const auto [found, fresh] = words_.try_emplace(word);
  Known& known = found->second;
  if (spelled && !known.spelled) {
    known.spelled = true;
    if (worth_suggesting(word)) spellings_.push_back(word);
  }
  if (known.stem == kMany && is_ascii(word)) known.stem = number_of(stem(word));
  if (known.stem != kMany) {
    out.push_back({known.stem, at});
    return 1;
  }
  const PlacedTerms terms = placed({word});
  for (const auto& term : terms.terms) out.push_back({number_of(term.stem), at + term.place});
  return terms.places;
}

std::uint32_t PersonWords::number_of(const std::string& stem) {
  const auto [number, fresh] = numbers_.try_emplace(stem, static_cast<std::uint32_t>(stems_.size()));
  if (fresh) stems_.push_back(stem);
  return number->second;
}

}  // namespace fellow::indexer
