// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/tagger/chain.h"

#include <algorithm>
#include <limits>

namespace fellow::extractor {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::min() / 4;  // sums of two of them do not overflow
constexpr std::string_view kMagic = "FTAG1\n";
constexpr std::size_t kNumbers = 1 + kLabels * kLabels, kHeader = kMagic.size() + 4 * kNumbers;

std::int32_t number(std::string_view file, std::size_t index) {
  std::uint32_t out = 0;
  for (std::size_t k = 0; k < 4; ++k)
    out |= static_cast<std::uint32_t>(static_cast<unsigned char>(file[kMagic.size() + 4 * index + k])) << (8 * k);
  return static_cast<std::int32_t>(out);
}

bool may_follow(std::size_t from, std::size_t to) { return from != kOutside || to != kInside; }

// The label before `to` with the highest sum.
std::size_t best_before(const Scores& sums, const Transitions& transitions, std::size_t to) {
  std::size_t best = kBegin;
  for (std::size_t from = 1; from < kLabels; ++from)
    if (may_follow(from, to) && sums[from] + transitions[from][to] > sums[best] + transitions[best][to]) best = from;
  return best;
}

Scores first_of(const Scores& word) { return {word[kBegin], kNever, word[kOutside]}; }

}  // namespace

std::vector<Scores> Chain::scores(const Features& words) const {
  std::vector<Scores> out;
  out.reserve(words.size());
  for (const std::vector<std::uint16_t>& features : words) {
    Scores sum{};
    for (const std::uint16_t feature : features) sum[kBegin] += begin[feature], sum[kInside] += inside[feature];
    out.push_back(sum);
  }
  return out;
}

std::optional<Chain> chain_of(std::string_view file) {
  if (!file.starts_with(kMagic) || file.size() != kHeader + 2 * kFeatures) return std::nullopt;
  Chain out;
  out.margin = number(file, 0);
  for (std::size_t i = 0; i < kLabels * kLabels; ++i) out.transitions[i / kLabels][i % kLabels] = number(file, 1 + i);
  const auto* bytes = reinterpret_cast<const std::int8_t*>(file.data() + kHeader);  // char and signed char may alias
  out.begin = {bytes, kFeatures};
  out.inside = {bytes + kFeatures, kFeatures};
  return out;
}

std::vector<Label> best_labels(std::span<const Scores> scores, const Transitions& transitions) {
  if (scores.empty()) return {};
  std::vector<std::array<std::uint8_t, kLabels>> back(scores.size());
  Scores sums = first_of(scores[0]);
  for (std::size_t i = 1; i < scores.size(); ++i) {
    Scores next{};
    for (std::size_t to = 0; to < kLabels; ++to) {
      const std::size_t from = best_before(sums, transitions, to);
      back[i][to] = static_cast<std::uint8_t>(from);
      next[to] = sums[from] + transitions[from][to] + scores[i][to];
    }
    sums = next;
  }
  std::vector<Label> out(scores.size());
  auto label = static_cast<std::size_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
  for (std::size_t i = scores.size(); i-- > 0; label = back[i][label]) out[i] = static_cast<Label>(label);
  return out;
}

std::int64_t best_score(std::span<const Scores> scores, const Transitions& transitions, Forced forced) {
  const auto allowed = [&](std::size_t word, std::size_t label) {
    if (forced.phrase && word == forced.end) return label != kInside;  // or the phrase would be longer
    if (word < forced.begin || word >= forced.end) return true;
    if (!forced.phrase) return label == kOutside;
    return label == (word == forced.begin ? kBegin : kInside);
  };
  Scores sums{};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Scores next = i == 0 ? first_of(scores[0]) : Scores{};
    for (std::size_t to = 0; i > 0 && to < kLabels; ++to) {
      const std::size_t from = best_before(sums, transitions, to);
      next[to] = std::max(sums[from] + transitions[from][to], kNever) + scores[i][to];
    }
    for (std::size_t to = 0; to < kLabels; ++to)
      if (!allowed(i, to)) next[to] = kNever;
    sums = next;
  }
  return *std::max_element(sums.begin(), sums.end());
}

}  // namespace fellow::extractor
