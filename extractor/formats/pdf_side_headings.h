// SPDX-License-Identifier: GPL-3.0-or-later
// Headings in the margin, beside the text of their section, that take two rows: "RESEARCH" above "INTERESTS".
#pragma once

#include <vector>

#include "extractor/formats/pdf_rows.h"

namespace fellow::extractor {

// Whether the row begins with a heading in the margin.
bool begins_with_side_heading(const Row& row);
// Moves the heading's second row up to its first.
void join_side_headings(std::vector<Row>& rows);

}  // namespace fellow::extractor
