// SPDX-License-Identifier: GPL-3.0-or-later
// What the tagger is told of a sentence, and what it makes of made-up ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "extractor/tagger/interest_features.h"
#include "extractor/tagger/interest_judge.h"

namespace fellow::extractor {
namespace {

std::string printed_words(std::string_view sentence) {
  std::string out;
  for (const Word& word : words_of(sentence)) out += (out.empty() ? "" : " ") + word.folded + "/" + word.shape;
  return out;
}

TEST(TaggerWords, WithTheirSignsAndShapes) {
  const std::pair<const char*, const char*> rows[] = {
      {"", ""},
      {"I study Karst caves, in 2024.", "i/C study/a karst/C caves/a ,/. in/a 2024/9 ./."},
      {"low-level GPUs (U.S.)", "low/a -/. level/a gpus/m (/. u s/m ./. )/."},
      {"l’érosion – l'eau", "lerosion/a –/. leau/a"},
      {"it isn't", "it/a isnt/a"},
      {"NLP\xC2\xA0\xE2\x80\x9Cnow\xE2\x80\x9D", "nlp/A “/. now/a ”/."},
  };
  for (const auto& [sentence, words] : rows) EXPECT_EQ(printed_words(sentence), words) << sentence;
}

TEST(TaggerWords, AreBoundedAndLieInTheSentence) {
  std::string endless;
  for (int i = 0; i < 5000; ++i) endless += "rivers, ";
  const std::vector<Word> words = words_of(endless);
  EXPECT_EQ(words.size(), 120U);
  EXPECT_EQ(words.back().begin, words.back().end - 1);
  for (const std::string_view cut : {"\xC3", "\xE2\x80", "a\xF0\x9F", "'", "a'"})  // cut in the middle of a character
    for (const Word& word : words_of(cut)) EXPECT_LE(word.end, cut.size());
}

TEST(TaggerPhrases, StandWhereTheyAreWritten) {
  const std::vector<Word> words = words_of("I study tidal rivers, Rivers and low-level vision.");
  const auto at = [&](const std::vector<std::string>& topics) {
    std::string out;
    for (const Phrase& phrase : phrases_of(words, topics))
      out += std::to_string(phrase.begin) + "-" + std::to_string(phrase.end) + " ";
    return out;
  };
  EXPECT_EQ(at({"rivers", "tidal rivers"}), "5-6 2-4 ") << "the longest first";
  EXPECT_EQ(at({"Low-level vision", "low level vision", "caves", ""}), "7-11 0-0 0-0 0-0 ");
  EXPECT_EQ(at({}), "");
}

TEST(TaggerFeatures, AreOfTheWordsAndWithoutRulesFewer) {
  const std::vector<Word> words = words_of("I study tidal rivers.");
  const std::vector<Phrase> ruled = {{2, 4}}, none;
  const Features with = interest_features(words, SectionKind::about, &ruled);
  const Features without = interest_features(words, SectionKind::about, nullptr);
  ASSERT_EQ(with.size(), words.size());
  ASSERT_EQ(without.size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    EXPECT_GT(with[i].size(), without[i].size());
    EXPECT_TRUE(std::equal(without[i].begin(), without[i].end(), with[i].begin())) << "those of rules come last";
  }
  EXPECT_NE(with, interest_features(words, SectionKind::about, &none));
  EXPECT_NE(without, interest_features(words, SectionKind::research, nullptr));
  EXPECT_TRUE(interest_features({}, SectionKind::none, &none).empty());
}

TEST(TaggerFeatures, DoNotHoldTheTopicItself) {
  // Words of the same length, ends and shape: nothing is learnt by heart.
  const Features one = interest_features(words_of("I study marbles and salinity."), SectionKind::none, nullptr);
  const Features other = interest_features(words_of("I study marxles and saltnity."), SectionKind::none, nullptr);
  EXPECT_EQ(one, other);
}

struct Row {
  const char *sentence, *topic;
  bool meant;
};

TEST(InterestJudge, BelievesWhatIsPresentedAsOne) {
  for (const Row& row : {
           Row{"My research interests include tidal rivers, soil chemistry and karst caves.", "soil chemistry", true},
           Row{"I work on the mechanics of granite and on drone swarms.", "drone swarms", true},
           Row{"Mes recherches portent sur les avalanches et les glaciers.", "glaciers", true},
           Row{"Her scholarship examines medieval water law.", "medieval water law", true},
           Row{"I am fascinated by the idea of employing lichens as witnesses by photographing them.", "lichens as witnesses",
               false},
           Row{"Such floods have received considerable interest recently, and arise in areas such as town planning.",
               "town planning", false},
           Row{"My interests outside academia include rowing, baking and old maps.", "baking", false},
           Row{"I work on tidal rivers.", "karst caves", true},          // stands nowhere in it
           Row{"我的研究重点是岩石力学、土壤化学。", "岩石力学", true},  // a language that it has not learnt
       })
    EXPECT_EQ(meant_as_interests(row.sentence, SectionKind::about, {row.topic}), std::vector<bool>{row.meant})
        << row.sentence << " | " << row.topic;
  EXPECT_TRUE(meant_as_interests("I study caves.", SectionKind::about, {}).empty());
}

}  // namespace
}  // namespace fellow::extractor
