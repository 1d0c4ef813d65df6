// SPDX-License-Identifier: GPL-3.0-or-later
// HTML as people write it -> Dom, by gumbo (the HTML standard's parser) behind the shape guard of html_shape.h.
#pragma once

#include <string_view>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

int claim_html(const Clue& clue);
void read_html(const Page& page, Document& document);

// `html` is valid UTF-8. Sets dom, and adds to json_ld and truncated.
void read_html_text(std::string_view html, Document& document);

}  // namespace fellow::extractor
