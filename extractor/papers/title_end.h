// SPDX-License-Identifier: GPL-3.0-or-later
// Where does the title end? Quotes, links, bold and italics first, then sentences, then the words that begin a venue.
#pragma once

#include <cstddef>
#include <string_view>

#include "extractor/papers/lines.h"

namespace fellow::extractor::papers {

struct TitleSpan {
  std::size_t begin = 0, end = 0;  // of the title in the line
  std::size_t rest = 0;            // where what follows it begins
  bool marked = false;             // by quotes, link, bold or italics
};

// The title at the beginning of a line (authors and year are already off).
TitleSpan find_title(const Line& line);
// End of the first sentence: behind the text, before its full stop; text.size() if it never ends. "Proc.", "J.", "vs." end
// none. `venue`: stops also only at a full stop that no abbreviation of a journal can own.
std::size_t sentence_end(std::string_view text, bool venue = false);

// Whether a full stop behind this word (folded) ends no sentence: "proc", "phys", "dr".
bool is_abbreviation(std::string_view word);

}  // namespace fellow::extractor::papers
