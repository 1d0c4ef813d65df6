// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text, and what has nothing to read for us.
#pragma once

#include "extractor/formats/formats.h"

namespace fellow::extractor {

int claim_text(const Clue& clue);
void read_text(const Page& page, Document& document);  // a <p> each paragraph, <br> between its lines

int claim_xml(const Clue& clue);
void read_xml(const Page& page, Document& document);  // nothing: sitemaps and feeds name addresses, not people

}  // namespace fellow::extractor
