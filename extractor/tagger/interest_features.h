// SPDX-License-Identifier: GPL-3.0-or-later
// What of a word in a sentence tells whether it belongs to a research interest? Its class and form, those of its neighbours,
// the last word before it that introduces something ("interested in", "advised by"), what the sentence speaks of, and what
// rules made of it. Not the word itself, unless it is a word of grammar: topics are not to be learnt by heart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extractor/fields/outline.h"
#include "extractor/tagger/chain.h"

namespace fellow::extractor {

struct Word {
  std::size_t begin = 0, end = 0;  // bytes of the sentence
  std::string folded;              // text::fold; of a sign, the sign
  char shape = 'x';                // '.' a sign, '9' digits, 'A' all upper case, 'C' capital, 'a' lower case, 'm' mixed
};
// Words and, each by itself, signs between them; the first 120. Hyphens part words, inner apostrophes and dots do not.
std::vector<Word> words_of(std::string_view sentence);

struct Phrase {
  std::size_t begin = 0, end = 0;  // words; begin == end: nowhere
};
// Where each topic stands, the longest first, none over another. Case and signs may differ.
std::vector<Phrase> phrases_of(const std::vector<Word>& words, const std::vector<std::string>& topics);

// Features of each word. `ruled`: what rules took for topics; null: nothing is said of rules.
Features interest_features(const std::vector<Word>& words, SectionKind kind, const std::vector<Phrase>* ruled);

}  // namespace fellow::extractor
