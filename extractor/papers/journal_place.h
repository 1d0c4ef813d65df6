// SPDX-License-Identifier: GPL-3.0-or-later
// Does a journal with its numbers begin here? "J. Am. Chem. Soc. 2021, 143, 1234", "Phys. Rev. Lett. 120, 010101 (2018)",
// "120 Harv. L. Rev. 1234 (2019)". Chemists and physicists leave the title out, so that this may be all there is.
#pragma once

#include <cstddef>
#include <string_view>

namespace fellow::extractor::papers {

struct JournalPlace {
  std::size_t begin = 0, name_end = 0;  // of the journal's name in the text
  std::size_t end = 0;                  // of its numbers; 0 if the text does not begin with such a place
  bool abbreviated = false;             // two words or more: "Angew. Chem."
  bool whole = false;  // nothing follows but marks, an identifier, a remark in brackets or who wrote it ("with A. Doe")
};

// Looks at the first 200 bytes.
JournalPlace journal_place(std::string_view text);
// The comma before a journal that an author list, which ends at `end`, has run into: "A. Doe, B. Roe, Astrophys. J. 888, 12
// (2020)"; 0 if none.
std::size_t journal_among(std::string_view text, std::size_t end);
// Whether a publisher with city and year begins here: "(London: Reaktion Books, 2014)".
bool names_publisher(std::string_view text);

}  // namespace fellow::extractor::papers
