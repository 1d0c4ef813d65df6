// SPDX-License-Identifier: GPL-3.0-or-later
// What does a reader see of a page, line by line, and how is it set? Dom -> lines of styled text with the breaks between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extractor/dom.h"

namespace fellow::extractor::papers {

enum class Break { line, block, item };  // <br>; a block element or an empty line; a list item, table row, article, rule

// What the class of an element says about its text: <p class="authors">.
enum class Role { none, title, authors, venue, year, links, note };

// A stretch of one line set alike.
struct Run {
  std::size_t begin = 0, end = 0;
  bool bold = false, italic = false, link = false, button = false;
  std::string href = {};  // of a link
  NodeId element = 0;     // the innermost element that sets it so
};

struct Line {
  std::string text;       // white space folded
  std::vector<Run> runs;  // in order, cover the text but for blanks
  Break before = Break::block;
  Role role = Role::none;
  int level = 0;         // 1..6 for a heading; 7 for a line that is set as one (short and all bold, dt, caption)
  bool in_item = false;  // inside li, tr, article
  NodeId node = 0;       // where the line begins
};

// Lines below `from`, in document order. Navigation, forms, buttons and hidden elements are left out. Linear.
std::vector<Line> read_lines(const Dom& dom, NodeId from = 0);
// The number that an entry begins with: "12. ", "[12] ", "[J3] ", "(xii) "; 0 if none. `end`: of the mark, blank included.
struct EntryMark {
  int number = 0;
  std::size_t end = 0;
};
EntryMark entry_mark(std::string_view text);
// Puts `more` behind `line`, a blank between them.
void append(Line& line, const Line& more);
// One line of plain text.
Line plain_line(std::string_view text);

}  // namespace fellow::extractor::papers
