// SPDX-License-Identifier: GPL-3.0-or-later
// How do the known themes set one entry of a publication list? One row a form; a new theme is a row.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "extractor/papers/author_list.h"
#include "extractor/papers/candidate.h"

namespace fellow::extractor::papers {

struct PaperLayout {
  std::string_view theme = {};
  std::string_view item = {};                                        // selector of one entry
  std::string_view must = {};                                        // something that an entry has inside; "" = nothing
  std::string_view title = {}, authors = {}, venue = {}, year = {};  // selectors inside; "" = read from the text of the entry
  std::string_view citation =
      {};                    // selector of a paragraph that holds a whole reference ("Recommended citation: …"); "" = none
  bool anywhere = false;     // also on pages whose address or heading does not say publications
  bool title_alone = false;  // an entry may have nothing but a title
  bool bare_venue = false;   // where nothing marks the venue, it is read from the text of the entry
};
extern const std::span<const PaperLayout> kPaperLayouts;

struct LaidOut {
  std::vector<Candidate> papers;                   // in page order
  std::vector<std::pair<NodeId, NodeId>> covered;  // [begin, end) of the entries, in page order
};
LaidOut papers_in_layouts(const Document& document, const Owner& owner);

}  // namespace fellow::extractor::papers
