// SPDX-License-Identifier: GPL-3.0-or-later
// What else stands on a person's pages? Their lines that no field of the profile says, so that any word of theirs finds them:
// a paper in a list that could not be read, a project, a method named in passing.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "extractor/document.h"
#include "extractor/fields/outline.h"
#include "fellow/profile.h"

namespace fellow::extractor {

class OtherText {
 public:
  // The lines of a page in page order; pages read first have the room. Lines about somebody else (students, referees), of how
  // to reach the person, of fewer than four words and those that an earlier page has too are left out.
  void read(const Document& page, const Outline& outline);
  // Passages of some lines of one page each, and the page as evidence, into `text`: without lines that hold a paper's title or
  // a sentence of the biography, e-mail addresses and telephone numbers; 16 KiB at most.
  void put_into(Profile& profile) const;

 private:
  struct Line {
    std::string text;
    std::size_t page = 0;  // in pages_
  };
  struct Source {
    std::string url, seen_at;
  };
  std::vector<Line> lines_;
  std::vector<Source> pages_;
  std::unordered_set<std::string> seen_;
  std::size_t bytes_ = 0;
};

}  // namespace fellow::extractor
