// SPDX-License-Identifier: GPL-3.0-or-later
// Which words announce topics of research in a sentence, end their list, or stand before one?
#pragma once

#include <string_view>
#include <vector>

namespace fellow::extractor {

// Lower case; what follows up to the end of the clause is an enumeration of topics.
const std::vector<std::string_view>& interest_cues();
// How the text behind a cue begins that names no topic.
const std::vector<std::string_view>& not_after_cue();
// Words with which an enumeration ends and the sentence goes on.
const std::vector<std::string_view>& topic_ends();
// Words with which a topic is narrowed to others.
const std::vector<std::string_view>& narrowing_words();
// Words before a topic that are no part of it.
const std::vector<std::string_view>& topic_leads();

}  // namespace fellow::extractor
