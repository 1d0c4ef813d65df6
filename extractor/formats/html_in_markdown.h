// SPDX-License-Identifier: GPL-3.0-or-later
// How far does HTML go in a Markdown page? To CommonMark an empty line ends it, and what is indented after that is code; to
// kramdown and Hugo's writers, whose pages these are, it goes to its end tag.
#pragma once

#include <string>
#include <string_view>

namespace fellow::extractor {

// The same text with the lines inside tables, divisions and the like no longer indented, so that cmark reads them as HTML too.
// An HTML heading ends with its line, and two backslashes at the end of a line break it, as kramdown has both.
// Fenced code stays as it is; a Markdown heading ends what was never closed. Linear.
std::string unindent_html(std::string_view markdown);

}  // namespace fellow::extractor
