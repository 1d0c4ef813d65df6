// SPDX-License-Identifier: GPL-3.0-or-later
// In which order does a person read the words of a page? Words -> rows of fragments, column by column.
#pragma once

#include <string>
#include <vector>

#include "extractor/formats/pdf.h"

namespace fellow::extractor {

// Words side by side with no more than a few blanks between them.
struct Fragment {
  std::vector<const PdfWord*> words;
  double left = 0, right = 0;
  double size = 0;          // of most of its letters
  bool bold = false;        // all of it
  std::size_t letters = 0;  // bytes of text
  std::string text() const;
};

// Whether a blank or the end of a line parts two words of a fragment.
bool apart(const PdfWord& word, const PdfWord& next);

// Fragments at one height, within one column.
struct Row {
  std::vector<Fragment> fragments;  // left to right; never empty
  double base = 0;                  // lower edge of most words
  double top = 0;
  int region = 0;  // rows of one column of one page have the same
  int page = 0;
  bool label = false;  // the first fragment stands in a column of labels or dates
  std::string text() const;
  double left() const { return fragments.front().left; }
  double right() const { return fragments.back().right; }
};

// In reading order. What repeats at the head or foot of pages, and page numbers, are left out.
std::vector<Row> rows_of(const PdfText& text);

}  // namespace fellow::extractor
