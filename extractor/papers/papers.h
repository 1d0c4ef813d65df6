// SPDX-License-Identifier: GPL-3.0-or-later
// Which papers did this person write? From BibTeX, publication front matter, and publication lists of every layout.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "extractor/document.h"
#include "extractor/extractor.h"
#include "fellow/profile.h"

namespace fellow::extractor {

struct FoundPaper {
  Paper paper;
  Evidence evidence;
};

// Papers of all documents of one person, each once (several forms of one paper merged), newest first, undated last, otherwise
// in page order. `names`: the owner's name and alternates, used to recognise author lists; may be empty. Talks, posters,
// software, patents and the theses of students are no papers. Deterministic. What
// looked like a paper and is left out is told to `explanation`, if there is one.
std::vector<FoundPaper> find_papers(std::span<const Document> documents, std::span<const std::string> names,
                                    Explanation* explanation = nullptr);

}  // namespace fellow::extractor
