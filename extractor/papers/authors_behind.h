// SPDX-License-Identifier: GPL-3.0-or-later
// Where do the authors stand that come behind a title on its own line? In brackets, behind a comma, or as who wrote it with the
// owner of the page, at the end.
#pragma once

#include <cstddef>

#include "extractor/papers/author_list.h"
#include "extractor/papers/lines.h"
#include "extractor/papers/title_end.h"

namespace fellow::extractor::papers {

// The bracket in "Title (A. Doe, B. Roe) Journal"; span.end if there is none. At most 8 brackets are tried.
std::size_t bracketed_authors(const Line& line, const TitleSpan& span, const Owner& owner);
// The comma in "Title, A. Doe, B. Roe, Journal 12", the owner among them; span.end if there is none. At most 10 commas.
std::size_t listed_authors(const Line& line, const TitleSpan& span, const Owner& owner);
// Takes "with A. Doe" off the end of "Journal 12 (2020), 1-10, with A. Doe"; no authors if there are none.
AuthorList take_authors_at_end(Line& line, const Owner& owner);

}  // namespace fellow::extractor::papers
