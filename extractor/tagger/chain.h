// SPDX-License-Identifier: GPL-3.0-or-later
// Which words of a sentence are phrases of one kind? A linear chain of labels: every word has a score for each label, from its
// features, and so has every pair of neighbours; Viterbi's algorithm finds the best sequence. Integers only, so that every
// machine finds the same.
//
//   const std::vector<Scores> scores = chain.scores(features);
//   best_labels(scores, chain.transitions);                  // {outside, begin, inside, outside}
//   best_score(scores, chain.transitions, {1, 3, true});     // of the sequences in which words 1 and 2 are a phrase
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fellow::extractor {

enum Label : std::size_t { kBegin, kInside, kOutside, kLabels };

using Scores = std::array<std::int64_t, kLabels>;
using Transitions = std::array<Scores, kLabels>;  // [from][to]; nothing is inside right after outside

// Feature numbers of each word; a feature is a hash, below kFeatures.
using Features = std::vector<std::vector<std::uint16_t>>;
inline constexpr std::size_t kFeatures = 1U << 16;

// Trained weights, as bench/tagger.py writes them: "FTAG1\n", the margin and nine transitions as 32-bit little-endian integers,
// then one signed byte a feature for "begin" and one for "inside", both over "outside".
struct Chain {
  std::int32_t margin = 0;  // per word: by how much a phrase may lose against none and still be believed
  Transitions transitions{};
  std::span<const std::int8_t> begin, inside;  // views into the file

  std::vector<Scores> scores(const Features& words) const;
};
// nullopt unless the file has exactly that form.
std::optional<Chain> chain_of(std::string_view file);

// The sequence with the highest sum; of equal ones, the one whose labels come first, from the back.
std::vector<Label> best_labels(std::span<const Scores> scores, const Transitions& transitions);

// Words [begin, end) are one phrase, neither more nor less; or none of them belongs to any.
struct Forced {
  std::size_t begin = 0, end = 0;
  bool phrase = false;
};
// The highest sum of the sequences that obey; `end` at most the number of words, `begin` below it.
std::int64_t best_score(std::span<const Scores> scores, const Transitions& transitions, Forced forced);

}  // namespace fellow::extractor
