// SPDX-License-Identifier: GPL-3.0-or-later
// What does one entry of a publication list say? Lines of one entry -> title, authors, year, venue.
//
// Uses what the page gives before it reads sentences: classes of elements, the owner's name among the authors, links, bold,
// italics, quotes and line breaks; then "Authors. Title. Venue, year", "Authors (year). Title. Venue", "“Title,” Authors,
// Venue" and title-first forms. Linear in the text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extractor/papers/author_list.h"
#include "extractor/papers/lines.h"
#include "fellow/profile.h"

namespace fellow::extractor::papers {

struct Reference {
  Paper paper;
  bool has_owner = false;
  bool open_authors = false;  // "et al."
  bool marked_title = false;  // by class, quotes, link, bold or a line of its own
  bool set_venue = false;     // the venue is in italics, has a journal's numbers, or is a publisher with its city
  bool untitled = false;      // authors and a journal with its numbers, and no title at all
  bool has_authors() const { return !paper.authors.empty(); }
  bool has_title() const { return !paper.title.empty(); }
  bool complete() const { return has_title() && has_authors(); }
};

// At most 60 lines are read.
Reference parse_reference(std::span<const Line> lines, const Owner& owner);

// The line without the labels of its links ("[pdf]", "Code"), numbering in front and empty brackets; `urls` gets their targets.
Line without_labels(const Line& line, std::vector<std::string>* urls);
// A part of a line.
Line part_of(const Line& line, std::size_t begin, std::size_t end);
// Whether this is a title and not a number, a name, a label or a remark.
bool is_title(std::string_view text);

}  // namespace fellow::extractor::papers
