// SPDX-License-Identifier: GPL-3.0-or-later
// Does the sentence present this topic as something that the person works on? Rules find topics behind cues; on pages whose
// wording nobody foresaw a third of them are none ("making X faster", "any X orbiting around them"). A tagger that was trained
// on labelled sentences (bench/tagger.py) has the last word on them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/fields/outline.h"

namespace fellow::extractor {

// Of each topic (as topics_stated found it): whether it is believed. Always, if it does not stand in the sentence word by word,
// or the sentence is Chinese, Japanese or Korean, which the tagger has not learnt. `kind`: of the section. Thread-safe.
std::vector<bool> meant_as_interests(std::string_view sentence, SectionKind kind, const std::vector<std::string>& topics);

}  // namespace fellow::extractor
