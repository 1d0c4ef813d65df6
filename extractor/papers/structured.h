// SPDX-License-Identifier: GPL-3.0-or-later
// Which papers are written down as data: BibTeX entries, front matter of publication pages, JSON Resume and cv.yml?
#pragma once

#include <vector>

#include "extractor/papers/author_list.h"
#include "extractor/papers/candidate.h"

namespace fellow::extractor::papers {

// `name`: of the owner, for author lists that only say "admin"; may be empty.
std::vector<Candidate> papers_in_data(const Document& document, const Owner& owner, const std::string& name);

}  // namespace fellow::extractor::papers
