// SPDX-License-Identifier: GPL-3.0-or-later
// Which topics does an enumeration name? "A, B and C" are three, "relations between A, B and C" or "fast and safe algorithms"
// one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

// Trimmed, in order; what is no topic (topic_like) goes to `left_out`, if given.
std::vector<std::string> topics_of(std::string_view enumeration, std::vector<std::string>* left_out = nullptr);
// The same in a sentence, where "enhancing X" and "leveraging X" are about X and a topic of too many words ends before "for".
std::vector<std::string> topics_in_prose(std::string_view enumeration, std::vector<std::string>* left_out = nullptr);
// The same of what stands behind a label ("専攻分野："): without commas, blanks part what is written in Han or Hangul.
std::vector<std::string> labelled_topics(std::string_view text);
// Of a line of nothing but topics ("Optimization, control theory, tidal rivers", a name and a dash before it or not), these: at
// least three items, of which a table knows two and half. Empty of any other line.
std::vector<std::string> topics_alone(std::string_view line);

}  // namespace fellow::extractor
