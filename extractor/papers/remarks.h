// SPDX-License-Identifier: GPL-3.0-or-later
// What in an entry is neither title, people nor venue: awards, notes on contributions, abstracts?
#pragma once

#include <string>
#include <string_view>

#include "extractor/papers/lines.h"

namespace fellow::extractor::papers {

// "Best paper award", "Oral", "equal contribution", or nothing at all. At most 14 words.
bool is_remark(std::string_view text);
// "Preliminary version appeared in ICML": a remark on the entry above, which looks like a title.
bool tells_of_version(std::string_view text);
// "This page was made by hand", "Last updated in May 2021": below a list, where there is no footer to hold it.
bool tells_of_page(std::string_view text);
// Brackets with remarks, and remarks between commas, taken out: "IEEE TPE (Second prize award), 2024", "[SoCC'15, Best paper]".
std::string without_remarks(std::string_view text);
// An abstract, keywords or BibTeX below the reference.
bool is_abstract(const Line& line);
// Cuts off "(*: equal contribution)" before the title.
void drop_lead_remark(Line& line);

}  // namespace fellow::extractor::papers
