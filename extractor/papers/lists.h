// SPDX-License-Identifier: GPL-3.0-or-later
// Which papers stand in the sections of a page that are headed "Publications" or the like, whatever its layout?
#pragma once

#include <vector>

#include "extractor/papers/author_list.h"
#include "extractor/papers/candidate.h"
#include "extractor/papers/lines.h"

namespace fellow::extractor::papers {

// Papers in the sections of `lines` that list them, in page order.
std::vector<Candidate> papers_in_sections(const Document& document, const std::vector<Line>& lines, const Owner& owner);

}  // namespace fellow::extractor::papers
