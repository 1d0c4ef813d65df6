// SPDX-License-Identifier: GPL-3.0-or-later
// Org files (Emacs) as sources of home pages -> Dom, with #+TITLE, #+AUTHOR, #+EMAIL and the like in front (lower-case keys).
#pragma once

#include <string_view>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

int claim_org(const Clue& clue);
void read_org(const Page& page, Document& document);

// Headings, lists, tables, paragraphs, links and emphasis of the Org syntax (https://orgmode.org/worg/org-syntax.html);
// drawers, comments, planning lines and source blocks left out.
void read_org_text(std::string_view text, Document& document);

}  // namespace fellow::extractor
