// SPDX-License-Identifier: GPL-3.0-or-later
// BibTeX as it is found on home pages: one broken entry does not take the next with it.
//
// Own reader rather than btparse, whose state is global (one mutex for all workers), which exits on wrong option bits and gives
// up a whole entry at an unbalanced quote, where a splitter has to find the entry's end anyway.
#pragma once

#include <string_view>
#include <vector>

#include "extractor/formats/formats.h"

namespace fellow::extractor {

struct BibLimits {
  std::size_t bytes = 5u << 20;
  std::size_t entries = 20'000;
  std::size_t fields = 200;        // of one entry
  std::size_t value = 256u << 10;  // bytes of one field
  std::size_t expansion =
      64u << 10;  // bytes that @string abbreviations expand to, all together (R16); then they stay as written
};

// Entries in the order of the file; @comment and @preamble left out. `text` is valid UTF-8. Sets *truncated when a limit was
// hit. Also for BibTeX that stands inside a page.
std::vector<BibEntry> parse_bibtex(std::string_view text, bool* truncated, const BibLimits& limits = {});

// The people of an author field, "First von Last" each, LaTeX decoded; "and others" left out. Lists with semicolons or commas
// for "and" are taken apart too where they are unmistakable.
std::vector<std::string> parse_bib_names(std::string_view field);

int claim_bibtex(const Clue& clue);
void read_bibtex(const Page& page, Document& document);  // into bibliography

}  // namespace fellow::extractor
