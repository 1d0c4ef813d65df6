// SPDX-License-Identifier: GPL-3.0-or-later
// Does the text of a row name a section of a CV? By its words alone; how it is set is judged elsewhere.
#pragma once

#include <string_view>

namespace fellow::extractor {

bool is_document_title(std::string_view text);  // "Curriculum Vitae"
// Words of section headings that also stand in the margin, beside the section's first line.
bool is_section_word(std::string_view text);
// A section's whole name, "Work Experience": a heading even where it is set as the text is.
bool is_section_title(std::string_view text);
// Capitals, and no small letter.
bool all_caps(std::string_view text);

}  // namespace fellow::extractor
