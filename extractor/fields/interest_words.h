// SPDX-License-Identifier: GPL-3.0-or-later
// Which words announce topics of research in a sentence, end their list, or stand before one?
#pragma once

#include "extractor/marks.h"

namespace fellow::extractor {

// Lower case; what follows up to the end of the clause is an enumeration of topics.
MarkList interest_cues();
// How the text behind a cue begins that names no topic.
MarkList not_after_cue();
// Words with which an enumeration ends and the sentence goes on.
MarkList topic_ends();
// Words with which a topic is narrowed to others.
MarkList narrowing_words();
// Words before a topic that are no part of it.
MarkList topic_leads();

}  // namespace fellow::extractor
