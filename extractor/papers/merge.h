// SPDX-License-Identifier: GPL-3.0-or-later
// Which sightings are the same paper, and what is then known of it?
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/papers/candidate.h"

namespace fellow::extractor::papers {

// 0..1: twice the longest common subsequence over the sum of lengths, on folded letters; 0 early where lengths differ by more
// than a fifth.
double likeness(std::string_view a, std::string_view b);
// Whether two titles are the same to a reader; numbers and numerals ("Part II") have to agree.
bool same_title(std::string_view a, std::string_view b);
// Each paper once, in the order of first sightings: best evidence first, fields from all; a journal or conference goes before a
// preprint server as venue.
std::vector<Candidate> merge(std::vector<Candidate> sightings);

}  // namespace fellow::extractor::papers
