// SPDX-License-Identifier: GPL-3.0-or-later
// Which formats can be read? One row each; a new format is a file with two functions, and a row here.
//
// The row with the highest claim reads the page; on a tie, the first. A claim looks at three things and is cheap:
// what the server said (content type), what the address says (ending), and what is there (first bytes).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "extractor/document.h"
#include "fellow/page.h"

namespace fellow::extractor {

struct Clue {
  std::string type;        // essence of the content type, lower case: "text/html"; "" if none was sent
  std::string ending;      // of the URL's path, lower case, without the dot: "md"; "" if none
  std::string_view start;  // the first 1024 bytes, from the first that is no white space or byte order mark

  bool says_little() const;                    // no type, or one that servers send for what they do not know
  bool type_is(std::string_view words) const;  // one of several, separated by blanks
  bool ending_is(std::string_view words) const;
};

struct FormatRow {
  std::string_view name;
  Format format;
  int (*claim)(const Clue&);             // 0 = not mine … 100 = certain
  void (*read)(const Page&, Document&);  // fills dom, front, json_ld, bibliography, truncated; never fails. What cannot
                                         // be read after all sets Format::unknown
};
extern const std::span<const FormatRow> kFormats;

Clue clue_of(const Page& page);
// The row that claims most; nullptr if none does.
const FormatRow* format_of(const Clue& clue);

}  // namespace fellow::extractor
