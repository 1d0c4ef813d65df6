// SPDX-License-Identifier: GPL-3.0-or-later
#include "extractor/tagger/interest_judge.h"

#include <optional>

#include "extractor/tagger/chain.h"
#include "extractor/tagger/interest_features.h"
#include "fellow/check.h"
#include "fellow/embedded.h"
#include "fellow/text.h"

namespace fellow::extractor {
namespace {

const Chain& interest_chain() {
  static const Chain chain = [] {
    for (const EmbeddedFile& file : embedded_weights())
      if (file.path == "interests.tagger")
        if (const std::optional<Chain> read = chain_of(file.body)) return *read;
    CHECK(false);
  }();
  return chain;
}

}  // namespace

std::vector<bool> meant_as_interests(std::string_view sentence, SectionKind kind, const std::vector<std::string>& topics) {
  std::vector<bool> out(topics.size(), true);
  constexpr double kForeign = 0.1;
  if (text::cjk_share(sentence) > kForeign) return out;
  const std::vector<Word> words = words_of(sentence);
  const std::vector<Phrase> places = phrases_of(words, topics);
  const Chain& chain = interest_chain();
  const std::vector<Scores> scores = chain.scores(interest_features(words, kind, &places));
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const Phrase& place = places[i];
    if (place.begin == place.end) continue;
    const std::int64_t phrase = best_score(scores, chain.transitions, {place.begin, place.end, true});
    const std::int64_t none = best_score(scores, chain.transitions, {place.begin, place.end, false});
    out[i] = phrase - none >= chain.margin * static_cast<std::int64_t>(place.end - place.begin);
  }
  return out;
}

}  // namespace fellow::extractor
