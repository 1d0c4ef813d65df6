// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown of site sources (Jekyll, Hugo, plain) -> front matter and Dom: cmark-gfm to HTML, then the HTML reader.
#pragma once

#include <string>
#include <string_view>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

int claim_markdown(const Clue& clue);
void read_markdown(const Page& page, Document& document);

// What is for the site generator and not for readers taken out: HTML comments (over blank lines too), Liquid and Hugo tags,
// kramdown attribute lists. The text between paired tags stays, but for {% comment %}. Fenced code is left as it is.
std::string without_template_tags(std::string_view markdown);

// CommonMark with tables, autolinks, strikethrough and raw HTML, as UTF-8 HTML.
std::string markdown_to_html(std::string_view markdown);

}  // namespace fellow::extractor
