// SPDX-License-Identifier: GPL-3.0-or-later
// One sighting of a paper, before the sightings of one paper are made one.
#pragma once

#include <string>
#include <string_view>

#include "extractor/document.h"
#include "fellow/profile.h"

namespace fellow::extractor::papers {

struct Candidate {
  Paper paper;
  std::string method;  // as in Evidence
  double confidence = 0;
  const Document* document = nullptr;
  bool has_owner = false;          // the owner is among the authors
  bool open_authors = false;       // "et al."
  bool foreign = false;            // people are named, the owner is not among them, and nothing says there are more
  bool announced = false;          // told in news only
  std::string_view left_out = {};  // the rule that says that this is none of the owner's papers; empty: it may be one
};

// Titles that themes bring along: "An example conference paper", "Paper Title Number 1".
bool is_leftover(const Paper& paper);
// Talks, posters, patents, software: what the text around the title says it is.
bool is_no_paper(std::string_view rest);
inline constexpr std::string_view kNoPaper = "a talk, poster, patent or software";

}  // namespace fellow::extractor::papers
