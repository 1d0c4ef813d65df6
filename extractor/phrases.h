// SPDX-License-Identifier: GPL-3.0-or-later
// Which words and phrases of a list stand in this text? Made by the compiler, asked by the hash of each run of words, so that a
// list of 200 phrases costs as much as one of two.
//
//   if (stands_in(folded, "oral|spotlight|best paper"_phrases)) …
//
// A phrase stands in a text as whole words: what begins the text or follows a blank, and ends with it or before a blank.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "extractor/word_set.h"

namespace fellow::extractor {

class Phrases {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

 private:
  template <std::size_t>
  friend class PhraseTable;

  // A phrase, or the first words of one (number: kNone).
  struct Slot {
    std::uint64_t hash = 0;
    std::string_view words;
    std::uint32_t number = kNone;
  };

  constexpr Phrases(const Slot* slots, std::size_t mask) : slots_(slots), mask_(mask) {}

  static constexpr std::size_t place_of(std::uint64_t hash) { return static_cast<std::size_t>(hash ^ hash >> 29); }
  constexpr const Slot* find(std::uint64_t hash, std::string_view words) const {
    if (words.empty()) return nullptr;
    for (std::size_t at = place_of(hash) & mask_; !slots_[at].words.empty(); at = (at + 1) & mask_)
      if (slots_[at].hash == hash && slots_[at].words == words) return &slots_[at];
    return nullptr;
  }
  static constexpr std::size_t next_word(std::string_view text, std::size_t from) {
    const std::size_t blank = text.find(' ', from);
    return blank == std::string_view::npos ? text.size() + 1 : blank + 1;
  }
  // The phrases that begin at this word: goes on as long as the words read so far begin any.
  constexpr void for_each_at(std::string_view text, std::size_t begin, auto take) const {
    std::uint64_t hash = hash_of({});
    for (std::size_t from = begin; from < text.size();) {
      const std::size_t end = std::min(text.find(' ', from), text.size());
      hash = hash_of(text.substr(from, end - from), hash);
      const Slot* found = find(hash, text.substr(begin, end - begin));
      if (found == nullptr) return;
      if (found->number != kNone) take(found->number);
      if (end < text.size()) hash = hash_of(" ", hash);
      from = end + 1;
    }
  }

  const Slot* slots_;
  std::size_t mask_;

 public:
  // The number of the phrase that is this text, that of the earliest phrase in it, or begins it; kNone if none is.
  constexpr std::uint32_t number_of(std::string_view text) const {
    const Slot* found = find(hash_of(text), text);
    return found == nullptr ? kNone : found->number;
  }
  constexpr std::uint32_t earliest_in(std::string_view text) const {
    std::uint32_t best = kNone;
    for (std::size_t begin = 0; begin <= text.size() && best != 0; begin = next_word(text, begin))
      for_each_at(text, begin, [&](std::uint32_t number) { best = std::min(best, number); });
    return best;
  }
  constexpr bool begin(std::string_view text) const {
    bool any = false;
    for_each_at(text, 0, [&](std::uint32_t) { any = true; });
    return any;
  }
};

// Where the next `mark` stands from `from` on, the text's end if nowhere. std::string_view::find does the same, but under
// sanitizers g++ 12 does not take it for a constant.
constexpr std::size_t find_mark(std::string_view text, char mark, std::size_t from = 0) {
  while (from < text.size() && text[from] != mark) ++from;
  return from;
}

// Holds the slots of `Words` phrases and beginnings of phrases at most.
template <std::size_t Words>
class PhraseTable {
 public:
  // Of phrases that are numbered as they come; the first of two alike keeps its number.
  consteval explicit PhraseTable(std::span<const std::string_view> phrases) {
    for (std::uint32_t number = 0; number < phrases.size(); ++number) add(phrases[number], number);
  }
  // Of phrases between '|'.
  consteval explicit PhraseTable(std::string_view lexicon) {
    for (std::uint32_t number = 0; !lexicon.empty(); ++number) {
      const std::size_t end = find_mark(lexicon, '|');
      add(lexicon.substr(0, end), number);
      lexicon.remove_prefix(std::min(end + 1, lexicon.size()));
    }
  }
  constexpr operator Phrases() const { return {slots_.data(), kMask}; }

 private:
  static constexpr std::size_t kMask = std::bit_ceil(2 * Words + 1) - 1;

  consteval void add(std::string_view phrase, std::uint32_t number) {
    for (std::size_t end = find_mark(phrase, ' '); end < phrase.size(); end = find_mark(phrase, ' ', end + 1))
      place(phrase.substr(0, end), Phrases::kNone);
    place(phrase, number);
  }
  consteval void place(std::string_view words, std::uint32_t number) {
    if (words.empty()) return;
    const std::uint64_t hash = hash_of(words);
    std::size_t at = Phrases::place_of(hash) & kMask;
    while (!slots_[at].words.empty() && slots_[at].words != words) at = (at + 1) & kMask;
    slots_[at] = {hash, words, std::min(slots_[at].number, number)};
  }

  std::array<Phrases::Slot, kMask + 1> slots_{};
};

// How many words are in a list of phrases: as many slots does its table need.
consteval std::size_t count_words(std::span<const std::string_view> phrases) {
  std::size_t words = phrases.size();
  for (const std::string_view phrase : phrases)
    words += static_cast<std::size_t>(std::count(phrase.begin(), phrase.end(), ' '));
  return words;
}

// A string literal as the argument of a template.
template <std::size_t Size>
struct Literal {
  consteval Literal(const char (&text)[Size]) { std::copy_n(text, Size, bytes); }
  constexpr std::string_view view() const { return {bytes, Size - 1}; }
  char bytes[Size]{};
};
template <Literal Lexicon>
inline constexpr PhraseTable<1 + std::count_if(Lexicon.bytes, Lexicon.bytes + sizeof Lexicon.bytes,
                                               [](char c) { return c == ' ' || c == '|'; })>
    kTableOf(Lexicon.view());
// The phrases of "…|…|…", folded.
template <Literal Lexicon>
consteval Phrases operator""_phrases() {
  return kTableOf<Lexicon>;
}

constexpr bool stands_in(std::string_view folded, Phrases phrases) { return phrases.earliest_in(folded) != Phrases::kNone; }
constexpr bool is_one_of(std::string_view folded, Phrases phrases) { return phrases.number_of(folded) != Phrases::kNone; }
constexpr bool begins_with(std::string_view folded, Phrases phrases) { return phrases.begin(folded); }

}  // namespace fellow::extractor
