// SPDX-License-Identifier: GPL-3.0-or-later
// What stands before authors or title: a year, or a tag such as "[JFM21]", taken off the line.
#pragma once

#include <string>

#include "extractor/papers/author_list.h"
#include "extractor/papers/lines.h"

namespace fellow::extractor::papers {

// A tag or year set before the authors: "NSDI'24 Jane Doe, …", "(2026) Doe J. …". Cut off if people follow.
void take_lead(Line& line, const Owner& owner, int& year, std::string& tag);

// The year at the beginning of the line, in brackets or bare, taken off it; 0 if there is none, or only that it is yet to come.
int leading_year(Line& line);

}  // namespace fellow::extractor::papers
