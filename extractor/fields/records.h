// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a section of education or experience belong to one degree or job? List items and table rows are records as
// they stand; sub-sections are; of bare lines (a CV's), those around each date.
#pragma once

#include <string>
#include <vector>

#include "extractor/fields/outline.h"

namespace fellow::extractor {

// Records of one section, lines joined by newlines, in page order. At most 600 bytes each: what follows describes the work.
std::vector<std::string> records(const Outline& outline, std::size_t section);

}  // namespace fellow::extractor
