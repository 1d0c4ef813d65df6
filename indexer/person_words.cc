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
    if (i + 1 < words.size() && text::are_one(words[i], words[i + 1])) {
      if (spelled) {
        for (const auto& word : {words[i], words[i + 1], words[i] + words[i + 1]}) spell(word, words_[word]);
      }
      at += place_each({words[i], words[i + 1]}, at, out);
      ++i;
      continue;
    }
    Known& known = words_[words[i]];
    if (spelled) spell(words[i], known);
    if (known.stem == kUnknown && is_ascii(words[i])) known.stem = number_of(stem(words[i]));
    if (known.stem == kUnknown) {
      at += place_each({words[i]}, at, out);
    } else {
      out.push_back({known.stem, at++});
    }
  }
  return at - from;
}

void PersonWords::spell(const std::string& word, Known& known) {
  if (known.spelled) return;
  known.spelled = true;
  if (worth_suggesting(word)) spellings_.push_back(word);
}

unsigned PersonWords::place_each(const std::vector<std::string>& words, unsigned at, std::vector<Place>& out) {
  const PlacedTerms terms = placed(words);
  for (const auto& term : terms.terms) out.push_back({number_of(term.stem), at + term.place});
  return terms.places;
}

std::uint32_t PersonWords::number_of(const std::string& stem) {
  const auto [number, fresh] = numbers_.try_emplace(stem, static_cast<std::uint32_t>(stems_.size()));
  if (fresh) stems_.push_back(stem);
  return number->second;
}

}  // namespace fellow::indexer
