// SPDX-License-Identifier: GPL-3.0-or-later
// Where did it appear? Tells a venue from other text and trims it to its name.
#pragma once

#include <string>
#include <string_view>

namespace fellow::extractor::papers {

// Whether text names a journal, conference, publisher or preprint server: by words or by the table of venues.
bool looks_like_venue(std::string_view text);
// Behind the editors of "In A. Doe, B. Roe (Eds.), Title of the book"; all of it if none are named.
std::string_view drop_editors(std::string_view text);
// "In Proceedings of the 3rd X (X'20), pp. 1-9, 2020." -> "3rd X (X'20)"; empty if nothing but numbers and remarks is left.
std::string clean_venue(std::string_view text);
// Quotes, full stops, link labels and remarks ("(Oral)", "[PDF]") at the ends taken off; white space folded; at most 500 bytes.
std::string clean_title(std::string_view text);
// "pdf", "[arXiv]", "Project page", "BibTeX", "DOI": what a button beside a paper says.
bool is_link_label(std::string_view text);
// The DOI in a link or text, without resolver; "" if none.
std::string doi_in(std::string_view text);
// Whether a venue is a preprint server or says that the paper has not appeared.
bool is_preprint(std::string_view venue);

}  // namespace fellow::extractor::papers
