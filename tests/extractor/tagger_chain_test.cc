// SPDX-License-Identifier: GPL-3.0-or-later
// Viterbi against every sequence of labels there is, and the file of weights against damage.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "extractor/tagger/chain.h"
#include "fellow/embedded.h"

namespace fellow::extractor {
namespace {

constexpr std::size_t kPower[] = {1, 3, 9, 27, 81, 243, 729};

std::vector<Label> sequence(std::size_t number, std::size_t words) {
  std::vector<Label> out(words);
  for (std::size_t i = 0; i < words; ++i) out[i] = static_cast<Label>(number / kPower[i] % kLabels);
  return out;
}

bool obeys(const std::vector<Label>& labels, const Forced& forced) {
  for (std::size_t i = forced.begin; i < forced.end; ++i)
    if (labels[i] != (!forced.phrase ? kOutside : i == forced.begin ? kBegin : kInside)) return false;
  return !forced.phrase || forced.end == labels.size() || labels[forced.end] != kInside;
}

// The sum of a sequence; nullopt if something is inside of nothing.
std::optional<std::int64_t> sum_of(const std::vector<Label>& labels, const std::vector<Scores>& scores, const Transitions& to) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kInside && (i == 0 || labels[i - 1] == kOutside)) return std::nullopt;
    sum += scores[i][labels[i]] + (i > 0 ? to[labels[i - 1]][labels[i]] : 0);
  }
  return sum;
}

struct Chance {
  explicit Chance(unsigned seed) : random(seed) {
    for (Scores& from : transitions)
      for (std::int64_t& to : from) to = number();
    scores.resize(1 + random() % 6);
    for (Scores& word : scores) word = {number(), number(), number()};
  }
  std::int64_t number() { return static_cast<std::int64_t>(random() % 41) - 20; }

  std::mt19937 random;
  Transitions transitions{};
  std::vector<Scores> scores;
};

TEST(Chain, BestLabelsAreTheBestOfAll) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Chance chance(seed);
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (std::size_t n = 0; n < kPower[chance.scores.size()]; ++n)
      if (const auto sum = sum_of(sequence(n, chance.scores.size()), chance.scores, chance.transitions))
        best = std::max(best, *sum);
    const auto found = sum_of(best_labels(chance.scores, chance.transitions), chance.scores, chance.transitions);
    ASSERT_TRUE(found) << "seed " << seed;
    EXPECT_EQ(*found, best) << "seed " << seed;
  }
}

TEST(Chain, BestScoreIsOfTheSequencesThatObey) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Chance chance(seed);
    const std::size_t words = chance.scores.size();
    Forced forced;
    forced.begin = chance.random() % words;
    forced.end = forced.begin + 1 + chance.random() % (words - forced.begin);
    forced.phrase = chance.random() % 2 == 0;
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (std::size_t n = 0; n < kPower[words]; ++n)
      if (const std::vector<Label> labels = sequence(n, words); obeys(labels, forced))
        if (const auto sum = sum_of(labels, chance.scores, chance.transitions)) best = std::max(best, *sum);
    EXPECT_EQ(best_score(chance.scores, chance.transitions, forced), best)
        << "seed " << seed << ", words " << forced.begin << " to " << forced.end << (forced.phrase ? ", a phrase" : ", none");
  }
}

TEST(Chain, NothingHasNoLabels) { EXPECT_TRUE(best_labels({}, {}).empty()); }

TEST(Chain, OfTheEmbeddedFile) {
  ASSERT_EQ(embedded_weights().size(), 1U);
  const EmbeddedFile& file = embedded_weights()[0];
  EXPECT_EQ(file.path, "interests.tagger");
  EXPECT_LT(file.body.size(), 500'000U);
  const std::optional<Chain> chain = chain_of(file.body);
  ASSERT_TRUE(chain);
  EXPECT_GT(std::count_if(chain->begin.begin(), chain->begin.end(), [](std::int8_t w) { return w != 0; }), 1000);
  EXPECT_LT(chain->margin, 0) << "a phrase is believed unless much speaks against it";
}

TEST(Chain, DamagedFilesAreRefused) {
  const std::string whole(embedded_weights()[0].body);
  EXPECT_TRUE(chain_of(whole));
  EXPECT_FALSE(chain_of(""));
  EXPECT_FALSE(chain_of(whole.substr(0, whole.size() - 1)));
  EXPECT_FALSE(chain_of(whole + "x"));
  EXPECT_FALSE(chain_of("GTAG1\n" + whole.substr(6)));
}

TEST(Chain, NumbersOfAFileAndScores) {
  std::string file = "FTAG1\n";
  for (int n = -2; n < 8; ++n) {
    const auto bits = static_cast<std::uint32_t>(n * 300);
    for (int k = 0; k < 4; ++k) file += static_cast<char>(bits >> (8 * k) & 0xFFU);
  }
  file.append(2 * kFeatures, '\0');
  const std::size_t begin = file.size() - 2 * kFeatures, inside = file.size() - kFeatures;
  file[begin + 7] = 5, file[begin + 65535] = static_cast<char>(-3), file[inside + 7] = 11;
  const std::optional<Chain> chain = chain_of(file);
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->margin, -600);
  EXPECT_EQ(chain->transitions, (Transitions{Scores{-300, 0, 300}, Scores{600, 900, 1200}, Scores{1500, 1800, 2100}}));
  EXPECT_EQ(chain->scores({{7, 65535}, {}, {7, 7}}), (std::vector<Scores>{{2, 11, 0}, {0, 0, 0}, {10, 22, 0}}));
}

}  // namespace
}  // namespace fellow::extractor
