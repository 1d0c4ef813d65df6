// SPDX-License-Identifier: GPL-3.0-or-later
// In which tense does each part of a sentence speak of the person? "I was a postdoc at A before joining B": A is past, B
// present.
//
//   Sentence s = sentence_of("I was a postdoc at ETH before joining MIT", builder, {});
//   s.tense_at(s.places[0].begin);  // past
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "extractor/builder.h"
#include "extractor/fields/advising.h"
#include "extractor/fields/organisations.h"
#include "extractor/fields/titles.h"
#include "extractor/fields/tokens.h"

namespace fellow::extractor {

enum class Tense { none, current, past, degree, future };  // degree: past, but only with a degree or a title

struct Cue {
  std::size_t at = 0;  // token
  Tense tense = Tense::none;
};

struct Sentence {
  std::string_view text;
  std::vector<Token> words;
  bool personal = false;
  std::vector<Cue> cues;
  std::vector<Organisation> places;
  std::vector<Title> titles;
  std::vector<Degree> degrees;
  std::vector<Advising> advising;
  Organisation before;  // named last by the sentences before

  Tense tense_at(std::size_t byte) const {
    Tense tense = Tense::none;
    for (const Cue& cue : cues) {
      if (words[cue.at].begin > byte) break;
      tense = cue.tense;
    }
    return tense;
  }
  // Bytes of the segment (between cues that change the tense) around a place.
  std::pair<std::size_t, std::size_t> segment(std::size_t byte) const {
    std::size_t begin = 0, end = text.size();
    Tense tense = Tense::none;
    for (const Cue& cue : cues) {
      const std::size_t at = words[cue.at].begin;
      if (cue.tense == tense) continue;
      if (at <= byte)
        begin = at, tense = cue.tense;
      else {
        end = at;
        break;
      }
    }
    return {begin, end};
  }
  bool advised(std::size_t byte) const {
    return std::any_of(advising.begin(), advising.end(), [&](const Advising& a) { return a.begin <= byte && byte < a.end; });
  }
};

// What the sentence names and where its tense changes; `before` is the organisation that the sentences before named last.
// Views into `text` stay in it. The text has to be at most some 1 500 bytes: the search for cues looks at each word.
Sentence sentence_of(std::string_view text, const ProfileBuilder& builder, const Organisation& before);

}  // namespace fellow::extractor
