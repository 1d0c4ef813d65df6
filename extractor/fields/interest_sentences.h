// SPDX-License-Identifier: GPL-3.0-or-later
// Which topics does a sentence say that somebody works on? "My interests lie at the intersection of A, B and C", "I study A,
// with a focus on B": cues, their clauses, and where these end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fellow::extractor {

struct Statement {
  std::vector<std::string> topics;
  std::vector<std::string> left_out;  // parts of the enumeration that are no topic (topic_like)
};

// By rules alone; empty if the sentence says nothing of the kind.
Statement topics_stated(std::string_view sentence);

}  // namespace fellow::extractor
