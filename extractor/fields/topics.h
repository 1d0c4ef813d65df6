// SPDX-License-Identifier: GPL-3.0-or-later
// Is this piece of text a topic of research, and what of it is the topic itself?
#pragma once

#include <string>
#include <string_view>

namespace fellow::extractor {

// Without what only leads to it or trails behind: "the area of computer vision, etc." -> "computer vision".
std::string trimmed_topic(std::string_view written);
// Whether this can be a topic: at most nine words, none that speaks of the reader, the writer or nothing in particular.
bool topic_like(std::string_view topic);
// The rule by which it is none; "" if topic_like.
std::string_view why_no_topic(std::string_view topic);
// "theoretical" of "theoretical and applied genetics": half of a topic.
bool bare_adjective(std::string_view part);

}  // namespace fellow::extractor
